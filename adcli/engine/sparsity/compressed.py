"""Jacobians and Hessians in as few sweeps as their sparsity allows.

Compression: the columns of a colour are seeded together, which gives J S with one column a
colour. Decompression: the entry (i, j) stands in row i at the colour of j (for a Hessian perhaps
in row j at the colour of i).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from adcli.engine.sparsity import colouring
from adcli.engine.sparsity.lowering import lowered
from adcli.engine.sparsity.pattern import Pattern, pattern
from adcli.engine.sweeps.choose import REVERSE_COST, Choice, choose
from adcli.engine.sweeps.reverse import reverse
from adcli.engine.sweeps.seeds import FEW, from_groups, own_entries, pulled, pulled_along, pushed, quietly
from adcli.engine.sweeps.tape import tape_kept
from adcli.graph import Builder
from adcli.graph.graph import Graph
from adcli.graph.reach import Scalar, active
from adcli.numbers.handles import HANDLES, Handle, handles_of

WORTH = 4  # fewer sweeps than it takes to find the pattern and the colours cannot be saved
LARGEST_GRADIENT = 1 << 27  # bytes of the arrays in a graph whose gradient is formed as a graph

Entry = tuple[int, int, float | None]  # row, column, derivative


@dataclass(frozen=True, slots=True)
class Structure:
    """What is known of a Jacobian before any derivative.

    rows, columns    the elements that are structurally there (an active output, an input that leads on)
    pattern          per row, its columns; None where it is not known, and counts as full
    row_colours, column_colours   a colour each; None where there is no pattern
    """

    graph: Graph
    primal: Sequence[Any]
    rows: Sequence[Scalar]
    columns: Sequence[Scalar]
    pattern: Pattern | None = None
    row_colours: Sequence[int] | None = None
    column_colours: Sequence[int] | None = None

    @property
    def entries(self) -> int:
        """The number of entries that can be different from 0."""
        if self.pattern is None:
            return len(self.rows) * len(self.columns)
        return sum(map(len, self.pattern))

    @property
    def colours(self) -> tuple[int, int] | None:
        """The numbers of colours of the columns and of the rows."""
        if self.column_colours is None or self.row_colours is None:
            return None
        return _count(self.column_colours), _count(self.row_colours)

    def choice(self, asked: str = "auto") -> Choice:
        """The cheaper mode."""
        return choose(
            len(self.columns), len(self.rows), asked, self.colours, tape_kept(self.graph, self.primal)
        )


def structure(
    graph: Graph,
    primal: Sequence[Any],
    rows: Sequence[Scalar],
    columns: Sequence[Scalar],
    whole: bool = False,
) -> Structure:
    """The structure of the Jacobian of rows by columns, which are structurally there.

    The pattern is looked for where it can save sweeps, or in any case if the `whole` is asked for.
    """
    if not whole and min(len(columns), REVERSE_COST * len(rows)) < WORTH:
        return Structure(graph, primal, rows, columns)
    if graph.shapes:
        flat = lowered(graph, primal, [z.node for z in (*rows, *columns)])
        if flat is not None:
            graph, primal = flat.graph, flat.primal
            rows, columns = list(map(flat.element, rows)), list(map(flat.element, columns))
    found = pattern(graph, primal, rows, columns)
    if found is None:
        return Structure(graph, primal, rows, columns)
    across = colouring.transposed(found, len(columns))
    return Structure(
        graph,
        primal,
        rows,
        columns,
        found,
        colouring.column_colours(across, len(rows)),
        colouring.column_colours(found, len(columns)),
    )


def jacobian_entries(known: Structure, mode: str) -> Iterable[Entry]:
    """The entries in the pattern, row by row, in so many sweeps as the mode has colours."""
    graph, rows, columns = known.graph, known.rows, known.columns
    forwards = mode == "forward"
    seeded, read = (columns, rows) if forwards else (rows, columns)
    sweep = (
        pushed(graph, known.primal, [y.node for y in rows])
        if forwards
        else pulled(graph, known.primal, active(graph, [x.node for x in columns]))
    )
    colours = known.column_colours if forwards else known.row_colours
    if colours is None:
        colours = range(len(seeded))
    groups = [[seeded[k] for k in group] for group in colouring.groups(colours)]
    product = list(from_groups(graph, sweep, groups, read))
    full = range(len(columns))
    for i in range(len(rows)):
        for j in full if known.pattern is None else known.pattern[i]:
            yield i, j, product[colours[j]][i] if forwards else product[colours[i]][j]


@dataclass(frozen=True, slots=True)
class Curvature:
    """What is known of a Hessian before any derivative: of a scalar output by elements that it depends on.

    `pattern` has, per row, its columns; None where it is not known, and counts as full.
    """

    graph: Graph
    primal: Sequence[Any]
    output: int
    elements: Sequence[Scalar]
    pattern: Pattern | None = None


def curvature(
    graph: Graph, primal: Sequence[Any], output: int, elements: Sequence[Scalar], *, whole: bool = False
) -> Curvature:
    """The structure of a Hessian; its pattern where it can save sweeps, or if the `whole` is asked for."""
    if graph.shapes:
        flat = lowered(graph, primal, [output, *(x.node for x in elements)])
        if flat is not None:
            graph, primal = flat.graph, flat.primal
            output, elements = flat.element(Scalar(output)).node, list(map(flat.element, elements))
    found = hessian_pattern(graph, primal, output, elements) if whole or len(elements) >= FEW else None
    return Curvature(graph, primal, output, elements, found)


def hessian_entries(known: Curvature, diagonal: bool = False) -> tuple[Sequence[Entry], int]:
    """The entries of the lower triangle that can be different from 0, and the number of colours.

    Each colour takes a forward sweep and a reverse one that carries its tangents. With `diagonal`,
    only the entries on it.
    """
    graph, elements = known.graph, known.elements
    sweep = pulled_along(graph, known.primal, known.output, active(graph, [x.node for x in elements]))
    if known.pattern is None:
        if diagonal:
            own = own_entries(graph, sweep, elements)
            return [(i, i, d) for i, d in enumerate(own)], len(elements)
        product = list(from_groups(graph, sweep, [[x] for x in elements], elements))
        full = [(i, j, product[j][i]) for i in range(len(elements)) for j in range(i + 1)]
        return full, len(elements)
    stars = colouring.Stars(known.pattern)
    colours = [[elements[k] for k in group] for group in colouring.groups(stars.colours)]
    product = list(from_groups(graph, sweep, colours, elements))
    entries = []
    for i, row in enumerate(known.pattern):
        for j in row:
            if j == i or (j < i and not diagonal):
                at, colour = stars.reads_at(i, j)
                entries.append((i, j, product[colour][at]))
    return entries, len(colours)


def hessian_pattern(
    graph: Graph, primal: Sequence[Any], output: int, elements: Sequence[Scalar]
) -> Pattern | None:
    """The pattern of a Hessian, the Jacobian of the gradient, from the gradient's graph.

    None where that graph would hold too many arrays, or is too full.
    """
    if graph.shapes and tape_of(graph) > LARGEST_GRADIENT:
        return None
    builder = Builder.extending(graph, list(primal))
    marks = active(graph, [x.node for x in elements])
    handles = handles_of(builder, graph)
    adjoints = quietly(graph, lambda seeds: reverse(graph, handles, seeds, marks, HANDLES), {output: 1.0})
    rows = [_row(adjoints[x.node], x.place) for x in elements]
    there = [row for row in rows if row is not None]
    found = pattern(builder.graph(), builder.values, there, elements)
    if found is None:
        return None
    known = iter(found)
    mirrored: list[set[int]] = [set() for _ in rows]
    for i, row in enumerate(rows):
        for j in () if row is None else next(known):
            mirrored[i].add(j)
            mirrored[j].add(i)
    return [tuple(sorted(row)) for row in mirrored]


def _row(adjoint: Any, place: int | None) -> Scalar | None:
    """The element of an adjoint in the gradient's graph; None where it is a constant."""
    if place is not None and adjoint is not None:
        from adcli.operations.arrays.absent import dense

        adjoint = dense(adjoint)
    return Scalar(adjoint.node, place) if isinstance(adjoint, Handle) else None


def tape_of(graph: Graph) -> int:
    """The bytes of all values of a graph."""
    return 8 * (len(graph.nodes) + sum(prod(shape) - 1 for shape in graph.shapes.values()))


def _count(colours: Sequence[int]) -> int:
    return max(colours, default=-1) + 1
