"""Faults: an operation has no value exactly where one of its faults holds, and says why."""

from __future__ import annotations

import itertools
import math

import pytest
from mpmath import mp

from adcli.operations import TABLE, Operation
from adcli.operations.rules.evaluate import fault
from tests.operations import reference
from tests.operations.measured import VISIBLE
from tests.operations.points import Point, count_of
from tests.operations.test_accuracy import names

SIZES = (0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 90.0, 100.0, 270.0)
GRID = sorted({sign * size for size in SIZES for sign in (1.0, -1.0)})
# Places where mpmath goes on: by a limit, by a convention of its own, or through complex numbers.
GOES_ON = {"logbase", "root", "polygamma", "beta", "clamp"}
CHOICES = [TABLE[name] for name in ("abs", "relu", "clamp", "max", "min", "floor", "ceil", "round", "sign")]


def grid(operation: Operation) -> list[Point]:
    """All combinations of hard small numbers."""
    count = min(count_of(operation), 3)
    return list(itertools.product(GRID if count < 3 else GRID[::3], repeat=count))


@names(VISIBLE + CHOICES)
def test_faults_are_where_there_is_no_value(operation: Operation) -> None:
    for point in grid(operation):
        error = fault(operation, *point)
        try:
            value = operation.value(*point)
            assert not math.isnan(value), (operation.name, point)  # a kernel raises instead
            has_value = math.isfinite(value)
        except OverflowError:
            continue
        except (ValueError, ZeroDivisionError):
            has_value = False
        assert has_value == (error is None), (operation.name, point)
        if error is not None:
            assert error.message
            assert operation.domain


@names([operation for operation in VISIBLE if operation.name not in GOES_ON])
def test_mpmath_agrees_about_the_domain(operation: Operation) -> None:
    for point in grid(operation):
        try:
            with mp.workprec(200):
                want = reference.value(operation, point)
            real = bool(mp.im(want) == 0 and mp.isfinite(want))
        except (ValueError, ZeroDivisionError, OverflowError):
            real = False
        assert real == (fault(operation, *point) is None), (operation.name, point)


@pytest.mark.parametrize(
    ("name", "point", "message"),
    [
        ("log", (0.0,), "log of zero"),
        ("log", (-3.0,), "log of a negative number"),
        ("acos", (1.5,), "acos of a number outside -1 to 1"),
        ("div", (1.0, 0.0), "division by zero"),
        ("sqrt", (-1.0,), "sqrt of a negative number"),
        ("tand", (-90.0,), "tand of an odd multiple of 90"),
        ("tand", (630.0,), "tand of an odd multiple of 90"),
        ("gamma", (-2.0,), "gamma of zero or a negative whole number"),
        ("root", (-8.0, 2.0), "a root of a negative number whose order is not odd"),
        ("logbase", (2.0, 1.0), "log to base 1"),
        ("pow", (-8.0, 1 / 3), "a negative number to a fractional power"),
        ("pow", (0.0, -1.0), "zero to a negative power"),
    ],
)
def test_outside_the_domain_there_is_a_reason(name: str, point: Point, message: str) -> None:
    error = fault(TABLE[name], *point)
    assert error is not None
    assert error.message == message
