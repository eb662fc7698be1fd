"""Where a derivative that is not finite arises: at which node, and from which contributions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite, isnan
from typing import Any, Literal

from adcli.engine.sweeps.forward import forward
from adcli.engine.sweeps.partials import careful
from adcli.engine.sweeps.seeds import quietly
from adcli.graph.evaluation import completed
from adcli.graph.graph import Graph
from adcli.graph.reach import dependents
from adcli.lazy import np
from adcli.operations.operation import UNDEFINED

NEARBY = 2.0**-26  # of an argument
FAR = 11  # of 0: 2^-286

Why = Literal["slope", "undefined slope", "zero times infinity", "difference of infinities", "overflow"]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a tangent ceases to be finite.

    node      the operation; `argument` the position of the argument by which that happens
    place     the element, where it is an array
    """

    node: int
    why: Why
    argument: int | None = None
    place: tuple[int, ...] = ()


def origin(graph: Graph, primal: Sequence[Any], x: int, node: int, seed: Any, undefined: bool) -> Origin:
    """The first node on the way from x to the output whose tangent is not finite, and why.

    The tangents are those from a seed of x. An `undefined` one is looked for as such: where an
    infinite one that came before met a 0, or another infinite one.
    """
    tangents = quietly(graph, lambda seeds: forward(graph, primal, seeds), {x: seed})
    needed = dependents(graph, [node])
    wrong = _undefined if undefined and _undefined(tangents[node]) else _not_finite
    for k in range(x, node + 1):
        if needed[k] and wrong(tangents[k]):
            return _cause(graph, completed(graph, primal), tangents, k, wrong)
    return Origin(node, "overflow")


def _cause(graph: Graph, primal: Sequence[Any], tangents: Sequence[Any], k: int, wrong: Any) -> Origin:
    applied = graph.applied(k)
    if applied is None or k in graph.shapes:
        return _in_array(graph, primal, tangents, k, wrong)
    if applied.tensor:
        return Origin(k, "undefined slope" if wrong is _undefined else "overflow")
    found: list[tuple[int, float]] = []
    for position, a in enumerate(graph.arguments(k)):
        t = tangents[a]
        if t is None:
            continue
        partial = careful(graph, k, position, 1.0, primal)
        if partial is None:
            continue
        if isnan(partial):
            return Origin(k, "undefined slope", position)
        if (t == 0 and not isfinite(partial)) or (partial == 0 and not isfinite(t)):
            return Origin(k, "zero times infinity", position)
        if not isfinite(partial):
            if not _singular(applied, position, [primal[a] for a in graph.arguments(k)]):
                return Origin(k, "overflow", position)
            found.append((position, partial))
        elif not isfinite(t):
            found.append((position, t))
    if wrong is _undefined and len(found) > 1:
        return Origin(k, "difference of infinities")
    return Origin(k, "slope", found[0][0]) if found else Origin(k, "overflow")


def _in_array(graph: Graph, primal: Sequence[Any], tangents: Sequence[Any], k: int, wrong: Any) -> Origin:
    """The same for an array: in the first element that is not finite."""
    from adcli.operations.arrays.absent import dense

    bad = np.isnan(dense(tangents[k])) if wrong is _undefined else ~np.isfinite(dense(tangents[k]))
    place = tuple(int(i) for i in np.argwhere(bad)[0])
    applied = graph.applied(k)
    if applied is None or applied.operation.tensor:
        return Origin(k, "undefined slope" if wrong is _undefined else "overflow", None, place)
    values = [_element(primal[a], place, k, graph) for a in (*graph.arguments(k), k)]
    for position, a in enumerate(graph.arguments(k)):
        if tangents[a] is None or any(v is None for v in values):
            continue
        t = _element(dense(tangents[a]), place, k, graph)
        partial = _partial(applied, position, values)
        if t is None or partial is None:
            continue
        if isnan(partial):
            return Origin(k, "undefined slope", position, place)
        if (t == 0 and not isfinite(partial)) or (partial == 0 and not isfinite(t)):
            return Origin(k, "zero times infinity", position, place)
        if not isfinite(partial):
            why: Why = "slope" if _singular(applied, position, values[:-1]) else "overflow"
            return Origin(k, why, position, place)
    return Origin(k, "difference of infinities" if wrong is _undefined else "overflow", None, place)


def _partial(applied: Any, position: int, values: Sequence[Any]) -> float | None:
    from adcli.operations.rules.onarrays import ARRAYS
    from adcli.operations.rules.texts import product

    rule = product(applied.operation, applied.count, position, ARRAYS)
    with np.errstate(all="ignore"):
        part = rule(np.float64(1.0), *map(np.float64, values))
    if part is None:
        return None
    from adcli.operations.arrays.absent import dense

    return float(dense(part))


def _singular(applied: Any, position: int, values: Sequence[Any]) -> bool:
    """Whether a partial is infinite at these arguments alone, as that of sqrt at 0.

    That of 1/x at 1e-200 is nowhere nearby in the range of doubles: it overflows.
    """
    for moved, x in enumerate(values):
        for by in (-NEARBY, NEARBY):
            beside = [*values[:moved], x + by * abs(x) if x else by**FAR, *values[moved + 1 :]]
            try:
                partial = _partial(applied, position, [*beside, applied.operation.value(*beside)])
            except UNDEFINED:
                continue
            if partial is not None and isfinite(partial):
                return True
    return False


def _element(number: Any, place: tuple[int, ...], k: int, graph: Graph) -> float | None:
    return None if number is None else float(np.broadcast_to(number, graph.shapes[k])[place])


def _not_finite(number: Any) -> bool:
    if number is None or isinstance(number, float):
        return number is not None and not isfinite(number)
    from adcli.operations.arrays.absent import dense

    return not bool(np.all(np.isfinite(dense(number))))


def _undefined(number: Any) -> bool:
    if number is None or isinstance(number, float):
        return number is not None and isnan(number)
    from adcli.operations.arrays.absent import dense

    return bool(np.any(np.isnan(dense(number))))
