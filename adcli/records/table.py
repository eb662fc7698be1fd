"""CSV: a column `expr`, one `label` if there is one, and values in all others (RFC 4180).

What stands between the cells is told from the head, and the decimal mark from the numbers as they
come: a comma within a cell is one only where the file has no numbers with a point.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from math import isinf
from typing import Any

from adcli.language.files.cells import NUMBER, advice
from adcli.language.files.dialects import (
    NAMES,
    QUOTES,
    THOUSANDS,
    TOLD,
    WITH_COMMA,
    Dialect,
    either,
    reader_of,
)
from adcli.language.grammar.decimals import lost, notice
from adcli.language.grammar.lookalikes import legible, spelled
from adcli.language.points.bindings import Bindings, read_point
from adcli.language.program import Program
from adcli.language.state.budget import Limits
from adcli.records.lines import FileLine
from adcli.records.record import Record, unreadable, verbatim
from adcli.text.errors import AdError
from adcli.text.notices import Notice
from adcli.text.source import Part, Span, in_short

DELIMITED = (",", ";", "\t", "|")
SEPARATED = r"[\s,;|]+"
MEANT = ("expr", "expression", "expressions", "formula", "function", "f")  # by a column's name


def records(lines: Iterable[FileLine], name: str, dialect: Dialect = TOLD) -> Iterator[Record]:
    """The records of a table, one a row. Raises AdError where its head has no column `expr`."""
    lines = iter(lines)
    head = next((line for line in lines if line.text.strip()), None)
    if head is None:
        return
    delimiter = dialect.delimiter or delimiter_of_head(head.text)
    rows = _Rows(chain([head], lines), name, delimiter)
    columns: _Columns | None = None
    for cells in rows:
        if columns is None:
            if rows.fault is not None:
                raise rows.fault
            columns = _Columns(cells, rows, dialect)
        elif rows.fault is not None:
            yield unreadable(name, rows.line, rows.text, rows.fault)
        else:
            yield columns.record(cells, rows)


def delimiter_of_head(head: str) -> str:
    """What stands between the cells of a head: the sign that makes one of them `expr`."""
    for sign in DELIMITED:
        try:
            [cells] = reader_of([head], sign)
        except (csv.Error, ValueError):
            continue
        if len(cells) > 1 and "expr" in map(str.strip, cells):
            return sign
    return ","


class _Rows:
    """The rows that csv makes of lines, and for each one the lines it stood in."""

    def __init__(self, lines: Iterable[FileLine], name: str, delimiter: str) -> None:
        self.lines = lines
        self.name = name
        self.delimiter = delimiter
        self.line = 0
        self.read: list[str] = []
        self.fault: AdError | None = None

    @property
    def text(self) -> str:
        return "\n".join(self.read)

    def _texts(self) -> Iterator[str]:
        for number, text, fault in self.lines:
            if not self.read:
                self.line = number
            self.read.append(text)
            self.fault = self.fault or fault
            yield text + "\n"

    def __iter__(self) -> Iterator[list[str]]:
        """The rows that are not empty; after each one, `fault` says what is wrong with it."""
        reader = reader_of(self._texts(), self.delimiter)
        while True:
            self.read, self.fault = [], None
            cells: list[str] | None
            try:
                cells = next(reader, None)
            except csv.Error:
                cells = [""]
                self.fault = self._not_csv()
            if cells is None:
                return
            if self.fault is not None or any(cells):
                yield cells

    def _not_csv(self) -> AdError:
        span = Span(verbatim(self.name, self.line, self.text, 0, len(self.text)), 0, len(self.text))
        hint = "a quote inside a quoted cell is doubled"
        return AdError("syntax", f"this row is not CSV: {QUOTES}", span, hint=hint)


class _Columns:
    """What each column means."""

    def __init__(self, head: list[str], rows: _Rows, dialect: Dialect) -> None:
        self.name = rows.name
        self.delimiter = rows.delimiter
        self.dialect = dialect
        self.decimal = dialect.decimal
        self.titles = [spelled(title.strip()) or title.strip() for title in head]
        if "expr" not in self.titles:
            raise _no_expressions(self.titles, rows)
        for k, title in enumerate(self.titles):
            if title and title in self.titles[:k]:
                raise AdError("file", f"there are two columns `{title}`", self.span(rows.line, rows.text, k))
        self.expr = self.titles.index("expr")
        self.label = self.titles.index("label") if "label" in self.titles else None
        self.values = [
            (k, title) for k, title in enumerate(self.titles) if title not in ("", "expr", "label")
        ]

    def record(self, cells: list[str], rows: _Rows) -> Record:
        line, text = rows.line, rows.text
        while len(cells) > len(self.titles) and not cells[-1].strip():
            cells.pop()
        if len(cells) > len(self.titles):
            message = f"{len(cells)} cells in a table of {len(self.titles)} columns"
            sign = NAMES.get(self.delimiter, self.delimiter)
            hint = f"put a cell with a {sign} in it between double quotes"
            error = AdError("file", message, self.span(line, text, len(self.titles)), hint=hint)
            return unreadable(self.name, line, text, error)
        cells += [""] * (len(self.titles) - len(cells))
        label = (cells[self.label].strip() or None) if self.label is not None else None
        source = Part(cells[self.expr], self.name, line, lines=text, find=self.finding(self.expr))
        beside = {title: cells[k] for k, title in self.values}
        return Record(line, label, source, _Point(self, line, text, cells), cells=beside)

    def finding(self, k: int) -> Callable[[str], list[int]]:
        """Where each character of a row's cell k stands, as a function of the row."""
        return lambda text: cell_offsets(text, k, self.delimiter)

    def span(self, line: int, text: str, k: int) -> Span:
        """The place of a row's cell k."""
        offsets = cell_offsets(text, k, self.delimiter)
        return Span(
            verbatim(self.name, line, text, 0, len(text)), offsets[0], max(offsets[-1], offsets[0] + 1)
        )

    def number(self, cell: str, counts: Callable[[], bool]) -> float:
        """The number in a cell. Raises ValueError where it is none, and AdError where it may be two.

        The first decimal mark in a cell that `counts` is that of all.
        """
        try:
            value = float(cell)
        except ValueError:
            return self._with_comma(legible(cell.strip()), counts)
        if "." in cell and self.decimal != "." and counts():
            if self.decimal:
                told = f"`{cell.strip()}` has a decimal point, and other numbers a comma"
                raise AdError("syntax", told, hint="write all numbers with the same decimal mark")
            self.decimal = "."
        return value

    def _with_comma(self, text: str, counts: Callable[[], bool]) -> float:
        if self.decimal == "." or not WITH_COMMA.fullmatch(text) or not counts():
            return float(text)
        if self.decimal is None and THOUSANDS.fullmatch(text):
            message, hint = either(text)
            raise AdError("syntax", message, hint=hint)
        self.decimal = ","
        return float(text.replace(",", "."))


