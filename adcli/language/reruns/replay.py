"""A run at another point without the program: the recorded graph, as long as its guards hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from adcli.graph.evaluation import Undefined, evaluated
from adcli.language.program import Trace
from adcli.language.state.guards import COMPARISONS, Guard
from adcli.language.state.registers import plain_value


def replayed(trace: Trace, point: Mapping[str, Any]) -> Trace | None:
    """The run at the point; None where the program has to run: it might go another way, or warn.

    That is where a decision turns out differently or hangs on a tie, where an operation has no
    finite value, and where an array has another shape.
    """
    if trace.notices:
        return None
    inputs = {}
    for name, node in trace.inputs.items():
        if type(node) is not int:
            return None
        value = plain_value(point[name]) if name in point else trace.primal[node]
        if getattr(value, "shape", ()) != trace.graph.shapes.get(node, ()):
            return None
        inputs[node] = value
    asked = {x for guard in trace.guards for x in (guard.a, guard.b) if type(x) is int}
    asked |= {node for node in trace.outputs.values() if type(node) is int}
    try:
        values = evaluated(trace.graph, trace.primal, inputs, asked)
    except Undefined:
        return None
    guards = [again for guard in trace.guards if (again := _again(guard, values)) is not None]
    if len(guards) < len(trace.guards):
        return None
    return replace(trace, primal=values, guards=guards)


def _again(guard: Guard, values: list[Any]) -> Guard | None:
    """The same decision at the new values; None where it is another one, or on a tie."""
    a, b = (values[x] if type(x) is int else x for x in (guard.a, guard.b))
    outcome = COMPARISONS[guard.operation](a, b)
    if isinstance(outcome, bool):
        if outcome != guard.outcome or (a == b and guard.operation != "is"):
            return None
        return replace(guard, margin=0.0 if a == b else abs(a - b))
    if (outcome != guard.outcome).any() or (a == b).any():
        return None
    return replace(guard, margin=float(abs(a - b).min()))
