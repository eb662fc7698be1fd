"""Difference quotients, and how far off they are: judged by their values alone.

Where D(h) = f′ + c h^p + …, two steps h₀ > h₁ give the truncation error of D(h₁) as
(D(h₀) - D(h₁))/(q - 1) with q = (h₀/h₁)^p (Richardson, 1911); rounding adds at most (error of f)/h.
What is off by more than rounding must shrink with h as a power does, or it is not believed; and
what small steps exclude, larger ones may not claim.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from typing import NamedTuple

from adcli.compare.ladder import Rung
from adcli.engine.accuracy.rounding import EPS

SAFETY = 4.0  # the factor of the tolerance
SHRINKS = 1.5  # differences that converge shrink at least so much from one rung to the next
WORSE = 1e4  # noise above so many times the bound is no rounding
HUGE = 2.0**1000  # values whose difference or step may overflow
DEEPEST = 3  # differences of the smallest steps that show the noise
FARTHEST = 1e20  # the ratio of two steps, as far as it counts


class Quotient(NamedTuple):
    """A difference quotient, its step, and the bound of its rounding error."""

    h: float
    value: float
    rounding: float


@dataclass(frozen=True, slots=True)
class Estimate:
    """A difference quotient that can be believed within its tolerance."""

    h: float
    fd: float
    truncation: float
    rounding: float

    @property
    def tolerance(self) -> float:
        """Truncation and rounding, times SAFETY."""
        return SAFETY * (self.truncation + self.rounding)

    def excludes(self, value: float) -> bool:
        """Whether a value is too far off to be the derivative."""
        return not abs(self.fd - value) <= self.tolerance


def central(rungs: Sequence[Rung], k: int, bound: float) -> list[Quotient]:
    """(f(x + h) - f(x - h))/2h of output k; its error is O(h²). `bound` is that of f's rounding."""
    found = []
    for rung in rungs:
        if rung.right is not None and rung.left is not None:
            up, down = rung.right[k], rung.left[k]
            value = (up / 2 - down / 2) / rung.h if abs(up) > HUGE else (up - down) / (2 * rung.h)
            noise = bound + EPS * max(abs(up - down), abs(up), abs(down)) / 2
            found.append(Quotient(rung.h, value, noise / rung.h + 2 * EPS * abs(value)))
    return found


def one_sided(rungs: Sequence[Rung], k: int, bound: float, f: float, sign: int) -> list[Quotient]:
    """(f(x ± h) - f(x))/±h of output k; its error is O(h)."""
    found = []
    for rung in rungs:
        side = rung.right if sign > 0 else rung.left
        if side is not None:
            value = (side[k] - f) / rung.h * sign
            noise = 2 * bound + EPS * max(abs(f), abs(side[k]))
            found.append(Quotient(rung.h, value, noise / rung.h + 2 * EPS * abs(value)))
    return found


def extrapolated(quotients: Sequence[Quotient], order: int) -> list[Quotient]:
    """Richardson's extrapolation of each two neighbours, which cancels the error c h^order."""
    found = []
    for larger, smaller in pairwise(quotients):
        q = _shrinking(larger, smaller, order)
        value = smaller.value + (smaller.value - larger.value) / (q - 1)
        rounding = (q * smaller.rounding + larger.rounding) / (q - 1)
        found.append(Quotient(smaller.h, value, rounding))
    return found


def _shrinking(larger: Quotient, smaller: Quotient, order: int) -> float:
    """How many times smaller the error of the smaller step is; at most so many that nothing overflows."""
    return min(larger.h / smaller.h, FARTHEST) ** order


def believed(quotients: Sequence[Quotient], order: int) -> list[Estimate]:
    """The quotients that can be believed, from the smallest step on, with their errors."""
    quotients = _with_noise(quotients)
    gaps = [abs(a.value - b.value) for a, b in pairwise(quotients)]
    found: list[Estimate] = []
    low, high = -inf, inf
    for k in range(len(quotients) - 1, 0, -1):
        truncation = _truncation(quotients, gaps, k, order)
        estimate = Estimate(quotients[k].h, quotients[k].value, truncation, quotients[k].rounding)
        reach = estimate.tolerance
        if not reach < inf or estimate.fd - reach > high or estimate.fd + reach < low:
            break
        low, high = max(low, estimate.fd - reach), min(high, estimate.fd + reach)
        found.append(estimate)
    return found


def _truncation(quotients: Sequence[Quotient], gaps: Sequence[float], k: int, order: int) -> float:
    """The truncation error of quotient k; inf where the quotients do not converge."""
    q = _shrinking(quotients[k - 1], quotients[k], order)
    gap = gaps[k - 1]
    noise = quotients[k - 1].rounding + quotients[k].rounding
    before = gaps[k - 2] if k > 1 else None
    if gap <= SAFETY * noise:
        return gap / (q - 1)
    if before is None:
        after = gaps[k] if k < len(gaps) else inf
        return gap if after <= gap / SHRINKS else inf
    if before < SHRINKS * gap:
        return inf
    return max(gap, before / q) / (min(before / gap, q) - 1)


def _with_noise(quotients: Sequence[Quotient]) -> list[Quotient]:
    """The quotients with the noise that the smallest steps show, where that exceeds the bound.

    Two gaps must show it: one alone may stand out because truncation errors cancel in the one before.
    """
    shown = [1.0, 1.0]
    gaps = [abs(a.value - b.value) for a, b in pairwise(quotients)]
    for k in range(max(1, len(gaps) - DEEPEST), len(gaps)):
        noise = quotients[k].rounding + quotients[k + 1].rounding
        if gaps[k] > gaps[k - 1] / 2 and noise * WORSE > gaps[k] > noise:
            shown.append(gaps[k] / noise)
    excess = sorted(shown)[-2]
    return [Quotient(q.h, q.value, q.rounding * excess) for q in quotients]
