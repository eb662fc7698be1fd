"""Derivatives that only their way leaves the range of doubles: 1/(a x) at a = 1e200, where 1/(a x)^2 is 0."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

from adcli.language.program import Trace
from adcli.operations.lossy import TINY

EXTREME = 2.0**300
MOST = 20_000  # nodes


def in_range(trace: Trace, inputs: Sequence[int], derivatives: list[Any]) -> list[Any]:
    """The derivatives of the one output by inputs, of a graph of scalars that bends nowhere.

    Those that underflowed or overflowed are computed anew from recurrences, which divide first.
    """
    lost = [k for k, d in enumerate(derivatives) if type(d) is float and not TINY <= abs(d) < 2.0**1023]
    node = next(iter(trace.outputs.values()), None)
    if not lost or type(node) is not int or trace.graph.shapes or not _is_extreme(trace.primal):
        return derivatives
    from adcli.engine.taylor.scaling import expand

    for k in lost:
        found = expand(trace.graph, trace.primal, inputs[k], node, 1).derivative(1)
        if isfinite(found) and found:
            derivatives[k] = found
    return derivatives


def _is_extreme(primal: Sequence[float]) -> bool:
    return len(primal) < MOST and any(x and not 1 / EXTREME < abs(x) < EXTREME for x in primal)
