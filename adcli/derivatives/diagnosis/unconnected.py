"""Inputs that no derivative path leads to: the output does not depend on them, or through decisions alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adcli.graph.reach import dependents
from adcli.language.program import Trace
from adcli.language.state.guards import compared
from adcli.text.notices import Notice
from adcli.text.source import in_short


def unconnected(trace: Trace, inputs: Iterable[tuple[str, int]], several: bool = False) -> Iterator[Notice]:
    """A notice for each of these inputs, by label and node, that no output was computed from.

    `several` tells that there are several outputs.
    """
    pairs = list(inputs)
    if not pairs:
        return
    deciding = dependents(trace.graph, compared(trace.guards))
    for label, node in pairs:
        span = trace.span(node)
        if deciding[node]:
            subject = "the outputs hang" if several else "the output hangs"
            message = f"{subject} on `{label}` through decisions alone{_first_decision(trace, node)}"
            why = "as long as they stay the same it is constant, so its derivative is 0"
            yield Notice("unconnected", f"{message}: {why}", span, label)
        else:
            subject = "no output depends" if several else "the output does not depend"
            yield Notice("unconnected", f"{subject} on `{label}`", span, label)


def _first_decision(trace: Trace, node: int) -> str:
    """Which decision that is, first of all: `, as `t < T` in line 5`."""
    for guard in trace.guards:
        if dependents(trace.graph, compared([guard]))[node]:
            span = trace.program.syntax.span(guard.place)
            return f", as `{in_short(span.text)}` in line {span.line}"
    return ""
