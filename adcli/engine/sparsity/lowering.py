"""A graph whose arrays only carry scalars about, or are small, as a graph of scalars.

A loop that reads x[i] and writes y[i] moves numbers into and out of arrays, and computes with
scalars only. Without the moves there is less to sweep over, and many seeds may travel together.
An operation on an array of two or three elements costs a sweep ten times what a scalar one does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from math import prod
from typing import Any

from adcli.graph.graph import CONSTANT, INPUT, Applied, Graph, Node, scalar
from adcli.graph.reach import Scalar, last_uses
from adcli.lazy import np
from adcli.operations import TABLE, Operation
from adcli.operations.rules.evaluate import evaluator

SMALL = 8  # elements, on the average, of arrays that are swept over one by one


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
    """The graph of the scalars; None where an operation computes with arrays that are not small."""
    return Lowering(graph, primal, asked).run() if _is_worth(graph) else None


def _is_worth(graph: Graph) -> bool:
    """Whether every operation moves elements, or computes with arrays of a few, on the average."""
    computes = [
        applied is not None and applied.tensor and applied.operation.moves != "gather"
        for applied in graph.operations
    ]
    if not any(computes):
        return True
    if any(a is not None and computes[k] and not _expands(a) for k, a in enumerate(graph.operations)):
        return False
    steps, work = 0, 0
    for k, node in enumerate(graph.nodes):
        if computes[node[0]]:
            steps += 1
            work += max(prod(graph.shapes.get(a, ())) for a in (k, *node[1:]))
    return work <= SMALL * steps


def _expands(applied: Applied) -> bool:
    return not applied.operation.tensor or applied.operation.name in EXPANSIONS


class Lowering:
    """A graph of scalars that is being made from one with arrays."""

    def __init__(self, graph: Graph, primal: Sequence[Any], asked: Sequence[int]) -> None:
        self.old, self.primal = graph, primal
        self.nodes: list[Node] = [(CONSTANT, 0)]
        self.values: list[Any] = [0.0]
        self.constants: list[Any] = [0.0]
        self.operations = list(graph.operations)
        self.codes = {
            (applied.operation.name, applied.count): code
            for code, applied in enumerate(graph.operations)
            if applied is not None and not applied.tensor and not applied.attributes
        }
        self.place: list[Any] = [0] * len(graph.nodes)
        self.last = last_uses(graph, asked)
        self.inputs = 0

    def run(self) -> Lowered:
        """The whole of it."""
        graph, place = self.old, self.place
        for k, node in enumerate(graph.nodes):
            applied = graph.operations[node[0]]
            if applied is None:
                place[k] = self._leaf(k, node[0])
            elif not applied.tensor:
                place[k] = len(self.nodes)
                if len(node) == 3:
                    self.nodes.append((node[0], place[node[1]], place[node[2]]))
                else:
                    self.nodes.append((node[0], *(place[a] for a in node[1:])))
                self.values.append(self.primal[k])
            elif applied.operation.moves == "gather":
                found = moved(graph, self.primal, place, k, applied, self.last)
                place[k] = int(found) if isinstance(found, float) else found
            elif applied.operation.tensor:
                labels = [_whole(place[a]) for a in node[1:]]
                place[k] = EXPANSIONS[applied.operation.name](self, *labels, *applied.attributes)
            else:
                place[k] = self._elementwise(k, applied)
        return Lowered(Graph(self.nodes, self.operations, self.constants, {}), self.values, place)

    def apply(self, operation: Operation, *labels: int) -> int:
        """A new node, with its value."""
        self.nodes.append((self._code(operation, len(labels)), *labels))
        self.values.append(evaluator(operation, strict=False)(*(self.values[a] for a in labels)))
        return len(self.nodes) - 1

    def added(self, labels: Iterable[int]) -> int:
        """The sum of some nodes; of none, that of the constant 0."""
        terms = list(labels)
        return reduce(partial(self.apply, TABLE["add"]), terms) if terms else 0

    def _code(self, operation: Operation, count: int) -> int:
        code = self.codes.get((operation.name, count))
        if code is None:
            code = self.codes[operation.name, count] = len(self.operations)
            self.operations.append(scalar(operation, count))
        return code

    def _leaf(self, k: int, code: int) -> Any:
        numbers = self.primal[k].ravel().tolist() if k in self.old.shapes else [self.primal[k]]
        start, first = len(self.nodes), self.inputs if code == INPUT else len(self.constants)
        self.nodes += [(code, first + i) for i in range(len(numbers))]
        self.values += numbers
        if code == INPUT:
            self.inputs += len(numbers)
        else:
            self.constants += numbers
        return _numbered(start, self.old.shapes[k]) if k in self.old.shapes else start

    def _elementwise(self, k: int, applied: Applied) -> Any:
        """A node an element."""
        shape, start = self.old.shapes[k], len(self.nodes)
        code = self._code(applied.operation, applied.count)
        rows = list(zip(*(_spread(self.place[a], shape) for a in self.old.nodes[k][1:]), strict=True))
        self.nodes += [(code, *row) for row in rows]
        value, values = self.primal[k], self.values
        if value is None:  # nothing kept it; an element of it may yet be read
            evaluate = evaluator(applied.operation, strict=False)
            values += [evaluate(*(values[a] for a in row)) for row in rows]
        else:
            values += value.ravel().tolist()
        return _numbered(start, shape)


def _spread(label: Any, shape: tuple[int, ...]) -> list[int]:
    """The labels of an operand in the shape of the result, in row-major order."""
    if isinstance(label, int):
        return [label] * prod(shape)
    if label.shape == shape:
        return label.astype(int).ravel().tolist()  # type: ignore[no-any-return]
    return _whole(np.broadcast_to(label, shape)).ravel().tolist()  # type: ignore[no-any-return]


def _whole(labels: Any) -> Any:
    return np.asarray(labels, dtype=int)


# operations on small arrays by their definitions, on the numbers of nodes


def _sum(to: Lowering, x: Any, axis: int | None, shape: Any) -> Any:
    if axis is None:
        return to.added(x.ravel().tolist())
    return np.apply_along_axis(lambda row: float(to.added(row.tolist())), axis, x)


def _matmul(to: Lowering, u: Any, v: Any, *_: Any) -> Any:
    rows, columns = (u if u.ndim == 2 else u[None]).tolist(), (v.T if v.ndim == 2 else v[None]).tolist()
    mul = partial(to.apply, TABLE["mul"])
    entries = [to.added(map(mul, row, column)) for row in rows for column in columns]
    if u.ndim == v.ndim == 1:
        return entries[0]
    return np.array(entries, dtype=float).reshape(*u.shape[:-1], *v.shape[1:])


def _outer(to: Lowering, u: Any, v: Any) -> Any:
    entries = [[to.apply(TABLE["mul"], a, b) for b in v.tolist()] for a in u.tolist()]
    return np.array(entries, dtype=float).reshape(len(u), len(v))


def _cross(to: Lowering, u: Any, v: Any) -> Any:
    (a, b, c), (d, e, f) = u.tolist(), v.tolist()
    mul, sub = (partial(to.apply, TABLE[name]) for name in ("mul", "sub"))
    turns = ((b, f, c, e), (c, d, a, f), (a, e, b, d))
    return np.array([sub(mul(p, q), mul(r, s)) for p, q, r, s in turns], dtype=float)


EXPANSIONS: dict[str, Callable[..., Any]] = {"sum": _sum, "matmul": _matmul, "outer": _outer, "cross": _cross}


def _numbered(start: int, shape: tuple[int, ...]) -> Any:
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
    return np.zeros(shape)
