"""Digits that are lost where constants are computed, which no graph shows."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from adcli.operations import TABLE, Form, Operation

TINY = 2.0**-1022  # below this, doubles lose digits
LOST = 1e-10  # a sum that is so much smaller than its terms has lost as many of their digits
COSTLY = 4  # functions, which are 1 seldom, as erf(20) is or cos(1e-10), where that is rounded
SUMS = (TABLE["add"], TABLE["sub"])


def lossy(operation: Operation, value: float, arguments: Sequence[float]) -> bool:
    """Whether an operation on constants may have lost digits: a sum that cancels, a value near 0, or 1.

    A sum of whole numbers below 2^53 is exact; but 1 is what many a function is rounded to.
    """
    size = abs(value)
    if TINY <= size < inf and size >= LOST * abs(arguments[0]) and size != 1.0:  # the common case
        return False
    if operation.form is not Form.ELEMENTWISE or not all(arguments):
        return False
    if size == 1.0:
        return (
            value in arguments if operation in SUMS else operation.cost >= COSTLY and value not in arguments
        )
    if operation in SUMS:
        return abs(value) < LOST * abs(arguments[0]) and not all(map(_is_exact, arguments))
    return abs(value) < TINY


def _is_exact(x: float) -> bool:
    return x.is_integer() and 1.0 < abs(x) < 2.0**53
