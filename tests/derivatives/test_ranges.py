"""Second derivatives where squares and powers inside the rules would leave the range of doubles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from mpmath import mp, mpf

from adcli.answers.series import Taylor
from adcli.derivatives.questions.gradient import gradient
from adcli.derivatives.questions.hessian import hessian
from adcli.derivatives.questions.products import hvp
from adcli.derivatives.questions.taylor import diff
from adcli.language.points.bindings import bindings_of
from adcli.language.program import load
from adcli.operations import TABLE, Form, Operation
from adcli.text.errors import AdError
from adcli.text.source import Source
from tests.operations.reference import REFERENCE


def seconds_of(text: str, x: float) -> list[tuple[float, bool]]:
    """The second derivative as `hess`, `hvp` and `diff` have it, and whether there is a warning."""
    program, point = load(Source(text)), bindings_of({"x": x})
    matrix = hessian(program, point)
    product = hvp(program, point, bindings_of({"x": 1.0}))
    series = diff(program, point, order=2)
    assert matrix.hessian is not None
    assert isinstance(series, Taylor)
    return [
        (matrix.hessian[0][0], bool(matrix.warnings)),
        (product.hvp["x"], bool(product.warnings)),
        (series.derivatives[2], bool(series.warnings)),
    ]


@pytest.mark.parametrize(
    ("text", "x", "right"),
    [
        ("log1p(exp(x))", 400.0, 0.0),
        ("log(exp(x))", 400.0, 0.0),
        ("log2(exp(x))", 400.0, 0.0),
        ("log(cosh(x))", 400.0, 0.0),
        ("log(gamma(x))", 120.0, 0.008368152004830876),
        ("1/exp(x)", 300.0, 5.148200222412014e-131),
        ("asinh(x^100)", 1000.0, -0.0001),
        ("exp(x)^0.5", 600.0, 4.856065988103139e129),
        ("exp(x)^-0.5", 600.0, 1.2870500556030035e-131),
        ("atan(exp(x))", 400.0, -1.9151695967140057e-174),
        ("cbrt(exp(x))", 600.0, 8.028859742361943e85),
        ("root(exp(x), 5)", 600.0, 5.216723513574529e50),
        ("sum(log(exp([x, x])))", 400.0, 0.0),
        ("sum(1/exp([x, x]))", 300.0, 1.0296400444824029e-130),
    ],
)
def test_squares_and_powers_in_rules_stay_in_range(text: str, x: float, right: float) -> None:
    for second, _ in seconds_of(text, x):
        assert second == pytest.approx(right, rel=1e-12, abs=1e-10 * (right == 0.0))


# of a huge number these have no digit that its rounding leaves
PERIODIC = {"sin", "cos", "tan", "cot", "sec", "csc", "sind", "cosd", "tand", "sinc"}
INNER: dict[str, tuple[Callable[[Any], Any], tuple[float, ...]]] = {
    "exp(x)": (mp.exp, (360.0, 600.0, -400.0)),
    "x^100": (lambda x: x**100, (1000.0,)),
    "1/x": (lambda x: 1 / x, (1e-200,)),
    "x": (lambda x: x, (170.0, 1e200)),
}
FAR = [
    operation
    for operation in TABLE.values()
    if operation.form is Form.ELEMENTWISE and len(operation.arguments) == 1 and operation.spellings
    if operation.name in REFERENCE and operation.name not in PERIODIC
]


def far_of(operation: Operation) -> Iterator[tuple[str, float, Any, Any]]:
    """Programs f(g(x)) and log(f(g(x))) far out, with the slope and the second derivative to many digits."""
    f = REFERENCE[operation.name]
    for text, (g, points) in INNER.items():
        for x in points:
            with mp.workdps(900):
                h = abs(mpf(x)) * mpf(10) ** -200
                try:
                    three = [f(g(x + k * h)) for k in (-1, 0, 1)]
                except (ValueError, ZeroDivisionError, OverflowError):
                    continue
                called = f"{operation.spellings[0]}({text})"
                yield called, x, *_slopes(three, h)
                if three[1] != 0:
                    yield f"log({called})", x, *_slopes(list(map(mp.log, three)), h)


def _slopes(three: list[Any], h: Any) -> tuple[Any, Any]:
    below, here, above = three
    return (above - below) / (2 * h), (above - 2 * here + below) / h**2


@pytest.mark.parametrize("operation", FAR, ids=lambda operation: operation.name)
def test_second_derivatives_far_out_are_right_or_told(operation: Operation) -> None:
    for text, x, slope, right in far_of(operation):
        if isinstance(right, mp.mpc) or not mp.isfinite(right) or not abs(right) < 1e290:
            continue
        try:
            found = seconds_of(text, x)
        except AdError:  # no value
            continue
        scale = max(abs(right), abs(slope) * mpf("1e-3"), mpf("1e-290"))  # where its terms cancel
        for second, told in found:
            assert told or abs(second - right) <= 1e-9 * scale, (text, x)


@pytest.mark.parametrize("text", ["atan(exp(x))", "exp(x)^-0.5", "acsc(exp(x))"])
def test_the_gradient_of_a_hessian_is_in_range_too(text: str) -> None:
    program, point = load(Source(text)), bindings_of({"x": 400.0})
    slope = hessian(program, point).gradient["x"]
    assert slope == pytest.approx(gradient(program, point).gradient["x"], rel=1e-12)
    assert slope
