"""Taylor coefficients in a unit of the variable in which they neither overflow nor underflow.

The coefficients of sin(x/100) fall like 100^-m/m!, those of 1/x at 0.001 grow like 1000^m; either
leaves the range of a double long before its derivatives do. In a unit of 2^e, x = a + 2^e s, they
are 2^(e m) times as large, without one more rounding.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import factorial, frexp, inf, isfinite, ldexp
from typing import Any

from adcli.engine.taylor.expansion import Expansion
from adcli.engine.taylor.recurrences import Series
from adcli.graph import Builder, Graph

DANGER = 930  # bits beyond 1: the last tenth of a double's range
HARMLESS = 600
ATTEMPTS = 8


@dataclass(frozen=True, slots=True)
class Scaled:
    """The coefficients of a node in powers of (x - a)/2^exponent; what is absent is 0.

    `active` tells whether the node depends on x at all.
    """

    numbers: list[float]
    exponent: int
    active: bool
    expansion: Expansion

    def coefficient(self, m: int) -> float:
        """c_m of Σ c_m (x - a)^m."""
        try:
            return ldexp(self.numbers[m], -self.exponent * m) + 0.0
        except OverflowError:
            return inf if self.numbers[m] > 0 else -inf

    def derivative(self, m: int) -> float:
        """The derivative of order m, m! c_m, rounded once."""
        c = self.numbers[m]
        if not isfinite(c):
            return c
        above, below = c.as_integer_ratio()
        bits = self.exponent * m
        above, below = above * factorial(m) << max(0, -bits), below << max(0, bits)
        try:
            return above / below
        except OverflowError:
            return inf if c > 0 else -inf


def expand(
    graph: Graph, primal: Sequence[Any], x: int, node: int, order: int, *, direction: Any = 1.0, side: int = 0
) -> Scaled:
    """The coefficients 0 … order of a scalar node by the input x.

    For an array input, `direction` has a 1 at the element that moves. `side` as in `Expansion`.
    """
    exponent, best = 0, None
    for _ in range(ATTEMPTS):
        builder = Builder.extending(graph, list(primal))
        expansion = Expansion(builder, {x: direction * ldexp(1.0, exponent)}, side=side)
        series = list(map(float, expansion.coefficients(node, order)))
        active = expansion.active(node)
        found = Scaled(series + [0.0] * (order + 1 - len(series)), exponent, active, expansion)
        sound = all(map(isfinite, series))
        if best is None or sound:
            best = found
        step = _step(expansion.series.values(), sound)
        if not step or abs(exponent + step) > DANGER:
            break
        exponent += step
    assert best is not None
    return best


def _step(all_series: Iterable[Series], sound: bool) -> int:
    """By how many bits to change the unit: the steepest slope, in bits an order, out of range."""
    slope = _falling if sound else _rising
    steepest = max((slope(series) for series in all_series if len(series) > 2), default=0.0)
    return round(steepest) if sound else -round(steepest)


def _falling(series: Series) -> float:
    """How fast the sizes fall, if they go from harmless to nearly 0."""
    top, start = -inf, 0
    for m, c in enumerate(series):
        if type(c) is not float or not c or not isfinite(c):
            continue
        size = frexp(c)[1]
        if size > max(top, -HARMLESS):
            top, start = size, m
        elif size < -DANGER and top > -inf:
            return (top - size) / (m - start)
    return 0.0


def _rising(series: Series) -> float:
    """How fast the sizes rose before the first that is not finite, if two of them were there."""
    for m, c in enumerate(series):
        if type(c) is not float or not isfinite(c):
            if type(c) is not float or m < 2 or not series[m - 1] or not series[m - 2]:
                break
            return max(0, frexp(series[m - 1])[1] - frexp(series[m - 2])[1])
    return 0.0
