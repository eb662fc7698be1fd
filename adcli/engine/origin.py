"""Where a derivative that is not finite arises."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

from adcli.engine.sweeps import careful, forward
from adcli.graph.graph import Graph, dependents


def origin(graph: Graph, primal: Sequence[Any], x: int, node: int) -> tuple[int, str]:
    """The first node on the way from x to the output whose tangent is not finite, and why.

    All partials of scalars on the way are looked at in order of execution: the first that is not
    finite is the cause; where none is, a sum or product of finite ones overflowed.
    """
    tangents = forward(graph, primal, {x: 1.0})
    needed = dependents(graph, [node])
    for k in range(x, node + 1):
        if not needed[k] or tangents[k] is None:
            continue
        for position, a in enumerate(graph.arguments(k)):
            if tangents[a] is None or not isfinite(primal[k]):
                continue
            partial = careful(graph, k, position, 1.0, primal)
            if partial != partial:
                return k, "undefined slope"
            if not isfinite(partial):
                return k, "infinite slope"
        if not isfinite(primal[k]) or not isfinite(tangents[k]):
            return k, "overflow"
    return node, "overflow"
