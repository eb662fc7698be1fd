"""The derivatives of a program against the user's own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import inf, isfinite, isnan

from adcli.compare.comparison import adjoints_of, bound_of, case_of, climbed
from adcli.compare.differences import SAFETY
from adcli.compare.elements import Element, elements, inputs_of
from adcli.compare.expected import Expected, read_expected
from adcli.compare.hints import hint
from adcli.compare.neighbours import Dependent
from adcli.compare.results import Comparison, Row, Verdict
from adcli.compare.steps import Ladder
from adcli.derivatives.chosen import choose_inputs
from adcli.derivatives.gradient import scalar_output
from adcli.derivatives.warnings import kink_notices
from adcli.engine.rounding import EPS, derivative_bound
from adcli.errors import Notice
from adcli.language.bindings import Bindings, point_of
from adcli.language.program import Program, Trace

FEW = 4 * EPS  # of a derivative: what two careful ways to compute it may differ by
UNBOUNDED = 64 * EPS  # the same where there is no bound


def own_gradient(
    program: Program,
    bindings: Bindings,
    texts: Sequence[str],
    *,
    wrt: str | None = None,
    output: str | None = None,
) -> Comparison:
    """The user's derivatives, as --expect gives them, held against those of AD.

    Those that are not given are left out, and named in `missing`. Where one disagrees, finite
    differences are asked as well. Raises AdError where the program has several outputs.
    """
    point, notices = point_of(program, bindings)
    trace = program.trace(point, output, keep=True)
    label, node = scalar_output(trace)
    chosen = choose_inputs(trace, wrt)
    inputs = tuple(inputs_of(trace, chosen))
    result = next(elements(trace, {label: node}))
    expected = read_expected(texts, trace, inputs)
    adjoints = adjoints_of(trace, result, inputs)
    derivatives = {e.label: e.of(adjoints[e.node]) if adjoints else 0.0 for e in inputs}
    warned = [] if type(node) is not int else kink_notices(trace, node, chosen)
    rows = [
        _row(trace, element, result, expected[element.label], derivatives, warned, output)
        for element in inputs
        if element.label in expected
    ]
    return Comparison(
        source=program.title,
        inputs=trace.point(),
        outputs=(label,),
        values=(result.value,),
        rows=tuple(rows),
        method="central",
        against="expected",
        missing=tuple(e.label for e in inputs if e.label not in expected),
        warnings=(*notices, *trace.notices),
    )


def _row(
    trace: Trace,
    element: Element,
    result: Element,
    expected: Expected,
    derivatives: Mapping[str, float],
    notices: Iterable[Notice],
    output: str | None,
) -> Row:
    ad = derivatives[element.label]
    tolerance = _tolerance(trace, element, result, expected, ad)
    error = 0.0 if expected.value == ad else abs(expected.value - ad)
    sides = next((n for n in notices if n.kind == "kink" and n.input in (element.name, element.label)), None)
    row = Row(
        input=element.label,
        output=result.label,
        at=element.value,
        ad=ad,
        expected=expected.value,
        error=error,
        tolerance=tolerance,
        verdict=_verdict(ad, expected.value, error, tolerance, sides),
        left=sides.left if sides else None,
        right=sides.right if sides else None,
    )
    if row.verdict == "disagree":
        return _explained(trace, element, result, row, derivatives, output)
    if row.verdict == "kink":
        return replace(row, note="the function bends here, and any slope between will do")
    return replace(row, note="the derivative is undefined here") if row.verdict == "inconclusive" else row


def _verdict(ad: float, expected: float, error: float, tolerance: float, sides: Notice | None) -> Verdict:
    if error <= tolerance or (isnan(ad) and isnan(expected)):
        return "agree"
    if isnan(ad):
        return "inconclusive"
    if sides is not None and sides.left is not None and sides.right is not None:
        low, high = sorted((sides.left, sides.right))
        if low - tolerance <= expected <= high + tolerance:
            return "kink"
    return "disagree"


def _tolerance(trace: Trace, element: Element, result: Element, expected: Expected, ad: float) -> float:
    """How far two right ways to compute a derivative may differ: by what rounding does to each."""
    bound = None
    if type(result.node) is int and not trace.graph.shapes:
        bound = derivative_bound(trace.graph, trace.primal, element.node, result.node)
    if not isfinite(ad):
        return 0.0
    own = UNBOUNDED * abs(ad) if bound is None else bound
    total = SAFETY * (own + expected.bound) + FEW * abs(ad)
    return total if total < inf else 0.0


def _explained(
    trace: Trace,
    element: Element,
    result: Element,
    row: Row,
    derivatives: Mapping[str, float],
    output: str | None,
) -> Row:
    """The row with a hint, and with what finite differences say."""
    assert row.expected is not None
    others = {name: d for name, d in derivatives.items() if name != element.label}
    point = {name: x for name, x in trace.point().items() if isinstance(x, float)}
    bends = "the function bends here, and this is beyond both sides" if row.left is not None else ""
    notes = [bends or hint(row.expected, row.ad, others, point, result.value)]
    dependent = Dependent(trace, element.node, (result,))
    bound = bound_of(dependent, adjoints_of(trace, result, [element]))
    ladder = Ladder(dependent, element, output)
    measured = climbed(ladder, [case_of(ladder, 0, row.ad, bound)])[0]
    if measured.verdict == "agree":
        notes.append("finite differences agree with AD")
    return replace(
        row,
        fd=measured.fd,
        h=measured.h,
        evaluations=measured.evaluations,
        note="; ".join(filter(None, notes)),
    )
