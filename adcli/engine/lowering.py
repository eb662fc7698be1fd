"""A graph whose arrays only carry scalars about, as a graph of those scalars.

A loop that reads x[i] and writes y[i] moves numbers into and out of arrays, and computes with
scalars only. Without the moves there is less to sweep over, and many seeds may travel together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from adcli.engine.seeds import Scalar
from adcli.graph.graph import CONSTANT, INPUT, LEAF, Applied, Graph, Node, last_uses


@dataclass(frozen=True, slots=True)
class Lowered:
    """A graph of scalars with its primal values, and where the numbers of the old one are.

    `nodes` has, per old node, its new one or an array of new ones.
    """

    graph: Graph
    primal: list[Any]
    nodes: list[Any]

    def element(self, old: Scalar) -> Scalar:
        """The node of an element."""
        node = self.nodes[old.node]
        return Scalar(int(node if old.place is None else node.flat[old.place]))


def lowered(graph: Graph, primal: Sequence[Any], asked: Sequence[int]) -> Lowered | None:
    """The graph of the scalars; None where an operation computes with arrays."""
    if not all(applied is None or not applied.tensor or _moves(applied) for applied in graph.operations):
        return None
    nodes: list[Node] = [(CONSTANT, 0)]
    values: list[Any] = [0.0]
    constants: list[Any] = [0.0]
    place: list[Any] = [0] * len(graph.nodes)
    last = last_uses(graph, asked)
    inputs = 0
    for k, node in enumerate(graph.nodes):
        code = node[0]
        applied = graph.operations[code]
        if applied is not None and applied.tensor:
            moved_to = moved(graph, primal, place, k, applied, last)
            place[k] = int(moved_to) if isinstance(moved_to, float) else moved_to
        elif code >= LEAF:
            place[k] = len(nodes)
            if len(node) == 3:
                nodes.append((code, place[node[1]], place[node[2]]))
            else:
                nodes.append((code, *(place[a] for a in node[1:])))
            values.append(primal[k])
        else:
            numbers = primal[k].ravel().tolist() if k in graph.shapes else [primal[k]]
            first, start = (inputs, len(nodes)) if code == INPUT else (len(constants), len(nodes))
            nodes += [(code, first + i) for i in range(len(numbers))]
            values += numbers
            if code == INPUT:
                inputs += len(numbers)
            else:
                constants += numbers
            place[k] = _numbered(start, graph.shapes.get(k, ())) if k in graph.shapes else start
    return Lowered(Graph(nodes, graph.operations, constants, {}), values, place)


def _moves(applied: Applied) -> bool:
    return applied.operation.moves == "gather"


def _numbered(start: int, shape: tuple[int, ...]) -> Any:
    import numpy as np

    return np.arange(start, start + int(np.prod(shape)), dtype=float).reshape(shape)


def moved(
    graph: Graph, primal: Sequence[Any], labels: Sequence[Any], k: int, applied: Applied, last: Sequence[int]
) -> Any:
    """What becomes of labels (None or 0: of zeros) where an operation only moves elements.

    The operation itself moves them, as numbers; what nothing reads afterwards may be taken over.
    """
    operation, arguments = applied.operation, graph.nodes[k][1:]
    first = operation.reads[0] if operation.reads else len(arguments)  # indices come last
    numbers = [_laid(labels[a], graph.shapes.get(a)) for a in arguments[:first]]
    function = operation.value
    if operation.lean is not None:
        taken = arguments[1 if operation.joint is not None else 0]
        function = operation.lean if last[taken] == k else function
    return function(*numbers, *[primal[a] for a in arguments[first:]], *applied.attributes)


def _laid(label: Any, shape: tuple[int, ...] | None) -> Any:
    if not shape:
        return float(label or 0)
    if label is not None and not isinstance(label, int):
        return label
    import numpy as np

    return np.zeros(shape)
