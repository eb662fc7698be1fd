"""The Jacobian: every output by every input, element by element."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adcli.answers.matrices import Jacobian
from adcli.answers.sparse import Coordinates, SparseJacobian, check_size
from adcli.derivatives.axes.entries import entries
from adcli.derivatives.axes.slices import inputs_of, labels_of, outputs_of, values_of
from adcli.derivatives.diagnosis.entries import entry_notices, settled_entries
from adcli.derivatives.diagnosis.firstorder import with_sides
from adcli.derivatives.diagnosis.losses import losses
from adcli.derivatives.kinks.surroundings import Surroundings
from adcli.language.points.bindings import Bindings, point_of
from adcli.language.program import Program, Trace
from adcli.text.notices import Notice


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
    output. `mode` is auto, forward (by columns) or reverse (by rows); columns or rows that share no
    entry share a sweep. Raises AdError where there is no value, or too much to lay out in full.
    """
    point, notices = point_of(program, bindings)
    trace = program.trace(point, output)
    return jacobian_of(trace, wrt, mode, notices)


def jacobian_of(
    trace: Trace, wrt: str | None = None, mode: str = "auto", notices: Sequence[Notice] = ()
) -> Jacobian:
    """The Jacobian of a run; `notices` are those of its point."""
    fields, found = _answer(trace, wrt, mode, notices)
    return Jacobian(**fields, jacobian=found.full())


def sparse_jacobian(
    program: Program,
    bindings: Bindings,
    *,
    wrt: str | None = None,
    output: str | None = None,
    mode: str = "auto",
) -> SparseJacobian:
    """The same as coordinates of the entries that can be different from 0; the rest is never formed."""
    point, notices = point_of(program, bindings)
    fields, found = _answer(program.trace(point, output), wrt, mode, notices, sparse=True)
    return SparseJacobian(**fields, entries=found)


def _answer(
    trace: Trace, wrt: str | None, mode: str, notices: Sequence[Notice], sparse: bool = False
) -> tuple[dict[str, Any], Coordinates]:
    """The fields that both answers have, and the entries."""
    outputs, inputs = outputs_of(trace), inputs_of(trace, wrt)
    rows = [element for part in outputs for element in part.elements]
    columns = [element for part in inputs for element in part.elements]
    if not sparse:
        check_size("Jacobian", len(rows), len(columns))
    found, choice = entries(trace, rows, columns, mode, whole=sparse)
    found, seen = settled_entries(Surroundings(trace), outputs, inputs, found)
    lost = losses(trace, [part.node for part in outputs])
    told = entry_notices(outputs, inputs, found, seen)
    fields = {
        "source": trace.program.title,
        "inputs": trace.point(),
        "outputs": {part.label: part.value(trace) for part in outputs},
        "rows": tuple(labels_of(outputs)),
        "columns": tuple(labels_of(inputs)),
        "value": tuple(values_of(trace, outputs)),
        "at": tuple(values_of(trace, inputs)),
        "mode": choice.mode,
        "reason": choice.reason,
        "sweeps": choice.sweeps,
        "warnings": (
            *notices,
            *lost,
            *with_sides(trace, told, [part.node for part in inputs], seen.ties),
        ),
    }
    return fields, Coordinates.of((len(rows), len(columns)), found)
