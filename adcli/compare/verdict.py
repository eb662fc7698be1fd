"""The verdict on one derivative, from the values on its ladder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import copysign, inf, isinf, isnan
from typing import Any

from adcli.answers.comparison import Method, Row, Verdict
from adcli.compare.differences import Estimate, Quotient, believed, central, extrapolated, one_sided
from adcli.compare.doubt import doubt_of
from adcli.compare.ladder import Ladder, Side
from adcli.engine.accuracy.rounding import EPS

TELLS = 0.1  # a tolerance above this part of the slopes tells nothing
WITNESSES = 2  # steps that must exclude a derivative before it is called wrong
UNSETTLED = "the differences do not settle as h shrinks"
STEADY = 0.01  # a jump is as high from everywhere, within this part


@dataclass(frozen=True, slots=True)
class Case:
    """One derivative and what is known about it.

    k      the output's position among the ladder's
    f      its value at the point; `bound` that of its rounding error along the input
    tie    whether the point lies on a kink of an operation on the way
    final  whether the ladder is done: what seems wrong is then looked at once more
    error  how far off rounding may have left the derivative of AD, where that was asked
    """

    ladder: Ladder
    k: int
    f: float
    ad: float
    bound: float
    tie: bool
    method: Method
    final: bool = False
    error: float = 0.0

    def excludes(self, estimate: Estimate) -> bool:
        """Whether the derivative is farther from a difference than both their errors."""
        return not abs(estimate.fd - self.ad) <= estimate.tolerance + self.error

    def quotients(self, sign: int) -> list[Quotient]:
        """The difference quotients of one side."""
        return one_sided(self.ladder.descending(), self.k, self.bound, self.f, sign)

    def side(self, sign: int) -> list[Estimate]:
        """What one side tells, to second order."""
        return believed(extrapolated(self.quotients(sign), 1), 2)

    def both(self) -> list[Estimate]:
        """What the asked method tells."""
        if self.method == "forward":
            return believed(self.quotients(1), 1)
        quotients = central(self.ladder.descending(), self.k, self.bound)
        if self.method == "richardson":
            return believed(extrapolated(quotients, 2), 4)
        return believed(quotients, 2)

    @property
    def may_bend(self) -> bool:
        """Whether the graph tells of a kink: an operation on one, or a side that decides otherwise."""
        return self.tie or not (self.ladder.left.own and self.ladder.right.own)

    def corner(self) -> bool:
        """Whether the slopes from left and right stay apart as h shrinks, far beyond rounding.

        Those of a smooth function come together with h, whatever its curvature.
        """
        left = {q.h: q for q in self.quotients(-1)}
        gaps = [
            q.value - left[q.h].value
            for q in self.quotients(1)
            if q.h in left and TELLS * abs(q.value - left[q.h].value) > q.rounding + left[q.h].rounding
        ]
        last = gaps[-3:]
        return len(last) == 3 and max(last) - min(last) <= TELLS * abs(last[-1])

    def flat(self) -> bool:
        """Whether the derivative is 0 and the value the same at every step, large ones too."""
        rungs = self.ladder.descending()
        sides = [side for rung in rungs for side in (rung.left, rung.right) if side is not None]
        return self.ad == 0.0 and all(side[self.k] == self.f for side in sides)

    def steepness(self) -> float:
        """The steepest slope near the point that is seen through rounding; for a derivative that is
        0, what the terms of the function would have.
        """
        slopes = [abs(q.value) - q.rounding / TELLS for sign in (1, -1) for q in self.quotients(sign)]
        terms = self.bound / EPS / self.ladder.scale if self.ad == 0.0 else 0.0
        return max(0.0, terms, *slopes)


def best(estimates: Sequence[Estimate]) -> Estimate | None:
    """The one with the smallest tolerance: where truncation and rounding balance."""
    return min(estimates, key=lambda estimate: estimate.tolerance, default=None)


def judge(case: Case) -> Row:
    """The verdict, and why."""
    if isnan(case.ad):
        return _row(case, "inconclusive", note="the derivative is undefined here")
    if isinf(case.ad):
        return _infinite(case)
    left, right = _slope(case, -1), _slope(case, 1)
    if _bends(case, left, right):
        return _row(case, "kink", left=_number(left), right=_number(right), note=_kink_note(left, right))
    return _compared(case, left, right)


Slope = Estimate | float | None  # a float is infinite: the value jumps


def _slope(case: Case, sign: int) -> Slope:
    """The derivative on one side."""
    jump = _jump(case, sign)
    return best(case.side(sign)) if jump is None else jump


def _jump(case: Case, sign: int) -> float | None:
    """±inf where the values on one side do not approach f(x), but something else."""
    rungs = case.ladder.descending()[-3:]
    sides = [rung.right if sign > 0 else rung.left for rung in rungs]
    rises = [side[case.k] - case.f for side in sides if side is not None]
    if len(rises) < 3 or abs(rises[-1]) <= 1e3 * max(case.bound, EPS * abs(case.f)):
        return None
    if max(rises) - min(rises) > STEADY * abs(rises[-1]):
        return None
    return copysign(inf, rises[-1] * sign)


def _bends(case: Case, left: Slope, right: Slope) -> bool:
    """Whether the slopes differ: where the graph tells of no kink, only one that nothing else explains."""
    if isinstance(left, float) or isinstance(right, float):
        return True
    if left is None or right is None:
        return False
    if abs(left.fd - right.fd) <= left.tolerance + right.tolerance:
        return False
    return case.may_bend or case.corner()


def _kink_note(left: Slope, right: Slope) -> str:
    if isinstance(left, float) or isinstance(right, float):
        return "the value jumps here"
    return "the function bends here"


def _compared(case: Case, left: Slope, right: Slope) -> Row:
    """The verdict where the function does not bend."""
    ladder = case.ladder
    own = [side for side in (ladder.left, ladder.right) if side.own]
    sides = {ladder.left.sign: left, ladder.right.sign: right}
    estimates = case.both() if len(own) == 2 and not case.tie else []
    note = ""
    if not estimates and None not in sides.values() and not (own and not case.tie):
        note = "the differences from left and right agree"
    if not estimates:
        trusted = own or [ladder.left, ladder.right]
        found = [side for side in trusted if isinstance(sides[side.sign], Estimate)]
        side = min(found, key=lambda side: sides[side.sign].tolerance, default=None)  # type: ignore[union-attr]
        if side is None:
            return _row(case, "inconclusive", note=_nothing(case))
        estimates = case.side(side.sign)
        note = note or _one_sided_note(case, side)
    chosen = best(estimates)
    assert chosen is not None
    verdict, why = _verdict(case, estimates, chosen, judged=bool(own) and not case.tie)
    shown = {"left": _number(left), "right": _number(right)} if verdict == "kink" else {}
    note = why if verdict in ("kink", "inconclusive") else note
    return _row(case, verdict, chosen, note=note, **shown)


def _verdict(
    case: Case, estimates: Sequence[Estimate], chosen: Estimate, judged: bool
) -> tuple[Verdict, str]:
    hidden = f"rounding hides the derivative: differences are good to {chosen.tolerance:.1g} only"
    if not case.excludes(chosen):
        slope = max(abs(case.ad), abs(chosen.fd), case.steepness())
        told = chosen.tolerance <= TELLS * slope or case.flat()
        return ("agree", "") if told else ("inconclusive", hidden)
    if not judged:
        return "kink", "at a kink: the derivative is one by convention"
    against = [estimate for estimate in estimates if case.excludes(estimate)]
    if chosen.tolerance > TELLS * max(abs(case.ad), abs(chosen.fd)):
        return "inconclusive", hidden
    if len(against) < WITNESSES:
        return "inconclusive", UNSETTLED
    first_order = case.method == "forward"
    doubt = doubt_of(case.ladder, case.k, case.ad, against, first_order) if case.final else ""
    return ("inconclusive", doubt) if doubt else ("disagree", "")


def _infinite(case: Case) -> Row:
    """A slope that is infinite: the differences must grow without bound, with its sign."""
    for side in (case.ladder.right, case.ladder.left):
        values = [q.value for q in case.quotients(side.sign)]
        rising = len(values) > 4 and all(abs(b) > abs(a) for a, b in pairwise(values))
        if rising and copysign(1.0, values[-1]) == copysign(1.0, case.ad):
            h = case.quotients(side.sign)[-1].h
            return _row(
                case, "agree", Estimate(h, case.ad, 0.0, 0.0), note="the differences grow without bound"
            )
    return _row(case, "inconclusive", note="the derivative is infinite; the differences do not tell")


def _nothing(case: Case) -> str:
    """Why there is no difference to compare with."""
    ladder = case.ladder
    if not any(rung.left or rung.right for rung in ladder.rungs.values()):
        return f"no values beside {ladder.element.label}: {ladder.right.why or ladder.left.why}"
    beyond = "".join(
        f"; at {ladder.element.label} {'+' if side.sign > 0 else '-'} h, {side.why}"
        for side in (ladder.left, ladder.right)
        if side.why
    )
    return f"{UNSETTLED}{beyond}"


def _one_sided_note(case: Case, side: Side) -> str:
    other = case.ladder.left if side.sign > 0 else case.ladder.right
    where = f"{case.ladder.element.label} {'-' if side.sign > 0 else '+'} h"
    why = f"at {where}, {other.why}" if other.why else f"at {where}, the differences do not settle"
    return f"from the {'right' if side.sign > 0 else 'left'} only: {why}"


def _number(slope: Slope) -> float | None:
    return slope.fd if isinstance(slope, Estimate) else slope


def _row(case: Case, verdict: Verdict, chosen: Estimate | None = None, **fields: Any) -> Row:
    found: dict[str, Any] = {}
    if chosen is not None:
        error = 0.0 if chosen.fd == case.ad else abs(chosen.fd - case.ad)
        found = {"fd": chosen.fd, "h": chosen.h, "error": error, "tolerance": chosen.tolerance + case.error}
    return Row(
        input=case.ladder.element.label,
        output=case.ladder.outputs[case.k].label,
        at=case.ladder.x,
        ad=case.ad,
        verdict=verdict,
        evaluations=case.ladder.evaluations,
        **found,
        **fields,
    )
