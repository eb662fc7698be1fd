"""The derivatives of a program against the user's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf, isfinite, isnan
from typing import Any

from adcli.answers.comparison import Allowance, Comparison, Row, Verdict
from adcli.compare.comparison import bound_of, case_of, climbed, error_of
from adcli.compare.differences import SAFETY
from adcli.compare.ladder import Ladder
from adcli.compare.replay import Dependent
from adcli.compare.slopes import Slopes
from adcli.compare.yours.asked import Asked, Expected, Given
from adcli.compare.yours.expected import given_numbers, read_expected
from adcli.compare.yours.hints import SWAPPED, hint, misplaced
from adcli.compare.yours.omissions import omission
from adcli.derivatives.axes.places import Element, elements, inputs_of
from adcli.derivatives.axes.wrt import choose_inputs
from adcli.engine.accuracy.rounding import EPS
from adcli.language.files.dialects import TOLD, Dialect
from adcli.language.points.bindings import Bindings, point_of
from adcli.language.program import Program

NOTES: dict[Verdict, str] = {
    "agree": "",
    "kink": "the function bends here, and any slope between will do",
    "inconclusive": "the derivative is undefined here",
}
AS_MEASURED = "finite differences agree with AD"
TO_ITS_DIGITS = "right to the digits that are given"
FEW = 4 * EPS  # of a derivative: what two careful ways to compute it may differ by
UNBOUNDED = 64 * EPS  # the same where there is no bound


def own_gradient(
    program: Program,
    bindings: Bindings,
    expected: Sequence[str] | Mapping[str, Any],
    *,
    wrt: str | None = None,
    output: str | None = None,
    allowance: Allowance | None = None,
    dialect: Dialect | None = None,
) -> Comparison:
    """The user's derivatives, as texts of --expect or as numbers by name, held against those of AD.

    Those that are not given are left out, and named in `missing`. Where one disagrees, finite
    differences are asked as well. `dialect` is that of tables in files.
    Raises AdError where what is given does not fit.
    """
    point, notices = point_of(program, bindings)
    trace = program.trace(point, output, keep=True)
    chosen = choose_inputs(trace, wrt)
    inputs, outputs = tuple(inputs_of(trace, chosen)), tuple(elements(trace, trace.outputs))
    asked = Asked(trace, outputs, inputs, dialect or TOLD)
    if isinstance(expected, Mapping):
        given = given_numbers(expected, asked)
    else:
        given = read_expected(expected, asked)
    rows: list[Row] = []
    slopes = Slopes(trace, outputs, inputs)
    for k, result in enumerate(outputs):
        of_result = {name: number for (label, name), number in given.items() if label == result.label}
        if of_result:
            rows += Held(slopes, k, output, allowance).rows(of_result)
    rows = _placed(rows, given, slopes)
    return Comparison(
        source=program.title,
        inputs=trace.point(),
        outputs=tuple(o.label for o in outputs),
        values=tuple(o.value for o in outputs),
        rows=tuple(rows),
        method="central",
        against="expected",
        allowance=allowance,
        missing=tuple(_missing(asked, given)),
        warnings=(*notices, *slopes.told()),
    )


def _placed(rows: Sequence[Row], given: Given, slopes: Slopes) -> list[Row]:
    """The rows; of those that disagree, which entry they are, where they are another's."""
    wrong = [(row.output, row.input) for row in rows if row.verdict == "disagree"]
    if not wrong:
        return list(rows)
    right = {(o.label, e.label): slopes.of(k, e) for k, o in enumerate(slopes.outputs) for e in slopes.inputs}
    outputs, inputs = [o.label for o in slopes.outputs], [e.label for e in slopes.inputs]
    found = misplaced(given, right, wrong, outputs, inputs)
    return [_with_place(row, found.get((row.output, row.input))) for row in rows]


def _with_place(row: Row, place: str | None) -> Row:
    if place is None:
        return row
    measured = AS_MEASURED if row.note.endswith(AS_MEASURED) else ""
    return replace(row, note="; ".join(filter(None, [place, measured])))


