"""What stands in the place of a convention: derivatives that are the same from both sides of the point.

At a kink a sweep passes on what convention has chosen. Where the two one-sided derivatives of an
output agree, the derivative exists and is that number; and so it is where 0 times infinity leaves
nothing of the chain rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite, isnan

from adcli.derivatives.axes.element import Element
from adcli.derivatives.axes.wrt import size_of
from adcli.derivatives.kinks.bends import Told, Way, looked, ways_of
from adcli.derivatives.kinks.generic import elsewhere
from adcli.derivatives.kinks.sides import close
from adcli.derivatives.kinks.surroundings import MOST_LOOKED, Surroundings
from adcli.text.notices import Notice
from adcli.text.numerals import short
from adcli.text.source import Span

Place = tuple[int, int]  # row (an output element) and column (a way)
Numbers = Mapping[Place, float | None]  # derivatives; None is structurally absent


@dataclass
class Settled:
    """Derivatives that both sides have in the place of a sweep's, and what is to be told.

    around  what lies beside the point, where it was looked at
    parted  the derivatives that are not one from both sides, as far as is known
    ties    where decisions at a tie stand that part no derivative
    decided the inputs along which another branch runs beside the point
    """

    around: Surroundings
    numbers: dict[Place, float] = field(default_factory=dict)
    notices: list[Notice] = field(default_factory=list)
    parted: set[Place] = field(default_factory=set)
    ties: set[Span | None] = field(default_factory=set)
    decided: set[int | None] = field(default_factory=set)


def settled(
    around: Surroundings, outputs: Sequence[Told], elements: Sequence[Element], numbers: Numbers
) -> Settled:
    """The partials of outputs by elements, of which a sweep gave `numbers`.

    Where all exist, but not the derivative along another direction, that is told.
    """
    failed = {j for (_, j), d in numbers.items() if d is not None and not isfinite(d)}
    columns = [j for j, e in enumerate(elements) if j in failed or around.parts(e)][: MOST_LOOKED + 1]
    if around.plain:
        columns = sorted({j for (_, j), d in numbers.items() if d is not None and isnan(d)})[:MOST_LOOKED]
    ways = ways_of(around, [elements[j] for j in columns])
    found = settled_along(around, outputs, dict(zip(columns, ways, strict=True)), numbers)
    if columns and 1 < len(elements) <= MOST_LOOKED and (found.numbers or not around.plain):
        whole = {**numbers, **found.numbers}
        found.notices += elsewhere(around, outputs, elements, whole, {row for row, _ in found.parted})
    return found


def settled_along(
    around: Surroundings, outputs: Sequence[Told], ways: Mapping[int, Way], numbers: Numbers
) -> Settled:
    """The same of derivatives along any ways, by their columns."""
    found = Settled(around)
    found.decided = {way.node for way in ways.values() if way.both and not way.both.own}
    if not around.plain:
        seen = looked(around, outputs, list(ways.values()))
        found.notices, found.ties = seen.notices, seen.settled
    for output, first in zip(outputs, first_rows(outputs), strict=True):
        leading: set[int] | None = None
        for column, way in ways.items():
            for row, agreed in enumerate(_agreed(output, way), first):
                d = numbers.get((row, column))
                if isnan(agreed):
                    found.parted.add((row, column))
                    continue
                if close(agreed, 0.0 if d is None else d):
                    continue
                if d is None or isfinite(d):
                    leading = around.leading(output.nodes) if leading is None else leading
                    if not _bent(around, way, leading):
                        continue
                found.numbers[row, column] = agreed
                if not isfinite(agreed):
                    found.notices.append(_infinite(around, output, way, agreed))
    return found


def first_rows(outputs: Sequence[Told]) -> list[int]:
    """The row at which each output begins."""
    rows, row = [], 0
    for output in outputs:
        rows.append(row)
        row += size_of(getattr(output.value, "shape", ()))
    return rows


def _agreed(output: Told, way: Way) -> Iterator[float]:
    """The derivative of each element of an output along a way; nan where there is none, or none is known."""
    shape = getattr(output.value, "shape", ())
    agreed = None if way.both is None else way.both.agreed(output.label, output.value)
    if agreed is None:
        yield from (float("nan") for _ in range(size_of(shape)))
    elif shape:
        yield from agreed.ravel().tolist()
    else:
        yield float(agreed)


def _bent(around: Surroundings, way: Way, leading: set[int]) -> bool:
    """Whether something may bend on the way, so that a sweep at the point goes by convention."""
    assert way.both is not None
    graph = around.trace.graph
    return not way.both.own or any(way.both.reaches(graph.arguments(k)) for k in leading)


def _infinite(around: Surroundings, output: Told, way: Way, slope: float) -> Notice:
    """The notice of a slope that is infinite from both sides, with one sign."""
    ties = (notice.span for notice in around.trace.notices if notice.kind == "boundary")
    span = around.trace.span(output.nodes[0]) if output.nodes else next(ties, None)
    cause = "the slope is infinite here"
    told = f"{way.along} {output.derivative} is {short(slope)} from both sides"
    return Notice("infinite_slope", f"{cause}: {told}", span, way.input, slope, slope, cause=cause, told=told)
