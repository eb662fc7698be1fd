"""Bounds of the rounding error of a value and of derivatives."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, inf, isfinite, log10
from typing import Any

from adcli.answers.digits import ALL
from adcli.engine.accuracy.exactness import inexact
from adcli.engine.accuracy.rounding import error_bound
from adcli.engine.sweeps.reverse import reverse
from adcli.engine.sweeps.seeds import seed_of
from adcli.graph.graph import Graph, computed
from adcli.graph.reach import Scalar
from adcli.language.program import Trace

AGAIN = 3  # sweeps, at most


def trusted(value: float, bound: float | None) -> int | None:
    """Decimal digits of a value that an error of `bound` leaves; None where that is not known."""
    if bound is None or not isfinite(value):
        return None
    if bound == 0.0:
        return ALL
    if value == 0.0 or not isfinite(bound):
        return 0
    share = bound / abs(value)
    return ALL if share == 0.0 else max(0, min(ALL, floor(-log10(share)))) if share < inf else 0


def value_error(trace: Trace, output: Scalar | None) -> tuple[float, Sequence[Any]]:
    """The bound of the rounding error of an output element, and the adjoints that gave it."""
    if output is None:
        return 0.0, []
    graph, primal = trace.graph, trace.primal
    marks, seeds = computed(graph), seed_of(graph, [output])
    for _ in range(AGAIN):
        adjoints = reverse(graph, primal, seeds, marks)
        bound = error_bound(graph, primal, adjoints, inexact(graph, primal, adjoints))
        if isfinite(bound) or not _without_zeros(marks, adjoints):
            break
    lost = any(
        adjoints[k] is not None and graph.arguments(k) and _overflowed(x) for k, x in enumerate(primal)
    )
    return (inf if lost or bound != bound else bound), adjoints


def _overflowed(x: Any) -> bool:
    return isinstance(x, float) and abs(x) == inf


def _without_zeros(marks: bytearray, adjoints: Sequence[Any]) -> bool:
    """Whether nodes with a mark had the adjoint 0, and so do not matter though their slopes are infinite."""
    zeros = [k for k, w in enumerate(adjoints) if w is not None and marks[k] and _is_zero(w)]
    for k in zeros:
        marks[k] = 0
    return bool(zeros)


def _is_zero(w: Any) -> bool:
    if isinstance(w, float):
        return w == 0.0
    from adcli.operations.arrays.absent import dense

    return not dense(w).any()


def condition_of(x: float, slope: float, value: float) -> float | None:
    """|x ∂f/∂x / f|: inf where only f is 0, None where the numerator is 0 as well."""
    above = abs(x * slope)
    if value == 0.0:
        return inf if above > 0.0 else None
    return above / abs(value)


def unit_of(graph: Graph, node: Any, place: int | None) -> Any:
    """The unit adjoint of an element, in the shape of its node; 1 for a constant."""
    return seed_of(graph, [Scalar(node, place)])[node] if type(node) is int else 1.0
