"""`where` on arrays near a tie: each element is followed on its own side."""

from __future__ import annotations

from math import inf, isinf

import pytest

import adcli

SMOOTH = [
    ("sum(where(v != 0, sin(v)/v, 1))", [1.0, 0.0, 2.0], 0.0),
    ("sum(where(v > 0, v^2*log(v), 0))", [4.0, 0.0, -4.0], 0.0),
    ("sum(where(v >= 0, v^2 + v, v))", [1.0, 0.0, -1.0], 1.0),
]
BENT = [
    ("sum(where(v >= 0, sqrt(v), sqrt(-v)))", [4.0, 0.0, -4.0], (-inf, inf)),
    ("sum(where(v >= 0, v, -v))", [4.0, 0.0, -4.0], (-1.0, 1.0)),
    ("sum(where(v > 0, v*log(v), 0))", [4.0, 0.0, -4.0], (0.0, -inf)),
]


@pytest.mark.parametrize(("text", "v", "slope"), SMOOTH)
def test_what_is_smooth_at_a_tie_is_told_nothing_of(text: str, v: list[float], slope: float) -> None:
    answer = adcli.grad(text, at={"v": v})
    assert answer.warnings == ()
    assert answer.gradient["v"][1] == slope


@pytest.mark.parametrize(("text", "v", "sides"), BENT)
def test_both_sides_of_an_element_are_told(text: str, v: list[float], sides: tuple[float, float]) -> None:
    answer = adcli.grad(text, at={"v": v})
    [notice] = [n for n in answer.warnings if n.kind == "boundary"]
    assert (notice.left, notice.right) == sides
    assert "without a value" not in notice.message
    others = [slope for k, slope in enumerate(answer.gradient["v"]) if k != 1]
    assert not any(map(isinf, others))


def test_second_derivatives_follow_each_element() -> None:
    hessian = adcli.hess("sum(where(v != 0, sin(v)/v, 1))", at={"v": [1.0, 0.0]})
    assert hessian.warnings == ()
    assert hessian.hessian is not None
    assert hessian.hessian[1][1] == pytest.approx(-1 / 3, rel=1e-14)


@pytest.mark.parametrize("text", ["where([x, 3] > x, x^2, x)[1]", "sum(where([x, y] == [x, y], x*y, x))"])
def test_equal_sides_are_no_tie(text: str) -> None:
    assert adcli.grad(text, at={"x": 1.0, "y": 1.0} if "y" in text else {"x": 1.0}).warnings == ()
