"""Derivatives of any order of one variable, and the Taylor coefficients around the point."""

from __future__ import annotations

from math import isfinite

from adcli.answers.series import Mixed, Taylor
from adcli.derivatives.axes.element import Element
from adcli.derivatives.axes.outputs import scalar_output
from adcli.derivatives.axes.wrt import choose_inputs
from adcli.derivatives.diagnosis.firstorder import with_sides
from adcli.derivatives.diagnosis.losses import losses
from adcli.derivatives.diagnosis.orders import direction, taylor_notices
from adcli.derivatives.kinks.expansions import Expansions
from adcli.derivatives.kinks.sides import close
from adcli.derivatives.kinks.surroundings import Surroundings
from adcli.derivatives.questions.mixed import mixed
from adcli.engine.taylor.scaling import expand
from adcli.language.points.bindings import Bindings, point_of
from adcli.language.program import Program, Trace
from adcli.language.reading.parser import parse
from adcli.text.errors import AdError
from adcli.text.notices import Notice
from adcli.text.source import Source

HIGHEST = 10_000
DEFAULT_ORDER = 4


def diff(
    program: Program,
    bindings: Bindings,
    *,
    order: int | None = None,
    wrt: str | None = None,
    output: str | None = None,
) -> Taylor | Mixed:
    """Derivatives of a scalar output, to any order: of one variable, or one mixed partial.

    `wrt` names the variable, where there are several inputs; the derivatives of order 0 to `order`
    (4 by default) are the answer. Where `wrt` names more than one input, or one several times
    (`x,x,y`), it is that one partial derivative.
    Raises AdError where there is no value, or where it is not clear what is asked.
    """
    point, notices = point_of(program, bindings)
    trace = program.trace(point, output)
    variables = _variables(trace, wrt)
    if len(variables) > 1 and wrt is not None:
        if order is not None:
            hint = f"`--wrt {wrt}` is one partial derivative, of order {len(variables)}"
            raise AdError("usage", "--order is for the derivatives of one variable", hint=hint)
        return mixed(trace, variables, tuple(notices))
    variable = _one(variables)
    if order is not None and order < 0:
        raise AdError("usage", f"there are no derivatives of order {order}")
    if order is not None and order > HIGHEST:
        raise AdError("budget", f"the highest order is {HIGHEST:,}", hint="the work grows with its square")
    return _taylor(trace, variable, DEFAULT_ORDER if order is None else order, tuple(notices))


def _variables(trace: Trace, wrt: str | None) -> list[Element]:
    """The inputs or elements that `wrt` names, each as often as it stands there; without it, all of them."""
    shapes = trace.graph.shapes
    if wrt is None:
        return list(choose_inputs(trace, None).elements(shapes))
    syntax = parse(Source(wrt, "--wrt"), "selection")
    variables: list[Element] = []
    for item in syntax.parts[syntax.root][0]:
        chosen = choose_inputs(trace, syntax.text(item))
        elements = list(chosen.elements(shapes))
        if len(elements) != 1:
            hint = f"name an element: --wrt {elements[0].label}" if elements else ""
            raise AdError("usage", f"`{chosen.names[0]}` is an array", syntax.span(item), hint=hint)
        variables += elements
    return variables


def _one(variables: list[Element]) -> Element:
    """The one variable there is. Raises AdError where there are several, or none."""
    labels = [element.label for element in variables]
    if not labels:
        raise AdError("usage", "there is no input to differentiate by")
    if len(labels) > 1:
        first, second = labels[:2]
        few = ", ".join(labels if len(labels) <= 8 else [*labels[:7], "…"])
        raise AdError(
            "usage", f"there are {len(labels)} inputs: {few}",
            hint=f"choose the variable: --wrt {first}; --wrt {first},{first},{second} is one mixed partial",
        )  # fmt: skip
    return variables[0]


def _taylor(trace: Trace, variable: Element, order: int, notices: tuple[Notice, ...]) -> Taylor:
    label, node = scalar_output(trace)
    expanded = None
    coefficients = [trace.value(node), *[0.0] * order]
    derivatives = list(coefficients)
    if type(node) is int:
        along = direction(trace, variable)
        expanded = expand(trace.graph, trace.primal, variable.node, node, order, direction=along)
        coefficients = [expanded.coefficient(m) for m in range(order + 1)]
        derivatives = [expanded.derivative(m) for m in range(order + 1)]
    around = Surroundings(trace, order)
    sound = around.plain and all(map(isfinite, derivatives))
    sides = None if sound else Expansions(around, variable, order)
    settled = {} if sides is None else sides.settled()
    for m, (coefficient, derivative) in settled.items():
        if not close(coefficient, coefficients[m]):
            coefficients[m], derivatives[m] = coefficient, derivative
    found = taylor_notices(trace, sides, variable, expanded, derivatives)
    whole = order and len(settled) == order  # no tie parts anything as far as is asked for
    ties = [notice.span for notice in trace.notices if whole and notice.kind == "boundary"]
    return Taylor(
        source=trace.program.title,
        inputs=trace.point(),
        output=label,
        variable=variable.label,
        at=variable.of(trace.value(variable.node)),
        derivatives=tuple(derivatives),
        taylor=tuple(coefficients),
        warnings=(*notices, *losses(trace, [node]), *with_sides(trace, found, [variable.node], ties)),
    )
