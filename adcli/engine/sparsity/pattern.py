"""Which output element depends on which input element: the structure of a Jacobian.

Every number of a graph is labelled with the set of columns (input elements) that a derivative can
reach it from. One pass gives all labels: an operation's result has the union of its arguments'
sets, element by element where it works so; operations that only move elements move the labels.
(Index sets: C. Bischof, P. Khademi, A. Bouaricha, A. Carle, OMS 7 (1996) 1-39; bit vectors:
U. Geitner, J. Utke, A. Griewank, in Computational Differentiation, SIAM 1996.)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adcli.engine.sparsity.lowering import moved
from adcli.engine.sparsity.sets import Sets, TooFull
from adcli.graph.graph import LEAF, Applied, Graph
from adcli.graph.reach import Scalar, carries, last_uses
from adcli.lazy import np
from adcli.operations import Form
from adcli.operations.rules.floats import FLOATS
from adcli.operations.rules.onarrays import ARRAYS
from adcli.operations.rules.sweeping import pulling
from adcli.operations.rules.texts import partial_text, product

Pattern = list[tuple[int, ...]]  # per row, its columns in ascending order


def pattern(
    graph: Graph, primal: Sequence[Any], rows: Sequence[Scalar], columns: Sequence[Scalar]
) -> Pattern | None:
    """The columns that each row depends on; None where it is too full to be worth knowing.

    Exact for graphs of scalars and for operations that work element by element or move elements;
    any other operation on arrays counts as depending on all of its arguments' elements.
    """
    sets = Sets(len(columns))
    try:
        labels = _labels(graph, primal, sets, columns, [row.node for row in rows])
    except TooFull:
        return None
    known: dict[int, tuple[int, ...]] = {}
    found, flat = [], _Flat(labels)
    for row in rows:
        label = flat.label(row)
        if label not in known:
            known[label] = sets.columns(label)
        found.append(known[label])
    return found


class _Flat:
    """Labels by element; those of an array are laid out once."""

    def __init__(self, labels: Sequence[Any]) -> None:
        self.labels = labels
        self.laid: dict[int, list[int]] = {}

    def label(self, element: Scalar) -> int:
        if element.place is None:
            return self.labels[element.node] or 0
        if element.node not in self.laid:
            label = self.labels[element.node]
            self.laid[element.node] = [] if label is None else label.astype(int).ravel().tolist()
        found = self.laid[element.node]
        return found[element.place] if found else 0


def _labels(
    graph: Graph, primal: Sequence[Any], sets: Sets, columns: Sequence[Scalar], asked: Sequence[int]
) -> list[Any]:
    """Per node, the number of its set, or an array of such numbers; None or 0: it depends on no column."""
    labels: list[Any] = [None] * len(graph.nodes)
    _seed(graph, labels, sets, columns)
    plain = [_passes_plainly(applied) for applied in graph.operations]
    last = last_uses(graph, asked) if graph.shapes else []
    unions, union = sets.unions, sets.union
    for k, node in enumerate(graph.nodes):
        if plain[node[0]]:
            if len(node) == 3:
                _, u, v = node
                a, b = labels[u], labels[v]
                if a == b or not b:
                    labels[k] = a
                elif not a:
                    labels[k] = b
                else:
                    labels[k] = unions.get((a, b)) or union(a, b)
            else:
                labels[k] = sets.union_of_all(labels[a] or 0 for a in node[1:])
        elif node[0] >= LEAF:
            applied = graph.operations[node[0]]
            if carries(applied) and any(_there(labels[a]) for a in node[1:]):
                assert applied is not None
                labels[k] = _labelled(graph, primal, sets, labels, k, applied, last)
    return labels


def _seed(graph: Graph, labels: list[Any], sets: Sets, columns: Sequence[Scalar]) -> None:
    for j, (node, place) in enumerate(columns):
        if place is None:
            labels[node] = sets.single(j)
        else:
            if labels[node] is None:
                labels[node] = np.zeros(graph.shapes[node])
            labels[node].flat[place] = sets.single(j)


def _passes_plainly(applied: Applied | None) -> bool:
    """Whether the operation is on scalars, and all its partials are there whatever the point."""
    if applied is None or applied.tensor or applied.operation.form is not Form.ELEMENTWISE:
        return False
    operation, count = applied.operation, applied.count
    return all(partial_text(operation, count, position) is not None for position in range(count))


def _there(label: Any) -> bool:
    return label is not None and (bool(label) if isinstance(label, int) else True)


def _labelled(
    graph: Graph,
    primal: Sequence[Any],
    sets: Sets,
    labels: Sequence[Any],
    k: int,
    applied: Applied,
    last: Sequence[int],
) -> Any:
    """The labels of the result of any other operation."""
    operation = applied.operation
    if operation.moves == "gather":
        return _plain(moved(graph, primal, labels, k, applied, last))
    if operation.moves == "scatter":
        return _added_up(graph, primal, sets, labels, k, applied)
    if operation.moves == "along" or operation.form in (Form.ELEMENTWISE, Form.SELECTING):
        return _along(graph, primal, sets, labels, k, applied)
    return _full(graph, sets, labels, k)


def _along(
    graph: Graph, primal: Sequence[Any], sets: Sets, labels: Sequence[Any], k: int, applied: Applied
) -> Any:
    """The labels of what works element by element: of the arguments that are passed on at the point."""
    total: Any = 0
    for position, a in enumerate(graph.nodes[k][1:]):
        if _there(labels[a]):
            total = _united(sets, total, labels[a] * passing(graph, primal, k, position, applied))
    shape = graph.shapes.get(k, ())
    return total if not shape else total + _zeros(shape)


def _zeros(shape: tuple[int, ...]) -> Any:
    return np.zeros(shape)


def passing(graph: Graph, primal: Sequence[Any], k: int, position: int, applied: Applied) -> Any:
    """1 where the operation passes a derivative on, else 0; element by element for an array."""
    operation, count = applied.operation, applied.count
    if operation.form is Form.ELEMENTWISE:
        return int(partial_text(operation, count, position) is not None)
    if operation.form is not Form.SELECTING:
        return 1
    values = [primal[a] for a in graph.nodes[k][1:]]
    if not applied.tensor:
        return int(product(operation, count, position, FLOATS)(1.0, *values, primal[k]) is not None)
    shape = graph.shapes.get(k, ())
    part = pulling(applied, position, ARRAYS)(1.0 + _zeros(shape), *values, primal[k])
    if part is None:
        return 0
    from adcli.operations.arrays.absent import Masked

    return part.present.astype(float) if isinstance(part, Masked) else 1


def _plain(label: Any) -> Any:
    return int(label) if isinstance(label, float) else label


def _united(sets: Sets, a: Any, b: Any) -> Any:
    """The unions of labels, element by element."""
    if isinstance(a, int) and isinstance(b, int):
        return sets.union(a, b)
    if isinstance(a, int) and not a:
        return b
    a, b = np.broadcast_arrays(a, b)
    pairs, where = np.unique(np.stack((a.ravel(), b.ravel())), axis=1, return_inverse=True)
    unions = np.array([float(sets.union(int(x), int(y))) for x, y in pairs.T.tolist()])
    return unions[where.ravel()].reshape(a.shape)


def _added_up(
    graph: Graph, primal: Sequence[Any], sets: Sets, labels: Sequence[Any], k: int, applied: Applied
) -> Any:
    """The labels of a sum: where each element of the argument goes is what the reverse rule tells."""
    from adcli.operations.arrays.absent import dense

    arguments = graph.nodes[k][1:]
    shape = graph.shapes.get(k, ())
    size = int(np.prod(shape, dtype=int))
    places = np.arange(1.0, size + 1.0).reshape(shape) if shape else 1.0
    back = pulling(applied, 0, ARRAYS)(places, *[primal[a] for a in arguments], primal[k])
    goes = np.broadcast_to(dense(back), graph.shapes.get(arguments[0], ())).ravel()
    totals = [0] * (size + 1)
    pairs = np.unique(np.stack((goes, np.asarray(labels[arguments[0]], dtype=float).ravel())), axis=1)
    for place, label in pairs.T.astype(int).tolist():
        totals[place] = sets.union(totals[place], label)
    return np.array(totals[1:], dtype=float).reshape(shape) if shape else totals[1]


def _full(graph: Graph, sets: Sets, labels: Sequence[Any], k: int) -> Any:
    """One label for all elements: the union of all of the arguments' sets."""
    found: set[int] = set()
    for a in graph.nodes[k][1:]:
        if _there(labels[a]):
            found |= set(np.unique(labels[a]).astype(int).tolist())
    total = sets.union_of_all(sorted(found))
    shape = graph.shapes.get(k, ())
    return np.full(shape, float(total)) if shape else total
