"""Which nodes are at a kink that matters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from adcli.engine.sparsity.reaching import everywhere
from adcli.graph.graph import Applied, Graph
from adcli.graph.ieee import by_ieee
from adcli.graph.reach import dependents
from adcli.lazy import np
from adcli.numbers.germs.onscalars import condition
from adcli.operations import Kink
from adcli.operations.rules.evaluate import tensor_evaluator
from adcli.operations.rules.onarrays import ARRAYS


def kink_at(graph: Graph, primal: Sequence[Any], k: int) -> Kink | None:
    """The kink of node k's operation on which the point lies, if any; in any element of an array."""
    applied = graph.applied(k)
    if applied is None or not applied.operation.kinks:
        return None
    values = [primal[a] for a in graph.arguments(k)]
    if any(value is None for value in values):
        return None
    same = _same_nodes(graph, k)
    for kink in applied.operation.kinks:
        if not (same and kink.ties) and _holds(applied, kink, values, primal[k]):
            return kink
    return None


def _holds(applied: Applied, kink: Kink, values: Sequence[Any], y: Any) -> bool:
    """Whether the condition of a kink holds, in any element of an array."""
    holding = _holding(applied, kink, values, y)
    return bool(holding.any() if hasattr(holding, "any") else holding)


def _holding(applied: Applied, kink: Kink, values: Sequence[Any], y: Any) -> Any:
    """The same, by the elements."""
    if not applied.tensor:
        return condition(applied.operation, applied.count, kink.where)(*values, y)
    if y is None and _reads_result(kink):
        y = tensor_evaluator(applied.operation, applied.attributes)(*values)
    if callable(kink.where):
        return kink.where(*values, y, *applied.attributes)
    return condition(applied.operation, applied.count, kink.where, ARRAYS)(*values, y)


def bending(graph: Graph, primal: Sequence[Any], k: int, kink: Kink) -> dict[int, Any]:
    """The arguments of a node at a kink, marked in the elements that are at it."""
    applied, shape = graph.applied(k), graph.shapes.get(k, ())
    assert applied is not None
    values = [primal[a] for a in graph.arguments(k)]
    marks = {a: everywhere(graph.shapes.get(a, ())) for a in graph.arguments(k)}
    if applied.operation.tensor or not shape or any(value is None for value in values):
        return marks
    holding = np.broadcast_to(_holding(applied, kink, values, primal[k]), shape).astype(float)
    return {a: holding if graph.shapes.get(a) == shape else mark for a, mark in marks.items()}


@cache
def _reads_result(kink: Kink) -> bool:
    return callable(kink.where) or re.search(r"\by\b", kink.where) is not None


def _same_nodes(graph: Graph, k: int) -> bool:
    """Whether all arguments are one node: in max(x, x) that is no tie, in hypot(x, x) the corner stays."""
    arguments = graph.arguments(k)
    return len(arguments) > 1 and len(set(arguments)) == 1


def kinked(graph: Graph) -> list[int]:
    """The nodes whose operation bends or jumps somewhere."""
    codes = {
        code
        for code, applied in enumerate(graph.operations)
        if applied is not None and applied.operation.kinks
    }
    return [k for k, node in enumerate(graph.nodes) if node[0] in codes] if codes else []


@by_ieee
def kinks_that_matter(
    graph: Graph, primal: Sequence[Any], nodes: Iterable[int], decided: Iterable[int] = ()
) -> list[tuple[int, Kink]]:
    """The nodes at a kink that some nodes were computed from; those that jump, of decided ones, too.

    `decided` are the nodes of decisions that do not hang on a tie: a bend does not overturn them.
    """
    found = [(k, kink) for k in kinked(graph) if (kink := kink_at(graph, primal, k)) is not None]
    if not found:
        return []
    nodes = list(nodes)
    bending, jumping = dependents(graph, nodes), dependents(graph, [*nodes, *decided])
    return [(k, kink) for k, kink in found if (jumping if kink.jumps else bending)[k]]
