"""The run again with what was computed from constants in its graph."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from adcli.language.program import Trace

if TYPE_CHECKING:
    from adcli.language.reruns.exact import Otherwise


MOST_STEPS = 200_000  # of a run that is made for a warning alone


def with_constants(trace: Trace, otherwise: Otherwise | None = None) -> Trace:
    """The run with what was computed from constants in its graph. Raises AdError where that is too much."""
    from adcli.language.reruns.exact import unfolded_trace

    limits = replace(trace.program.limits, steps=min(trace.program.limits.steps, MOST_STEPS))
    return unfolded_trace(replace(trace.program, limits=limits), trace.point(), trace.output, otherwise)
