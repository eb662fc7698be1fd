"""Which rows of a long trace are shown: the turns of long loops, and the middle, are folded."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

from adcli.answers.steps import Decision, Loop, Steps

TURNS = 4  # a loop with more turns is folded, if it is longer than
ROWS = 16  # so many rows
HEAD, TAIL = 60, 30  # rows that are left of anything longer
TOGETHER = 4  # decisions at one place that are shown


@dataclass(frozen=True, slots=True)
class Gap:
    """Steps `first` to `last` that are not shown, and the loop that they are of."""

    first: int
    last: int
    loop: Loop | None = None


Item = int | Decision | Gap | str


def items(answer: Steps, everything: bool) -> Iterator[Item]:
    """The numbers of the steps to show, decisions where they were taken, and gaps.

    A text stands for decisions that are left out.
    """
    gaps = [] if everything else list(_gaps(answer))
    decisions, at = answer.decisions, 0
    step, count = 0, len(answer.steps)
    for gap in [*gaps, None]:
        end = count if gap is None else gap.first
        while step < end:
            yield from _taken(decisions, at, step, everything)
            at = _past(decisions, at, step)
            yield step
            step += 1
        if gap is not None:
            yield gap
            step = gap.last + 1
            at = bisect_left(decisions, step, key=lambda decision: decision.before)
    yield from _taken(decisions, at, count, everything)


def _past(decisions: tuple[Decision, ...], at: int, step: int) -> int:
    while at < len(decisions) and decisions[at].before <= step:
        at += 1
    return at


def _taken(decisions: tuple[Decision, ...], at: int, step: int, everything: bool) -> Iterator[Item]:
    """The decisions before a step, from the one at `at` on."""
    end = _past(decisions, at, step)
    if everything or end - at <= TOGETHER:
        yield from decisions[at:end]
        return
    yield from decisions[at : at + TOGETHER - 1]
    yield f"{end - at - TOGETHER:,} more decisions"
    yield decisions[end - 1]


def _gaps(answer: Steps) -> Iterator[Gap]:
    """The gaps in order: middle turns of loops; then the middle of what is left, where it is long."""
    folded = [gap for loop in answer.loops if (gap := _middle(loop)) is not None]
    hidden = sum(gap.last + 1 - gap.first for gap in folded)
    if len(answer.steps) - hidden <= HEAD + TAIL + 1:
        yield from folded
        return
    head, tail = _visible(folded, HEAD), len(answer.steps) - TAIL
    for gap in folded:  # what begins in a gap, or ends in one, takes it in
        if gap.first <= tail <= gap.last:
            tail = gap.last + 1
    yield from (gap for gap in folded if gap.last < head)
    yield Gap(head, tail - 1)
    yield from (gap for gap in folded if gap.first >= tail)


def _middle(loop: Loop) -> Gap | None:
    """All turns of a long loop but the first two and the last."""
    if len(loop.starts) <= TURNS or loop.end - loop.starts[0] <= ROWS:
        return None
    return Gap(loop.starts[2], loop.starts[-1] - 1, loop)


def _visible(gaps: list[Gap], count: int) -> int:
    """The step before which `count` steps are shown, if only these gaps are left out."""
    end = count
    for gap in gaps:
        if gap.first < end:
            end += gap.last + 1 - gap.first
    return end
