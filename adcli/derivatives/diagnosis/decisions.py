"""Decisions that rounding takes: those whose two sides are closer than what they may be off by.

`t < T` after ten steps t += 0.1 and T = 1 is such a one: in doubles t is 0.9999999999999999. Where
the program gives something else if it is decided otherwise, it is at a boundary.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from adcli.derivatives.diagnosis.unfolded import with_constants
from adcli.engine.accuracy.exactness import inexact
from adcli.engine.accuracy.rounding import error_bound
from adcli.engine.sweeps.reverse import reverse
from adcli.graph.graph import computed
from adcli.language.program import Trace
from adcli.language.reruns.exact import Otherwise
from adcli.language.state.guards import SIGNS, Guard, nearly
from adcli.lazy import np
from adcli.text.errors import AdError
from adcli.text.notices import Notice
from adcli.text.numerals import short
from adcli.text.source import in_short

MOST = 20  # decisions that are looked at
SAME = 1e-9  # relative: by less, a value is not another one


def decided_by_rounding(trace: Trace) -> list[Notice]:
    """A boundary for each place of a decision that rounding takes, and that matters."""
    try:
        whole = with_constants(trace)
    except AdError:  # more than the budget has room for
        return []
    found: dict[int, Notice] = {}
    for k, guard in islice(_close(whole), MOST):
        if guard.place in found:
            continue
        error = _error(whole, guard)
        if not guard.margin <= error or (changes := _changes(whole, k, guard, error)) is None:
            continue
        sides = f"the two sides of `{SIGNS[guard.operation]}` in `{_text(trace, guard)}`"
        message = f"{sides} differ by less than their rounding error: decided otherwise, {changes}"
        found[guard.place] = Notice("boundary", message, trace.program.syntax.span(guard.place))
    return list(found.values())


def _close(trace: Trace) -> Iterator[tuple[int, Guard]]:
    """The decisions whose sides may differ by rounding alone, with their positions."""
    for k, guard in enumerate(trace.guards):
        if guard.operation != "is" and type(guard.outcome) is bool and guard.margin:
            a, b = _values(trace, guard)
            if nearly(a, b):
                yield k, guard


def _values(trace: Trace, guard: Guard) -> tuple[float, float]:
    a, b = (trace.primal[x] if type(x) is int else x for x in (guard.a, guard.b))
    return float(a), float(b)


def _error(trace: Trace, guard: Guard) -> float:
    """The bound of the rounding error of the difference of the two sides; what is exact adds nothing."""
    graph, primal = trace.graph, trace.primal
    seeds: dict[int, Any] = {}
    for x, sign in ((guard.a, 1.0), (guard.b, -1.0)):
        if type(x) is int:
            seeds[x] = seeds.get(x, 0.0) + sign
    adjoints = reverse(graph, primal, seeds, computed(graph))
    return error_bound(graph, primal, adjoints, inexact(graph, primal, adjoints))


def _changes(trace: Trace, k: int, guard: Guard, error: float) -> str | None:
    """What is different if the guard at position k is decided otherwise; None where nothing is."""
    try:
        other = with_constants(trace, Otherwise(k, guard.operation in ("eq", "ne")))
    except AdError as reason:
        return f"there is no value: {reason.message}"
    for label, node in trace.outputs.items():
        here, there = (run.value(run.outputs.get(label, node)) for run in (trace, other))
        if _differ(here, there, error):
            return (
                f"`{label}` is {short(there)}" if isinstance(there, float) else f"`{label}` is another array"
            )
        slopes, beside = (_slopes(run, label) for run in (trace, other))
        for name in slopes:
            if _differ(slopes[name], beside.get(name), error):
                return f"the derivative of `{label}` by `{name}` is another one"
    return None


def _slopes(trace: Trace, label: str) -> Mapping[str, Any]:
    """The derivatives of a scalar output by the inputs."""
    node, shapes = trace.outputs[label], trace.graph.shapes
    if type(node) is not int or node in shapes:
        return dict.fromkeys(trace.inputs, 0.0)
    adjoints = reverse(trace.graph, trace.primal, {node: 1.0}, computed(trace.graph))
    return {name: adjoints[x] if type(x) is int else None for name, x in trace.inputs.items()}


def _differ(a: Any, b: Any, error: float) -> bool:
    """Whether two values, absent ones being 0, differ by more than rounding."""
    if type(a) is not float or type(b) is not float:
        from adcli.operations.arrays.absent import dense

        a, b = (np.asarray(0.0 if x is None else dense(x)) for x in (a, b))
        if a.shape != b.shape and a.ndim and b.ndim:
            return True
        apart = np.abs(a - b) > SAME * np.maximum(np.abs(a), np.abs(b)) + 4 * error
        return bool(np.any(apart))
    return abs(a - b) > SAME * max(abs(a), abs(b)) + 4 * error


def _text(trace: Trace, guard: Guard) -> str:
    return in_short(trace.program.syntax.text(guard.place))
