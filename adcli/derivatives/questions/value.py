"""The value alone."""

from __future__ import annotations

from adcli.answers.values import Evaluation
from adcli.derivatives.diagnosis.losses import losses
from adcli.language.points.bindings import Bindings, point_of
from adcli.language.program import Program


def evaluate(program: Program, bindings: Bindings, *, output: str | None = None) -> Evaluation:
    """The values of the outputs at a point.

    Raises AdError where an input has no value or the program has none there.
    """
    point, notices = point_of(program, bindings)
    trace = program.trace(point, output, along=())
    lost = losses(trace, list(trace.outputs.values())) if trace.whole else ()
    return Evaluation(
        source=program.title,
        inputs=trace.point(),
        outputs={label: trace.value(x) for label, x in trace.outputs.items()},
        warnings=(*notices, *trace.notices, *lost),
    )
