"""The outcomes of records as JSON Lines and as CSV."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from io import StringIO
from itertools import islice
from typing import Any

from adcli.derivatives.elements import elements
from adcli.derivatives.results import Gradient
from adcli.emit.json import error_document, fields_of, line, plain
from adcli.errors import AdError
from adcli.numerals import exact, short
from adcli.records.record import Outcome

LOOKED_AT = 1000  # records whose inputs become the columns of a CSV


def json_lines(outcomes: Iterable[Outcome], digits: int | None, encoding: str) -> Iterator[str]:
    """A line of JSON for each record."""
    for outcome in outcomes:
        yield json_line(outcome, digits, encoding)


def json_line(outcome: Outcome, digits: int | None = None, encoding: str = "utf-8") -> str:
    """The record's line and label, and the fields of its answer or its error."""
    record = outcome.record
    fields: dict[str, Any] = {"line": record.line, "label": record.label, "ok": outcome.error is None}
    if outcome.answer is not None:
        fields |= fields_of(outcome.answer)
    elif outcome.error is not None:
        fields |= error_document(outcome.error)
    if digits is None:
        try:
            return line(fields, encoding) + "\n"
        except (TypeError, ValueError):
            pass  # an array, or a number that JSON has not
    return line(plain(fields, digits), encoding) + "\n"


class Table:
    """Outcomes as CSV: line, label, expr, value, a derivative by each input, error.

    The head needs the inputs' names: they are those of the first records, which are held back
    until they are known.
    """

    def __init__(self, digits: int | None = None) -> None:
        self.digits = digits
        self.blanks: dict[str, str] = {}

    def fitted(self, outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
        """The outcomes; a later one whose inputs have no columns becomes an error."""
        rest = iter(outcomes)
        first = list(islice(rest, LOOKED_AT))
        self.blanks = {label: "" for outcome in first if outcome.answer for label in _labels(outcome.answer)}
        yield from first
        del first
        for outcome in rest:
            missing = [n for n in _labels(outcome.answer) if n not in self.blanks] if outcome.answer else []
            yield Outcome(outcome.record, error=_no_column(outcome, missing[0])) if missing else outcome

    def rows(self, fitted: Iterable[Outcome]) -> Iterator[str]:
        """The head and the rows, as text."""
        head = True
        for outcome in fitted:
            if head:
                yield self._head()
                head = False
            yield self._row(outcome)
        if head:
            yield self._head()

    def _head(self) -> str:
        return _joined(["line", "label", "expr", "value", *(f"d/d{name}" for name in self.blanks), "error"])

    def _row(self, outcome: Outcome) -> str:
        record, answer = outcome.record, outcome.answer
        cells = [str(record.line), record.label or "", record.source.text.strip()]
        if answer is None:
            return _joined(
                [*cells, "", *self.blanks.values(), outcome.error.message if outcome.error else ""]
            )
        slopes = {
            label: self._number(slope)
            for name, value in answer.gradient.items()
            for label, slope in elements(name, value)
        }
        return _joined([*cells, self._number(answer.value), *(self.blanks | slopes).values(), ""])

    def _number(self, value: float) -> str:
        return short(value, self.digits) if self.digits else exact(value)


def _labels(answer: Gradient) -> list[str]:
    return [label for name, value in answer.gradient.items() for label, _ in elements(name, value)]


def _joined(cells: list[str]) -> str:
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()


def _no_column(outcome: Outcome, name: str) -> AdError:
    message = f"the table has no column for the derivative by `{name}`"
    hint = f"the columns are the inputs of the first {LOOKED_AT:,} records; --json has none"
    return outcome.record.placed(AdError("usage", message, hint=hint))
