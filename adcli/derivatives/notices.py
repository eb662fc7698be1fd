"""What there is to know about many derivatives at once: the notices of a Jacobian's entries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from math import isfinite, isnan
from typing import Any

from adcli.derivatives.axes import Part, outputs_of
from adcli.derivatives.bends import bend_notices, outputs_told
from adcli.derivatives.chosen import Chosen, Element
from adcli.derivatives.curvature import Judged
from adcli.derivatives.entries import entries
from adcli.derivatives.failures import failure, rest_of
from adcli.derivatives.onesided import MOST_ELEMENTS, Surroundings
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
    around: Surroundings,
    inputs: Sequence[Part],
    slopes: Mapping[str, Any],
    seconds: Mapping[str, float],
    beside: Judged,
) -> list[Notice]:
    """The notices of a gradient, by label, and of second derivatives, by what they are called.

    `beside` is what is known of those from all sides of the point.
    """
    trace = around.trace
    notices = product_notices(trace, outputs_of(trace), inputs, slopes, around)
    notices += islice(beside.notices.values(), MOST_ELEMENTS)
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
