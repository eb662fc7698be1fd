"""The Hessian of one scalar output, forward over reverse."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import isfinite, isnan
from typing import Any

from adcli.answers.matrices import Hessian
from adcli.answers.sparse import Coordinates, SparseHessian, check_size
from adcli.derivatives.axes.entries import laid_second
from adcli.derivatives.axes.outputs import scalar_output
from adcli.derivatives.axes.slices import Part, elements_of, inputs_of, values_of
from adcli.derivatives.diagnosis.entries import second_notices
from adcli.derivatives.diagnosis.firstorder import may_bend, with_sides
from adcli.derivatives.diagnosis.losses import losses
from adcli.derivatives.kinks.curvature import Pair, seconds_beside
from adcli.derivatives.kinks.seconds import SECOND
from adcli.derivatives.kinks.settledproducts import partials
from adcli.derivatives.kinks.sides import close
from adcli.derivatives.kinks.surroundings import Surroundings
from adcli.derivatives.questions.definiteness import says, spectrum
from adcli.derivatives.ranges import in_range
from adcli.engine.sparsity.compressed import Entry, hessian_entries
from adcli.engine.sweeps.seeds import pulled, quietly
from adcli.graph.reach import active
from adcli.language.points.bindings import Bindings, point_of
from adcli.language.program import Program, Trace
from adcli.text.numerals import counted

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
    fields, found = _answer(program, bindings, wrt, output, diagonal=diagonal)
    size = len(fields["columns"])
    full = None if diagonal else found.full()
    told: dict[str, Any] = {}
    if eigenvalues and full is not None:
        signs = says(full, fields["slopes"], fields["at"])
        told = {"eigenvalues": spectrum(full), "definiteness": signs}
    return Hessian(**fields, hessian=full, diagonal=_diagonal(found, size), **told)


def sparse_hessian(
    program: Program, bindings: Bindings, *, wrt: str | None = None, output: str | None = None
) -> SparseHessian:
    """The same as coordinates of the entries that can be different from 0; the rest is never formed."""
    fields, found = _answer(program, bindings, wrt, output, sparse=True)
    return SparseHessian(**fields, entries=found)


def _answer(
    program: Program,
    bindings: Bindings,
    wrt: str | None,
    output: str | None,
    *,
    sparse: bool = False,
    diagonal: bool = False,
) -> tuple[dict[str, Any], Coordinates]:
    """The fields that all answers have, and the entries."""
    point, notices = point_of(program, bindings)
    trace = program.trace(point, output)
    label, node = scalar_output(trace)
    inputs = inputs_of(trace, wrt)
    columns = [name for part in inputs for name in part.labels]
    if not (sparse or diagonal):
        check_size("Hessian", len(columns), len(columns))
    gradient = gradient_by_label(trace, node, inputs)
    triangle, inputs_there, sweeps = _triangle(trace, node, inputs, sparse, diagonal)
    around = Surroundings(trace, SECOND)
    sound = all(d is None or isfinite(d) for _, _, d in triangle)
    beside = seconds_beside(around, inputs, sound)
    triangle = _settled(triangle, columns, beside.numbers, diagonal)
    gradient, seen = partials(around, inputs, gradient)
    named = _named(columns, triangle, beside.numbers)
    ties = seen.ties if beside.knows(len(columns) * (len(columns) + 1) // 2) else ()
    fields = {
        "source": program.title,
        "inputs": trace.point(),
        "output": label,
        "value": trace.value(node),
        "gradient": gradient,
        "columns": tuple(columns),
        "at": tuple(values_of(trace, inputs)),
        "slopes": tuple(slope for _, slope in elements_of(inputs, gradient)),
        "mode": MODE,
        "reason": _reason(inputs_there, sweeps),
        "sweeps": sweeps,
        "warnings": (
            *notices,
            *losses(trace, [node]),
            *with_sides(
                trace,
                second_notices(seen, inputs, gradient, named, beside),
                [part.node for part in inputs],
                ties,
            ),
        ),
    }
    return fields, _mirrored(triangle, len(columns))


def _reason(inputs: int, sweeps: int) -> str:
    if not inputs:
        return f"{MODE}: no path from an input to an output: 0 sweeps"
    if sweeps < inputs:
        shared = f"{counted(inputs, 'input')} in {counted(sweeps, 'colour')}"
        return f"{MODE}: {shared}: {counted(sweeps, 'sweep')} instead of {inputs:,}"
    each = (
        "1 forward sweep and 1 reverse sweep"
        if sweeps == 1
        else f"{sweeps:,} forward sweeps, each with a reverse one"
    )
    return f"{MODE}: {counted(inputs, 'input')}: {each}"


def gradient_by_label(trace: Trace, node: Any, inputs: Sequence[Part]) -> dict[str, Any]:
    """The derivative of an output by each of these, by label."""
    if type(node) is not int:
        return {part.label: part.gathered(None) for part in inputs}
    marks = active(trace.graph, [part.node for part in inputs])
    adjoints = quietly(trace.graph, pulled(trace.graph, trace.primal, marks), {node: 1.0})
    if trace.whole and not trace.graph.shapes and not may_bend(trace):
        nodes = [part.node for part in inputs]
        found = in_range(trace, nodes, [adjoints[x] for x in nodes])
        return {part.label: part.gathered(d) for part, d in zip(inputs, found, strict=True)}
    return {part.label: part.gathered(adjoints[part.node]) for part in inputs}


def _triangle(
    trace: Trace, node: Any, inputs: Sequence[Part], sparse: bool, diagonal: bool
) -> tuple[list[Entry], int, int]:
    """The entries of the lower triangle, the number of inputs that are there, and that of sweeps."""
    if type(node) is not int:
        return [], 0, 0
    there, known = laid_second(trace, node, inputs, whole=sparse)
    found, sweeps = hessian_entries(known, diagonal)
    return [(there[i], there[j], d) for i, j, d in found], len(there), sweeps


def _settled(
    triangle: list[Entry], columns: Sequence[str], beside: Mapping[Pair, float], diagonal: bool
) -> list[Entry]:
    """The entries with those that are one number from all sides of a kink, whatever is convention at it."""
    if not beside:
        return triangle
    numbers = {(i, j): d for i, j, d in triangle}
    places = {name: k for k, name in enumerate(columns)}
    for names, number in beside.items():
        here = sorted((places[name] for name in names), reverse=True)
        i, j = here[0], here[-1]
        swept = numbers.get((i, j))
        if (i == j or not diagonal) and not (close(swept or 0.0, number) and (swept is None or number)):
            numbers[i, j] = number
    return [(i, j, d) for (i, j), d in sorted(numbers.items())]


def _mirrored(triangle: Iterable[Entry], size: int) -> Coordinates:
    """Both triangles, row by row."""
    both = [entry for i, j, d in triangle for entry in ([(i, j, d), (j, i, d)] if i != j else [(i, j, d)])]
    return Coordinates.of((size, size), sorted(both, key=lambda entry: entry[:2]))


def _diagonal(found: Coordinates, size: int) -> list[float]:
    diagonal = [0.0] * size
    for i, j, d in zip(found.rows, found.cols, found.values, strict=True):
        if i == j:
            diagonal[i] = d
    return diagonal


def _named(columns: Sequence[str], triangle: Iterable[Entry], told: Mapping[Pair, float]) -> dict[str, float]:
    """The second derivatives that are not finite, by what they are called, but for those told of."""
    named = {}
    for i, j, d in triangle:
        if d is not None and not isfinite(d) and not isnan(told.get(frozenset((columns[i], columns[j])), 0)):
            by = f"by `{columns[i]}`, twice," if i == j else f"by `{columns[j]}` and `{columns[i]}`"
            named[by] = d
    return named