def _missing(asked: Asked, given: Given) -> Iterator[str]:
    """What the derivatives are called that are not given."""
    for output, name in asked.pairs:
        if (output, name) not in given:
            yield f"{output} by {name}" if len(asked.outputs) > 1 else name


class Held:
    """The derivatives of one scalar output, and the user's held against them."""

    def __init__(self, slopes: Slopes, k: int, output: str | None, allowance: Allowance | None) -> None:
        self.trace, self.inputs, self.slopes, self.k = slopes.trace, slopes.inputs, slopes, k
        self.result, self.adjoints = slopes.outputs[k], slopes.adjoints[k]
        self.output, self.allowance = output, allowance
        self.derivatives = {e.label: slopes.of(k, e) for e in self.inputs}

    def rows(self, given: Mapping[str, Expected]) -> Iterator[Row]:
        """A row for each derivative that is given."""
        return (self._row(e, given[e.label]) for e in self.inputs if e.label in given)

    def _row(self, element: Element, expected: Expected) -> Row:
        ad = self.derivatives[element.label]
        error = 0.0 if expected.value == ad else abs(expected.value - ad)
        tolerance = self._tolerance(element, expected, ad, error)
        sides = self.slopes.sides(self.k, element)
        row = Row(
            input=element.label,
            output=self.result.label,
            at=element.value,
            ad=ad,
            expected=expected.value,
            error=error,
            tolerance=tolerance,
            verdict=_verdict(ad, expected.value, error, tolerance, sides),
            left=sides[0] if sides else None,
            right=sides[1] if sides else None,
        )
        if row.verdict == "disagree":
            return self._explained(element, row, expected.known)
        if row.verdict == "agree" and self.allowance is None and error > tolerance - expected.known:
            return replace(row, note=TO_ITS_DIGITS)
        return replace(row, note=NOTES[row.verdict])

    def _tolerance(self, element: Element, expected: Expected, ad: float, error: float) -> float:
        """How far two right ways to compute a derivative may differ: by what rounding does to each.

        And by what a number's text leaves open. In graphs with arrays AD's own bound is asked for
        only where a few units in the last place are not enough.
        """
        if self.allowance is not None:
            return self.allowance.of(ad)
        if not isfinite(ad):
            return 0.0
        others = SAFETY * expected.bound + FEW * abs(ad) + expected.known
        plain = SAFETY * UNBOUNDED * abs(ad) + others
        if self.trace.graph.shapes and error <= plain:
            return plain
        bound = error_of(self.trace, self.result, element)
        total = plain if bound is None else SAFETY * bound + others
        return total if total < inf else 0.0

    def _explained(self, element: Element, row: Row, known: float) -> Row:
        """The row with a hint, and with what finite differences say."""
        assert row.expected is not None
        others = {name: d for name, d in self.derivatives.items() if name != element.label}
        point = {name: x for name, x in self.trace.point().items() if isinstance(x, float)}
        bends = "the function bends here, and this is beyond both sides" if row.left is not None else ""
        looks = hint(row.expected, row.ad, others, point, self.result.value, known)
        left_out = omission(self.trace, self.result, element, self.adjoints, row, known)
        if left_out:
            looks = looks.removesuffix(SWAPPED)
        notes = [bends] if bends else [looks, left_out]
        dependent = Dependent(self.trace, element.node, (self.result,))
        ladder = Ladder(dependent, element, self.output)
        tie = self.slopes.tie(self.k, element)
        case = case_of(ladder, 0, row.ad, bound_of(dependent, self.adjoints), tie)
        measured = climbed(ladder, [case])[0]
        if measured.verdict == "agree":
            notes.append(AS_MEASURED)
        return replace(
            row,
            fd=measured.fd,
            h=measured.h,
            evaluations=measured.evaluations,
            note="; ".join(filter(None, notes)),
        )


def _verdict(
    ad: float, expected: float, error: float, tolerance: float, sides: tuple[float, float] | None
) -> Verdict:
    if error <= tolerance or (isnan(ad) and isnan(expected)):
        return "agree"
    if isnan(ad):
        return "inconclusive"
    if sides is not None:
        low, high = sorted(sides)
        if low - tolerance <= expected <= high + tolerance:
            return "kink"
    return "disagree"
