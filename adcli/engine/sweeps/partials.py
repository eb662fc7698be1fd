"""What both sweeps say of an operation whose partial is not finite."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adcli.graph.graph import Graph
from adcli.lazy import np
from adcli.operations.rules.onarrays import ARRAYS
from adcli.operations.rules.texts import product


def careful(graph: Graph, k: int, position: int, w: Any, primal: Sequence[Any]) -> Any:
    """The product of w and a partial on floats by IEEE 754, where Python raises (a division by 0)."""
    applied = graph.applied(k)
    assert applied is not None
    rule = product(applied.operation, applied.count, position, ARRAYS)
    values = [np.float64(primal[a]) for a in graph.arguments(k)]
    with np.errstate(all="ignore"):
        part = rule(np.asarray(w)[()], *values, np.float64(primal[k]))
    return float(part) if isinstance(part, np.floating) else part
