"""What there is to know about a gradient: kinks, infinite slopes, undefined and absent derivatives."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from math import isfinite
from typing import TYPE_CHECKING, Any

from adcli.derivatives.axes.element import Element
from adcli.derivatives.axes.wrt import Chosen
from adcli.derivatives.ranges import in_range
from adcli.graph.reach import dependents
from adcli.language.program import Trace
from adcli.language.state.guards import Guard, compared
from adcli.lazy import np
from adcli.text.errors import AdError
from adcli.text.notices import Notice
from adcli.text.source import Span

if TYPE_CHECKING:
    from adcli.derivatives.kinks.settled import Settled
    from adcli.derivatives.kinks.surroundings import Surroundings

MOST_FAILURES = 10  # of the elements of one array that are told


def derivative_notices(trace: Trace, node: Any, chosen: Chosen, derivatives: Sequence[Any]) -> list[Notice]:
    """The notices of one output's derivatives, of which these are a sweep's."""
    return notices_of(trace, node, chosen, *settled_gradient(trace, chosen, derivatives))


def notices_of(
    trace: Trace, node: Any, chosen: Chosen, derivatives: Sequence[Any], found: Settled | None
) -> list[Notice]:
    """The notices of derivatives and of what `settled_gradient` found, then of inputs, in their order."""
    notices = [] if found is None else list(found.notices)
    connected = None
    failed: list[tuple[Element, float]] = []
    sound: list[str] = []
    for name, x, key, d in zip(chosen.names, chosen.nodes, chosen.keys, derivatives, strict=True):
        if d is None:
            if connected is None:
                outputs = [node, *trace.touched] if type(node) is int else trace.touched
                connected = dependents(trace.graph, outputs)
            decided = found is not None and x in found.decided
            if not (connected[x] or decided or any(notice.input == name for notice in notices)):
                from adcli.derivatives.diagnosis.unconnected import unconnected

                notices += unconnected(trace, [(name, x)])
        elif bad := _bad(name, x, key, d, trace):
            failed += bad
        else:
            sound.append(name)
    return [*notices, *_failures(node, failed, sound, found)] if failed and found else notices


def _failures(
    node: Any, failed: Sequence[tuple[Element, float]], sound: Sequence[str], found: Settled
) -> Iterator[Notice]:
    """The notices of derivatives that are not finite, and not told yet; `sound` names the others."""
    from adcli.derivatives.diagnosis.nonfinite import failure, rest_of

    told = {notice.input for notice in found.notices if notice.kind == "infinite_slope"}
    label, rest = next(iter(found.around.trace.outputs)), rest_of(sound)
    for element, d in failed:
        if element.label not in told:
            yield replace(failure(found.around, label, node, element, d), rest=rest)


def may_bend(trace: Trace) -> bool:
    """Whether anything in a run could bend or jump, wherever the point lies."""
    return bool(trace.guards) or any(
        applied is not None and applied.operation.kinks for applied in trace.graph.operations
    )


def settled_gradient(
    trace: Trace, chosen: Chosen, derivatives: Sequence[Any]
) -> tuple[list[Any], Settled | None]:
    """The derivatives of the one output, and what was found beside the point; None where all is plain.

    Where something bends there, or a sweep has left nothing, they are those of both sides.
    """
    derivatives = list(derivatives)
    bends = may_bend(trace)
    if trace.whole and not bends:
        derivatives = in_range(trace, chosen.nodes, derivatives)
    if not trace.whole or (not bends and all(map(_finite, derivatives))):
        return derivatives, None
    from adcli.derivatives.kinks.bends import outputs_told
    from adcli.derivatives.kinks.settled import settled
    from adcli.derivatives.kinks.surroundings import MOST_LOOKED, Surroundings

    around = Surroundings(trace)
    if around.plain and all(map(_finite, derivatives)):
        return derivatives, None
    places = list(islice(_looked_at(around, chosen, derivatives), MOST_LOOKED + 1))
    numbers = {(0, j): _element(derivatives[k], chosen.keys[k], e) for j, (k, e) in enumerate(places)}
    found = settled(around, outputs_told(trace), [element for _, element in places], numbers)
    for (_, j), number in found.numbers.items():
        k, element = places[j]
        derivatives[k] = _replaced(derivatives[k], trace.graph.shapes, chosen.keys[k], element, number)
    return derivatives, found


def _looked_at(
    around: Surroundings, chosen: Chosen, derivatives: Sequence[Any]
) -> Iterator[tuple[int, Element]]:
    """The elements along which both sides are looked at, by their places among what was chosen.

    Where there are many, those alone that could part something, or whose derivative is not finite.
    """
    from adcli.derivatives.kinks.surroundings import MOST_LOOKED

    shapes = around.trace.graph.shapes
    few = sum(chosen.sizes(shapes)) <= MOST_LOOKED
    for k, (name, x, key) in enumerate(zip(chosen.names, chosen.nodes, chosen.keys, strict=True)):
        d = derivatives[k]
        if few or key or x not in shapes:
            yield from ((k, element) for element in Chosen((name,), (x,), (key,)).elements(shapes))
            continue
        marks = np.asarray(around.sources.get(x, np.zeros(shapes[x]))) != 0.0
        for place in np.argwhere(marks if d is None else marks | ~np.isfinite(d)).tolist():
            yield k, Element(f"{name}[{','.join(map(str, place))}]", x, tuple(place))


def _element(d: Any, key: Any, element: Element) -> float | None:
    """The derivative by an element, from that by the input or element that was chosen."""
    return d if d is None or isinstance(d, float) or key else float(d[element.key])


def _replaced(d: Any, shapes: Mapping[int, Any], key: Any, element: Element, number: float) -> Any:
    """The derivative by what was chosen, with that by one element put in."""
    if key or not element.key:
        return number
    whole = np.zeros(shapes[element.node]) if d is None else np.array(d)
    whole[element.key] = number
    return whole


def _finite(d: Any) -> bool:
    if d is None or isinstance(d, float):
        return d is None or isfinite(d)
    return bool(np.isfinite(d).all())


def _bad(name: str, x: int, key: Any, d: Any, trace: Trace) -> list[tuple[Element, float]]:
    """The elements of a derivative that are not finite."""
    if isinstance(d, float):
        return [] if isfinite(d) else [(Element(name, x, key), d)]
    if np.isfinite(d).all():
        return []
    elements = Chosen((name,), (x,), (key,)).elements(trace.graph.shapes)
    bad = ((e, float(v)) for e, v in zip(elements, d.ravel().tolist(), strict=True) if not isfinite(v))
    return list(islice(bad, MOST_FAILURES))


def with_sides(
    trace: Trace, found: Sequence[Notice], inputs: Iterable[int], ties: Collection[Span | None] = ()
) -> tuple[Notice, ...]:
    """What is known about the values and, found besides, about the derivatives by these inputs.

    A tie of which the derivatives on either side are known is not told twice; one that none of
    the inputs can part, and those at `ties`, which part no derivative, are not told at all.
    """
    sides = (n for n in found if n.kind == "boundary" or None not in (n.left, n.right))
    spans = {notice.span for notice in sides} | set(ties)
    kept = [n for n in trace.notices if n.kind != "boundary" or n.span not in spans]
    if any(n.kind == "boundary" for n in kept) and (held := set(trace.inputs.values()) - set(inputs)):
        moved = _moved(trace, set(trace.inputs.values()) - held)
        kept = [n for n in kept if n.kind != "boundary" or n.span in moved]
    return (*kept, *found)


def _moved(trace: Trace, inputs: Collection[int]) -> set[Span]:
    """Where decisions at a tie stand that depend on one of these inputs."""
    ties: dict[int, list[Guard]] = {}
    for guard in trace.guards:
        if guard.margin == 0.0:
            ties.setdefault(guard.place, []).append(guard)
    marked = {place: dependents(trace.graph, compared(guards)) for place, guards in ties.items()}
    return {
        trace.program.syntax.span(place) for place, marks in marked.items() if any(marks[x] for x in inputs)
    }


def refuse_kinks(notices: Sequence[Notice]) -> None:
    """Raises AdError at the first kink or jump; a tie on whose sides the derivative is one is none."""
    for notice in notices:
        tie = notice.kind == "boundary" and (notice.left is None or notice.left != notice.right)
        if notice.kind == "kink" or tie:
            raise AdError("undefined", notice.message, notice.span, detail=notice.detail)
