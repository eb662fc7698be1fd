"""Kinks whose arguments are one node: ties vanish there, corners stay. And the sides of a root at 0."""

from __future__ import annotations

import math

import pytest

import adcli
from adcli.answers.series import Taylor


@pytest.mark.parametrize(
    ("source", "point", "slope"),
    [
        ("max(y, y)", 0.0, 1.0), ("min(y, y, y)", 2.0, 1.0), ("clamp(y, y, y)", 0.0, 1.0),
        ("mod(y, y)", 3.0, 0.0), ("floordiv(y, y)", 3.0, 0.0), ("hypot(y, y)", 1.0, math.sqrt(2.0)),
        ("atan2(y, y)", 1.0, 0.0),
    ],
)  # fmt: skip
def test_no_tie_between_one_node_and_itself(source: str, point: float, slope: float) -> None:
    answer = adcli.grad(source, y=point)
    assert answer.gradient["y"] == pytest.approx(slope)
    assert not answer.warnings


@pytest.mark.parametrize(
    "source",
    ["hypot(y, y)", "hypot(tanh(y), tanh(y))", "exp(log(hypot(y, y) + 1))", "sum(hypot([y, 1], [y, 1]))"],
)
def test_the_corner_of_hypot_stays(source: str) -> None:
    (warning,) = adcli.grad(source, y=0.0).warnings
    assert warning.kind == "kink"
    assert (warning.left, warning.right) == pytest.approx((-math.sqrt(2.0), math.sqrt(2.0)))
    (row,) = adcli.check(source, y=0.0).rows
    assert row.verdict == "kink"


def test_atan2_of_one_node_twice_jumps_at_the_origin() -> None:
    kinds = {warning.kind for warning in adcli.grad("atan2(y, y)", y=0.0).warnings}
    assert "kink" in kinds


@pytest.mark.parametrize(
    ("source", "point", "slope"),
    [
        ("sqrt(x)", {"x": -0.0}, math.inf), ("sqrt(x)*2", {"x": -0.0}, math.inf),
        ("sqrt(-x)", {"x": 0.0}, -math.inf), ("sqrt(-x)", {"x": -0.0}, -math.inf),
        ("sqrt(x*y)", {"x": 0.0, "y": -1.0}, -math.inf), ("sqrt([x, 1])[0]", {"x": -0.0}, math.inf),
        ("sqrt(-[x, -1])[0]", {"x": 0.0}, -math.inf),
    ],
)  # fmt: skip
def test_the_slope_of_a_root_at_zero_is_that_on_its_only_side(
    source: str, point: dict[str, float], slope: float
) -> None:
    answer = adcli.grad(source, at=point, wrt="x")
    assert answer.gradient["x"] == slope
    assert [warning.kind for warning in answer.warnings] == ["infinite_slope"]


def test_a_root_has_the_higher_derivatives_of_its_only_side() -> None:
    for x in (0.0, -0.0):
        answer = adcli.diff("sqrt(x)", x=x, order=2)
        assert isinstance(answer, Taylor)
        assert list(answer.derivatives) == [0.0, math.inf, -math.inf]
