"""The Taylor coefficients of an output just left and just right of the point, by one variable.

abs(x^2) has a tie at 0 and no kink, abs(x^3) a kink of order 3: what counts is whether the
derivatives of both sides differ, and from which order on. Those below that order exist, whatever an
operation's convention is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from math import copysign, factorial, inf, isfinite, isnan, nan
from typing import Any

from adcli.derivatives.axes.element import Element
from adcli.derivatives.kinks.sides import CLOSE, Both
from adcli.derivatives.kinks.surroundings import Surroundings
from adcli.engine.beside.moved import Lost
from adcli.engine.taylor.scaling import Scaled, expand
from adcli.numbers.germs.germ import Germ


@dataclass(eq=False)
class Expansions:
    """Both expansions by a variable, up to an order, as far as they are known.

    On germs, which know of decisions at a tie and of infinite partials in between; beyond the powers
    that those know, by Taylor mode with the selections of either side.
    """

    around: Surroundings
    variable: Element
    order: int
    _scaled: dict[int, Scaled] = field(default_factory=dict)

    @cached_property
    def both(self) -> Both | None:
        """The two sides; None where it would take too long to follow them."""
        return self.around.along(self.variable)

    @cached_property
    def label(self) -> str:
        """The output."""
        return next(iter(self.around.trace.outputs))

    def coefficients(self, m: int) -> tuple[float | None, float | None]:
        """Those of order m from the left and from the right, ±inf included; None where unknown."""
        return self._coefficient(-1, m), self._coefficient(1, m)

    def derivative(self, sign: int, m: int) -> float:
        """That of order m from one side, where its coefficient is known."""
        known = self._on_germs(sign, m)
        scaled = self._taylor(sign) if known is None else None
        return scaled.derivative(m) if scaled is not None else (known or 0.0) * factorial(m)

    def settled(self) -> dict[int, tuple[float, float]]:
        """Coefficients and derivatives from order 1 on that are the same from both sides, as those before."""
        found: dict[int, tuple[float, float]] = {}
        for m in range(1, self.order + 1):
            number = self._agreed(m)
            if number is None:
                break
            found[m] = number, (number if m == 1 else self.derivative(1, m))
            if not isfinite(number):
                break
        return found

    @cached_property
    def parted(self) -> int | None:
        """The lowest order at which they are known to differ; none of those above exists."""
        for m in range(1, self.order + 1):
            number = self._agreed(m)
            if number is None:
                return None if None in self.coefficients(m) else m
            if not isfinite(number):
                break
        return None

    def part_in(self, k: int) -> bool:
        """Whether node k of the recorded graph has other coefficients from either side, as far as those."""
        if self.both is None or self.parted is None:
            return False
        left, right = self.both.left.moved[k], self.both.right.moved[k]
        return any(_unlike(left, right, m) for m in range(self.parted + 1))

    def _agreed(self, m: int) -> float | None:
        left, right = self.coefficients(m)
        if m == 1 and self.both is not None:
            value = self.around.trace.value(self.around.trace.outputs[self.label])
            found: float | None = self.both.agreed(self.label, value)
            return found
        if left is None or right is None:
            return None
        if left == right:
            return right
        sizes = [abs(c) for j in (m - 1, m, m + 1) for c in self.coefficients(j) if c is not None]
        return right if abs(left - right) <= CLOSE * max(sizes) < inf else None

    def _coefficient(self, sign: int, m: int) -> float | None:
        found = self._on_germs(sign, m)
        if found is None and m <= self.order and (scaled := self._taylor(sign)) is not None:
            found = scaled.coefficient(m)
        return None if found is None or isnan(found) else found

    def _on_germs(self, sign: int, m: int) -> float | None:
        if self.both is None:
            return None
        side = self.both.right if sign > 0 else self.both.left
        return coefficient_of(side.number(self.label), m, sign)

    def _taylor(self, sign: int) -> Scaled | None:
        """By Taylor mode with the selections of a side; None where a decision may be another there."""
        around, trace = self.around, self.around.trace
        node = trace.outputs[self.label]
        if around.ties or not around.kinks or type(node) is not int:
            return None
        if sign not in self._scaled:
            self._scaled[sign] = expand(
                trace.graph, trace.primal, self.variable.node, node, self.order,
                direction=around.unit(self.variable), side=sign,
            )  # fmt: skip
        return self._scaled[sign]


def coefficient_of(number: Any, m: int, sign: int) -> float | None:
    """That of (x - a)^m on one side, ±inf included; nan where there is none, None where it is not known."""
    if isinstance(number, Lost):
        return nan if number.why else None
    if not isinstance(number, Germ):
        return 0.0 if m else float(number)
    low = min((e for e in number.terms if type(e) is not int or e < 0), default=number.order)
    if low < m and low in number.terms:
        steep = low > m - 1 and m > 0
        return copysign(inf, number.terms[low]) * (sign if m % 2 else 1) if steep else nan
    if m >= number.order:
        return None
    return float(number.terms.get(m, 0.0)) * (sign if m % 2 else 1) + 0.0


def _unlike(left: Any, right: Any, m: int) -> bool:
    """Whether two numbers, of arrays in any element, have other coefficients of order m."""
    a, b = (number.terms.get(m, 0.0) if isinstance(number, Germ) else 0.0 for number in (left, right))
    unlike = (a if m % 2 == 0 else -a) != b
    return bool(unlike.any() if hasattr(unlike, "any") else unlike)
