"""The derivatives of a program against finite differences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from math import isfinite, isinf
from typing import Any

from adcli.answers.comparison import Allowance, Comparison, Method, Row
from adcli.compare.differences import SAFETY
from adcli.compare.ladder import LOWEST, Ladder
from adcli.compare.replay import Dependent
from adcli.compare.slopes import Slopes
from adcli.compare.variation import variations
from adcli.compare.verdict import Case, judge
from adcli.derivatives.axes.places import Element, elements, inputs_of
from adcli.derivatives.axes.wrt import choose_inputs
from adcli.derivatives.kinks.nearness import Edge, nearest_edge
from adcli.derivatives.kinks.surroundings import WORK
from adcli.engine.accuracy.rounding import bound_of as bound_of_derivative
from adcli.engine.accuracy.rounding import derivative_bound, differentiated, value_bound
from adcli.language.points.bindings import Bindings, point_of
from adcli.language.program import Program, Trace
from adcli.text.errors import AdError
from adcli.text.source import Source, Span

PAST = 2  # rungs below the best one after which the ladder is left
BENT = 5  # the first rung at which a bend is one
MOST_EDGES = 100  # elements whose distance to the nearest kink is told
FIRST = 2  # the first rung at which there can be a verdict
APART = 2  # rungs from one verdict to the next: judging costs more than evaluating


def comparison(
    program: Program,
    bindings: Bindings,
    *,
    wrt: str | None = None,
    output: str | None = None,
    method: Method = "central",
    vary: str | None = None,
    allowance: Allowance | None = None,
) -> Comparison:
    """Every derivative ∂output/∂input at a point, held against finite differences.

    `vary` names the inputs, as `wrt` does, for which the error is told step by step; all, where
    it is empty. `allowance` is the tolerance, in place of the derived one. Raises AdError where the
    program has no value at the point.
    """
    point, notices = point_of(program, bindings)
    trace = program.trace(point, output, keep=True)
    outputs = tuple(elements(trace, trace.outputs))
    inputs = tuple(inputs_of(trace, choose_inputs(trace, wrt)))
    slopes = Slopes(trace, outputs, inputs)
    around = slopes.around
    most = min(MOST_EDGES, WORK // max(1, len(trace.graph.nodes)))
    edges = {element.label: nearest_edge(around, element) for element in inputs[:most]}
    found = list(compared(slopes, output, method))
    rows = tuple(row for k in range(len(outputs)) for row in found[k :: len(outputs)])
    if allowance is not None:
        rows = tuple(_judged_by(allowance, row) for row in rows)
    rows = tuple(_with_edge(row, edges.get(row.input)) for row in rows)
    varied = _varied(trace, inputs, vary)
    return Comparison(
        source=program.title,
        inputs=trace.point(),
        outputs=tuple(o.label for o in outputs),
        values=tuple(o.value for o in outputs),
        rows=rows,
        method=method,
        allowance=allowance,
        variations=variations(trace, varied, outputs, rows, method, output),
        warnings=(*notices, *slopes.told()),
    )


def _with_edge(row: Row, edge: Edge | None) -> Row:
    return row if edge is None else replace(row, distance=abs(edge.offset), edge=edge.text)


def _judged_by(allowance: Allowance, row: Row) -> Row:
    """The row by the user's tolerance: a kink stays one, and rough differences decide nothing."""
    if row.error is None or row.verdict == "kink" or not isfinite(row.ad):
        return row
    rough, tolerance = row.tolerance, allowance.of(row.ad)
    if row.error <= tolerance:
        return replace(row, tolerance=tolerance, verdict="agree")
    if row.verdict == "agree":
        note = f"beyond the tolerance asked for, but differences are good to {rough:.1g} only"
        return replace(row, tolerance=tolerance, verdict="inconclusive", note=note)
    return replace(row, tolerance=tolerance)


