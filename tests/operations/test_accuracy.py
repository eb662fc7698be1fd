"""Values, first and second derivatives of every operation against mpmath, at the bars of `bars`."""

from __future__ import annotations

import math
from typing import Any

import pytest

from adcli.operations import Form, Operation
from adcli.operations.rules import FLOATS, product
from tests.operations import duals, reference
from tests.operations.bars import allowed, error, finite
from tests.operations.points import SCALARS, Point, bends, points

SMOOTH = [operation for operation in SCALARS if operation.form is Form.ELEMENTWISE]
VISIBLE = [operation for operation in SMOOTH if operation.spellings or operation.symbol]
LOST = (OverflowError, ZeroDivisionError)  # where a double overflows on the way; callers go on with inf


def names(operations: list[Operation]) -> pytest.MarkDecorator:
    """Parametrises a test over operations."""
    return pytest.mark.parametrize("operation", operations, ids=lambda operation: operation.name)


def moderate(point: Point, size: float) -> bool:
    """Whether squares and quotients of such arguments stay inside the doubles."""
    return all(a == 0.0 or 1.0 / size < abs(a) < size for a in point)


def check(operation: Operation, order: int, at: tuple[int, ...], point: Point, got: float, want: Any) -> None:
    """The bar, where the true number is a double."""
    if not finite(want):
        return
    assert math.isfinite(got), (operation.name, order, at, point, got, want)
    bar = allowed(operation, order, point, want)
    assert error(got, want) <= bar, (operation.name, order, at, point, got, error(got, want) / bar)


def test_every_operation_has_a_reference() -> None:
    assert {operation.name for operation in SCALARS} <= set(reference.REFERENCE)


@names(SCALARS)
def test_values(operation: Operation) -> None:
    for point in points(operation, 80):
        try:
            got = operation.value(*point)
        except OverflowError:
            continue
        check(operation, 0, (), point, got, reference.value(operation, point))


@names(VISIBLE)
def test_derivatives(operation: Operation) -> None:
    for point in points(operation, 30):
        if not moderate(point, 1e290):
            continue
        try:
            y = operation.value(*point)
        except OverflowError:
            continue
        if not math.isfinite(y) or bends(operation, point, y):
            continue
        for i in range(len(point)):
            try:
                got = product(operation, len(point), i, FLOATS)(1.0, *point, y)
            except LOST:
                continue
            if got is not None:
                check(operation, 1, (i,), point, got, reference.first(operation, point, i))


@names(VISIBLE)
def test_second_derivatives(operation: Operation) -> None:
    for k, point in enumerate(points(operation, 30)):
        if not moderate(point, 1e70) or (len(point) > 1 and k % len(point)):
            continue
        try:
            y = operation.value(*point)
        except OverflowError:
            continue
        if not math.isfinite(y) or bends(operation, point, y):
            continue
        for i in range(len(point)):
            for j in range(i, len(point)):
                try:
                    got = duals.second(operation, point, i, j)
                except LOST:
                    continue
                if got is not None:
                    check(operation, 2, (i, j), point, got, reference.second(operation, point, i, j))
