"""Points where a function bends or jumps: which ones matter, and the one-sided derivatives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from adcli.engine.sweeps import forward_rules, push
from adcli.graph.graph import LEAF, Graph, dependents
from adcli.operations import Kink, Operation
from adcli.operations.rules import FLOATS, python_of


@dataclass(frozen=True, slots=True)
class Sides:
    """The one-sided derivatives of an output along an input.

    `passes` marks the nodes at whose kink a tangent that is not zero arrived.
    """

    left: float
    right: float
    passes: bytearray


@cache
def _condition(operation: Operation, count: int, kink: Kink) -> Any:
    return FLOATS.compiled(", ".join((*operation.names(count), "y")), python_of(kink.where))


@cache
def _direction(operation: Operation, count: int, kink: Kink) -> Any:
    names = operation.names(count)
    parameters = (*names, "y", *(f"d{name}" for name in names))
    return FLOATS.compiled(", ".join(parameters), python_of(kink.direction))


def _each(function: Any, tensor: bool, arguments: Sequence[Any]) -> Any:
    """A function of floats, or of the elements of arrays."""
    if not tensor:
        return function(*arguments)
    import numpy as np

    return np.asarray(np.frompyfunc(function, len(arguments), 1)(*arguments), dtype=float)


def kink_at(graph: Graph, primal: Sequence[Any], k: int) -> tuple[Kink, Any] | None:
    """The kink of node k's operation on which the point lies, if any, and where (True, or a mask)."""
    applied = graph.applied(k)
    if applied is None or not applied.operation.kinks:
        return None
    values = [*(primal[a] for a in graph.arguments(k)), primal[k]]
    for kink in applied.operation.kinks:
        where = _each(_condition(applied.operation, applied.count, kink), applied.tensor, values)
        if where.any() if applied.tensor else where:
            return kink, where
    return None


def kinks_that_matter(
    graph: Graph, primal: Sequence[Any], chosen: Sequence[int], node: int
) -> list[tuple[int, str]]:
    """The nodes at a kink that the output depends on, with what bends or jumps there."""
    if not any(applied is not None and applied.operation.kinks for applied in graph.operations):
        return []
    needed = dependents(graph, [node])
    found = []
    for k in range(len(graph.nodes)):
        if needed[k] and graph.nodes[k][0] >= LEAF and not _same_nodes(graph, k):
            kink = kink_at(graph, primal, k)
            if kink is not None:
                found.append((k, kink[0].says))
    return found


def _same_nodes(graph: Graph, k: int) -> bool:
    """A tie between equal nodes, as in max(x, x), is none."""
    arguments = graph.arguments(k)
    return len(arguments) > 1 and len(set(arguments)) == 1


def one_sided(graph: Graph, primal: Sequence[Any], x: int, node: int, seed: Any = 1.0) -> Sides | None:
    """The derivatives of an output along ±x; None where it does not depend on x.

    lim (f(x + h) - f(x))/h from both sides: forward sweeps with the directional rules of the
    operations that are at a kink, D(v) for v = 1 and -D(-1). (Exact to first order; where a
    tangent that decides is 0, its next order would.) For an array, `seed` is a unit vector.
    """
    right, passes = _directional(graph, primal, x, seed)
    left, _ = _directional(graph, primal, x, -seed)
    if right[node] is None or left[node] is None:
        return None
    return Sides(0.0 - left[node], right[node], passes)


def _directional(graph: Graph, primal: Sequence[Any], x: int, seed: Any) -> tuple[list[Any], bytearray]:
    """A forward sweep along seed·x that takes the one-sided rule at every kink."""
    rules = forward_rules(graph)
    tangent: list[Any] = [None] * len(graph.nodes)
    passes = bytearray(len(graph.nodes))
    tangent[x] = seed
    for k in range(x + 1, len(graph.nodes)):
        moves = [tangent[a] for a in graph.arguments(k)]
        if all(move is None for move in moves):
            continue
        tangent[k] = push(graph, rules, primal, tangent, k)
        at = kink_at(graph, primal, k)
        if at is not None:
            steps = [0.0 if move is None else dense(move) for move in moves]
            passes[k] = any(_meet(step, at[1]) for step in steps)
            tangent[k] = _turned(graph, primal, k, at, steps, tangent[k])
    return tangent, passes


def _turned(
    graph: Graph, primal: Sequence[Any], k: int, at: tuple[Kink, Any], steps: list[Any], smooth: Any
) -> Any:
    """The one-sided tangent of a node at a kink; in an array, in the elements that are at it."""
    applied = graph.applied(k)
    assert applied is not None
    kink, where = at
    values = [*(primal[a] for a in graph.arguments(k)), primal[k], *steps]
    turned = _each(_direction(applied.operation, applied.count, kink), applied.tensor, values)
    if not applied.tensor:
        return float(turned)
    import numpy as np

    return np.where(where != 0, turned, 0.0 if smooth is None else dense(smooth))


def _meet(step: Any, where: Any) -> bool:
    """Whether a step is not zero where the kink is."""
    met = (step != 0) * where
    return bool(met.any() if hasattr(met, "any") else met)


def dense(number: Any) -> Any:
    """A tangent as a plain number or array."""
    if isinstance(number, float):
        return number
    from adcli.operations.absent import dense as lay_out

    return lay_out(number)
