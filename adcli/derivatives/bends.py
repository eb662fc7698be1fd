"""The notices of kinks and of decisions at a tie: what the derivative is on either side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

from adcli.derivatives.chosen import Element
from adcli.derivatives.onesided import Surroundings
from adcli.derivatives.sides import Both, Side, parts
from adcli.errors import Notice
from adcli.language.program import Trace
from adcli.operations import Kink

AGAIN = "to follow it on either side"


class Told(NamedTuple):
    """An output and what notices call its derivative."""

    label: str
    node: Any
    derivative: str = "the derivative"


def outputs_told(trace: Trace, labels: Sequence[str] | None = None) -> list[Told]:
    """The outputs of a run, or some of them; called by name where there are several."""
    many = len(trace.outputs) > 1
    return [
        Told(label, node, f"the derivative of `{label}`" if many else "the derivative")
        for label, node in trace.outputs.items()
        if labels is None or label in labels
    ]


def bend_notices(around: Surroundings, outputs: Sequence[Told], elements: Sequence[Element]) -> list[Notice]:
    """A notice for each kink and each tie, input and output whose one-sided derivatives it parts.

    A selection at a tie on whose sides the derivative is the same gives none; a decision does.
    """
    if around.plain:
        return []
    return [*_kinks(around, outputs, elements), *_boundaries(around, outputs, elements)]


def _kinks(around: Surroundings, outputs: Sequence[Told], elements: Sequence[Element]) -> Iterator[Notice]:
    trace = around.trace
    seen: set[tuple[int, str, str]] = set()  # in a loop a place has many nodes
    unknown: set[int] = set()
    for k, kink, output, element in _reached(around, outputs, elements):
        place, both = trace.places[k], around.along(element)
        if both is None:
            if place not in unknown:
                unknown.add(place)
                yield Notice("kink", f"{kink.says}: too much has run {AGAIN}", trace.span(k))
            continue
        key = (place, output.label, element.label)
        if key in seen or not both.bends(k):
            continue
        seen.add(key)
        for told in _sides(trace, output, element, both):
            if parts(told.left, told.right):
                yield _notice("kink", kink.says, told, trace.span(k))


def _reached(
    around: Surroundings, outputs: Sequence[Told], elements: Sequence[Element]
) -> Iterator[tuple[int, Kink, Told, Element]]:
    """The nodes at a kink with the outputs that were computed from each, and with every input."""
    if not around.kinks:
        return
    leads = [(output, around.leading(output.node)) for output in outputs]
    for (k, kink), (output, leading) in product(around.kinks, leads):
        if k in leading:
            for element in elements:
                yield k, kink, output, element


def _boundaries(
    around: Surroundings, outputs: Sequence[Told], elements: Sequence[Element]
) -> Iterator[Notice]:
    trace = around.trace
    for plain in trace.notices:
        if plain.kind != "boundary":
            continue
        guards = [g for g in around.ties if trace.program.syntax.span(g.place) == plain.span]
        cause = plain.message.partition(": ")[0]
        for output, element in product(outputs, elements):
            both = around.along(element)
            if both is not None and any(map(both.moves, guards)):
                sides = _sides(trace, output, element, both)
                yield from (_notice("boundary", cause, told, plain.span) for told in sides)


class OneSided(NamedTuple):
    """One derivative from both sides, and that as words."""

    input: str
    left: float | None
    right: float | None
    text: str


def _sides(trace: Trace, output: Told, element: Element, both: Both) -> Iterator[OneSided]:
    """The one-sided derivatives of an output along an input; of an array, those that differ or may."""
    value = trace.value(output.node)
    left, right = both.slopes(output.label, value)
    along = f"along `{element.label}` {output.derivative} is"
    if not getattr(value, "shape", ()):
        yield OneSided(element.label, left, right, f"{along} {sides_text(both, left, right)}")
        return
    import numpy as np

    pairs = [np.full(value.shape, np.nan) if slope is None else slope for slope in (left, right)]
    for place in np.ndindex(*value.shape):
        a, b = (None if np.isnan(side[place]) else float(side[place]) for side in pairs)
        if (a, b) != (None, None) and parts(a, b):
            label = f"{output.label}[{','.join(map(str, place))}]"
            text = f"along `{element.label}` the derivative of `{label}` is {sides_text(both, a, b)}"
            yield OneSided(element.label, a, b, text)


def sides_text(both: Both, left: float | None, right: float | None) -> str:
    """`-1 from the left, 1 from the right`."""
    if left is not None and left == right:
        return f"{left:.8g} from both sides"
    sides = ((both.left, left, "left"), (both.right, right, "right"))
    known = [f"{slope:.8g} from the {where}" for _, slope, where in sides if slope is not None]
    return ", ".join([*known, *(_nothing(side, where) for side, slope, where in sides if slope is None)])


def _nothing(side: Side, where: str) -> str:
    why = side.reason()
    return f"without a value on the {where} ({why})" if why else f"unknown from the {where}"


def _notice(kind: Any, cause: str, told: OneSided, span: Any) -> Notice:
    return Notice(
        kind, f"{cause}: {told.text}", span, told.input, told.left, told.right, cause=cause, told=told.text
    )
