"""What there is to know about a gradient: kinks, infinite slopes, undefined and absent derivatives."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import islice
from math import isfinite
from typing import Any

from adcli.derivatives.chosen import Chosen, Element
from adcli.errors import AdError, Notice
from adcli.graph.graph import dependents
from adcli.language.guards import Guard, compared
from adcli.language.program import Trace
from adcli.source import Span

MOST_FAILURES = 10  # of the elements of one array that are told


def derivative_notices(trace: Trace, node: Any, chosen: Chosen, derivatives: Sequence[Any]) -> list[Notice]:
    """The notices of one output's derivatives: those of kinks, then those of inputs, in their order."""
    notices = kink_notices(trace, chosen)
    connected = None
    failed: list[tuple[Element, float]] = []
    sound: list[str] = []
    for name, x, key, d in zip(chosen.names, chosen.nodes, chosen.keys, derivatives, strict=True):
        if d is None:
            if connected is None:
                outputs = [node, *trace.touched] if type(node) is int else trace.touched
                connected = dependents(trace.graph, outputs)
            if not connected[x] and not any(notice.input == name for notice in notices):
                message = f"the output does not depend on `{name}`"
                notices.append(Notice("unconnected", message, trace.span(x), name))
        elif bad := _bad(name, x, key, d, trace):
            failed += bad
        else:
            sound.append(name)
    return notices + _failures(trace, node, failed, sound) if failed else notices


def _failures(
    trace: Trace, node: int, failed: Sequence[tuple[Element, float]], sound: Sequence[str]
) -> list[Notice]:
    """The notices of derivatives that are not finite; `sound` names those that are."""
    from adcli.derivatives.failures import failure, rest_of
    from adcli.derivatives.onesided import Surroundings

    around, label, rest = Surroundings(trace), next(iter(trace.outputs)), rest_of(sound)
    return [replace(failure(around, label, node, element, d), rest=rest) for element, d in failed]


def may_bend(trace: Trace) -> bool:
    """Whether anything in a run could bend or jump, wherever the point lies."""
    return bool(trace.guards) or any(
        applied is not None and applied.operation.kinks for applied in trace.graph.operations
    )


def kink_notices(trace: Trace, chosen: Chosen) -> list[Notice]:
    """The notices of kinks, and of decisions at a tie, by the chosen inputs."""
    if not may_bend(trace):
        return []
    from adcli.derivatives.bends import bend_notices, outputs_told
    from adcli.derivatives.onesided import MOST_ELEMENTS, Surroundings

    elements = list(islice(chosen.elements(trace.graph.shapes), MOST_ELEMENTS))
    return bend_notices(Surroundings(trace), outputs_told(trace), elements)


def _bad(name: str, x: int, key: Any, d: Any, trace: Trace) -> list[tuple[Element, float]]:
    """The elements of a derivative that are not finite."""
    if isinstance(d, float):
        return [] if isfinite(d) else [(Element(name, x, key), d)]
    import numpy as np

    if np.isfinite(d).all():
        return []
    elements = Chosen((name,), (x,), (key,)).elements(trace.graph.shapes)
    bad = ((e, float(v)) for e, v in zip(elements, d.ravel().tolist(), strict=True) if not isfinite(v))
    return list(islice(bad, MOST_FAILURES))


def with_sides(trace: Trace, found: Sequence[Notice], inputs: Iterable[int]) -> tuple[Notice, ...]:
    """What is known about the values and, found besides, about the derivatives by these inputs.

    A tie of which the derivatives on either side are known is not told twice, and one that none of
    the inputs can part is not told at all.
    """
    spans = {notice.span for notice in found if notice.kind == "boundary"}
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
