"""Decisions that depended on an input."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from dataclasses import dataclass
from math import inf
from typing import Any

COMPARISONS = {
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
    "is": operator.eq,  # the value of an index or a bound
}


NEARLY = 2.0**-40


SIGNS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "is": "=="}


@dataclass(frozen=True, slots=True)
class Guard:
    """A decision: `a operation b` was `outcome` at the point.

    a and b are nodes (int) or constants (float); `outcome` is a bool, or the mask of a comparison of
    arrays. While every guard of a trace decides the same
    way, the graph is the program; `margin` tells how far the two values were apart, `after` how
    many nodes stood when it was decided.
    """

    operation: str
    a: Any
    b: Any
    outcome: Any
    margin: float
    place: int
    selecting: bool = False
    after: int = 0


def nearly(a: float, b: float) -> bool:
    """Whether two numbers that differ may do so by rounding alone."""
    margin = abs(a - b)
    return margin <= NEARLY * max(abs(a), abs(b)) < inf or (margin < NEARLY and not (a and b))


def compared(guards: Iterable[Guard]) -> list[int]:
    """The nodes that decisions compare."""
    return [x for guard in guards for x in (guard.a, guard.b) if type(x) is int]
