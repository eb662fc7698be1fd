"""Decisions that depended on an input."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING, Any

from adcli.errors import AdError
from adcli.language import structures

if TYPE_CHECKING:
    from adcli.language.tracer import Tracer

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


def compare(tracer: Tracer, operation: str, x: Any, y: Any, place: int) -> Any:
    """The outcome at the point; a guard is left where it depends on an input (a node equals itself)."""
    if not (structures.is_scalar(x) and structures.is_scalar(y)):
        return _compare_structures(tracer, operation, x, y, place)
    a, b = tracer.sides(x, y)
    if a != a or b != b:
        raise AdError("undefined", "a comparison with an undefined value", tracer.syntax.span(place))
    outcome = bool(COMPARISONS[operation](a, b))
    if a != b and nearly(a, b):
        tracer.near = True
    if (type(x) is int or type(y) is int) and not (type(x) is type(y) and x == y):
        margin = 0.0 if a == b else abs(a - b)
        tracer.guards.append(Guard(operation, x, y, outcome, margin, place, after=len(tracer.builder.nodes)))
    return outcome


def nearly(a: float, b: float) -> bool:
    """Whether two numbers that differ may do so by rounding alone."""
    margin = abs(a - b)
    return margin <= NEARLY * max(abs(a), abs(b)) < inf or (margin < NEARLY and not (a and b))


def _compare_structures(tracer: Tracer, operation: str, x: Any, y: Any, place: int) -> Any:
    """Element by element, for arrays; anything else is no number."""
    nodes = structures.operands(tracer, place, 2)
    x, y = (
        structures.number(tracer, v, node, arrays_too=True) for v, node in zip((x, y), nodes, strict=True)
    )
    from adcli.language import arrays

    return arrays.compare(tracer, operation, x, y, place)


def decide(tracer: Tracer, positions: tuple[int, ...]) -> None:
    """Notes that the masks behind these guards did not only select: what ran depends on them."""
    for k in positions:
        tracer.guards[k] = replace(tracer.guards[k], selecting=False)


def compared(guards: Iterable[Guard]) -> list[int]:
    """The nodes that decisions compare."""
    return [x for guard in guards for x in (guard.a, guard.b) if type(x) is int]
