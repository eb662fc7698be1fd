"""One mixed partial derivative, as ∂³f/∂x²∂y."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from math import factorial, frexp, inf, isfinite, isnan, ldexp, prod
from typing import Any

from adcli.answers.series import Mixed
from adcli.derivatives.axes.element import Element
from adcli.derivatives.axes.outputs import scalar_output
from adcli.derivatives.axes.slices import inputs_of
from adcli.derivatives.diagnosis.firstorder import with_sides
from adcli.derivatives.diagnosis.losses import losses
from adcli.derivatives.diagnosis.orders import direction, first_notices
from adcli.derivatives.kinks.curvature import seconds_beside
from adcli.derivatives.kinks.manysided import Found, partial_beside
from adcli.derivatives.kinks.sides import close
from adcli.derivatives.kinks.surroundings import Surroundings
from adcli.engine.taylor.expansion import Expansion
from adcli.engine.taylor.scaling import expand
from adcli.graph import Builder
from adcli.language.program import Trace
from adcli.numbers.handles import HANDLES, Handle
from adcli.text.notices import Notice, WarningKind


def mixed(trace: Trace, variables: list[Element], notices: tuple[Notice, ...] = ()) -> Mixed:
    """The derivative by every variable, as often as it stands there.

    Taylor mode over Taylor mode: the coefficient by one variable, computed on handles, is a node
    of a larger graph, which is expanded by the next variable; the one that stands most often
    comes last, in numbers. It is as exact as a single expansion: nothing is interpolated.
    """
    label, node = scalar_output(trace)
    derivative, overflows = _derivative(trace, variables, node) if type(node) is int else (0.0, False)
    around = Surroundings(trace, len(variables))
    beside = _beside(around, variables, isfinite(derivative))
    if beside.number is not None and not close(derivative, beside.number):
        derivative = beside.number
    ties = [n.span for n in trace.notices if n.kind == "boundary" and beside.number is not None]
    return Mixed(
        source=trace.program.title,
        inputs=trace.point(),
        output=label,
        value=trace.value(node),
        wrt=tuple(element.label for element in variables),
        derivative=derivative,
        warnings=(
            *notices,
            *losses(trace, [node]),
            *with_sides(
                trace,
                _notices(trace, node, variables, derivative, overflows, beside.notice),
                [v.node for v in variables],
                ties,
            ),
        ),
    )


def _derivative(trace: Trace, variables: list[Element], node: int) -> tuple[float, bool]:
    """The number, and whether it is too large for a double, not infinite."""
    counts = Counter(element.label for element in variables)
    by_label = {element.label: element for element in variables}
    *others, (last, highest) = sorted(counts.items(), key=lambda item: item[1])
    builder, bits = Builder.extending(trace.graph, trace.primal), 0
    for name, order in others:
        variable = by_label[name]
        along = direction(trace, variable)
        exponent = _unit(builder, variable, along, node, order)
        seeds = {variable.node: along * ldexp(1.0, exponent)}
        coefficients = Expansion(builder, seeds, HANDLES).coefficients(node, order)
        coefficient = coefficients[order] if order < len(coefficients) else None
        if not isinstance(coefficient, Handle):  # it depends on no variable that follows
            return 0.0, False
        node = coefficient.node
        bits += exponent * order
    variable = by_label[last]
    along = direction(trace, variable)
    found = expand(builder.graph(), builder.values, variable.node, node, highest, direction=along)
    c = found.numbers[highest]
    number = _times(c, map(factorial, counts.values()), bits + found.exponent * highest)
    return number, isfinite(c) and not isfinite(number)


def _beside(around: Surroundings, variables: list[Element], sound: bool) -> Found:
    """The partial from all sides of the point, where something bends there or it is not finite."""
    if around.plain and sound:
        return Found()
    if len(variables) > 2:
        return partial_beside(around, variables)
    inputs = [part for name in {v.label: 0 for v in variables} for part in inputs_of(around.trace, name)]
    pair, found = frozenset(v.label for v in variables), seconds_beside(around, inputs, sound)
    return Found(found.numbers.get(pair), found.notices.get(pair))


def _unit(builder: Builder, variable: Element, along: Any, node: int, order: int) -> int:
    """The exponent of a unit of the variable in which the coefficient of this order is about 1."""
    if order == 1:
        return 0
    found = expand(builder.graph(), builder.values, variable.node, node, order, direction=along)
    c = found.numbers[order]
    return found.exponent - (round(frexp(c)[1] / order) if c and isfinite(c) else 0)


def _times(c: float, factors: Iterable[int], bits: int) -> float:
    """A coefficient times whole numbers and 2^-bits, rounded once."""
    if not isfinite(c):
        return c
    try:
        return float(Fraction(c) * prod(factors) / Fraction(2) ** bits) + 0.0
    except OverflowError:
        return inf if c > 0 else -inf


def _notices(
    trace: Trace,
    node: object,
    variables: list[Element],
    derivative: float,
    overflows: bool,
    parted: Notice | None,
) -> list[Notice]:
    """Those of the first derivatives; where only the mixed one is not finite, so much."""
    notices = []
    for variable in {element.label: element for element in variables}.values():
        notices += first_notices(trace, variable)
    if parted is not None:
        notices.append(parted)
    told = any(n.kind in ("undefined", "infinite_slope", "overflow") for n in notices)
    if isfinite(derivative) or told:
        return notices
    kind: WarningKind = "undefined" if isnan(derivative) else "overflow" if overflows else "infinite_slope"
    says = {"undefined": "is undefined", "overflow": "overflows"}.get(kind, "is infinite")
    return [*notices, Notice(kind, f"the mixed derivative {says}")]