def _varied(trace: Trace, inputs: Sequence[Element], vary: str | None) -> list[Element]:
    """The inputs whose step is varied: those of the comparison that are named."""
    if vary is None:
        return []
    source = Source(vary, "--vary-h")
    try:
        chosen = choose_inputs(trace, vary or None)
    except AdError as error:
        span = error.span and Span(source, error.span.start, error.span.end)
        raise AdError(error.kind, error.message, span, hint=error.hint) from None
    wanted = {e.label for e in inputs_of(trace, chosen)}
    varied = [e for e in inputs if e.label in wanted]
    if vary and len(varied) < len(wanted):
        raise AdError(
            "usage", "the derivative is not among those that are compared", Span(source, 0, len(vary))
        )
    return varied


def compared(slopes: Slopes, output: str | None, method: Method) -> Iterator[Row]:
    """A row for each input and, within it, each output."""
    outputs = tuple(slopes.outputs)
    for x, elements_of_x in groupby(slopes.inputs, key=lambda element: element.node):
        dependent = Dependent(slopes.trace, x, outputs)
        bounds = [bound_of(dependent, a) for a in slopes.adjoints]
        for element in elements_of_x:
            ladder = Ladder(dependent, element, output)
            cases = [
                case_of(ladder, k, slopes.of(k, element), bounds[k], slopes.tie(k, element), method)
                for k in range(len(outputs))
            ]
            yield from climbed(ladder, cases)


def bound_of(dependent: Dependent, adjoints: Sequence[Any]) -> float:
    """What rounding does to an output, as far as it depends on an input; `adjoints` are the output's."""
    if not adjoints:
        return 0.0
    return value_bound(dependent.trace.graph, dependent.trace.primal, adjoints, dependent.moved)


def error_of(trace: Trace, output: Element, element: Element) -> float | None:
    """What rounding does to AD's derivative; None where that is not known."""
    if type(output.node) is not int:
        return None
    if not trace.graph.shapes:
        return derivative_bound(trace.graph, trace.primal, element.node, output.node)
    seed = output.seed(trace.primal[output.node])
    made = differentiated(trace.graph, trace.primal, output.node, seed, [element.node])
    if made is None:
        return None
    return bound_of_derivative(made, made.derivatives[0], element.seed(trace.primal[element.node]))


def case_of(
    ladder: Ladder, k: int, slope: float, bound: float, tie: bool, method: Method = "central"
) -> Case:
    """Output k of a ladder with its derivative and the bound of its rounding errors."""
    return Case(ladder, k, ladder.outputs[k].value, slope, bound, tie, method)


def climbed(ladder: Ladder, cases: Sequence[Case]) -> list[Row]:
    """Climbs down the ladder until every verdict stands, and returns the rows."""
    ladder.begin()
    for k in range(LOWEST):
        ladder.climb(k)
        if k >= FIRST and k % APART == 0:
            rows = [judge(case) for case in cases]
            if all(_stands(row, ladder, k) for row in rows):
                return rows
    for case, row in zip(cases, rows, strict=True):
        if row.verdict not in ("agree", "kink") or _jumps(row):
            for k in (*ladder.far(case.bound, case.ad), *range(LOWEST + 1, LOWEST + 4)):
                ladder.climb(k)
    return [_judged_at_last(ladder, replace(case, final=True)) for case in cases]


def _judged_at_last(ladder: Ladder, case: Case) -> Row:
    """The verdict; what seems wrong is looked at once more, with the rounding errors of AD itself."""
    row = judge(case)
    if row.verdict != "disagree":
        return row
    error = error_of(ladder.dependent.trace, ladder.outputs[case.k], ladder.element)
    return judge(replace(case, error=SAFETY * error)) if error and isfinite(error) else row


def _stands(row: Row, ladder: Ladder, k: int) -> bool:
    """Whether rungs below k cannot make a verdict better."""
    if row.verdict == "kink":
        return k >= BENT and not _jumps(row)
    if row.verdict != "agree" or row.h is None:
        return False
    return row.h >= ladder.step(k - PAST) or row.tolerance == 0.0


def _jumps(row: Row) -> bool:
    return any(side is not None and isinf(side) for side in (row.left, row.right))
