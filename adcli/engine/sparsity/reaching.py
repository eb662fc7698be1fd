"""Which elements of the inputs some nodes hang on, and which nodes hang on elements that move.

By the structure alone: where a derivative could pass, whatever its value at the point. An operation
that only moves elements moves the marks; an elementwise one keeps them; through the others every
element reaches every one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adcli.engine.sparsity.lowering import moved
from adcli.graph.graph import INPUT, LEAF, Applied, Graph, Shape
from adcli.graph.ieee import by_ieee
from adcli.graph.reach import active, carries
from adcli.lazy import np
from adcli.operations import Form
from adcli.operations.rules.floats import FLOATS
from adcli.operations.rules.sweeping import pulling

Marks = Any  # 1.0, or of an array 1 in the elements that are marked and 0 in the others; None: unmarked


@by_ieee
def sources(graph: Graph, primal: Sequence[Any], marks: Mapping[int, Marks]) -> dict[int, Marks]:
    """Per input, the elements from which a derivative could pass to what is marked."""
    found: list[Any] = [None] * len(graph.nodes)
    for k, mark in marks.items():
        found[k] = mark
    moving = active(graph, [k for k, node in enumerate(graph.nodes) if node[0] == INPUT])
    for k in range(len(graph.nodes) - 1, -1, -1):
        node, w = graph.nodes[k], found[k]
        if w is None or node[0] < LEAF:
            continue
        found[k] = None
        applied = graph.operations[node[0]]
        if applied is None or not carries(applied):
            continue
        for position, a in enumerate(node[1:]):
            if moving[a]:
                part = _led(graph, primal, k, position, applied, w)
                found[a] = part if found[a] is None else found[a] + part
    return {k: _laid(mark) for k, mark in enumerate(found) if mark is not None}


def _led(graph: Graph, primal: Sequence[Any], k: int, position: int, applied: Applied, w: Marks) -> Marks:
    """The marks of one argument, from those of node k."""
    arguments = graph.arguments(k)
    shape = graph.shapes.get(arguments[position], ())
    if not shape and (not applied.tensor or not applied.operation.tensor):
        return 1.0
    if applied.operation.tensor and applied.operation.form is Form.LINEAR:
        return pulling(applied, position, FLOATS)(_laid(w), *[primal[a] for a in arguments], primal[k])
    if not applied.operation.tensor and shape == graph.shapes.get(k, ()):
        return _laid(w)
    return everywhere(shape)


def _laid(w: Marks) -> Marks:
    """Marks as a number or an array of its own."""
    if isinstance(w, float):
        return 1.0 if w else 0.0
    from adcli.operations.arrays.absent import dense

    return (dense(w) != 0.0).astype(float)


def everywhere(shape: Shape) -> Marks:
    """The mark of every element."""
    if not shape:
        return 1.0
    return np.ones(shape)


def carried(graph: Graph, primal: Sequence[Any], k: int, marks: Sequence[Marks]) -> Marks:
    """The marks of node k, from those of its arguments."""
    node, shape = graph.nodes[k], graph.shapes.get(k, ())
    applied = graph.operations[node[0]]
    assert applied is not None
    if not applied.tensor:
        return 1.0
    if applied.operation.moves == "gather":
        found = moved(graph, primal, marks, k, applied, _Unread())
        return found if (found.any() if shape else found) else None
    found = [marks[a] for a in node[1:] if marks[a] is not None]
    if applied.operation.tensor or not all(graph.shapes.get(a, shape) == shape for a in node[1:]):
        return everywhere(shape) if any(_any(mark) for mark in found) else None
    mark = found[0]
    for other in found[1:]:
        mark = mark + other
    return everywhere(shape) if isinstance(mark, float) else (mark != 0.0).astype(float)


def _any(mark: Marks) -> bool:
    return bool(mark) if isinstance(mark, float) else bool(mark.any())


class _Unread(Sequence[int]):
    """Last uses of nodes of which none may be taken over."""

    def __len__(self) -> int:
        return 0

    def __getitem__(self, k: Any) -> Any:
        return -1
