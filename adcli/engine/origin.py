"""Where a derivative that is not finite arises."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite, isnan
from typing import Any

from adcli.engine.sweeps import careful, forward
from adcli.graph.graph import Graph, dependents


def origin(graph: Graph, primal: Sequence[Any], x: int, node: int) -> tuple[int, str]:
    """The first node on the way from x to the output whose tangent is not finite, and why.

    All partials of scalars on the way are looked at in order of execution: the first that is not
    finite is the cause; where none is, a sum or product of finite ones overflowed.
    """
    tangents = forward(graph, primal, {x: _ones(graph.shapes.get(x, ()))})
    needed = dependents(graph, [node])
    for k in range(x, node + 1):
        if not needed[k] or tangents[k] is None:
            continue
        if k not in graph.shapes and isfinite(primal[k]):
            why = _partial_at_fault(graph, primal, tangents, k)
            if why:
                return k, why
        if not _finite(tangents[k]):
            return k, "overflow" if not _finite(primal[k]) else "infinite slope"
    return node, "overflow"


def _partial_at_fault(graph: Graph, primal: Sequence[Any], tangents: Sequence[Any], k: int) -> str:
    """Which partial of a scalar is not finite: `infinite slope`, `undefined slope`, or none."""
    applied = graph.applied(k)
    for position, a in enumerate(graph.arguments(k)):
        if tangents[a] is None or applied is None or applied.tensor:
            continue
        partial = careful(graph, k, position, 1.0, primal)
        if partial is not None and not isfinite(partial):
            return "undefined slope" if isnan(partial) else "infinite slope"
    return ""


def _ones(shape: tuple[int, ...]) -> Any:
    if not shape:
        return 1.0
    import numpy as np

    return np.ones(shape)


def _finite(number: Any) -> bool:
    if number is None or isinstance(number, float):
        return number is None or isfinite(number)
    import numpy as np

    from adcli.operations.absent import dense

    return bool(np.all(np.isfinite(dense(number))))
