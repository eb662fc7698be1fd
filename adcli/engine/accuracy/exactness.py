"""Whether an operation's result is exact: which sums and products rounded, which functions have such a value.

Sums, products and quotients tell it themselves (see `operations.values.doubled`). A transcendental
function has a rational value at few rational points; there both numbers have few digits: log(1),
cos(0), gamma(5). A value that has few because nothing larger fits into a double, as tanh(20) = 1 or
cos(1e-10) = 1, changes with its argument by less than its own last digit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import frexp, inf, isfinite
from typing import Any

from adcli.graph.graph import Graph, computed
from adcli.lazy import np
from adcli.operations import TABLE, Form, Operation
from adcli.operations.floats.doubled import two_product, two_sum
from adcli.operations.lossy import SUMS
from adcli.operations.operation import UNDEFINED
from adcli.operations.rules.floats import FLOATS
from adcli.operations.rules.texts import product

ADD, SUB, MUL, DIV, NEG, POW = (TABLE[name] for name in ("add", "sub", "mul", "div", "neg", "pow"))
ASYMPTOTIC = tuple(TABLE[name] for name in ("softplus", "gelu", "silu"))  # to x, which may have few bits
LOOKED_AT = 1000  # elements of an array
FEW_BITS = 20
NEAR_ZERO = 2.0**-10  # a function of less is not at one of its rational points, other than 0
SMALLEST = 2.0**-1000
LARGEST_POWER = 64
SAFE = (2.0**-480, 2.0**480)  # numbers whose products can be split


def rounded(graph: Graph, primal: Sequence[Any], k: int) -> bool:
    """Whether the value of node k is not exactly that of its operation, which is no whole-array one.

    Of an array, whether any of its first elements is not.
    """
    applied = graph.applied(k)
    if applied is None or applied.operation.form in (Form.SELECTING, Form.CONSTANT):
        return False
    operation, y = applied.operation, primal[k]
    values = [primal[a] for a in graph.arguments(k)]
    if not applied.tensor and k not in graph.shapes:
        return _is_rounded(operation, values, y)
    if y is None or any(x is None for x in values):
        return True
    columns = [np.broadcast_to(x, np.shape(y)).ravel()[:LOOKED_AT].tolist() for x in (*values, y)]
    return any(_is_rounded(operation, xs, z) for *xs, z in zip(*columns, strict=True))


def inexact(graph: Graph, primal: Sequence[Any], adjoints: Sequence[Any]) -> bytearray:
    """The computed nodes with an adjoint, but for scalars whose value is exact."""
    marks = computed(graph)
    for k, w in enumerate(adjoints):
        applied = graph.applied(k)
        if w is not None and applied is not None and not applied.tensor and k not in graph.shapes:
            marks[k] = rounded(graph, primal, k)
    return marks


def _is_rounded(operation: Operation, values: Sequence[float], y: float) -> bool:
    if not isfinite(y) or not all(map(isfinite, values)) or operation is NEG:
        return False
    exact = _arithmetic(operation, values, y)
    if exact is not None:
        return not exact
    if operation in ASYMPTOTIC:
        return y != 0.0
    if not all(x == 0.0 or (_has_few_bits(x) and abs(x) > NEAR_ZERO) for x in values):
        return True
    if 0.0 < abs(y) < SMALLEST or (y == 0.0 and any(values) and _is_flat(operation, values)):
        return True  # few bits are all that an underflow leaves
    return not _has_few_bits(y) or _saturated(operation, values, y)


def _arithmetic(operation: Operation, values: Sequence[float], y: float) -> bool | None:
    """Whether an operation of arithmetic is exact; None for any other."""
    if operation in SUMS:
        u, v = values
        return two_sum(u, v if operation is ADD else -v)[1] == 0.0
    if operation is MUL:
        return _is_product(y, *values)
    if operation is DIV:
        u, v = values
        return _is_product(u, y, v)
    if operation is POW and values[1].is_integer() and 0.0 <= values[1] <= LARGEST_POWER:
        return Fraction(values[0]) ** int(values[1]) == Fraction(y)
    return None


def _is_product(y: float, u: float, v: float) -> bool:
    """Whether y = u v exactly."""
    if not u or not v:
        return y == 0.0
    if all(SAFE[0] < abs(x) < SAFE[1] for x in (u, v)):
        return two_product(u, v) == (y, 0.0)
    return Fraction(u) * Fraction(v) == Fraction(y)


def _has_few_bits(x: float) -> bool:
    """Whether a number has at most 20 binary digits."""
    return (frexp(x)[0] * 2.0**FEW_BITS).is_integer()


def _is_flat(operation: Operation, values: Sequence[float]) -> bool:
    """Whether a function that is 0 here has no slope, as exp where it underflows, not as log at 1."""
    return not any(slope for _, slope in _slopes(operation, values, 0.0))


def _slopes(operation: Operation, values: Sequence[float], y: float) -> Iterator[tuple[float, float | None]]:
    """The arguments with the partials by them."""
    for position, x in enumerate(values):
        try:
            yield x, product(operation, len(values), position, FLOATS)(1.0, *values, y)
        except UNDEFINED:  # as that of acos at 1
            yield x, inf


def _saturated(operation: Operation, values: Sequence[float], y: float) -> bool:
    """Whether the value is simple because what it lacks is less than its last digit."""
    return any(
        slope and x and abs(slope * x) < 2.0**-FEW_BITS * abs(y) for x, slope in _slopes(operation, values, y)
    )
