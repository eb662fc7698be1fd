"""Slopes at -0.0 are those at 0.0: the sign of a zero is no side of a function."""

from __future__ import annotations

import math

import pytest

from adcli.operations import Operation
from adcli.operations.rules.floats import FLOATS
from adcli.operations.rules.texts import product
from tests.operations.points import SCALARS, count_of

UNARY = [operation for operation in SCALARS if count_of(operation) == 1]


def slope(operation: Operation, x: float) -> float | None:
    """The partial at x; None where the operation has no value or no slope there."""
    try:
        found: float | None = product(operation, 1, 0, FLOATS)(1.0, x, operation.value(x))
    except (ValueError, ZeroDivisionError, OverflowError):
        return None
    return found


@pytest.mark.parametrize("operation", UNARY, ids=lambda operation: operation.name)
def test_a_slope_at_minus_zero_is_that_at_zero(operation: Operation) -> None:
    right, left = slope(operation, 0.0), slope(operation, -0.0)
    assert left == right or (
        left is not None and right is not None and math.isnan(left) and math.isnan(right)
    )
