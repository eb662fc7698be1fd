"""What there is to know about many derivatives at once: the notices of a Jacobian's entries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from math import isfinite, isinf, isnan
from typing import Any

from adcli.derivatives.axes.element import Element
from adcli.derivatives.axes.entries import entries
from adcli.derivatives.axes.slices import Part, outputs_of
from adcli.derivatives.axes.wrt import Chosen
from adcli.derivatives.diagnosis.nonfinite import failure, rest_of
from adcli.derivatives.diagnosis.unconnected import unconnected as without_path
from adcli.derivatives.kinks.bends import outputs_told
from adcli.derivatives.kinks.curvature import Judged
from adcli.derivatives.kinks.settled import Settled, settled
from adcli.derivatives.kinks.surroundings import MOST_ELEMENTS, Surroundings
from adcli.engine.sparsity.compressed import Entry
from adcli.graph.reach import Scalar, dependents
from adcli.language.program import Trace
from adcli.text.notices import Notice, WarningKind

Labelled = Sequence[tuple[str, Scalar | None]]


def settled_entries(
    around: Surroundings, outputs: Sequence[Part], inputs: Sequence[Part], found: Sequence[Entry]
) -> tuple[list[Entry], Settled]:
    """The entries of a Jacobian, of which a sweep gave `found`, as they are from both sides of the point."""
    found = list(found)
    if around.plain and all(d is None or isfinite(d) for _, _, d in found):
        return found, Settled(around)
    numbers = {(i, j): d for i, j, d in found}
    elements = [element for part in inputs for element in _elements(around.trace, part)]
    told = outputs_told(around.trace, [part.label for part in outputs])
    seen = settled(around, told, elements, numbers)
    return [(i, j, d) for (i, j), d in sorted({**numbers, **seen.numbers}.items())], seen


def entry_notices(
    outputs: Sequence[Part], inputs: Sequence[Part], found: Iterable[Entry], seen: Settled
) -> list[Notice]:
    """The notices of a Jacobian: kinks, entries that are not finite, inputs that nothing depends on.

    `found` has the entries that are there: row (an output element), column (an input element), number;
    `seen` is what lies beside the point.
    """
    failed = _failed(outputs, inputs, found, seen)
    return [*seen.notices, *failed, *unconnected(seen.around.trace, outputs, inputs, seen)]


def _failed(
    outputs: Sequence[Part], inputs: Sequence[Part], found: Iterable[Entry], seen: Settled
) -> list[Notice]:
    """The notices of entries that are not finite, and not told yet."""
    rows, columns = _labelled(outputs), _labelled(inputs)
    wholes = [part.label for part in outputs for _ in part.labels]
    elements = [element for part in inputs for element in _elements(seen.around.trace, part)]
    failed, spoilt = [], set()
    for i, j, d in found:
        if d is not None and not isfinite(d) and (i, j) not in seen.numbers:
            (label, y), element = rows[i], elements[j]
            assert y is not None
            told = f"the derivative of `{label}`" if len(rows) > 1 else "the derivative"
            failed.append(failure(seen.around, wholes[i], y.node, element, d, told))
            spoilt.add(j)
    rest = rest_of([name for j, (name, _) in enumerate(columns) if j not in spoilt]) if failed else ""
    return [replace(notice, rest=rest) for notice in failed]


def product_notices(
    outputs: Sequence[Part], inputs: Sequence[Part], products: Mapping[str, Any], seen: Settled
) -> list[Notice]:
    """The notices of a product of the Jacobian of these, which names the entries that spoil it."""
    trace = seen.around.trace
    rest = unconnected(trace, outputs, inputs, seen)
    if all(map(_finite, products.values())) or any(n.kind == "infinite_slope" for n in seen.notices):
        return [*seen.notices, *rest]
    rows, columns = _labelled(outputs), _labelled(inputs)
    found, _ = entries(trace, [y for _, y in rows], [x for _, x in columns])
    found, beside = settled_entries(seen.around, outputs, inputs, found)
    failed = _failed(outputs, inputs, found, beside)
    if not failed and not seen.notices:
        spoilt = next(label for label, number in products.items() if not _finite(number))
        failed.append(Notice("overflow", f"the product overflows at `{spoilt}`"))
    return [*seen.notices, *failed, *rest]


def second_notices(
    seen: Settled,
    inputs: Sequence[Part],
    slopes: Mapping[str, Any],
    seconds: Mapping[str, float],
    beside: Judged,
) -> list[Notice]:
    """The notices of a gradient, by label, and of second derivatives, by what they are called.

    `seen` is what lies beside the point, `beside` what is known of the second ones from all its sides.
    """
    trace = seen.around.trace
    notices = product_notices(outputs_of(trace), inputs, slopes, seen)
    notices += islice(beside.notices.values(), MOST_ELEMENTS)
    overflowed = any(notice.kind == "overflow" for notice in (*trace.notices, *notices))
    steep = any(map(isinf, beside.numbers.values()))  # from both sides, whatever the sweeps gave
    failed = not all(map(isfinite, seconds.values()))
    overflowed = overflowed or (failed and not steep and _out_of_range(trace, inputs))
    for called, number in seconds.items():
        if not isfinite(number):
            kind: WarningKind = "undefined" if isnan(number) else "infinite_slope"
            says = "is undefined" if isnan(number) else "overflows" if overflowed else "is infinite"
            kind = "overflow" if says == "overflows" else kind
            notices.append(Notice(kind, f"the second derivative {called} {says}"))
    return notices


def _out_of_range(trace: Trace, inputs: Sequence[Part]) -> bool:
    """Whether the second derivatives are finite in units of the inputs that suit them."""
    node = next(iter(trace.outputs.values()))
    if type(node) is not int:
        return False
    from adcli.engine.taylor.scaling import expand

    elements = (element for part in inputs for element in _elements(trace, part))
    for e in islice(elements, MOST_ELEMENTS):
        along = e.unit(trace.graph.shapes.get(e.node, ()))
        if not all(
            map(isfinite, expand(trace.graph, trace.primal, e.node, node, 2, direction=along).numbers)
        ):
            return False
    return True


def _finite(number: Any) -> bool:
    return isfinite(number) if isinstance(number, float) else all(map(isfinite, number.flat))


def unconnected(trace: Trace, outputs: Sequence[Part], inputs: Sequence[Part], seen: Settled) -> list[Notice]:
    """A notice for each input that no output was computed from; not of one on which a tie hangs."""
    deciding = {notice.input for notice in seen.notices}
    nodes = [part.node for part in outputs if type(part.node) is int]
    connected = dependents(trace.graph, [*nodes, *trace.touched])
    alone = [
        (part.label, part.node)
        for part in inputs
        if not (connected[part.node] or part.label in deciding or part.node in seen.decided)
    ]
    return list(without_path(trace, alone, len(outputs) > 1))


def _labelled(parts: Sequence[Part]) -> Labelled:
    return [pair for part in parts for pair in zip(part.labels, part.elements, strict=True)]


def _elements(trace: Trace, part: Part) -> Iterator[Element]:
    return Chosen((part.label,), (part.node,), (part.key,)).elements(trace.graph.shapes)
