"""What there is to know about a derivative: kinks, infinite slopes, undefined and absent ones."""

from __future__ import annotations

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
        elif not isfinite(d):
            notices.append(_not_finite(trace, node, name, x, d))
    return notices


def kink_notices(trace: Trace, node: int, chosen: Chosen) -> list[Notice]:
    """A notice for each kink that a chosen derivative passes through, with both one-sided ones."""
    notices = []
    for k, says in kinks_that_matter(trace.graph, trace.primal, chosen.nodes, node):
        reached = [(name, x) for name, x in zip(chosen.names, chosen.nodes, strict=True)]
        for name, x in reached:
            sides = one_sided(trace.graph, trace.primal, x, node)
            if sides is None or not sides.passes[k]:
                continue
            left, right = sides.left, sides.right
            message = f"{says}: along `{name}` the derivative is {left:.8g} from the left, {right:.8g} from the right"
            notices.append(Notice("kink", message, trace.span(k), name, left, right))
    return notices


def _not_finite(trace: Trace, node: int, name: str, x: int, d: float) -> Notice:
    k, why = origin(trace.graph, trace.primal, x, node)
    span = trace.span(k)
    text = "" if span is None else f" of `{' '.join(span.text.split())}`"
    if isnan(d):
        return Notice("undefined", f"the derivative by `{name}` is undefined: {why}{text}", span, name)
    if why == "overflow":
        return Notice("overflow", f"the derivative by `{name}` overflows{text}", span, name)
    return Notice("infinite_slope", f"the derivative by `{name}` is infinite: {why}{text}", span, name)
