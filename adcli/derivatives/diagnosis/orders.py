"""What there is to know about derivatives of higher order: kinks, infinite and undefined ones."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite, isnan
from typing import Any

from adcli.derivatives.axes.element import Element
from adcli.derivatives.axes.wrt import Chosen
from adcli.derivatives.diagnosis.firstorder import derivative_notices
from adcli.derivatives.kinks.curvature import cause_of
from adcli.derivatives.kinks.expansions import Expansions
from adcli.engine.sweeps.forward import forward
from adcli.engine.taylor.recurrences import Series
from adcli.engine.taylor.scaling import Scaled
from adcli.language.program import Trace
from adcli.lazy import np
from adcli.text.notices import Notice
from adcli.text.numerals import short
from adcli.text.source import on_one_line


def taylor_notices(
    trace: Trace,
    sides: Expansions | None,
    variable: Element,
    expanded: Scaled | None,
    derivatives: Sequence[float],
) -> list[Notice]:
    """The notices of the derivatives by one input.

    Those of the first one, of the lowest one whose sides differ, and of the first later one that fails.
    """
    notices = first_notices(trace, variable, derivatives[1] if len(derivatives) > 1 else None)
    if sides is not None and sides.parted is not None and sides.parted > 1:
        notices.append(_parted(sides, sides.parted))
    if len(derivatives) > 1 and isfinite(derivatives[1]):
        notices += _later_failure(trace, variable.label, expanded, derivatives)
    return notices


def first_notices(trace: Trace, variable: Element, known: float | None = None) -> list[Notice]:
    """The notices of the first derivative, of which more may be known than a sweep gives."""
    tangent = None
    (node,) = trace.outputs.values()
    if type(node) is int:
        seed = variable.seed(trace.graph.shapes.get(variable.node, ()))
        tangent = forward(trace.graph, trace.primal, {variable.node: seed})[node]
    if tangent is not None and known is not None:
        tangent = known
    chosen = Chosen((variable.label,), (variable.node,), (variable.key,))
    return derivative_notices(trace, node, chosen, [tangent])


def direction(trace: Trace, variable: Element) -> Any:
    """1 for the variable; for an element of an array, the unit vector of that element."""
    return variable.unit(trace.graph.shapes.get(variable.node, ()))


def _parted(sides: Expansions, m: int) -> Notice:
    """The kink, or the decision at a tie, of a function whose first derivative is continuous."""
    span, says = cause_of(sides.around, sides.part_in)
    left, right = sides.derivative(-1, m), sides.derivative(1, m)
    derivative = f"the derivative of order {m} by `{sides.variable.label}`"
    message = f"{says}: {derivative} is {short(left)} from the left, {short(right)} from the right"
    return Notice("kink", message, span, sides.variable.label, left, right)


def _later_failure(
    trace: Trace, name: str, expanded: Scaled | None, derivatives: Sequence[float]
) -> list[Notice]:
    """The lowest order from 2 on whose derivative is not finite, and which operation is the cause."""
    m = next((m for m, d in enumerate(derivatives) if m > 1 and not isfinite(d)), None)
    if m is None:
        return []
    d, message = derivatives[m], f"the derivative of order {m} by `{name}`"
    if expanded is not None and isfinite(expanded.numbers[m]) and not isfinite(expanded.derivative(m)):
        return [Notice("overflow", f"{message} overflows", input=name)]
    series = {} if expanded is None else expanded.expansion.series
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
    return bool(np.isfinite(c).all())
