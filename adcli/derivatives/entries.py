"""The entries of a Jacobian, computed the cheaper way."""

from __future__ import annotations

from collections.abc import Sequence

from adcli.engine.choose import Choice, choose
from adcli.engine.seeds import Scalar, from_each, leading, pulled, pushed
from adcli.graph.graph import active
from adcli.language.program import Trace

Matrix = list[list[float | None]]


def entries(
    trace: Trace, rows: Sequence[Scalar | None], columns: Sequence[Scalar | None], mode: str = "auto"
) -> tuple[Matrix, Choice]:
    """The Jacobian of these elements, row by row, and the way it was computed.

    Only rows and columns that are structurally there take a sweep. None stands for an entry that
    is structurally absent.
    """
    graph, primal = trace.graph, trace.primal
    marks = active(graph, [x.node for x in columns if x is not None])
    leads = leading(graph, [y.node for y in rows if y is not None])
    outputs = {i: y for i, y in enumerate(rows) if y is not None and marks[y.node]}
    inputs = {j: x for j, x in enumerate(columns) if x is not None and leads[x.node]}
    choice = choose(len(inputs), len(outputs), mode)
    ys, xs = list(outputs.values()), list(inputs.values())
    matrix: Matrix = [[None] * len(columns) for _ in rows]
    if choice.mode == "forward":
        for j, column in zip(inputs, from_each(graph, pushed(graph, primal), xs, ys), strict=True):
            for i, d in zip(outputs, column, strict=True):
                matrix[i][j] = d
    else:
        for i, row in zip(outputs, from_each(graph, pulled(graph, primal, marks), ys, xs), strict=True):
            for j, d in zip(inputs, row, strict=True):
                matrix[i][j] = d
    return matrix, choice
