"""Every operation beside mpmath: points with what was computed and what is true, for tests and tables."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

from adcli.operations import Form, Operation
from adcli.operations.rules.floats import FLOATS
from adcli.operations.rules.texts import product
from tests.operations import duals, reference
from tests.operations.bars import finite
from tests.operations.points import SCALARS, Point, bends, points

SMOOTH = [operation for operation in SCALARS if operation.form is Form.ELEMENTWISE]
VISIBLE = [operation for operation in SMOOTH if operation.spellings or operation.symbol]
LOST = (OverflowError, ZeroDivisionError)  # where a double overflows on the way; callers go on with inf


class Measured(NamedTuple):
    """A value (`by` is empty) or a derivative by the arguments at some positions."""

    by: tuple[int, ...]
    point: Point
    got: float
    want: Any


def values(operation: Operation, number: int) -> Iterator[Measured]:
    """Values at random and at hard points."""
    for point in points(operation, number):
        try:
            got = operation.value(*point)
        except OverflowError:
            continue
        yield from _if_finite((), point, got, reference.value(operation, point))


def derivatives(operation: Operation, number: int) -> Iterator[Measured]:
    """The partials, as the sweeps compute them."""
    for point, y in _smooth_points(operation, number, 1e290):
        for i in range(len(point)):
            try:
                got = product(operation, len(point), i, FLOATS)(1.0, *point, y)
            except LOST:
                continue
            if got is not None:
                yield from _if_finite((i,), point, got, reference.first(operation, point, i))


def second_derivatives(operation: Operation, number: int) -> Iterator[Measured]:
    """The partials of the partials' texts."""
    for k, (point, _) in enumerate(_smooth_points(operation, number, 1e70)):
        if len(point) > 1 and k % len(point):
            continue
        for i in range(len(point)):
            for j in range(i, len(point)):
                try:
                    got = duals.second(operation, point, i, j)
                except LOST:
                    continue
                if got is not None:
                    yield from _if_finite((i, j), point, got, reference.second(operation, point, i, j))


def _smooth_points(operation: Operation, number: int, size: float) -> Iterator[tuple[Point, float]]:
    """Points at which squares and quotients stay inside the doubles and nothing bends."""
    for point in points(operation, number):
        if not all(a == 0.0 or 1.0 / size < abs(a) < size for a in point):
            continue
        try:
            y = operation.value(*point)
        except OverflowError:
            continue
        if math.isfinite(y) and not bends(operation, point, y):
            yield point, y


def _if_finite(by: tuple[int, ...], point: Point, got: float, want: Any) -> Iterator[Measured]:
    if finite(want):
        yield Measured(by, point, got, want)
