"""Results that are too small for doubles: off by up to the smallest one, which is not relative to them."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

from adcli.engine.sweeps.partials import careful
from adcli.graph.graph import CONSTANT, Graph
from adcli.lazy import np
from adcli.operations import Form
from adcli.operations.lossy import SUMS, TINY
from adcli.operations.rules.onarrays import ARRAYS
from adcli.operations.rules.texts import product

LEAST = 2.0**-1074  # the smallest one: an error of underflow is at most that


def underflowed(graph: Graph, primal: Sequence[float], k: int) -> bool:
    """Whether node k, a scalar, is 0 or nearly so although neither its arguments nor its slopes say so.

    Where y = op(u) is as small as that because a product or an exponential is, u ∂y/∂u is, too; at
    an ordinary zero, as that of sin or log, it is not.
    """
    applied, arguments = graph.applied(k), graph.arguments(k)
    if not -TINY < primal[k] < TINY or applied is None or applied.operation.form is not Form.ELEMENTWISE:
        return False
    if applied.operation in SUMS:  # they are exact there
        return False
    values = [primal[a] for a in arguments]
    if not all(values) or not all(map(isfinite, values)):
        return False
    for position, u in enumerate(values):
        if graph.nodes[arguments[position]][0] == CONSTANT:
            continue
        slope = careful(graph, k, position, 1.0, primal)
        if slope is not None and not abs(slope * u) < 1e6 * TINY:
            return False
    return True


def underflowed_elements(graph: Graph, primal: Sequence[Any], k: int) -> Any:
    """The elements in which node k underflowed, as on scalars; None where there is none."""
    applied, y = graph.applied(k), primal[k]
    if applied is None or y is None or applied.operation.form is not Form.ELEMENTWISE:
        return None
    if applied.operation in SUMS:
        return None
    at = np.abs(y) < TINY
    if not at.any():
        return None
    arguments = graph.arguments(k)
    if any(primal[a] is None for a in arguments):
        return None
    values = [np.asarray(primal[a]) for a in arguments]
    for u in values:
        at = at & (u != 0) & np.isfinite(u)
    for position, u in enumerate(values):
        if graph.nodes[arguments[position]][0] != CONSTANT:
            slope = product(applied.operation, applied.count, position, ARRAYS)(1.0, *values, np.asarray(y))
            at = at if slope is None else at & (np.abs(slope * u) < 1e6 * TINY)
    return at if at.any() else None
