"""A program of the user's that computes what is expected, at the point of the one that is checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adcli.compare.yours.asked import Whole
from adcli.engine.accuracy.rounding import value_bound
from adcli.engine.sweeps.reverse import reverse
from adcli.language.mistakes.spelling import nearest
from adcli.language.program import Program, Trace
from adcli.lazy import np
from adcli.text.errors import AdError


def run_beside(program: Program, trace: Trace) -> Mapping[str, Whole]:
    """The outputs of a program of the user's, at the point of another."""
    point = trace.point()
    for name, has_default in program.inputs(point).items():
        if name not in point and not has_default:
            near = nearest(name, list(point))
            raise AdError(
                "name", f"`{name}` is no input of {trace.program.title}", program.first_seen(name),
                hint=f"did you mean `{near}`?" if near else f"there are: {', '.join(point)}",
            )  # fmt: skip
    known = program.inputs(point)
    run = program.trace({name: value for name, value in point.items() if name in known}, keep=True)
    return {label: (run.value(x), _bound(run, x)) for label, x in run.outputs.items()}


def _bound(run: Trace, x: Any) -> float:
    """What rounding does to an output; of an array, to all its elements together."""
    if type(x) is not int:
        return 0.0
    everything = bytearray(b"\1") * len(run.graph.nodes)
    seed: Any = 1.0
    if x in run.graph.shapes:
        seed = np.ones(run.graph.shapes[x])
    adjoints = reverse(run.graph, run.primal, {x: seed}, everything)
    return value_bound(run.graph, run.primal, adjoints, everything)
