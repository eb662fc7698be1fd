"""What there is to know about derivatives of higher order: kinks, infinite and undefined ones."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite, isnan, nan
from typing import Any

from adcli.derivatives.axes import Part
from adcli.derivatives.chosen import Chosen, Element
from adcli.derivatives.curvature import seconds_beside
from adcli.derivatives.onesided import Surroundings
from adcli.derivatives.sides import parts
from adcli.derivatives.warnings import derivative_notices
from adcli.engine.germs import Germ
from adcli.engine.kinks import Lost, kinks_that_matter
from adcli.engine.recurrences import Series
from adcli.engine.sweeps import forward
from adcli.engine.units import Scaled, expand
from adcli.errors import Notice
from adcli.language.program import Trace
from adcli.operations import Kink
from adcli.source import on_one_line

ROUNDING = 2.0**-40  # of the largest coefficient nearby: by less, the two sides do not differ


@dataclass(frozen=True, slots=True)
class Sides:
    """The expansions of an output just left and just right of a point that lies on a kink.

    abs(x^2) has a tie at 0 and no kink, abs(x^3) a kink of order 3: what counts is whether the
    derivatives of both sides differ, and from which order on.
    """

    left: Scaled
    right: Scaled
    kinks: list[tuple[int, Kink]]

    def agree(self, m: int) -> bool:
        """Whether the derivatives of order m are equal."""
        a, b = self.left.coefficient(m), self.right.coefficient(m)
        if isnan(a) or isnan(b):
            return isnan(a) and isnan(b)
        nearby = range(max(0, m - 1), min(m + 2, len(self.left.numbers)))
        sizes = [abs(side.coefficient(j)) for side in (self.left, self.right) for j in nearby]
        return a == b or abs(a - b) <= ROUNDING * max(size for size in sizes if not isnan(size))

    def first_difference(self) -> int | None:
        """The lowest order at which the derivatives differ."""
        return next((m for m in range(len(self.left.numbers)) if not self.agree(m)), None)


def sides_of(around: Surroundings, variable: Element, node: int, order: int) -> Sides | None:
    """The one-sided expansions by the variable; None where nothing bends at the point."""
    trace = around.trace
    kinks = kinks_that_matter(trace.graph, around.primal, [node])
    if not kinks:
        return None
    along = direction(trace, variable)
    left, right = (
        expand(trace.graph, trace.primal, variable.node, node, order, direction=along, side=side)
        for side in (-1, 1)
    )
    return Sides(left, right, kinks)


def taylor_notices(
    trace: Trace,
    node: int,
    variable: Element,
    expanded: Scaled,
    sides: Sides | None,
    derivatives: list[float],
) -> list[Notice]:
    """The notices of the derivatives by one input: those of the first one, and where a later one fails."""
    notices = bend_notices(trace, node, variable, sides, derivatives)
    if len(derivatives) > 1 and isfinite(derivatives[1]):
        notices += _later_failure(trace, variable.label, expanded, derivatives)
    return notices


def bend_notices(
    trace: Trace, node: Any, variable: Element, sides: Sides | None, derivatives: list[float]
) -> list[Notice]:
    """The notices of the first derivative, and of the lowest one whose sides differ."""
    notices = first_notices(trace, node, variable)
    if not any(notice.kind == "kink" for notice in notices):
        later = [] if sides is None else _later_kink(trace, variable.label, sides)
        notices += later or _bent_twice(trace, variable, derivatives)
    return notices


def first_notices(trace: Trace, node: Any, variable: Element) -> list[Notice]:
    """The notices of the first derivative."""
    tangent = None
    if type(node) is int:
        seed = variable.seed(trace.graph.shapes.get(variable.node, ()))
        tangent = forward(trace.graph, trace.primal, {variable.node: seed})[node]
    chosen = Chosen((variable.label,), (variable.node,), (variable.key,))
    return derivative_notices(trace, node, chosen, [tangent])


def direction(trace: Trace, variable: Element) -> Any:
    """1 for the variable; for an element of an array, the unit vector of that element."""
    return variable.unit(trace.graph.shapes.get(variable.node, ()))


def _later_kink(trace: Trace, name: str, sides: Sides) -> list[Notice]:
    """The kink of a function whose first derivative is continuous."""
    m = sides.first_difference()
    if m is None:
        return []
    k, kink = _where(sides, m)
    left, right = sides.left.derivative(m), sides.right.derivative(m)
    derivative = f"the derivative of order {m} by `{name}`"
    message = f"{kink.says}: {derivative} is {left:.8g} from the left, {right:.8g} from the right"
    return [Notice("kink", message, trace.span(k), name, left, right)]


def _bent_twice(trace: Trace, variable: Element, derivatives: list[float]) -> list[Notice]:
    """What the two expansions do not tell: decisions at a tie, and the largest of an array's elements."""
    if len(derivatives) < 3:
        return []
    around = Surroundings(trace)
    part = Part(variable.label, variable.node, (), variable.key, trace.graph.shapes.get(variable.node, ()))
    return list(seconds_beside(around, [part], all(map(isfinite, derivatives[1:3]))).notices.values())


