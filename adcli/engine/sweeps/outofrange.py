"""Adjoints that leave the range of doubles on the way, though the derivatives by the inputs do not.

Of atan(exp(x)) at 400 the adjoint of exp(x) is 1/x² at 5e173: 0. Forward, ẋ/x² is formed as (ẋ/x)/x,
and is in range. So the derivatives by inputs are computed forward there.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

from adcli.engine.sweeps.forward import forward
from adcli.graph.graph import CONSTANT, LEAF, Graph
from adcli.numbers.byvalue import value_of
from adcli.numbers.duals import DUALS, tangent_of

EXTREME = 2.0**300
TINY, HUGE = 2.0**-1022, 2.0**1023
MOST = 1_000_000  # inputs times nodes
# Their slopes fall as powers; where that of tanh or erf underflows, nothing is lost.
POWERS = {"mul", "div", "pow", "sqrt", "cbrt", "root", "log", "log2", "log10", "log1p", "asinh", "acosh"}
POWERS |= {"atan", "atand", "acot", "asec", "acsc", "acoth", "acsch", "atan2", "hypot", "digamma", "lgamma"}


def recovered(
    graph: Graph, along: Sequence[Any], output: int, active: Sequence[int], adjoints: Sequence[Any]
) -> Sequence[Any]:
    """The adjoints (duals) of the output, those of inputs computed forward where that is in range alone."""
    inputs = [k for k, node in enumerate(graph.nodes) if node[0] < LEAF and node[0] != CONSTANT and active[k]]
    if graph.shapes or len(inputs) * len(along) > MOST or not _are_lost(graph, along, adjoints):
        return adjoints
    found = list(adjoints)
    for k in inputs:
        tangent = forward(graph, along, {k: 1.0}, DUALS)[output]
        if _is_finite(value_of(tangent)) and _is_finite(tangent_of(tangent)):
            found[k] = tangent
    return found


def _are_lost(graph: Graph, along: Sequence[Any], adjoints: Sequence[Any]) -> bool:
    """Whether an adjoint left the range at an extreme number, where a slope is a power of that."""
    for k, number in enumerate(along):
        x = value_of(number)
        if type(x) is not float or not x or 1 / EXTREME < abs(x) < EXTREME or not isfinite(x):
            continue
        w = value_of(adjoints[k])
        if type(w) is float and not TINY <= abs(w) < HUGE and _is_read_by_power(graph, k):
            return True
    return False


def _is_read_by_power(graph: Graph, k: int) -> bool:
    return any(
        k in graph.arguments(n) and applied is not None and applied.operation.name in POWERS
        for n, applied in enumerate(map(graph.applied, range(len(graph.nodes))))
    )


def _is_finite(number: Any) -> bool:
    return number is None or (type(number) is float and isfinite(number))
