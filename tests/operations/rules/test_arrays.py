"""The NumPy texts (and SciPy's) give what the kernels give."""

from __future__ import annotations

import math
import random
from copy import copy

import numpy as np
import pytest

from adcli.operations import TABLE, Operation
from adcli.operations.rules.evaluate import fault
from adcli.operations.rules.floats import FLOATS
from adcli.operations.rules.onarrays import ARRAYS
from adcli.operations.rules.texts import Numbers, product
from tests.operations.bars import SMALLEST, SUBNORMAL
from tests.operations.measured import SMOOTH
from tests.operations.points import SCALARS, Point, admitted, bends, count_of, points
from tests.operations.test_accuracy import names
from tests.operations.test_domain import grid

RELATIVE = 1e-14
ABSOLUTE = {"powlog": 1e-15, "siluslope": 1e-15, "silu": 1e-15}  # next to zeros
WITH_TEXT = [operation for operation in SCALARS if operation.numpy and not operation.variadic]
WITH_SCIPY = [operation for operation in SCALARS if operation.scipy]


def samples(operation: Operation, number: int) -> list[Point]:
    """Points drawn from the operation's own intervals."""
    rng = random.Random(operation.name)
    count = count_of(operation)
    found = [tuple(rng.uniform(*operation.samples[i]) for i in range(count)) for _ in range(number)]
    return [point for point in found if admitted(operation, point)]


def valued(operation: Operation, found: list[Point]) -> list[tuple[Point, float]]:
    """The points at which the kernel has a finite value, with it."""
    result = []
    for point in found:
        try:
            y = operation.value(*point)
        except (ValueError, ZeroDivisionError, OverflowError):
            continue
        if math.isfinite(y):
            result.append((point, y))
    return result


def compare(operation: Operation, numbers: Numbers, found: list[tuple[Point, float]]) -> None:
    """Both are the same on arrays of these points."""
    columns = [np.array(column) for column in zip(*(point for point, _ in found), strict=True)]
    want = np.array([y for _, y in found])
    with np.errstate(all="ignore"):
        got = np.broadcast_to(numbers.function(operation.name)(*columns), want.shape)
    assert np.isfinite(got).all()
    error = np.abs(got - want)
    allowed = RELATIVE * np.abs(want) + ABSOLUTE.get(operation.name, 0.0)
    allowed = np.maximum(allowed, np.where(np.abs(want) < SMALLEST, np.abs(want) + SUBNORMAL, 0.0))
    worst = int(np.argmax(error - allowed))
    assert (error <= allowed).all(), (operation.name, found[worst], got[worst])


@names(WITH_TEXT)
def test_numpy_text_is_the_kernel(operation: Operation) -> None:
    compare(operation, ARRAYS, valued(operation, samples(operation, 200)))


@names([operation for operation in WITH_TEXT if operation.name != "powlog"])
def test_numpy_text_at_hard_points(operation: Operation) -> None:
    found = [point for point in grid(operation) if admitted(operation, point)]
    compare(operation, ARRAYS, valued(operation, found))


@names(WITH_TEXT)
def test_numpy_text_far_out(operation: Operation) -> None:
    compare(operation, ARRAYS, valued(operation, list(points(operation, 300))))


@names([operation for operation in SMOOTH if not operation.variadic])
def test_partials_on_arrays_far_out(operation: Operation) -> None:
    """The partials of the sweeps on arrays are those on floats, also where exponents are extreme."""
    found = [(p, y) for p, y in valued(operation, list(points(operation, 100))) if not bends(operation, p, y)]
    count = count_of(operation)
    for position in range(count):
        want = [partial_of(operation, position, point, y) for point, y in found]
        kept = [k for k, w in enumerate(want) if w is not None and SMALLEST < abs(w) < math.inf]
        if not kept:
            continue
        columns = [np.array([found[k][0][i] for k in kept]) for i in range(count)]
        y = np.array([found[k][1] for k in kept])
        with np.errstate(all="ignore"):
            got = product(operation, count, position, ARRAYS)(np.ones(len(kept)), *columns, y)
        right = np.array([want[k] for k in kept])
        error = np.abs(got - right) - RELATIVE * np.abs(right)
        worst = int(np.argmax(error))
        assert error[worst] <= ABSOLUTE.get(operation.name, 0.0), (found[kept[worst]], got[worst])


def partial_of(operation: Operation, position: int, point: Point, y: float) -> float | None:
    """The partial on floats; None where there is none, or it overflows on the way."""
    try:
        return product(operation, len(point), position, FLOATS)(1.0, *point, y)  # type: ignore[no-any-return]
    except (ValueError, ZeroDivisionError, OverflowError):
        return None


@names(WITH_SCIPY)
def test_scipy_text_is_the_kernel(operation: Operation) -> None:
    special = pytest.importorskip("scipy.special")

    with_scipy = copy(ARRAYS)
    with_scipy.function = lambda name: special if name == "sp" else ARRAYS.function(name)
    found = valued(operation, samples(operation, 200))
    columns = [np.array(column) for column in zip(*(point for point, _ in found), strict=True)]
    got = with_scipy.compiled(", ".join(operation.arguments), operation.scipy)(*columns)
    want = np.array([y for _, y in found])
    assert np.allclose(got, want, rtol=1e-12, atol=1e-13)


def test_variadic_operations_work_on_arrays() -> None:
    got = ARRAYS.function("max")(np.array([1.0, 5.0]), np.array([2.0, 3.0]), 2.5)
    assert got.tolist() == [2.5, 5.0]
    assert TABLE["max"].variadic


@names([operation for operation in SCALARS if operation.faults])
def test_arrays_have_no_finite_value_where_a_fault_holds(operation: Operation) -> None:
    """So that a program on arrays looks for the fault there: each element is refused as a scalar is."""
    wrong = [point for point in grid(operation) if fault(operation, *point)]
    assert wrong
    with np.errstate(all="ignore"):
        got = ARRAYS.function(operation.name)(*map(np.array, zip(*wrong, strict=True)))
    finite = np.isfinite(np.broadcast_to(got, len(wrong)))
    assert not finite.any(), [point for point, is_finite in zip(wrong, finite, strict=True) if is_finite][:5]
