"""Values, first and second derivatives of every operation against mpmath, at the bars of `bars`."""

from __future__ import annotations

import math
from collections.abc import Iterable

import pytest

from adcli.export.notation.cards import card
from adcli.operations import Operation
from tests.accuracy import TESTED, told, worst
from tests.operations import reference
from tests.operations.bars import SPECIAL, allowed, error
from tests.operations.measured import VISIBLE, Measured, derivatives, second_derivatives, values
from tests.operations.points import SCALARS


def names(operations: list[Operation]) -> pytest.MarkDecorator:
    """Parametrises a test over operations."""
    return pytest.mark.parametrize("operation", operations, ids=lambda operation: operation.name)


def check(operation: Operation, order: int, measured: Iterable[Measured]) -> None:
    """Holds what was computed to the bar."""
    found = list(measured)
    for by, point, got, want in found:
        assert math.isfinite(got), (operation.name, by, point, got, want)
        bar = allowed(operation, order, point, want)
        assert error(got, want) <= bar, (operation.name, by, point, got, error(got, want) / bar)
    if (
        operation in VISIBLE
    ):  # and to what the table of tests/README.md says, but for other libraries' last bits
        relative = operation.name in SPECIAL or order == 2
        said = told()[card(operation).call][order]
        assert worst(operation, order, found) <= said + (2 * math.ulp(1.0) if relative else 0.5)


def test_every_operation_has_a_reference() -> None:
    assert {operation.name for operation in SCALARS} <= set(reference.REFERENCE)


def test_the_table_has_every_function_that_users_see() -> None:
    assert list(told()) == [card(operation).call for operation in VISIBLE]


@names(SCALARS)
def test_values(operation: Operation) -> None:
    check(operation, 0, values(operation, TESTED[0]))


@names(VISIBLE)
def test_derivatives(operation: Operation) -> None:
    check(operation, 1, derivatives(operation, TESTED[1]))


@names(VISIBLE)
def test_second_derivatives(operation: Operation) -> None:
    check(operation, 2, second_derivatives(operation, TESTED[2]))
