"""The Hessian of one scalar output, forward over reverse."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

from adcli.derivatives.axes import Part, elements_of, inputs_of, values_of
from adcli.derivatives.gradient import scalar_output
from adcli.derivatives.notices import second_notices
from adcli.derivatives.results import Hessian
from adcli.engine.seeds import Scalar, from_each, leading, own_entries, pulled, pulled_along, quietly
from adcli.graph.graph import active
from adcli.language.bindings import Bindings, point_of
from adcli.language.program import Program, Trace

MODE = "forward over reverse"


def hessian(
    program: Program,
    bindings: Bindings,
    *,
    wrt: str | None = None,
    output: str | None = None,
    diagonal: bool = False,
    eigenvalues: bool = False,
) -> Hessian:
    """The value, the gradient and the second derivatives of a scalar output by the chosen inputs.

    A forward sweep along each input, and a reverse one that carries its tangents: the gradient's
    derivative along that input, a column of the Hessian. The lower triangle is taken for both.
    `diagonal` keeps nothing else and forms no matrix; `eigenvalues` adds them, with what they say.
    Raises AdError where there is no value, or where there are several outputs.
    """
    point, notices = point_of(program, bindings)
    trace = program.trace(point, output)
    label, node = scalar_output(trace)
    inputs = inputs_of(trace, wrt)
    columns = [name for part in inputs for name in part.labels]
    gradient = _gradient(trace, node, inputs)
    triangle, sweeps = _triangle(trace, node, inputs, diagonal)
    full = None if diagonal else _mirrored(triangle)
    spectrum = _spectrum(full) if eigenvalues and full is not None else None
    return Hessian(
        source=program.title,
        inputs=trace.point(),
        output=label,
        value=trace.value(node),
        gradient=gradient,
        columns=tuple(columns),
        at=tuple(values_of(trace, inputs)),
        slopes=tuple(slope for _, slope in elements_of(inputs, gradient)),
        hessian=full,
        diagonal=[row[-1] for row in triangle],
        mode=MODE,
        reason=_reason(sweeps),
        sweeps=sweeps,
        eigenvalues=spectrum,
        definiteness=definiteness(full) if spectrum is not None and full is not None else "",
        warnings=(
            *notices,
            *trace.notices,
            *second_notices(trace, inputs, gradient, _named(columns, triangle)),
        ),
    )


def _reason(sweeps: int) -> str:
    if not sweeps:
        return f"{MODE}: no inputs to differentiate by: 0 sweeps"
    if sweeps == 1:
        return f"{MODE}: 1 input: 1 forward sweep and 1 reverse sweep"
    return f"{MODE}: {sweeps} inputs: {sweeps} forward sweeps, each with a reverse one"


def _gradient(trace: Trace, node: Any, inputs: Sequence[Part]) -> dict[str, Any]:
    if type(node) is not int:
        return {part.label: part.gathered(None) for part in inputs}
    marks = active(trace.graph, [part.node for part in inputs])
    adjoints = quietly(trace.graph, pulled(trace.graph, trace.primal, marks), {node: 1.0})
    return {part.label: part.gathered(adjoints[part.node]) for part in inputs}


def _triangle(
    trace: Trace, node: Any, inputs: Sequence[Part], diagonal: bool
) -> tuple[list[list[float]], int]:
    """The rows of the lower triangle (of each only its end, the diagonal), and the number of sweeps."""
    elements = [element for part in inputs for element in part.elements if element is not None]
    rows = [[0.0] * (1 if diagonal else i + 1) for i in range(len(elements))]
    if type(node) is not int:
        return rows, 0
    graph = trace.graph
    leads = leading(graph, [node])
    there = [j for j, x in enumerate(elements) if leads[x.node]]
    sweep = pulled_along(graph, trace.primal, node, active(graph, [x.node for x in elements]))
    seeded: list[Scalar] = [elements[j] for j in there]
    if diagonal:
        for j, d in zip(there, own_entries(graph, sweep, seeded), strict=True):
            rows[j][0] = d or 0.0
    else:
        for j, column in zip(there, from_each(graph, sweep, seeded, elements), strict=True):
            for i in range(j, len(elements)):
                rows[i][j] = column[i] or 0.0
    return rows, len(there)


def _mirrored(triangle: Sequence[Sequence[float]]) -> list[list[float]]:
    size = range(len(triangle))
    return [[triangle[max(i, j)][min(i, j)] for j in size] for i in size]


def _named(columns: Sequence[str], triangle: Sequence[Sequence[float]]) -> dict[str, float]:
    """The second derivatives that are not finite, by what they are called."""
    named = {}
    for i, row in enumerate(triangle):
        for j, d in enumerate(row, len(columns[: i + 1]) - len(row)):
            if not isfinite(d):
                by = f"by `{columns[i]}`, twice," if i == j else f"by `{columns[j]}` and `{columns[i]}`"
                named[by] = d
    return named


def _spectrum(matrix: list[list[float]]) -> tuple[float, ...]:
    """The eigenvalues in ascending order; nan where the matrix is not finite."""
    import numpy as np

    array = np.array(matrix, dtype=float).reshape(len(matrix), len(matrix))
    if not np.isfinite(array).all():
        return (float("nan"),) * len(matrix)
    return tuple(np.linalg.eigvalsh(array).tolist())


def definiteness(matrix: list[list[float]]) -> str:
    """What the signs of the eigenvalues say of a point where the gradient is zero.

    Scaling rows and columns alike keeps the signs (J. J. Sylvester's law of inertia), so they are
    judged on a matrix whose entries are of one size (D. Ruiz, RAL-TR-2001-034), where one that is
    within n·eps of 0 counts as 0.
    """
    import numpy as np

    array = np.array(matrix, dtype=float).reshape(len(matrix), len(matrix))
    if not np.isfinite(array).all():
        return "not finite: its eigenvalues are undefined"
    for _ in range(10):
        size = np.sqrt(np.abs(array).max(axis=0, initial=0.0))
        size[size == 0] = 1.0
        array = array / size / size[:, None]
    signs = np.linalg.eigvalsh(array)
    zero = len(matrix) * np.finfo(float).eps * np.abs(signs).max(initial=0.0)
    up, down = bool((signs > zero).any()), bool((signs < -zero).any())
    flat = bool((np.abs(signs) <= zero).any())
    if up and down:
        return "indefinite: a saddle point if the gradient is zero"
    if not up and not down:
        return "zero: it says nothing about minima and maxima"
    sign, extremum = ("positive", "minimum") if up else ("negative", "maximum")
    if flat:
        return (
            f"{sign} semidefinite to rounding: a local {extremum} or a saddle point if the gradient is zero"
        )
    return f"{sign} definite: a local {extremum} if the gradient is zero"
