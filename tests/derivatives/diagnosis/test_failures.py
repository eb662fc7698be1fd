"""A derivative that is too large for a double overflows; one that is infinite has an infinite slope."""

from __future__ import annotations

from typing import Any

import pytest

from adcli.derivatives.questions.gradient import gradient
from adcli.derivatives.questions.hessian import hessian
from adcli.derivatives.questions.taylor import diff
from adcli.language.points.bindings import bindings_of
from adcli.language.program import load
from adcli.text.source import Source


def kinds_of(answer: Any) -> set[str]:
    return {warning.kind for warning in answer.warnings}


@pytest.mark.parametrize(
    ("text", "x", "kind"),
    [
        ("1/x", 1e-200, "overflow"),
        ("log(x)", 1e-310, "overflow"),
        ("x^-3", 1e-90, "overflow"),
        ("sum(1/[x, x])", 1e-200, "overflow"),
        ("exp(1e200*x)*1e200", 0.0, "overflow"),
        ("sqrt(x)", 0.0, "infinite_slope"),
        ("x^0.3", 0.0, "infinite_slope"),
        ("cbrt(x)", 0.0, "infinite_slope"),
        ("sum(sqrt([x, x]))", 0.0, "infinite_slope"),
        ("asin(x)", 1.0, "infinite_slope"),
        ("acosh(x)", 1.0, "infinite_slope"),
        ("acos(x)", -1.0, "infinite_slope"),
    ],
)
def test_of_a_first_derivative(text: str, x: float, kind: str) -> None:
    program, point = load(Source(text)), bindings_of({"x": x})
    assert kinds_of(gradient(program, point)) == {kind}
    assert kinds_of(hessian(program, point)) == {kind}
    assert kinds_of(diff(program, point)) == {kind}


@pytest.mark.parametrize(
    ("text", "x", "kind"),
    [
        ("1/x", 1e-110, "overflow"),
        ("exp(1e200*x)", 0.0, "overflow"),
        ("1/x + x^2", 1e-110, "overflow"),
        ("x^1.5", 0.0, "infinite_slope"),
    ],
)
def test_of_a_second_derivative(text: str, x: float, kind: str) -> None:
    program, point = load(Source(text)), bindings_of({"x": x})
    for answer in (hessian(program, point), diff(program, point, wrt="x,x"), diff(program, point, order=2)):
        assert kinds_of(answer) == {kind}


@pytest.mark.parametrize(
    ("text", "point", "derivative"),
    [
        ("1/(a*x)", {"a": 1e200, "x": 1.0}, {"x": -1e-200, "a": 0.0}),
        ("1/(a*x)", {"a": 1e-200, "x": 1.0}, {"x": -1e200}),
        ("y/(a*x)", {"y": 3.0, "a": 1e200, "x": 1.0}, {"x": -3e-200, "y": 1e-200}),
        ("(a*x)^-1", {"a": 1e200, "x": 1.0}, {"x": -1e-200}),
        ("1/(1e200*x)", {"x": 1.0}, {"x": -1e-200}),
    ],
)
def test_a_slope_whose_way_leaves_the_range(
    text: str, point: dict[str, float], derivative: dict[str, float]
) -> None:
    answer = gradient(load(Source(text)), bindings_of(point))
    for name, number in derivative.items():
        assert answer.gradient[name] == pytest.approx(number, rel=1e-15, abs=0)