def settled_beside(around: Surroundings, variable: Element) -> dict[int, float]:
    """The Taylor coefficients from order 2 on that are the same from both sides of a kink.

    As far as germs are known; none where nothing bends, or the first derivative does.
    """
    trace, order = around.trace, around.order
    both = None if around.plain or order < 2 else around.along(variable)
    if both is None or not any(both.bends(k) for k, _ in around.kinks):
        return {}
    label, node = next(iter(trace.outputs.items()))
    if parts(*both.slopes(label, trace.value(node))):
        return {}
    found = {}
    for m in range(2, order + 1):
        left, right = (_coefficient(side.number(label), m, side.sign) for side in (both.left, both.right))
        if abs(left - right) <= ROUNDING * abs(right):
            found[m] = right
    return found


def _coefficient(number: Any, m: int, sign_: int) -> float:
    """That of t^m, along the variable; nan where it is not known, or where there is no such derivative."""
    if not isinstance(number, Germ):
        return nan if isinstance(number, Lost) else 0.0
    if m >= number.order or any(e <= m and (e < 0 or type(e) is not int) for e in number.terms):
        return nan
    return float(number.terms.get(m, 0.0) * sign_**m)


def _where(sides: Sides, m: int) -> tuple[int, Kink]:
    """The first of the kinks whose own expansions differ up to order m."""
    for k, kink in sides.kinks:
        left, right = (side.expansion.series.get(k, [])[: m + 1] for side in (sides.left, sides.right))
        if len(left) != len(right) or any(_any(a != b) for a, b in zip(left, right, strict=True)):
            return k, kink
    return sides.kinks[0]


def _later_failure(trace: Trace, name: str, expanded: Scaled, derivatives: list[float]) -> list[Notice]:
    """The lowest order from 2 on whose derivative is not finite, and which operation is the cause."""
    m = next((m for m, d in enumerate(derivatives) if m > 1 and not isfinite(d)), None)
    if m is None:
        return []
    d, message = derivatives[m], f"the derivative of order {m} by `{name}`"
    if isfinite(expanded.numbers[m]):
        return [Notice("overflow", f"{message} overflows", input=name)]
    series = expanded.expansion.series
    cause = next((k for k in range(len(trace.places)) if k in series and _fails(series[k], m)), None)
    span = None if cause is None else trace.span(cause)
    text = "" if span is None else f" of `{on_one_line(span.text)}`"
    if isnan(d):
        return [Notice("undefined", f"{message} is undefined: undefined slope{text}", span, name)]
    return [Notice("infinite_slope", f"{message} is infinite: infinite slope{text}", span, name)]


def _fails(series: Series, m: int) -> bool:
    """Whether a coefficient up to order m is not finite."""
    return not all(map(_finite, series[1 : m + 1]))


def _finite(c: Any) -> bool:
    if isinstance(c, float):
        return isfinite(c)
    import numpy as np

    return bool(np.isfinite(c).all())


def _any(found: Any) -> bool:
    """Whether something holds, or holds for any element."""
    return bool(found.any() if hasattr(found, "any") else found)
