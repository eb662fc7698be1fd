"""The notices of derivatives that are infinite or undefined: which operation is the cause, and where."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

from adcli.derivatives.axes.element import Element
from adcli.derivatives.kinks.bends import sides_text
from adcli.derivatives.kinks.surroundings import Surroundings
from adcli.engine.accuracy.origin import Origin, origin
from adcli.graph.reach import dependents
from adcli.language.grammar.tree import Kind, operands
from adcli.language.program import Trace
from adcli.lazy import np
from adcli.text.notices import Notice, WarningKind
from adcli.text.numerals import short
from adcli.text.source import in_short

SHOWN = 3  # inputs named beside a caret


def failure(
    around: Surroundings,
    label: str,
    node: int,
    element: Element,
    d: float,
    derivative: str = "the derivative",
) -> Notice:
    """The notice of a derivative that is inf or nan: what it is, where that arises, and why.

    `derivative` is what the output's derivative is called; `label` names the output.
    """
    trace = around.trace
    seed = element.seed(trace.graph.shapes.get(element.node, ()))
    found = origin(trace.graph, trace.primal, element.node, node, seed, isnan(d))
    kind: WarningKind = "undefined" if isnan(d) else "infinite_slope"
    if found.why == "overflow" and not isnan(d):
        kind = "overflow"
    told = f"{derivative} by `{element.label}` is {'undefined' if isnan(d) else short(d)}"
    left = right = None
    if isnan(d) and (both := around.along(element)) is not None:
        value = trace.value(node)
        left, right = both.slopes(label, value) if not getattr(value, "shape", ()) else (None, None)
        if left is not None or right is not None:
            told += f": {sides_text(both, left, right)}"
    cause = _cause(trace, found)
    return Notice(
        kind, f"{cause}: {told}", trace.span(found.node), element.label, left, right,
        detail=_detail(trace, found), cause=cause, told=told,
    )  # fmt: skip


def rest_of(names: Sequence[str]) -> str:
    """What is not affected: `the derivatives by `y` and `z` stand`."""
    if not names:
        return ""
    quoted = [f"`{name}`" for name in names]
    few = quoted if len(quoted) <= SHOWN else [*quoted[:SHOWN], f"{len(quoted) - SHOWN} more"]
    if len(few) == 1:
        return f"the derivative by {few[0]} stands"
    return f"the derivatives by {', '.join(few[:-1])} and {few[-1]} stand"


def _cause(trace: Trace, found: Origin) -> str:
    """Why the tangent of a node is not finite, in words."""
    text = _text(trace, found.node)
    if found.why == "slope":
        return f"the slope of `{text}` is infinite here"
    if found.why == "undefined slope":
        return f"the slope of `{text}` is undefined here"
    if found.why == "zero times infinity":
        return f"0 times infinity in the chain rule at `{text}`"
    if found.why == "difference of infinities":
        return f"infinity minus infinity in the slope of `{text}`"
    return f"the derivative overflows in `{text}`"


def _detail(trace: Trace, found: Origin) -> str:
    """`x - y = 0 at x = 1, y = 1`: the arguments' values, and the inputs behind them."""
    syntax, arguments = trace.program.syntax, trace.graph.arguments(found.node)
    told = []
    for place, a in zip(_operand_places(trace, found.node), arguments, strict=False):
        value = _value(trace, a, found)
        if value is not None and syntax.kinds[place] != Kind.NUMBER:
            told.append(f"{in_short(syntax.text(place))} = {short(value)}")
    marks = dependents(trace.graph, [found.node])
    at = [
        f"{name} = {short(trace.primal[x])}"
        for name, x in trace.inputs.items()
        if type(x) is int and marks[x] and x not in trace.graph.shapes
    ]
    behind = [text for text in at if text not in told][:SHOWN]
    where = f" in element [{', '.join(map(str, found.place))}]" if found.place else ""
    return ", ".join(told) + where + (f" at {', '.join(behind)}" if told and behind else "")


def _operand_places(trace: Trace, node: int) -> list[int]:
    place = trace.places[node]
    places = [] if place < 0 else operands(trace.program.syntax, place)
    return places if len(places) == len(trace.graph.arguments(node)) else []


def _value(trace: Trace, node: int, found: Origin) -> float | None:
    value = trace.primal[node]
    if value is None or isinstance(value, float):
        return value
    applied = trace.graph.applied(found.node)
    if not found.place or applied is None or applied.operation.tensor:
        return None  # of a whole array there is no one element
    return float(np.broadcast_to(value, trace.graph.shapes[found.node])[found.place])


def _text(trace: Trace, node: int) -> str:
    span = trace.span(node)
    return "the program" if span is None else in_short(span.text)
