"""Properties that hold at every point."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adcli.operations import TABLE

ODD = (
    "sin", "tan", "cot", "csc", "asin", "atan", "acsc", "sinh", "tanh", "coth", "csch", "asinh", "atanh",
    "acoth", "acsch", "sind", "tand", "asind", "atand", "cbrt", "erf", "erfinv", "sign", "trunc", "round",
)  # fmt: skip
EVEN = ("cos", "sec", "cosh", "sech", "cosd", "sinc", "abs", "normpdf", "sech2", "sec2", "sigmoidslope")
INVERSES = (
    ("sinh", "asinh", 10.0), ("tanh", "atanh", 3.0), ("sin", "asin", 1.4), ("tan", "atan", 1.4),
    ("exp", "log", 50.0), ("expm1", "log1p", 10.0), ("sigmoid", "logit", 10.0), ("erf", "erfinv", 2.0),
    ("sind", "asind", 80.0), ("cbrt", None, 1e6),
)  # fmt: skip
WIDE = st.floats(-1e6, 1e6)


def value(name: str, *point: float) -> float | None:
    """The value, or None where there is none."""
    try:
        return float(TABLE[name].value(*point))
    except (ValueError, ZeroDivisionError, OverflowError):
        return None


@given(WIDE)
@settings(max_examples=60)
def test_odd_and_even(x: float) -> None:
    for name in ODD:
        y = value(name, x)
        z = value(name, -x)
        assert (y is None) == (z is None)
        assert y is None or z is None or y == -z, name
    for name in EVEN:
        assert value(name, x) == value(name, -x), name


@pytest.mark.parametrize(("name", "inverse", "size"), INVERSES)
def test_inverses_undo_each_other(name: str, inverse: str | None, size: float) -> None:
    @given(st.floats(-size, size))
    @settings(max_examples=60)
    def check(x: float) -> None:
        y = TABLE[name].value(x)
        back = TABLE[inverse].value(y) if inverse else y**3
        assert math.isclose(back, x, rel_tol=1e-11, abs_tol=1e-11)

    check()


@given(WIDE, WIDE)
@settings(max_examples=100)
def test_two_arguments(u: float, v: float) -> None:
    assert value("max", u, v) == value("max", v, u)
    assert value("logsumexp", u, v) == value("logsumexp", v, u)
    assert value("hypot", u, v) == value("hypot", v, u)
    if abs(v) > 1e-9:
        remainder, whole = TABLE["mod"].value(u, v), TABLE["floordiv"].value(u, v)
        assert remainder * v >= 0
        assert abs(remainder) <= abs(v)
        assert whole == math.floor(whole)


@given(st.floats(0.1, 100.0), st.floats(0.1, 100.0))
@settings(max_examples=60)
def test_gamma_and_beta(a: float, b: float) -> None:
    assert TABLE["beta"].value(a, b) == TABLE["beta"].value(b, a)
    assert math.isclose(
        TABLE["beta"].value(a, b + 1.0) * (a + b), TABLE["beta"].value(a, b) * b, rel_tol=3e-14
    )
    assert math.isclose(
        TABLE["digamma"].value(a + 1.0), TABLE["digamma"].value(a) + 1.0 / a, abs_tol=2e-15 / a + 3e-15
    )


@given(st.floats(-700.0, 700.0))
@settings(max_examples=100)
def test_logistic_family(x: float) -> None:
    assert math.isclose(TABLE["sigmoid"].value(x) + TABLE["sigmoid"].value(-x), 1.0, rel_tol=4e-16)
    assert math.isclose(
        TABLE["softplus"].value(x) - TABLE["softplus"].value(-x), x, rel_tol=4e-16, abs_tol=4e-16
    )
