"""Values, first and second derivatives of every operation against mpmath, at the bars of `bars`."""

from __future__ import annotations

import math
from collections.abc import Iterable

import pytest

from adcli.operations import Operation
from tests.operations import reference
from tests.operations.bars import allowed, error
from tests.operations.measured import VISIBLE, Measured, derivatives, second_derivatives, values
from tests.operations.points import SCALARS


def names(operations: list[Operation]) -> pytest.MarkDecorator:
    """Parametrises a test over operations."""
    return pytest.mark.parametrize("operation", operations, ids=lambda operation: operation.name)


def check(operation: Operation, order: int, measured: Iterable[Measured]) -> None:
    """Holds what was computed to the bar."""
    for by, point, got, want in measured:
        assert math.isfinite(got), (operation.name, by, point, got, want)
        bar = allowed(operation, order, point, want)
        assert error(got, want) <= bar, (operation.name, by, point, got, error(got, want) / bar)


def test_every_operation_has_a_reference() -> None:
    assert {operation.name for operation in SCALARS} <= set(reference.REFERENCE)


@names(SCALARS)
def test_values(operation: Operation) -> None:
    check(operation, 0, values(operation, 80))


@names(VISIBLE)
def test_derivatives(operation: Operation) -> None:
    check(operation, 1, derivatives(operation, 30))


@names(VISIBLE)
def test_second_derivatives(operation: Operation) -> None:
    check(operation, 2, second_derivatives(operation, 30))
