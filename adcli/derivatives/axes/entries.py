"""The entries of a Jacobian, computed the cheaper way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adcli.derivatives.axes.slices import Part
from adcli.engine.sparsity.compressed import (
    Curvature,
    Entry,
    Structure,
    curvature,
    jacobian_entries,
    structure,
)
from adcli.engine.sweeps.choose import Choice
from adcli.graph.reach import Scalar, active, leading
from adcli.language.program import Trace


@dataclass(frozen=True, slots=True)
class Laid:
    """The structure of a Jacobian, and which of its rows and columns are structurally there."""

    known: Structure
    rows: Sequence[int]
    columns: Sequence[int]


def laid(
    trace: Trace, rows: Sequence[Scalar | None], columns: Sequence[Scalar | None], whole: bool = False
) -> Laid:
    """What is known of the Jacobian of these elements before any derivative.

    Only rows and columns that are structurally there take part. `whole` asks for the pattern even
    where it saves no sweep.
    """
    graph = trace.graph
    marks = active(graph, [x.node for x in columns if x is not None])
    leads = leading(graph, [y.node for y in rows if y is not None])
    outputs = {i: y for i, y in enumerate(rows) if y is not None and marks[y.node]}
    inputs = {j: x for j, x in enumerate(columns) if x is not None and leads[x.node]}
    known = structure(graph, trace.primal, list(outputs.values()), list(inputs.values()), whole=whole)
    return Laid(known, list(outputs), list(inputs))


def entries(
    trace: Trace,
    rows: Sequence[Scalar | None],
    columns: Sequence[Scalar | None],
    mode: str = "auto",
    whole: bool = False,
) -> tuple[list[Entry], Choice]:
    """The entries of the Jacobian that can be different from 0, row by row, and how they were computed.

    None stands for an entry that turned out to be structurally absent at this point.
    """
    found = laid(trace, rows, columns, whole)
    choice = found.known.choice(mode)
    numbers = jacobian_entries(found.known, choice.mode)
    return [(found.rows[i], found.columns[j], d) for i, j, d in numbers], choice


def laid_second(
    trace: Trace, output: int, inputs: Sequence[Part], whole: bool = False
) -> tuple[list[int], Curvature]:
    """The columns of a Hessian that are structurally there, and what is known of it."""
    elements = [element for part in inputs for element in part.elements if element is not None]
    leads = leading(trace.graph, [output])
    there = [j for j, x in enumerate(elements) if leads[x.node]]
    chosen = [elements[j] for j in there]
    return there, curvature(trace.graph, trace.primal, output, chosen, whole=whole)
