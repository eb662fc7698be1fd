"""Warnings of digits that are lost: where it matters, and only there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import adcli as library
from adcli.answers.answer import Answer
from adcli.derivatives.diagnosis.formulas import BETTER, pattern_of
from adcli.language.program import load
from adcli.text.notices import Notice
from adcli.text.source import Source

SAID = ("overflow", "underflow")


def said(text: str, **point: Any) -> list[Notice]:
    return [notice for notice in library.jac(text, at=point).warnings if notice.kind in SAID]


LOST = [
    ("sqrt(x^2 + y^2)", {"x": 1e200, "y": 1e200}, "overflow", "hypot(x, y) is 1.4142136e+200"),
    ("1 + sqrt(b*b + a*a)", {"a": 3e200, "b": 4e200}, "overflow", "is 5e+200"),
    ("sqrt(x^2 + y^2)", {"x": 1e-200, "y": 1e-200}, "underflow", "hypot(x, y) is 1.4142136e-200"),
    ("log(1 + x)", {"x": 1e-12}, "underflow", "log1p(x) is 1e-12"),
    ("log(x + 1)/x", {"x": 1e-18}, "underflow", "log1p(x) is 1e-18"),
    ("exp(x) - 1", {"x": 1e-12}, "underflow", "expm1(x) is 1e-12"),
    ("log(exp(a) + exp(b))", {"a": 800.0, "b": 1.0}, "overflow", "logsumexp(a, b) is 800"),
    ("log(exp(a) + exp(b))", {"a": -800.0, "b": -801.0}, "domain", ""),
    ("1 - erf(x)", {"x": 5.9}, "underflow", "erfc(x) is"),
    ("log(gamma(x))", {"x": 300.0}, "overflow", "lgamma(x) is"),
    ("(1 - cos(x))/x^2", {"x": 1e-9}, "underflow", "2*sin(x/2)^2 is 5e-19"),
    ("exp(-x^2)", {"x": 40.0}, "underflow", "exp(-x^2) underflows: too small for a double"),
    ("x*y*z", {"x": 1e-200, "y": 1e-200, "z": 1e300}, "underflow", "x*y underflows"),
    ("(x + 1e20) - 1e20", {"x": 1.0}, "underflow", "cancels: no digit of the value can be trusted"),
    ("sum(sqrt(v^2 + w^2))", {"v": [3.0, 1e200], "w": [4.0, 1e200]}, "overflow",
     "hypot(v, w) is 1.4142136e+200 in element [1]"),
    ("sqrt(sum(v^2))", {"v": [1e200, 1e200]}, "overflow", "norm(v) is 1.4142136e+200"),
    ("sqrt(sum(v*v))", {"v": [3e-200, 4e-200]}, "underflow", "norm(v) is 5e-200"),
    ("3*sqrt(dot(v, v))", {"v": [3e200, 4e200]}, "overflow", "norm(v) is 5e+200"),
    ("log(sum(exp(v)))", {"v": [800.0, 1.0]}, "overflow", "logsumexp(v) is 800"),
    ("sum(log(1 + v))", {"v": [1e-12, 2.0]}, "underflow", "log1p(v) is 1e-12 in element [0]"),
    ("log(1 + v[0])", {"v": [1e-12, 2.0]}, "underflow", "log1p(x) is 1e-12"),
    ("sum(exp(-v^2))", {"v": [40.0, 41.0]}, "underflow", "exp(-v^2) underflows: too small for a double"),
    ("sum(v*w)*1e300", {"v": [1e-200, 2e-200], "w": [1e-200, 3.0e-250]}, "underflow", "v*w underflows"),
    ("sum((v + 1e20) - 1e20)", {"v": [1.0, 2.0]}, "underflow", "cancels: no digit"),
    ("sum(v)", {"v": [1e20, 1.0, -1e20]}, "underflow", "`sum(v)` cancels: no digit"),
    ("sum(v)", {"v": [1e20] + [1.0]*200_000 + [-1e20]}, "underflow", "`sum(v)` cancels: no digit"),
    ("1e3*dot(v, w)", {"v": [0.1]*10 + [1.0], "w": [1.0]*10 + [-1.0]}, "underflow", "`dot(v, w)` cancels"),
    ("mean(v) - 1e20", {"v": [1e20, 1e20 + 20000]}, "underflow", "cancels: no digit"),
    ("norm(A @ v)", {"A": [[0.1, 0.2, 0.3]], "v": [1.0, 1.0, -1.0]}, "underflow", "`A @ v` cancels"),
    ("mean(v^2) - mean(v)^2", {"v": [1e9 + 0.1, 1e9 + 0.2, 1e9 + 0.4]}, "underflow", "cancels: no digit"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "point", "kind", "says"), LOST, ids=[case[0] for case in LOST])
def test_what_is_lost_is_told(text: str, point: dict[str, float], kind: str, says: str) -> None:
    if kind == "domain":  # log of a sum that underflowed to 0 has no value to warn about
        with pytest.raises(library_error(), match="log of zero"):
            library.grad(text, at=point)
        return
    found = said(text, **point)
    assert any(notice.kind == kind and says in notice.message for notice in found), found


def library_error() -> type[Exception]:
    from adcli.text.errors import AdError

    return AdError


FINE = [
    ("sqrt(x^2 + y^2)", {"x": 3.0, "y": 4.0}),
    ("log(1 + x)", {"x": 0.1}),
    ("log(1 + x)", {"x": 1e-3}),
    ("exp(x) - 1", {"x": -30.0}),
    ("1/(1 + exp(-x))", {"x": -700.0}),
    ("1/(1 + exp(-x))", {"x": 800.0}),
    ("1 + exp(-x)", {"x": 1000.0}),
    ("x*exp(-y)", {"x": 0.0, "y": 1000.0}),
    ("sin(x)*log(y)", {"x": 0.0, "y": 1.0}),
    ("x - y", {"x": 1.0, "y": 1.0 - 1e-15}),
    ("x*y*z", {"x": 0.0, "y": 0.0, "z": 1.0}),
    ("x^2 - 2*x + 1", {"x": 1.0}),
    ("lgamma(x)", {"x": 2.0}),
    ("relu(x)*floor(y)", {"x": -1.0, "y": 0.5}),
    ("sqrt(sum(v^2))", {"v": [3.0, 4.0]}),
    ("sum(sqrt(v^2 + 1))", {"v": [0.0, 4.0]}),
    ("sum(log(1 + v))", {"v": [0.5, 2.0]}),
    ("sum(exp(-v^2))", {"v": [40.0, 1.0]}),
    ("sum(v*w)", {"v": [0.0, 0.0], "w": [1.0, 0.0]}),
    ("sum(v)", {"v": [1.0, -1.0]}),
    ("sum(v)", {"v": [1.0, -1.0 + 1e-15]}),
    ("sum(v - w)", {"v": [1.0, 1.0], "w": [1.0, 1.0 - 1e-15]}),
    ("sum(v^2 - 2*v + 1)", {"v": [1.0, 1.0]}),
    ("norm(A @ v)", {"A": [[1.0, 1.0], [1.0, 2.0]], "v": [1.0, -1.0]}),
    ("var(v)", {"v": [1.0, 1.0, 1.0]}),
    ("A @ v", {"A": [[0.0, 0.0], [1.0, 2.0]], "v": [1.0, -1.0]}),
]


@pytest.mark.parametrize(("text", "point"), FINE, ids=[f"{case[0]} {case[1]}" for case in FINE])
def test_what_is_fine_is_not_warned_of(text: str, point: dict[str, float]) -> None:
    found = [n for n in said(text, **point) if "overflows: too large" not in n.message]
    assert not found


def test_a_constant_has_nothing_to_lose() -> None:
    assert library.eval("1e200*1e-3 + 2").warnings == ()
    assert library.eval("x", x=3).warnings == ()


def test_each_formula_has_the_operations_that_it_is_found_by() -> None:
    for better in BETTER:
        pattern = pattern_of(better)
        used = {applied.operation for applied in pattern.graph.operations if applied is not None}
        assert better.needs == used
        assert better.constant in {None, *pattern.graph.constants}
        root = pattern.graph.applied(pattern.root)
        assert root is not None
        assert root.operation is better.ends
        point: dict[str, Any] = {"x": [0.5, 0.75] if better.of_array else 0.5, "y": 0.25}
        used_here = load(Source(better.formula)).inputs()
        same = library.eval(better.formula, at={name: point[name] for name in used_here}).outputs["f"]
        asked = {name: point[name] for name in pattern.function.inputs()}
        assert library.eval(better.function, at=asked).outputs["f"] == pytest.approx(same, rel=1e-14)


@pytest.mark.parametrize(
    "ask",
    [
        lambda text, point: library.grad(text, at=point),
        lambda text, point: library.hess(text, at=point),
        lambda text, point: library.jvp(text, {"x": 1.0}, at=point),
        lambda text, point: library.vjp(text, {"f": 1.0}, at=point),
        lambda text, point: library.hvp(text, {"x": 1.0}, at=point),
        lambda text, point: library.diff(text, at=point),
        lambda text, point: library.diff(text, at=point, wrt="x,x"),
    ],
)
def test_every_answer_tells(ask: Callable[[str, dict[str, float]], Answer]) -> None:
    assert [n.kind for n in ask("(1 - cos(x))/x^2", {"x": 1e-6}).warnings] == ["underflow"]
    assert ask("(1 - cos(x))/x^2", {"x": 0.5}).warnings == ()


@pytest.mark.parametrize(
    ("text", "point"),
    [
        *(("normcdf(x) - normcdf(-x)", {"x": 1e-20}), ("cos(x) - 1", {"x": 1e-10}), ("1 - normcdf(10)", {})),
        *(("1 - exp(-x)", {"x": 1e-18}), ("(1 - exp(-x))/x", {"x": 1e-18}), ("1 - tanh(x)", {"x": 20})),
        *(("0.1*3 - 0.3", {}), ("x + ((1e16 + 1) - 1e16)", {"x": 0.5}), ("cos(1e-10) - 1", {})),
        *(("(1e-200)^2*1e300*x", {"x": 1}), ("sum([0.1 for i in range(10)]) - 1", {})),
        ("v = [x, 1]\nw = cos(v) - [1, cos(1)]\nw[0]", {"x": 1e-10}),
    ],
)
def test_a_value_without_a_right_digit_is_told(text: str, point: dict[str, float]) -> None:
    assert [notice.kind for notice in library.eval(text, at=point).warnings] == ["underflow"]


@pytest.mark.parametrize(
    ("text", "point"),
    [
        *(("sin(x)", {"x": 0}), ("x - x", {"x": 0.1}), ("x - 1", {"x": 1}), ("exp(x) - 1", {"x": 0})),
        *(
            ("x^2 - 4", {"x": 2}),
            ("0.5 - 0.5 + x", {"x": 1}),
            ("sind(x) - 1", {"x": 90}),
            ("x - 0.3", {"x": 0.3}),
        ),
        *(("exp(-800) + x", {"x": 1}), ("log(x)*5", {"x": 1}), ("1e-300*1e-300*x + 1", {"x": 1})),
        *(("gamma(x) - 24", {"x": 5}), ("sqrt(x) - 1.5", {"x": 2.25}), ("cos(x) - 1", {"x": 0})),
        ("s = 0\nfor i in range(5):\n    s = s + (i - 1)*x\ns", {"x": 1}),
    ],
)
def test_an_exact_value_is_not_doubted(text: str, point: dict[str, float]) -> None:
    assert library.eval(text, at=point).warnings == ()


@pytest.mark.parametrize(
    ("text", "digits"),
    [("0.1*3 - 0.3", 0), ("x*sin(exp(30))", 1), ("x + ((1e16 + 1) - 1e16)", 0), ("x + 0.25", 15)],
)
def test_a_report_of_digits_counts_constants(text: str, digits: int) -> None:
    point = {"x": 0.5} if "x" in text.replace("exp", "") else {}
    report = library.grad(text, at=point, digits_report=True).digits
    assert report is not None
    assert report.rows[0].digits == digits


ROUNDED_TO_ONE = (
    "erf(20)",
    "tanh(30)",
    "normcdf(10)",
    "cos(1e-10)",
    "(1 + 1e-20)",
    "exp(1e-30)",
    "sin(pi/2)",
)


@pytest.mark.parametrize("factor", ROUNDED_TO_ONE)
def test_a_constant_that_is_rounded_to_one_and_cancels_is_told(factor: str) -> None:
    for text in (f"x - x*{factor}", f"x*{factor} - x"):
        assert [notice.kind for notice in said(text, x=2.0)] == ["underflow"]


@pytest.mark.parametrize("factor", ["sqrt(1)", "cos(0)", "sind(90)", "gamma(2)", "exp(0)", "(0.5 + 0.5)"])
def test_a_constant_that_is_one_is_not(factor: str) -> None:
    assert not said(f"x - x*{factor}", x=2.0)


def test_the_slope_of_what_overflowed_is_not_that_of_a_constant() -> None:
    found = library.grad("digamma(exp(x)) - x", at={"x": 800.0})
    assert str(found.gradient["x"]) == "nan"
    assert {notice.kind for notice in found.warnings} == {"overflow", "undefined"}
