"""What there is to know about a derivative: kinks, infinite slopes, undefined and absent ones."""

from __future__ import annotations

from itertools import islice
from math import isfinite, isnan
from typing import Any

from adcli.derivatives.chosen import Chosen
from adcli.engine.kinks import kinks_that_matter, one_sided
from adcli.engine.origin import origin
from adcli.errors import Notice
from adcli.graph.graph import dependents
from adcli.language.program import Trace


def derivative_notices(trace: Trace, node: Any, chosen: Chosen, derivatives: list[Any]) -> list[Notice]:
    """The notices of one output's derivatives, in the order of the inputs."""
    notices = [] if type(node) is not int else kink_notices(trace, node, chosen)
    connected = None
    for name, x, d in zip(chosen.names, chosen.nodes, derivatives, strict=True):
        if d is None:
            if connected is None:
                outputs = [node, *trace.touched] if type(node) is int else trace.touched
                connected = dependents(trace.graph, outputs)
            if not connected[x]:
                message = f"the output does not depend on `{name}`"
                notices.append(Notice("unconnected", message, trace.span(x), name))
        elif not _finite(d):
            notices.append(not_finite(trace, node, name, x, d))
    return notices


def kink_notices(trace: Trace, node: int, chosen: Chosen, output: str = "") -> list[Notice]:
    """A notice for each kink that a chosen derivative passes through, with both one-sided ones.

    `output` is the output's label, where there are several.
    """
    notices = []
    derivative = _derivative(output)
    shapes = trace.graph.shapes
    for k, says in kinks_that_matter(trace.graph, trace.primal, chosen.nodes, node):
        for element in islice(chosen.elements(shapes), MOST_ELEMENTS):
            seed = element.seed(shapes.get(element.node, ()))
            sides = one_sided(trace.graph, trace.primal, element.node, node, seed)
            if sides is None or not sides.passes[k]:
                continue
            left, right = sides.left, sides.right
            along = f"along `{element.label}` {derivative}"
            message = f"{says}: {along} is {left:.8g} from the left, {right:.8g} from the right"
            notices.append(Notice("kink", message, trace.span(k), element.label, left, right))
    return notices


MOST_ELEMENTS = 100  # of arrays at a kink, whose one-sided derivatives are told one by one


def _finite(d: Any) -> bool:
    if isinstance(d, float):
        return isfinite(d)
    import numpy as np

    return bool(np.all(np.isfinite(d)))


def _undefined(d: Any) -> bool:
    if isinstance(d, float):
        return isnan(d)
    import numpy as np

    return bool(np.any(np.isnan(d)))


def _derivative(output: str) -> str:
    return f"the derivative of `{output}`" if output else "the derivative"


def not_finite(trace: Trace, node: int, name: str, x: int, d: float, output: str = "") -> Notice:
    """The notice of a derivative that is inf or nan: what it is, and where that arises."""
    k, why = origin(trace.graph, trace.primal, x, node)
    span = trace.span(k)
    text = "" if span is None else f" of `{' '.join(span.text.split())}`"
    derivative = f"{_derivative(output)} by `{name}`"
    if _undefined(d):
        return Notice("undefined", f"{derivative} is undefined: {why}{text}", span, name)
    if why == "overflow":
        return Notice("overflow", f"{derivative} overflows{text.replace(' of ', ' in ', 1)}", span, name)
    return Notice("infinite_slope", f"{derivative} is infinite: {why}{text}", span, name)
