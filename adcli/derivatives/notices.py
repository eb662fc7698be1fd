"""What there is to know about many derivatives at once: the notices of a Jacobian's entries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from math import isfinite, isnan
from typing import Any

from adcli.derivatives.axes import Part, chosen_of, outputs_of
from adcli.derivatives.chosen import Chosen
from adcli.derivatives.entries import entries
from adcli.derivatives.warnings import MOST_ELEMENTS, kink_notices, not_finite
from adcli.engine.compressed import Entry
from adcli.engine.kinks import kink_at, kinks_that_matter, one_sided
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
    notices = list(_kinks(trace, outputs, inputs))
    for i, j, d in found:
        if d is not None and not isfinite(d):
            (label, y), (name, x) = rows[i], columns[j]
            assert x is not None
            assert y is not None
            notices.append(_entry(trace, y, name, x, d, label if len(rows) > 1 else ""))
    return notices + unconnected(trace, outputs, inputs)


def product_notices(
    trace: Trace, outputs: Sequence[Part], inputs: Sequence[Part], products: Mapping[str, Any]
) -> list[Notice]:
    """The notices of a product of the Jacobian of these, which names the entries that spoil it."""
    rows, columns = _labelled(outputs), _labelled(inputs)
    if all(map(_finite, products.values())):
        return [*_kinks(trace, outputs, inputs), *unconnected(trace, outputs, inputs)]
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
    notices = product_notices(trace, outputs_of(trace), inputs, slopes)
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


def unconnected(trace: Trace, outputs: Sequence[Part], inputs: Sequence[Part]) -> list[Notice]:
    """A notice for each input that no output was computed from."""
    nodes = [part.node for part in outputs if type(part.node) is int]
    connected = dependents(trace.graph, [*nodes, *trace.touched])
    subject = "the output does not depend" if len(outputs) == 1 else "no output depends"
    return [
        Notice("unconnected", f"{subject} on `{part.label}`", trace.span(part.node), part.label)
        for part in inputs
        if not connected[part.node]
    ]


def _labelled(parts: Sequence[Part]) -> Labelled:
    return [pair for part in parts for pair in zip(part.labels, part.elements, strict=True)]


def _kinks(trace: Trace, outputs: Sequence[Part], inputs: Sequence[Part]) -> Iterator[Notice]:
    """The kinks on the way from the inputs to the outputs."""
    if not bends(trace):
        return
    chosen = chosen_of(inputs)
    for part in outputs:
        if type(part.node) is int and not part.shape:
            yield from kink_notices(trace, part.node, chosen, part.label if len(outputs) > 1 else "")
        elif type(part.node) is int:
            yield from _kinks_of_array(trace, part, chosen)


def _kinks_of_array(trace: Trace, output: Part, chosen: Chosen) -> Iterator[Notice]:
    """The same for an array: the elements whose one-sided derivatives differ."""
    graph, primal, shapes = trace.graph, trace.primal, trace.graph.shapes
    for k, says in kinks_that_matter(graph, primal, chosen.nodes, output.node):
        for x in islice(chosen.elements(shapes), MOST_ELEMENTS):
            sides = one_sided(graph, primal, x.node, output.node, x.seed(shapes.get(x.node, ())))
            if sides is None or not sides.passes[k]:
                continue
            lefts, rights = (output.gathered(side).ravel().tolist() for side in (sides.left, sides.right))
            for label, left, right in zip(output.labels, lefts, rights, strict=True):
                if left != right:
                    along = f"along `{x.label}` the derivative of `{label}`"
                    message = f"{says}: {along} is {left:.8g} from the left, {right:.8g} from the right"
                    yield Notice("kink", message, trace.span(k), x.label, left, right)


def bends(trace: Trace) -> bool:
    """Whether the point lies on the kink of any operation."""
    graph = trace.graph
    if not any(applied is not None and applied.operation.kinks for applied in graph.operations):
        return False
    return any(kink_at(graph, trace.primal, k) for k in range(len(graph.nodes)))


def _entry(trace: Trace, y: Scalar, name: str, x: Scalar, d: float, output: str) -> Notice:
    if x.place is None and y.place is None:
        return not_finite(trace, y.node, name, x.node, d, output)
    derivative = f"the derivative of `{output}`" if output else "the derivative"
    kind: WarningKind = "undefined" if isnan(d) else "infinite_slope"
    says = "undefined" if isnan(d) else "infinite"
    return Notice(kind, f"{derivative} by `{name}` is {says}", trace.span(y.node), name)
