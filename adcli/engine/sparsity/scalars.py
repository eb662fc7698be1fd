"""A graph with arrays as the graph of their elements.

Operations that only move elements move node numbers; elementwise ones become a node an element;
the others are expanded by their definitions, linear algebra by elimination. That is how they can be
enclosed, and differentiated, with nothing but scalars.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from math import isfinite
from operator import add
from typing import Any

from adcli.engine.sparsity.lowering import moved
from adcli.graph import Builder
from adcli.graph.graph import CONSTANT, INPUT, LEAF, Applied, Graph
from adcli.graph.reach import last_uses
from adcli.lazy import np
from adcli.numbers.handles import Handle, on_handles
from adcli.operations import TABLE

Elements = Any  # an array (dtype object) of handles


@dataclass(frozen=True, slots=True)
class Scalars:
    """The graph of scalars; `nodes` has, per old node, its new one or an array of new ones (as floats)."""

    graph: Graph
    primal: list[Any]
    nodes: list[Any]


def scalars(graph: Graph, primal: Sequence[Any], asked: Sequence[int]) -> Scalars:
    """The graph of the elements. Raises LookupError for an operation that has no expansion."""
    builder = Builder(strict=False)
    builder.constant(0.0)  # what `moved` takes for elements that are not there
    place: list[Any] = [0] * len(graph.nodes)
    leaves = [k for k, node in enumerate(graph.nodes) if node[0] < LEAF]
    last = last_uses(graph, [*asked, *leaves])  # an update leaves the numbers of a leaf as they are
    for k, node in enumerate(graph.nodes):
        applied = graph.operations[node[0]]
        if applied is None:
            shape = graph.shapes.get(k, ())
            place[k] = _leaves(builder, node[0], graph.constants[node[1]] if node[0] else primal[k], shape)
        elif not applied.tensor:
            place[k] = builder.apply(applied.operation, *(int(place[a]) for a in node[1:]))
        elif applied.operation.moves == "gather":
            found = moved(graph, primal, place, k, applied, last)
            place[k] = int(found) if isinstance(found, float) else found
        else:
            found = _computed(applied, [_handles(builder, place[a]) for a in node[1:]])
            place[k] = _numbers(builder, found)
    return Scalars(builder.graph(), builder.values, place)


def _leaves(builder: Builder, code: int, value: Any, shape: tuple[int, ...]) -> Any:
    assert code in (INPUT, CONSTANT)
    make = builder.input if code == INPUT else builder.constant
    if not shape:
        return make(float(value))
    return np.array([make(float(x)) for x in np.ravel(value)], dtype=float).reshape(shape)


def _handles(builder: Builder, numbers: Any) -> Any:
    if not getattr(numbers, "shape", ()):
        return Handle(builder, int(numbers))
    return _filled(numbers.shape, [Handle(builder, int(k)) for k in numbers.flat])


def _filled(shape: tuple[int, ...], items: Sequence[Any]) -> Elements:
    found = np.empty(shape, dtype=object)
    found.ravel()[:] = items
    return found


def _numbers(builder: Builder, found: Any) -> Any:
    if not isinstance(found, np.ndarray):
        return _number(builder, found)
    return np.array([_number(builder, x) for x in found.flat], dtype=float).reshape(found.shape)


def _number(builder: Builder, x: Any) -> int:
    """The node of a handle, or of a constant: what is computed from no elements."""
    return x.node if isinstance(x, Handle) else builder.constant(float(x))


def _computed(applied: Applied, arguments: list[Any]) -> Any:
    operation = applied.operation
    if operation.tensor:
        return EXPANSIONS[operation.name](*arguments, *applied.attributes)
    shape = np.broadcast_shapes(*(getattr(u, "shape", ()) for u in arguments))
    spread = [np.broadcast_to(_filled((), [u]) if isinstance(u, Handle) else u, shape) for u in arguments]
    return _filled(
        shape, [on_handles(operation, *each) for each in zip(*(u.flat for u in spread), strict=True)]
    )


# definitions


def _apply(name: str, *arguments: Any) -> Any:
    return on_handles(TABLE[name], *arguments)


def _added(items: Sequence[Any]) -> Any:
    return reduce(add, items) if len(items) else 0.0


def _reduced(combine: Callable[[Sequence[Any]], Any]) -> Callable[..., Any]:
    """A reduction over all elements or along an axis."""

    def along(x: Elements, axis: int | None, shape: Any) -> Any:
        if axis is None:
            return combine(list(x.flat))
        rows = np.moveaxis(x, axis, -1)
        parts = rows.reshape(-1, x.shape[axis])
        return _filled(rows.shape[:-1], [combine(list(part)) for part in parts])

    return along


def _variadic(name: str) -> Callable[[Sequence[Any]], Any]:
    return lambda items: items[0] if len(items) == 1 else _apply(name, *items)


def _cumsum(x: Elements, axis: int, back: bool) -> Elements:
    return np.flip(np.cumsum(np.flip(x, axis), axis), axis) if back else np.cumsum(x, axis)


def _matmul(u: Elements, v: Elements, *_: Any) -> Any:
    rows, columns = np.atleast_2d(u), v if v.ndim == 2 else v[:, None]
    entries = [
        _added([a * b for a, b in zip(row, column, strict=True)]) for row in rows for column in columns.T
    ]
    if u.ndim == v.ndim == 1:
        return entries[0]
    return _filled((*u.shape[:-1], *v.shape[1:]), entries)


def _outer(u: Elements, v: Elements) -> Elements:
    return _filled((len(u), len(v)), [a * b for a in u for b in v])


def _cross(u: Elements, v: Elements) -> Elements:
    turns = ((1, 2), (2, 0), (0, 1))
    return _filled((3,), [u[i] * v[j] - u[j] * v[i] for i, j in turns])


def _norm(x: Elements, axis: None, shape: Any) -> Any:
    return _apply("sqrt", _added([item * item for item in x.flat]))


def _softmax(x: Elements, axis: int | None, shape: Any) -> Elements:
    rows = x.reshape(1, -1) if axis is None else np.moveaxis(x, axis, -1)
    parts = rows.reshape(-1, rows.shape[-1])
    shares = [
        _apply("share", part[k], *part[:k], *part[k + 1 :]) if len(part) > 1 else part[0] * 0.0 + 1.0
        for part in parts
        for k in range(len(part))
    ]
    found = _filled(rows.shape, shares)
    return found.reshape(x.shape) if axis is None else np.moveaxis(found, -1, axis)


def _eliminated(a: Elements, b: Elements | None) -> tuple[Any, Elements]:
    """The determinant of A, and the X with A X = B, by Gauss and Jordan with the largest pivot."""
    a, right = a.copy(), (np.empty((len(a), 0), dtype=object) if b is None else b.copy())
    determinant: Any = None if len(a) else 1.0
    for k in range(len(a)):
        top = max(range(k, len(a)), key=lambda i: abs(a[i, k].value))
        if top != k:
            a[[k, top]], right[[k, top]] = a[[top, k]], right[[top, k]]
        pivot = -a[k, k] if top != k else a[k, k]
        determinant = pivot if determinant is None else determinant * pivot
        for i in range(len(a)):
            if i == k or (b is None and i < k):
                continue
            factor = a[i, k] / a[k, k]
            for j in range(k + 1, len(a)):
                a[i, j] = a[i, j] - factor * a[k, j]
            for j in range(right.shape[1]):
                right[i, j] = right[i, j] - factor * right[k, j]
    for k in range(len(a) if right.shape[1] else 0):
        for j in range(right.shape[1]):
            right[k, j] = right[k, j] / a[k, k]
    return determinant, right


def _det(a: Elements) -> Any:
    """By elimination; where a pivot is 0, by products alone (see `determinant`)."""
    determinant = _eliminated(a, None)[0]
    return determinant if isfinite(determinant.value) else _undivided(a)


def _undivided(a: Elements) -> Any:
    n, x = len(a), a
    for _ in range(n - 1):
        rows = []
        for i in range(n):
            below = [x[j, j] for j in range(i + 1, n)]
            row = [(k, x[i, k]) for k in range(i + 1, n)] + ([(i, -_added(below))] if below else [])
            rows.append([_added([c * a[k, j] for k, c in row]) if row else a[i, j] * 0.0 for j in range(n)])
        x = _filled((n, n), [entry for row in rows for entry in row])
    return x[0, 0] if n % 2 else -x[0, 0]


def _inv(a: Elements) -> Elements:
    if not a.size:
        return a
    builder = a.flat[0].builder
    zero, one = (Handle(builder, builder.constant(x)) for x in (0.0, 1.0))
    unit = _filled(a.shape, [one if i == j else zero for i in range(len(a)) for j in range(len(a))])
    return _eliminated(a, unit)[1]


def _solve(a: Elements, b: Elements, columns: int) -> Elements:
    found = _eliminated(a, b if columns == 2 else b[:, None])[1]
    return found if columns == 2 else found[:, 0]


EXPANSIONS: dict[str, Callable[..., Any]] = {
    "sum": _reduced(_added),
    "cumsum": _cumsum,
    "matmul": _matmul,
    "outer": _outer,
    "cross": _cross,
    "norm": _norm,
    "softmax": _softmax,
    "max_of": _reduced(_variadic("max")),
    "min_of": _reduced(_variadic("min")),
    "logsumexp_of": _reduced(_variadic("logsumexp")),
    "det": _det,
    "logdet": lambda a: _apply("log", _det(a)),
    "inv": _inv,
    "solve": _solve,
}
