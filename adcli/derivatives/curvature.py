"""Second derivatives from either side of the point, where something bends or jumps there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from math import isfinite, nan
from typing import Any, NamedTuple

from adcli.derivatives.axes import Part, chosen_of
from adcli.derivatives.bends import sides_text
from adcli.derivatives.onesided import MOST_ELEMENTS, Surroundings
from adcli.derivatives.sides import Both, Side, parts, slope_of
from adcli.engine.germrules import GERMS
from adcli.engine.germs import Unknown
from adcli.engine.kinks import Lost
from adcli.engine.sweeps import reverse
from adcli.errors import Notice
from adcli.graph.graph import active
from adcli.language.program import Trace
from adcli.operations.evaluate import UNDEFINED


class Second(NamedTuple):
    """The derivative along an element, from the left and from the right, of that by another."""

    both: Both
    along: str
    by: str
    left: float
    right: float


def seconds_beside(
    around: Surroundings, inputs: Sequence[Part], slopes: Mapping[str, Any]
) -> Iterator[Second]:
    """The derivatives of the gradient from both sides, as far as they are known and finite."""
    if around.plain or len(around.trace.outputs) != 1:
        return
    (label,) = around.trace.outputs
    elements = chosen_of(inputs).elements(around.trace.graph.shapes)
    for element in islice(elements, MOST_ELEMENTS):
        both = around.along(element)
        if both is None or parts(*both.slopes(label, around.trace.value(around.trace.outputs[label]))):
            continue  # too long to follow, or the first derivative bends
        sides = [(side, gradient_beside(side, label)) for side in (both.left, both.right)]
        if any(found is None for _, found in sides):
            continue
        for part in inputs:
            left, right = (_slopes_of(around.trace, part, side, found, slopes) for side, found in sides)
            pairs = zip(part.labels, left, right, strict=True)
            yield from (Second(both, element.label, by, a, b) for by, a, b in pairs if isfinite(a - b))


def _slopes_of(trace: Trace, part: Part, side: Side, gradient: Any, slopes: Mapping[str, Any]) -> list[float]:
    """The derivatives of a part of the gradient from one side, by its elements; nan where unknown."""
    number = next(gradient[name] for name, node in trace.inputs.items() if node == part.node)
    number = 0.0 if number is None else number
    if part.key:
        from adcli.engine.germarrays import picker

        number = picker(number, part.whole)(part.key)
    found = slope_of(number, slopes[part.label], side.sign)
    if part.shape:
        return list(found.ravel().tolist())
    return [nan if found is None else found]


def bent_twice(around: Surroundings, seconds: Iterable[Second]) -> Iterator[Notice]:
    """Where the derivative of the gradient is not the same from both sides."""
    told: set[frozenset[str]] = set()
    for second in seconds:
        pair = frozenset((second.along, second.by))
        if pair not in told and second.left != second.right:
            told.add(pair)
            yield _kink(around, second)


def settled(around: Surroundings, seconds: Iterable[Second]) -> dict[frozenset[str], float]:
    """The second derivatives that are the same from both sides of a kink, by what they are by."""
    return {
        frozenset((second.along, second.by)): second.left
        for second in seconds
        if second.left == second.right and any(second.both.bends(k) for k, _ in around.kinks)
    }


def product_beside(
    around: Surroundings, seconds: Iterable[Second], tangent: Mapping[str, float], inputs: Sequence[Part]
) -> dict[str, float] | None:
    """H ẋ by the elements' labels, from second derivatives that are the same from both sides of a kink.

    None where nothing bends along the tangent, or where one of them is not known.
    """
    sums = {label: 0.0 for part in inputs for label in part.labels}
    known = [s for s in seconds if tangent[s.along] and s.left == s.right]
    moving = sum(map(bool, tangent.values()))
    if len(known) < moving * len(sums) or not settled(around, known):
        return None
    for second in known:
        sums[second.by] += second.left * tangent[second.along]
    return sums


def _kink(around: Surroundings, second: Second) -> Notice:
    trace, (both, along, by, left, right) = around.trace, second
    node, says = next(((k, kink.says) for k, kink in around.kinks if both.bends(k)), (None, ""))
    span = None if node is None else trace.span(node)
    if node is None and around.ties:
        tie = next(notice for notice in trace.notices if notice.kind == "boundary")
        span, says = tie.span, tie.message.partition(": ")[0]
    called = f"by `{by}`, twice," if by == along else f"by `{by}` and `{along}`"
    told = f"the second derivative {called} is {sides_text(both, left, right)}"
    return Notice("kink", f"{says}: {told}", span, along, left, right, cause=says, told=told)


def gradient_beside(side: Side, label: str) -> dict[str, Any] | None:
    """The adjoint of every input beside the point, as germs; None where that is not known."""
    node = side.outputs.get(label)
    if node is None or any(isinstance(n, Lost) for n in side.numbers):
        return None
    inputs: dict[str, int] = {name: x for name, x in side.inputs.items() if type(x) is int}
    if type(node) is not int:
        return dict.fromkeys(inputs)
    try:
        adjoints = reverse(side.graph, side.numbers, {node: 1.0}, active(side.graph, inputs.values()), GERMS)
    except (Unknown, *UNDEFINED):
        return None
    if not side.graph.shapes:
        return {name: adjoints[x] for name, x in inputs.items()}
    from adcli.operations.absent import dense

    return {name: dense(adjoints[x]) for name, x in inputs.items()}
