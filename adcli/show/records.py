"""A batch: a line or a row for each record."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from math import nan
from time import monotonic
from typing import Any

from adcli.records.columns import Numbers, columns_of, numbers_of, point_of
from adcli.records.record import Outcome
from adcli.show.formats.csv import csv_line
from adcli.show.formats.json import error_document, fields_of, line, plain
from adcli.show.layout.aligned import aligned
from adcli.show.layout.blocks import left_out, picked
from adcli.show.layout.heading import cropped
from adcli.show.layout.page import Line, Page, Piece
from adcli.show.layout.paint import painted
from adcli.show.layout.table import GAP, MARGIN, Column, fits, role_of, table
from adcli.text.errors import AdError
from adcli.text.numerals import number
from adcli.text.source import on_one_line
from adcli.text.width import cells, printable

BEFORE, ERROR = ("line", "label", "expr"), "error"


LOOKED_AT = 10_000  # records whose numbers become the columns of a CSV


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
    """Outcomes as CSV or TSV: line, label, expr, the point, values, derivatives, error.

    The columns are those of the first records, which are held back until they are known: a table
    that is written as the records come cannot know all of them. What a later record has no column
    for is an error of that record, and stands in its cell of errors; a value of its point is left out.
    """

    def __init__(self, digits: int | None = None, delimiter: str = ",") -> None:
        self.digits = digits
        self.delimiter = delimiter
        self.given: dict[str, str] = {}  # of the point: the names and their headings
        self.blanks: dict[str, str] = {}

    def fitted(self, outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
        """The outcomes; a later one whose numbers have no columns gets an error beside its answer."""
        rest = iter(outcomes)
        first = deque(islice(rest, LOOKED_AT))
        columns = columns_of(numbers_of(outcome.answer) for outcome in first if outcome.answer)
        self.blanks = dict.fromkeys(columns or ["value"], "")
        taken = {*BEFORE, *self.blanks, ERROR}
        for name in dict.fromkeys(name for outcome in first for name in point_of(outcome)):
            heading = name
            while heading in taken:
                heading = f"at {heading}"
            taken.add(heading)
            self.given[name] = heading
        while first:
            yield first.popleft()
        for outcome in rest:
            names = columns_of([numbers_of(outcome.answer)]) if outcome.answer else []
            left = [name for name in names if name not in self.blanks]
            yield Outcome(outcome.record, outcome.answer, _no_column(outcome, left)) if left else outcome

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
        return csv_line([*BEFORE, *self.given.values(), *(self.blanks or ["value"]), ERROR], self.delimiter)

    def _row(self, outcome: Outcome) -> str:
        record, error, texts = outcome.record, outcome.error, self._texts(outcome)
        cells = [str(record.line), record.label or "", record.source.text.strip()]
        point = point_of(outcome)
        cells += [self._cell(point.get(name, "")) for name in self.given]
        left = [f"{name} = {texts[name]}" for name in texts if name not in self.blanks]
        told = f"no column for {', '.join(left)}" if left else error.message if error else ""
        return csv_line([*cells, *(texts.get(name, "") for name in self.blanks), told], self.delimiter)

    def _texts(self, outcome: Outcome) -> dict[str, str]:
        """The numbers by the names of their columns."""
        if outcome.answer is None:
            return {}
        values, slopes = numbers_of(outcome.answer)
        return {name: number(x, self.digits) for numbers in (values, slopes) for name, x in numbers.items()}

    def _cell(self, value: str | float) -> str:
        return value if isinstance(value, str) else number(value, self.digits)


def _no_column(outcome: Outcome, names: Sequence[str]) -> AdError:
    more = f" and {len(names) - 1:,} more" if len(names) > 1 else ""
    hint = (
        f"the columns are those of the first {LOOKED_AT:,} records, so these numbers "
        "stand in the column `error`; --json has no columns"
    )
    return outcome.record.placed(AdError("usage", f"the table has no column for {names[0]}{more}", hint=hint))


ROWS = 50  # of a block


PATIENCE = 0.5  # seconds after which a block is shown that is not full


MOST_COLUMNS = 9  # of numbers side by side


SHARE = 0.4  # of the terminal's width for the names of records


def blocks(outcomes: Iterable[Outcome], page: Page) -> Iterator[str]:
    """The table's text, block by block, each with its own head."""
    block: list[Outcome] = []
    began, gap = monotonic(), ""
    for outcome in outcomes:
        block.append(outcome)
        if len(block) == ROWS or monotonic() - began > PATIENCE:
            yield gap + "".join(painted(_table(block, page), page.colours))
            block, began, gap = [], monotonic(), "\n"
    if block:
        yield gap + "".join(painted(_table(block, page), page.colours))


def _table(block: Sequence[Outcome], page: Page) -> Iterator[Line]:
    """One row a record, or, where that has no room or too many columns, its numbers below it.

    Where records would be called the same, their lines tell them apart.
    """
    titles = [_title(outcome, page) for outcome in block]
    if len(set(titles)) < len(titles):
        titles = [f"{outcome.record.line}: {title}" for outcome, title in zip(block, titles, strict=True)]
    numbers = [numbers_of(o.answer) if o.answer else Numbers({"value": nan}, {}) for o in block]
    texts = [_texts(outcome, row, page) for outcome, row in zip(block, numbers, strict=True)]
    names = columns_of(numbers)
    if len(names) <= MOST_COLUMNS:
        columns = [Column("record", titles, "input", numeric=False)]
        columns += [Column(name, [row.get(name, "") for row in texts], "output") for name in names]
        if page.width is None or fits(columns, page.width):
            return table(columns)
    return _below(titles, texts, page)


def _texts(outcome: Outcome, row: Numbers, page: Page) -> dict[str, str]:
    """A record's numbers by the names of their columns."""
    if outcome.answer is None:
        return {"value": "failed"}
    return {name: number(x, page.digits) for part in row for name, x in part.items()}


def _below(titles: Sequence[str], texts: Sequence[dict[str, str]], page: Page) -> Iterator[Line]:
    for title, row in zip(titles, texts, strict=True):
        yield [Piece(MARGIN + title, "input")]
        names = list(row)
        positions = picked(len(names), page)
        chosen = [None if k is None else names[k] for k in positions]
        heads = [left_out(positions, len(names)) if name is None else name for name in chosen]
        widest = max(map(cells, heads), default=0)  # none: an array without elements
        numbers = aligned(["" if name is None else row[name] for name in chosen])
        for head, text in zip(heads, numbers, strict=True):
            gap = " " * (widest - cells(head)) + GAP
            yield [Piece(MARGIN * 2 + head + gap, "quiet"), Piece(text, role_of(text, "output"))]


def _title(outcome: Outcome, page: Page) -> str:
    """The record's label, or its expression, of which a terminal shows the beginning."""
    text = outcome.record.label or on_one_line(outcome.record.source.text)
    text = printable(text)
    return text if page.width is None else cropped(text, max(1, int(SHARE * page.width)))
