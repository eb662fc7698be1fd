"""What there is to know about many derivatives at once: the notices of a Jacobian's entries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from math import isfinite, isnan, nan
from typing import Any

from adcli.derivatives.axes import Part, outputs_of
from adcli.derivatives.bends import bend_notices, outputs_told, sides_text
from adcli.derivatives.chosen import Chosen, Element
from adcli.derivatives.entries import entries
from adcli.derivatives.failures import failure, rest_of
from adcli.derivatives.onesided import (
    MOST_ELEMENTS,
    Both,
    Side,
    Surroundings,
    gradient_beside,
    parts,
    slope_of,
)
from adcli.engine.compressed import Entry
from adcli.engine.seeds import Scalar
from adcli.errors import Notice, WarningKind
from adcli.graph.graph import dependents
from adcli.language.program import Trace

Labelled = Sequence[tuple[str, Scalar | None]]


def entry_notices(
    trace: Trace, outputs: Sequence[Part], inputs: Sequence[Part], found: Iterable[Entry]
) -> list[Notice]:
    """The notices of a Jacobian: kinks, entries that are not finite, inputs that nothing depends on.

    `found` has the entries that are there: row (an output element), column (an input element), number.
    """
    rows, columns = _labelled(outputs), _labelled(inputs)
    around = Surroundings(trace)
    notices = _kinks(around, outputs, inputs)
    wholes = [part.label for part in outputs for _ in part.labels]
    elements = [element for part in inputs for element in _elements(trace, part)]
    failed, spoilt = [], set()
    for i, j, d in found:
        if d is not None and not isfinite(d):
            (label, y), element = rows[i], elements[j]
            assert y is not None
            told = f"the derivative of `{label}`" if len(rows) > 1 else "the derivative"
            failed.append(failure(around, wholes[i], y.node, element, d, told))
            spoilt.add(j)
    rest = rest_of([name for j, (name, _) in enumerate(columns) if j not in spoilt]) if failed else ""
    failed = [replace(notice, rest=rest) for notice in failed]
    return [*notices, *failed, *unconnected(trace, outputs, inputs, notices)]


def product_notices(
    trace: Trace,
    outputs: Sequence[Part],
    inputs: Sequence[Part],
    products: Mapping[str, Any],
    around: Surroundings | None = None,
) -> list[Notice]:
    """The notices of a product of the Jacobian of these, which names the entries that spoil it."""
    rows, columns = _labelled(outputs), _labelled(inputs)
    if all(map(_finite, products.values())):
        bends = _kinks(around or Surroundings(trace), outputs, inputs)
        return [*bends, *unconnected(trace, outputs, inputs, bends)]
    found, _ = entries(trace, [y for _, y in rows], [x for _, x in columns])
    notices = entry_notices(trace, outputs, inputs, found)
    if all(d is None or isfinite(d) for _, _, d in found):
        spoilt = next(label for label, number in products.items() if not _finite(number))
        notices.append(Notice("overflow", f"the product overflows at `{spoilt}`"))
    return notices


def second_notices(
    trace: Trace, inputs: Sequence[Part], slopes: Mapping[str, Any], seconds: Mapping[str, float]
) -> list[Notice]:
    """The notices of a gradient, by label, and of second derivatives, by what they are called."""
    around = Surroundings(trace)
    notices = product_notices(trace, outputs_of(trace), inputs, slopes, around)
    notices += islice(bent_twice(around, inputs, slopes), MOST_ELEMENTS)
    overflowed = any(notice.kind == "overflow" for notice in (*trace.notices, *notices))
    for called, number in seconds.items():
        if not isfinite(number):
            kind: WarningKind = "undefined" if isnan(number) else "infinite_slope"
            says = "is undefined" if isnan(number) else "overflows" if overflowed else "is infinite"
            kind = "overflow" if says == "overflows" else kind
            notices.append(Notice(kind, f"the second derivative {called} {says}"))
    return notices


def _finite(number: Any) -> bool:
    return isfinite(number) if isinstance(number, float) else all(map(isfinite, number.flat))


def unconnected(
    trace: Trace, outputs: Sequence[Part], inputs: Sequence[Part], told: Sequence[Notice] = ()
) -> list[Notice]:
    """A notice for each input that no output was computed from; not of one on which a tie hangs."""
    deciding = {notice.input for notice in told}
    nodes = [part.node for part in outputs if type(part.node) is int]
    connected = dependents(trace.graph, [*nodes, *trace.touched])
    subject = "the output does not depend" if len(outputs) == 1 else "no output depends"
    return [
        Notice("unconnected", f"{subject} on `{part.label}`", trace.span(part.node), part.label)
        for part in inputs
        if not connected[part.node] and part.label not in deciding
    ]


def _labelled(parts: Sequence[Part]) -> Labelled:
    return [pair for part in parts for pair in zip(part.labels, part.elements, strict=True)]


def _kinks(around: Surroundings, outputs: Sequence[Part], inputs: Sequence[Part]) -> list[Notice]:
    """The kinks, and the decisions at a tie, on the way from the inputs to the outputs."""
    if around.plain:
        return []
    told = outputs_told(around.trace, [part.label for part in outputs])
    elements = (element for part in inputs for element in _elements(around.trace, part))
    return bend_notices(around, told, list(islice(elements, MOST_ELEMENTS)))


def _elements(trace: Trace, part: Part) -> Iterator[Element]:
    return Chosen((part.label,), (part.node,), (part.key,)).elements(trace.graph.shapes)


def bent_twice(around: Surroundings, inputs: Sequence[Part], slopes: Mapping[str, Any]) -> Iterator[Notice]:
    """Where the derivative of the gradient is not the same from both sides."""
    if around.plain or len(around.trace.outputs) != 1:
        return
    (label,) = around.trace.outputs
    told: set[frozenset[str]] = set()
    elements = (element for part in inputs for element in _elements(around.trace, part))
    for element in islice(elements, MOST_ELEMENTS):
        both = around.along(element)
        if both is None or parts(*both.slopes(label, around.trace.value(around.trace.outputs[label]))):
            continue  # too long to follow, or the first derivative bends
        sides = [(side, gradient_beside(side, label)) for side in (both.left, both.right)]
        if any(found is None for _, found in sides):
            continue
        for part in inputs:
            left, right = (_slopes_of(around.trace, part, side, found, slopes) for side, found in sides)
            for by, a, b in zip(part.labels, left, right, strict=True):
                pair = frozenset((element.label, by))
                if pair not in told and a != b and isfinite(a - b):
                    told.add(pair)
                    twice = by == element.label
                    called = f"by `{by}`, twice," if twice else f"by `{by}` and `{element.label}`"
                    yield _second_kink(around, both, element, called, a, b)


def _slopes_of(trace: Trace, part: Part, side: Side, gradient: Any, slopes: Mapping[str, Any]) -> list[float]:
    """The derivatives of a part of the gradient from one side, by its elements; nan where unknown."""
    number = next(gradient[name] for name, node in trace.inputs.items() if node == part.node)
    number = 0.0 if number is None else number
    if part.key:
        from adcli.engine.germarrays import picker

        number = picker(number, part.whole)(part.key)
    found = slope_of(number, slopes[part.label], side.sign)
    if part.shape:
        return list(found.ravel().tolist())
    return [nan if found is None else found]


def _second_kink(
    around: Surroundings, both: Both, element: Element, called: str, left: float, right: float
) -> Notice:
    trace = around.trace
    node, says = next(((k, kink.says) for k, kink in around.kinks if both.bends(k)), (None, ""))
    span = None if node is None else trace.span(node)
    if node is None and around.ties:
        tie = next(notice for notice in trace.notices if notice.kind == "boundary")
        span, says = tie.span, tie.message.partition(": ")[0]
    told = f"the second derivative {called} is {sides_text(both, left, right)}"
    return Notice("kink", f"{says}: {told}", span, element.label, left, right, cause=says, told=told)
