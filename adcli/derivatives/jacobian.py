"""The Jacobian: every output by every input, element by element."""

from __future__ import annotations

from collections.abc import Sequence

from adcli.derivatives.axes import inputs_of, labels_of, outputs_of, values_of
from adcli.derivatives.entries import entries
from adcli.derivatives.notices import entry_notices
from adcli.derivatives.results import Jacobian
from adcli.errors import Notice
from adcli.language.bindings import Bindings, point_of
from adcli.language.program import Program, Trace


def jacobian(
    program: Program,
    bindings: Bindings,
    *,
    wrt: str | None = None,
    output: str | None = None,
    mode: str = "auto",
) -> Jacobian:
    """The derivative of every output element by every chosen input element.

    `wrt` names inputs or elements of them (`x,v[1]`), in the order of the columns; `output` one
    output. `mode` is auto, forward (by columns) or reverse (by rows). Raises AdError where there
    is no value.
    """
    point, notices = point_of(program, bindings)
    trace = program.trace(point, output)
    return jacobian_of(trace, wrt, mode, notices)


def jacobian_of(
    trace: Trace, wrt: str | None = None, mode: str = "auto", notices: Sequence[Notice] = ()
) -> Jacobian:
    """The Jacobian of a run; `notices` are those of its point."""
    outputs, inputs = outputs_of(trace), inputs_of(trace, wrt)
    rows = [element for part in outputs for element in part.elements]
    columns = [element for part in inputs for element in part.elements]
    matrix, choice = entries(trace, rows, columns, mode)
    return Jacobian(
        source=trace.program.title,
        inputs=trace.point(),
        outputs={part.label: part.value(trace) for part in outputs},
        rows=tuple(labels_of(outputs)),
        columns=tuple(labels_of(inputs)),
        value=tuple(values_of(trace, outputs)),
        at=tuple(values_of(trace, inputs)),
        jacobian=[[0.0 if d is None else d for d in row] for row in matrix],
        mode=choice.mode,
        reason=choice.reason,
        sweeps=choice.sweeps,
        warnings=(*notices, *trace.notices, *entry_notices(trace, outputs, inputs, matrix)),
    )
