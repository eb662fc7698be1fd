"""Kinks: their conditions hold where they should, and their one-sided derivatives there are the limits."""

from __future__ import annotations

import itertools
import math

import pytest

from adcli.derivatives.kinks.sides import slope_of
from adcli.numbers.germs.germ import Germ, Line
from adcli.numbers.germs.onarrays import on_germs
from adcli.operations import TABLE
from tests.operations.points import SCALARS, bends

Point = tuple[float, ...]

KINKS: dict[str, list[Point]] = {
    "abs": [(0.0,)], "relu": [(0.0,)], "max": [(1.0, 1.0), (2.0, 1.0, 2.0)],
    "min": [(1.0, 1.0), (1.0, 1.0, 3.0)],
    "clamp": [(0.0, 0.0, 1.0), (1.0, 0.0, 1.0), (0.5, 0.5, 0.5), (2.0, 1.0, 1.0), (0.0, 1.0, 1.0)],
    "hypot": [(0.0, 0.0)], "atan2": [(0.0, -2.0), (-0.0, -2.0), (0.0, 0.0)], "acot": [(0.0,)],
    "floor": [(2.0,), (-2.0,), (0.0,)], "ceil": [(2.0,), (-2.0,), (0.0,)], "round": [(0.5,), (1.5,), (-0.5,)],
    "trunc": [(2.0,), (-2.0,)], "sign": [(0.0,)], "heaviside": [(0.0,)],
    "mod": [(6.0, 3.0), (-6.0, 3.0), (6.0, -3.0), (0.0, 2.0)],
    "floordiv": [(6.0, 3.0), (-6.0, 3.0), (6.0, -3.0), (0.0, 2.0)],
}  # fmt: skip

SMOOTH: dict[str, list[Point]] = {
    "abs": [(1.0,)], "relu": [(-1.0,)], "max": [(1.0, 2.0), (1.0, 1.0, 2.0)], "min": [(1.0, 2.0)],
    "clamp": [(0.5, 0.0, 1.0), (3.0, 0.0, 1.0)], "hypot": [(0.0, 1.0)], "atan2": [(0.0, 2.0), (1.0, 0.0)],
    "acot": [(1.0,)], "floor": [(2.5,)], "ceil": [(2.5,)], "round": [(2.0,), (2.25,)],
    "trunc": [(0.0,), (1.5,)],
    "sign": [(1.0,)], "heaviside": [(-1.0,)], "mod": [(7.0, 3.0)], "floordiv": [(7.0, 3.0)],
}  # fmt: skip

H = 2.0**-30
BENT = [(name, point) for name, found in KINKS.items() for point in found]
UNBENT = [(name, point) for name, found in SMOOTH.items() for point in found]


def one_sided(name: str, point: Point, move: Point) -> float:
    """The derivative along a direction that the germ of the operation gives."""
    line = Line(4)
    arguments = [Germ(line, {0: a, 1: d}, line.order) if d else a for a, d in zip(point, move, strict=True)]
    slope = slope_of(on_germs(TABLE[name], *arguments), TABLE[name].value(*point), 1)
    assert isinstance(slope, float)
    return slope


def test_every_kink_is_tried() -> None:
    assert {operation.name for operation in SCALARS if operation.kinks} <= set(KINKS) == set(SMOOTH)


@pytest.mark.parametrize(("name", "point"), BENT)
def test_one_sided_rules_are_limits(name: str, point: Point) -> None:
    value = TABLE[name].value
    for move in itertools.product((-1.0, 0.0, 2.0), repeat=len(point)):
        if not any(move) or (name == "clamp" and point[1] == point[2] and move[1] > move[2]):
            continue
        quotient = (
            value(*(a + H * d if d else a for a, d in zip(point, move, strict=True))) - value(*point)
        ) / H
        rule = one_sided(name, point, move)
        if math.isinf(rule):
            assert quotient * math.copysign(1.0, rule) > 1e6, (name, point, move)
        else:
            assert quotient == pytest.approx(rule, abs=1e-6), (name, point, move)


@pytest.mark.parametrize(
    ("name", "point"), [(name, point) for name, found in SMOOTH.items() for point in found]
)
def test_no_kink_elsewhere(name: str, point: Point) -> None:
    assert not bends(TABLE[name], point, TABLE[name].value(*point))
