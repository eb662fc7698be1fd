"""How far it is, along one input, to the nearest kink or edge of a domain.

Each has a gap, an expression that is 0 there: x for abs(x), u - v for max(u, v) and for a decision
u < v, 1 - x for asin(x). To first order it is |gap/gap'| away, gap' being the gap's derivative along
the input. The gaps of operations stand in the table; those of decisions are their two sides. A bend
that no output was computed from is none: it reaches a decision at most, which has a gap of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import inf, isfinite
from typing import Any

from adcli.derivatives.axes.places import Element
from adcli.derivatives.kinks.surroundings import Surroundings
from adcli.engine.beside.moved import Lost, beside
from adcli.graph.graph import LEAF, Applied, Graph
from adcli.graph.ieee import by_ieee
from adcli.graph.reach import dependents
from adcli.language.program import Trace
from adcli.lazy import np
from adcli.numbers.germs.germ import Germ, Line, Unknown, limit_of
from adcli.numbers.germs.onarrays import GERMS
from adcli.operations import Form, Operation
from adcli.operations.operation import UNDEFINED
from adcli.operations.rules.texts import python_of
from adcli.text.source import on_one_line

FIRST_ORDER = 2  # powers of t: a value and its slope


@dataclass(frozen=True, slots=True)
class Edge:
    """The nearest kink or edge: by how much the input has to change, and which it is."""

    offset: float
    text: str


def nearest_edge(around: Surroundings, element: Element) -> Edge | None:
    """The nearest one along an element of an input; None where there is none, or it does not move."""
    trace, line = around.trace, Line(FIRST_ORDER)
    shape = trace.graph.shapes.get(element.node, ())
    direction: Any = 1.0
    if shape:
        direction = element.seed(trace.primal[element.node])
    moving = {element.node: line.through(around.primal[element.node], direction)}
    numbers = beside(trace.graph, around.primal, moving, around.nodes)
    return _nearest(trace.graph, trace, numbers)


@by_ieee
def _nearest(graph: Graph, trace: Trace, numbers: Sequence[Any]) -> Edge | None:
    best: Edge | None = None
    for gap, place in _gaps(trace, numbers):
        offset = _offset(gap)
        if offset is not None and (best is None or abs(offset) < abs(best.offset)):
            best = Edge(offset, on_one_line(trace.program.syntax.text(place)))
    return best


def _gaps(trace: Trace, numbers: Sequence[Any]) -> Iterator[tuple[Any, int]]:
    """The gaps that move, with their places."""
    for guard in trace.guards:
        a, b = (numbers[x] if type(x) is int else x for x in (guard.a, guard.b))
        known = not isinstance(a, Lost) and not isinstance(b, Lost)
        if known and guard.operation != "is" and (isinstance(a, Germ) or isinstance(b, Germ)):
            yield a - b, guard.place
    matter = _mattering(trace)
    for k, node in enumerate(trace.graph.nodes):
        applied = trace.graph.operations[node[0]]
        if node[0] < LEAF or applied is None or not _has_edges(applied.operation):
            continue
        if not matter(k, applied.operation):
            continue
        arguments = [numbers[a] for a in node[1:]]
        if any(isinstance(a, Germ) for a in arguments) and not any(isinstance(a, Lost) for a in arguments):
            for gap in gaps_of(applied, arguments):
                yield gap, trace.places[k]


def _mattering(trace: Trace) -> Callable[[int, Operation], bool]:
    """Whether a node's edges are edges of the program.

    Those of a domain always are, those of what an output was computed from too; and a jump moves a
    decision, a bend does not.
    """
    outputs = [x for x in trace.outputs.values() if type(x) is int]
    decided = [x for guard in trace.guards for x in (guard.a, guard.b) if type(x) is int]
    bending, jumping = (dependents(trace.graph, roots) for roots in (outputs, [*outputs, *decided]))

    def matter(k: int, operation: Operation) -> bool:
        if bending[k] or operation.faults:
            return True
        return bool(jumping[k]) and any(kink.jumps for kink in operation.kinks)

    return matter


def _has_edges(operation: Operation) -> bool:
    return bool(operation.edges) or (operation.split and operation.form is Form.SELECTING)


def gaps_of(applied: Applied, arguments: Sequence[Any]) -> Iterator[Any]:
    """The gaps of an operation: those of the table, and between the arguments that share its ties."""
    for text in applied.operation.edges:
        try:
            yield _gap(applied.operation, applied.count, text)(*arguments)
        except (Unknown, TypeError, *UNDEFINED):  # none, or one that depends on the element
            continue
    if applied.operation.split and not applied.operation.edges:
        for i, a in enumerate(arguments):
            yield from (a - b for b in arguments[i + 1 :] if isinstance(a, Germ) or isinstance(b, Germ))


@cache
def _gap(operation: Operation, count: int, text: str) -> Any:
    return GERMS.compiled(", ".join(operation.names(count)), python_of(text))


def _offset(gap: Any) -> float | None:
    """By how much the input has to change until the gap is 0, to first order; of arrays the least."""
    if not isinstance(gap, Germ):
        return None
    slope = gap.terms.get(1)
    if slope is None or gap.order <= 1 or gap.lowest < 0:
        return None
    limit = limit_of(gap)
    if isinstance(slope, float) and not getattr(limit, "shape", ()):
        offset = -float(limit) / slope if slope else inf
        return offset + 0.0 if isfinite(offset) else None
    offsets = np.ravel(np.where(slope != 0, -limit / slope, inf))
    found = float(offsets[np.argmin(np.abs(offsets))])
    return found + 0.0 if isfinite(found) else None
