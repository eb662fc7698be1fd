"""CSV: a column `expr`, one `label` if there is one, and values in all others (RFC 4180)."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from math import isinf
from typing import Any

from adcli.errors import AdError, Notice
from adcli.language.bindings import Bindings, read_point
from adcli.language.budget import Limits
from adcli.language.characters import spelled
from adcli.language.literals import lost, notice
from adcli.language.program import Program
from adcli.records.lines import FileLine
from adcli.records.record import Record, unreadable, verbatim
from adcli.source import Part, Span

MEANT = ("expr", "expression", "expressions", "formula", "function", "f")  # by a column's name
WIDEST_CELL = 2**31 - 1  # characters; csv's own limit of 131,072 is too small for a generated expression


def records(lines: Iterable[FileLine], name: str) -> Iterator[Record]:
    """The records of a table, one a row. Raises AdError where its head has no column `expr`."""
    rows = _Rows(lines, name)
    columns: _Columns | None = None
    for cells in rows:
        if columns is None:
            if rows.fault is not None:
                raise rows.fault
            columns = _Columns(cells, rows)
        elif rows.fault is not None:
            yield unreadable(name, rows.line, rows.text, rows.fault)
        else:
            yield columns.record(cells, rows)


class _Rows:
    """The rows that csv makes of lines, and for each one the lines it stood in."""

    def __init__(self, lines: Iterable[FileLine], name: str) -> None:
        self.lines = lines
        self.name = name
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
        csv.field_size_limit(WIDEST_CELL)
        reader = csv.reader(self._texts(), skipinitialspace=True, strict=True)
        while True:
            self.read, self.fault = [], None
            cells: list[str] | None
            try:
                cells = next(reader, None)
            except csv.Error as error:
                cells = [""]
                self.fault = self._not_csv(str(error))
            if cells is None:
                return
            if self.fault is not None or any(cells):
                yield cells

    def _not_csv(self, why: str) -> AdError:
        span = Span(verbatim(self.name, self.line, self.text, 0, len(self.text)), 0, len(self.text))
        hint = "a quote inside a quoted cell is doubled"
        return AdError("syntax", f"this row is not CSV: {why}", span, hint=hint)


class _Columns:
    """What each column means."""

    def __init__(self, head: list[str], rows: _Rows) -> None:
        self.name = rows.name
        self.titles = [spelled(title.strip()) or title.strip() for title in head]
        if "expr" not in self.titles:
            raise _no_expressions(self.titles, rows)
        for k, title in enumerate(self.titles):
            if title and title in self.titles[:k]:
                raise AdError(
                    "file", f"there are two columns `{title}`", _span(self.name, rows.line, rows.text, k)
                )
        self.expr = self.titles.index("expr")
        self.label = self.titles.index("label") if "label" in self.titles else None
        self.values = [
            (k, title) for k, title in enumerate(self.titles) if title not in ("", "expr", "label")
        ]

    def record(self, cells: list[str], rows: _Rows) -> Record:
        line, text = rows.line, rows.text
        if len(cells) > len(self.titles):
            message = f"{len(cells)} cells in a table of {len(self.titles)} columns"
            hint = "put a cell with a comma between double quotes"
            error = AdError("file", message, _span(self.name, line, text, len(self.titles)), hint=hint)
            return unreadable(self.name, line, text, error)
        cells += [""] * (len(self.titles) - len(cells))
        label = (cells[self.label].strip() or None) if self.label is not None else None
        source = _cell(self.name, line, text, cells, self.expr)
        beside = {title: cells[k] for k, title in self.values}
        return Record(line, label, source, _Point(self, line, text, cells), cells=beside)


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
                values[name] = value = float(cell)
            except ValueError:
                if cell.strip() and name in program.inputs({name: 0.0}):  # a remark may stand elsewhere
                    values[name], more = self._constant(k, name, program.limits)
                    notices += more
            else:
                if (value == 0.0 or isinf(value)) and (kind := lost(cell, value)):
                    notices.append(notice(cell, kind, self._span(k)))
        return Bindings(values, notices=tuple(notices))

    def _constant(self, k: int, name: str, limits: Limits) -> tuple[Any, tuple[Notice, ...]]:
        """The value of a constant expression, with what there is to say about it."""
        given = read_point(self._binding(k, name), limits=limits)
        if len(given.values) > 1:
            message = f"the cell of `{name}` holds several bindings"
            raise AdError("syntax", message, self._span(k), hint="write one value")
        return given.values[name], given.notices

    def _span(self, k: int) -> Span:
        return _span(self.columns.name, self.line, self.text, k)

    def _binding(self, k: int, name: str) -> Part:
        """A cell that is no plain number, as the binding it stands for."""

        def find(text: str) -> list[int]:
            offsets = cell_offsets(text, k)
            return [offsets[0]] * (len(name) + 1) + offsets

        return Part(f"{name}={self.cells[k]}", self.columns.name, self.line, lines=self.text, find=find)


def _cell(name: str, line: int, text: str, cells: list[str], k: int) -> Part:
    return Part(cells[k], name, line, lines=text, find=lambda text: cell_offsets(text, k))


def _span(name: str, line: int, text: str, k: int) -> Span:
    """The place of a row's cell k."""
    offsets = cell_offsets(text, k)
    return Span(verbatim(name, line, text, 0, len(text)), offsets[0], max(offsets[-1], offsets[0] + 1))


def cell_offsets(row: str, k: int) -> list[int]:
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
        elif character == "," and not quoted:
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
    elif len(titles) == 1 and any(mark in titles[0] for mark in ";\t"):
        hint = "columns are separated by commas"
    else:
        hint = "the first row names the columns: expr, label if you like, and the inputs"
    span = Span(verbatim(rows.name, rows.line, rows.text, 0, len(rows.text)), 0, max(1, len(rows.text)))
    return AdError("file", "there is no column `expr`", span, hint=hint)