def _counts(program: Program, name: str) -> bool:
    """Whether a column's name is an input of a program."""
    return name in program.inputs({name: 0.0})


class _Point:
    """The values in a row; an empty cell gives none."""

    __slots__ = ("cells", "columns", "line", "text")

    def __init__(self, columns: _Columns, line: int, text: str, cells: list[str]) -> None:
        self.columns = columns
        self.line = line
        self.text = text
        self.cells = cells

    def __call__(self, program: Program) -> Bindings:
        values: dict[str, Any] = {}
        notices: list[Notice] = []
        for k, name in self.columns.values:
            cell = self.cells[k]
            try:
                values[name] = value = self.columns.number(cell, partial(_counts, program, name))
            except ValueError:
                if cell.strip() and _counts(program, name):  # a remark may stand elsewhere
                    values[name], more = self._constant(k, name, program.limits)
                    notices += more
            except AdError as error:
                raise AdError(error.kind, error.message, self._span(k), hint=error.hint) from None
            else:
                if (value == 0.0 or isinf(value)) and (kind := lost(cell.replace(",", "."), value)):
                    notices.append(notice(cell, kind, self._span(k)))
        return Bindings(values, notices=tuple(notices))

    def _constant(self, k: int, name: str, limits: Limits) -> tuple[Any, tuple[Notice, ...]]:
        """The value of a constant expression, with what there is to say about it."""
        try:
            given = read_point(self._binding(k, name), limits=limits, dialect=self.columns.dialect)
        except AdError as error:
            told = self._not_a_number(k, error)
            if told is None:
                raise
            raise told from None
        if len(given.values) > 1:
            message = f"the cell of `{name}` holds several bindings"
            raise AdError("syntax", message, self._span(k), hint="write one value")
        return given.values[name], given.notices

    def _not_a_number(self, k: int, error: AdError) -> AdError | None:
        """The error for a cell that is meant for a number, and no formula: `NA`, `1 2 3`, `3 kg`."""
        cell, columns = self.cells[k].strip(), self.columns
        if error.kind not in ("syntax", "name"):
            return None
        hint = advice(cell, columns.decimal or ".", columns.delimiter)
        if "--delimiter" in hint:
            parts = re.split(SEPARATED, cell)
            is_list = all(re.fullmatch(NUMBER, part) for part in parts)
            hint = f"write [{', '.join(parts)}] for an array" if is_list else ""
        message = f"`{in_short(cell)}` is no number"
        return AdError(error.kind, message, self._span(k), hint=hint) if hint else None

    def _span(self, k: int) -> Span:
        return self.columns.span(self.line, self.text, k)

    def _binding(self, k: int, name: str) -> Part:
        """A cell that is no plain number, as the binding it stands for."""

        def find(text: str) -> list[int]:
            offsets = self.columns.finding(k)(text)
            return [offsets[0]] * (len(name) + 1) + offsets

        return Part(f"{name}={self.cells[k]}", self.columns.name, self.line, lines=self.text, find=find)


def cell_offsets(row: str, k: int, delimiter: str = ",") -> list[int]:
    """Where in a row each character of its cell k stands, and where the cell ends."""
    offsets: list[int] = []
    cell, at, quoted, begun = 0, 0, False, False
    while at < len(row):
        character = row[at]
        if quoted and row[at : at + 2] == '""':
            at += 1
        elif character == '"' and (quoted or not begun):
            quoted, begun = not quoted, True
            at += 1
            continue
        elif character == delimiter and not quoted:
            if cell == k:
                break
            cell, begun = cell + 1, False
            at += 1
            continue
        if cell == k and (begun or character != " "):
            offsets.append(at)
        begun = begun or character != " "
        at += 1
    return [*offsets, at]


def _no_expressions(titles: list[str], rows: _Rows) -> AdError:
    near = next((title for title in titles if title.lower() in MEANT), None)
    if near:
        hint = f"call the column `{near}` expr"
    else:
        hint = "the first row names the columns: expr, label if you like, and the inputs"
    span = Span(verbatim(rows.name, rows.line, rows.text, 0, len(rows.text)), 0, max(1, len(rows.text)))
    return AdError("file", "there is no column `expr`", span, hint=hint)
