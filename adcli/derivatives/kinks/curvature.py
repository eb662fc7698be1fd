"""What second derivatives from all sides of the point say: numbers where they agree, notices where not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import nan
from typing import NamedTuple

from adcli.derivatives.axes.slices import Part, chosen_of
from adcli.derivatives.kinks.bends import sides_text
from adcli.derivatives.kinks.seconds import Second, Seconds
from adcli.derivatives.kinks.sides import close
from adcli.derivatives.kinks.surroundings import Surroundings
from adcli.text.notices import Notice
from adcli.text.numerals import short
from adcli.text.source import Span

Pair = frozenset[str]  # of labels: what a second derivative is by


class Judged(NamedTuple):
    """The second derivatives that are one number from all sides, nan where the orders differ; and notices."""

    numbers: dict[Pair, float]
    notices: dict[Pair, Notice]

    def knows(self, pairs: int) -> bool:
        """Whether so many derivatives are known, or are told to differ."""
        return len(self.numbers.keys() | self.notices.keys()) >= pairs


NOTHING = Judged({}, {})


def seconds_beside(around: Surroundings, inputs: Sequence[Part], sound: bool) -> Judged:
    """The second derivatives by these inputs; none are looked at where nothing bends and all is `sound`."""
    if (around.plain and sound) or len(around.trace.outputs) != 1:
        return NOTHING
    elements = list(chosen_of(inputs).elements(around.trace.graph.shapes))
    return judged(around, Seconds(around, elements).all())


def judged(around: Surroundings, seconds: Iterable[Second]) -> Judged:
    """What the two orders of each mixed derivative say together."""
    pairs: dict[Pair, list[Second]] = {}
    lost: list[Second] = []
    for second in seconds:
        if None not in (*second.left, *second.right):
            pairs.setdefault(frozenset((second.along, second.by)), []).append(second)
        elif second.lost:
            lost.append(second)
    found = Judged({}, {})
    for pair, orders in pairs.items():
        number = _number(orders)
        if number is not None:
            found.numbers[pair] = number
        if number is None or number != number:
            found.notices[pair] = _notice(around, orders)
    unknown = [second for second in lost if frozenset((second.along, second.by)) not in pairs]
    if unknown and not around.plain:
        found.notices[frozenset((unknown[0].along, unknown[0].by))] = _unknown(around, unknown)
    return found


def along_beside(
    around: Surroundings, direction: Mapping[int, float], inputs: Sequence[Part], sound: bool
) -> Judged:
    """The derivatives of the gradient along a direction, by the elements' labels alone."""
    if around.plain and sound:
        return NOTHING
    both = around.towards("", direction)
    seconds = Seconds(around, list(chosen_of(inputs).elements(around.trace.graph.shapes)))
    return NOTHING if both is None else judged(around, seconds.along("", direction, both, seconds.elements))


def _number(orders: Sequence[Second]) -> float | None:
    """The number that all sides give; nan where each order gives another one, None where sides differ."""
    each = [second.number for second in orders]
    if None in each:
        return None
    return each[0] if all(close(number, each[0]) for number in each) else nan


def _notice(around: Surroundings, orders: Sequence[Second]) -> Notice:
    """What the sides are where they differ, or where the two orders do."""
    lines = [second.both for second in orders]
    span, says = cause_of(around, lambda k: any(both.bends(k) for both in lines))
    parted = next((second for second in orders if second.number is None), None)
    if parted is None:
        one, other = orders[:2]
        this, that = (short(second.right[-1] or 0.0) for second in (one, other))
        told = (
            f"the second derivative by `{one.along}` and `{one.by}` is {this} if that by"
            f" `{one.by}` is taken first, {that} if that by `{other.by}` is"
        )
        return Notice(
            "undefined", f"{says}: {told}", span, one.along, one.right[-1], other.right[-1],
            cause=says, told=told,
        )  # fmt: skip
    both, along, by, lefts, rights = parted[:5]
    left, right = lefts[0], rights[-1]
    for side in (lefts, rights):
        if not close(side[0], side[-1]):  # the derivative by `by` bends all along
            along, by, left, right = parted.by, parted.along, side[0], side[-1]
    told = f"the second derivative {_called(along, by)} is {sides_text(both, left, right)}"
    return Notice("kink", f"{says}: {told}", span, along, left, right, cause=says, told=told)


def _unknown(around: Surroundings, lost: Sequence[Second]) -> Notice:
    """What is told where there is no following the gradient beside the point."""
    span, says = cause_of(around, lambda k: False)
    pairs = {frozenset((second.along, second.by)) for second in lost}
    more = f", and {len(pairs) - 1:,} more," if len(pairs) > 1 else ""
    told = f"the second derivative {_called(lost[0].along, lost[0].by)}{more} is not known from all sides"
    return Notice("kink", f"{says}: {told}", span, cause=says, told=told)


def _called(along: str, by: str) -> str:
    if not along or not by:
        return f"by `{along or by}` along the tangent"
    return f"by `{by}`, twice," if by == along else f"by `{by}` and `{along}`"


def cause_of(around: Surroundings, bends: Callable[[int], bool]) -> tuple[Span | None, str]:
    """Where something bends, or may, and what is said of it."""
    trace = around.trace
    k, kink = next(((k, kink) for k, kink in around.kinks if bends(k)), (None, None))
    if kink is None:
        tie = next((notice for notice in trace.notices if notice.kind == "boundary"), None)
        if tie is not None:
            return tie.span, tie.message.partition(": ")[0]
        k, kink = next(iter(around.kinks), (None, None))
    if k is None or kink is None:
        (node,) = trace.outputs.values()
        return trace.span(node), "the function is not smooth here"
    return trace.span(k), kink.says
