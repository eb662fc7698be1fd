"""What is found beside a point where something bends or jumps: derivatives, and notices of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, product
from typing import Any, NamedTuple

from adcli.derivatives.axes.element import Element
from adcli.derivatives.kinks.blame import Blame
from adcli.derivatives.kinks.sides import Both, Side, differ, slope_of
from adcli.derivatives.kinks.surroundings import MOST_ELEMENTS, MOST_LOOKED, Surroundings
from adcli.language.program import Trace
from adcli.lazy import np
from adcli.operations import Kink
from adcli.text.notices import Notice
from adcli.text.numerals import short
from adcli.text.source import Span

AGAIN = "to follow it on either side"


class Told(NamedTuple):
    """An output, its value, the nodes that it was computed from, and what notices call its derivative."""

    label: str
    value: Any
    nodes: tuple[int, ...] = ()
    derivative: str = "the derivative"


class Way(NamedTuple):
    """A direction of the inputs: its name, what notices call it, and both sides.

    both   None where it takes too long to follow it
    input  the label and the node of what moves, where that is one input
    """

    name: str
    along: str
    both: Both | None
    input: str | None = None
    node: int | None = None


@dataclass
class Looked:
    """The derivatives of outputs along some ways, looked at from both sides of the point.

    agreed  by the names of output and way: the derivative where it is the same from both sides (of
            an array, nan in the other elements), or None
    apart   where it is not, as far as is known
    settled where decisions at a tie stand that part no derivative
    """

    agreed: dict[tuple[str, str], Any] = field(default_factory=dict)
    apart: set[tuple[str, str]] = field(default_factory=set)
    notices: list[Notice] = field(default_factory=list)
    settled: set[Span | None] = field(default_factory=set)


def outputs_told(trace: Trace, labels: Sequence[str] | None = None) -> list[Told]:
    """The outputs of a run, or some of them; called by name where there are several."""
    many = len(trace.outputs) > 1
    return [
        Told(
            label,
            trace.value(node),
            (node,) if type(node) is int else (),
            f"the derivative of `{label}`" if many else "the derivative",
        )
        for label, node in trace.outputs.items()
        if labels is None or label in labels
    ]


def ways_of(around: Surroundings, elements: Iterable[Element]) -> list[Way]:
    """The ways along elements of inputs, as many as are looked at and, where there are more, one more."""
    return [
        Way(element.label, f"along `{element.label}`", around.along(element), element.label, element.node)
        for element in islice(elements, MOST_LOOKED + 1)
    ]


def looked(around: Surroundings, outputs: Sequence[Told], ways: Sequence[Way]) -> Looked:
    """Every derivative from both sides; a notice for each kink and each tie that parts one.

    What is the same from both sides gives no notice.
    """
    found = Looked()
    for way, output in product(ways, outputs):
        agreed = None if way.both is None else way.both.agreed(output.label, output.value)
        found.agreed[output.label, way.name] = agreed
        if agreed is None or _any_nan(agreed):
            found.apart.add((output.label, way.name))
    found.notices += _kinks(around, outputs, ways, found.apart)
    for tie in around.trace.notices:
        if tie.kind == "boundary":
            parting = list(_parting(around, tie, outputs, ways, found.apart))
            found.notices += _boundaries(tie, parting)
            if not parting and all(way.both is not None for way in ways):
                found.settled.add(tie.span)
    return found


def _any_nan(number: Any) -> bool:
    return bool((number != number).any() if hasattr(number, "any") else number != number)


def _kinks(
    around: Surroundings, outputs: Sequence[Told], ways: Sequence[Way], apart: Collection[tuple[str, str]]
) -> Iterator[Notice]:
    trace = around.trace
    seen: set[tuple[int, str, str]] = set()  # in a loop a place has many nodes
    unknown: set[int] = set()
    many: Counter[int] = Counter()  # notices of a place
    blame = Blame(around)
    for k, kink, output, way in _reached(around, outputs, ways, apart):
        place = trace.places[k]
        if way.both is None:
            if place not in unknown:
                unknown.add(place)
                yield Notice("kink", f"{kink.says}: too much has run {AGAIN}", trace.span(k))
            continue
        key = (place, output.label, way.name)
        if many[place] >= MOST_ELEMENTS or key in seen or not way.both.bends(k):
            continue
        share = blame.share(k, output.nodes, way.name, way.both)
        if share is False:
            continue
        seen.add(key)
        for told in sides_along(output, way, share):
            many[place] += 1
            if many[place] <= MOST_ELEMENTS:
                yield _notice("kink", kink.says, told, trace.span(k))


def _reached(
    around: Surroundings, outputs: Sequence[Told], ways: Sequence[Way], apart: Collection[tuple[str, str]]
) -> Iterator[tuple[int, Kink, Told, Way]]:
    """The nodes at a kink, with the outputs that were computed from each and the ways that part them."""
    if not around.kinks or not apart:
        return
    leads = [(output, around.leading(output.nodes)) for output in outputs]
    parted = {o.label: [way for way in ways if (o.label, way.name) in apart] for o in outputs}
    for (k, kink), (output, leading) in product(around.kinks, leads):
        if k in leading:
            for way in parted[output.label]:
                yield k, kink, output, way


def _parting(
    around: Surroundings,
    tie: Notice,
    outputs: Sequence[Told],
    ways: Sequence[Way],
    apart: Collection[tuple[str, str]],
) -> Iterator[tuple[Told, Way]]:
    """What parts at the decisions that stand in one place: outputs, with the ways that part them."""
    guards = [g for g in around.ties if around.trace.program.syntax.span(g.place) == tie.span]
    for output, way in product(outputs, ways):
        both = way.both if (output.label, way.name) in apart else None
        if both is not None and any(map(both.moves, guards)) and _decides(around.trace, both, output):
            yield output, way


def _decides(trace: Trace, both: Both, output: Told) -> bool:
    """Whether other branches that run beside the point change an output there, as far as is known."""
    node = trace.outputs.get(output.label)
    for side in (both.left, both.right):
        if side.own:
            continue
        own = None if node is None else side.moved[node] if type(node) is int else node
        slopes = [None if own is None else slope_of(own, output.value, side.sign)]
        slopes.append(side.slope(output.label, output.value))
        if any(slope is None for slope in slopes) or differ(*slopes):
            return True
    return False


def _boundaries(tie: Notice, parting: Iterable[tuple[Told, Way]]) -> Iterator[Notice]:
    cause = tie.message.partition(": ")[0]
    for output, way in islice(parting, MOST_ELEMENTS):
        yield from (_notice("boundary", cause, told, tie.span) for told in sides_along(output, way))


class OneSided(NamedTuple):
    """One derivative from both sides, and that as words."""

    input: str | None
    left: float | None
    right: float | None
    text: str


def sides_along(output: Told, way: Way, among: Any = True) -> Iterator[OneSided]:
    """The one-sided derivatives of an output along a way where they are not one, by its elements.

    Of an array, among those that are marked.
    """
    both, value = way.both, output.value
    assert both is not None
    left, right = both.slopes(output.label, value)
    if not getattr(value, "shape", ()):
        text = f"{way.along} {output.derivative} is {sides_text(both, left, right)}"
        yield OneSided(way.input, left, right, text)
        return
    agreed = both.agreed(output.label, value)
    pairs = [np.full(value.shape, np.nan) if slope is None else slope for slope in (left, right)]
    among = np.broadcast_to(among, value.shape)
    for place in map(tuple, np.argwhere(among).tolist()):
        a, b = (None if np.isnan(side[place]) else float(side[place]) for side in pairs)
        if (a, b) != (None, None) and (agreed is None or np.isnan(agreed[place])):
            label = f"{output.label}[{','.join(map(str, place))}]"
            text = f"{way.along} the derivative of `{label}` is {sides_text(both, a, b)}"
            yield OneSided(way.input, a, b, text)


def sides_text(both: Both, left: float | None, right: float | None) -> str:
    """`-1 from the left, 1 from the right`."""
    if left is not None and left == right:
        return f"{short(left)} from both sides"
    sides = ((both.left, left, "left"), (both.right, right, "right"))
    known = [f"{short(slope)} from the {where}" for _, slope, where in sides if slope is not None]
    return ", ".join([*known, *(_nothing(side, where) for side, slope, where in sides if slope is None)])


def _nothing(side: Side, where: str) -> str:
    why = side.reason()
    return f"without a value on the {where} ({why})" if why else f"unknown from the {where}"


def _notice(kind: Any, cause: str, told: OneSided, span: Any) -> Notice:
    return Notice(
        kind, f"{cause}: {told.text}", span, told.input, told.left, told.right, cause=cause, told=told.text
    )
