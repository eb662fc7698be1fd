"""Sheets: rows of texts in columns, notes between them, and lines below a row that belong to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from adcli.show.layout.aligned import aligned
from adcli.show.layout.page import Line, Piece, Role
from adcli.show.layout.table import GAP, MARGIN
from adcli.text.width import cells, wrapped

CAP = 60  # columns that texts of one column are lined up to; a longer text stands out


@dataclass(frozen=True, slots=True)
class Cell:
    """A text with its role; numbers are lined up by their decimal points."""

    text: str = ""
    role: Role = ""
    numeric: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """The lines of a row: the first one, and those below it. All have the same columns."""

    lines: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class Note:
    """A text across the columns, `indent` columns from the left."""

    text: str
    indent: int = len(MARGIN)
    role: Role = "quiet"


Entry = Row | Note


def measured(headings: Sequence[str], entries: Sequence[Entry]) -> tuple[list[int], list[Entry]]:
    """The widths of the columns, and the entries with their numbers lined up."""
    rows = [entry for entry in entries if isinstance(entry, Row)]
    widths = [cells(heading) for heading in headings]
    columns = []
    for k in range(len(headings)):
        column = _lined_up([line[k] for row in rows for line in row.lines])
        fitting = [size for cell in column if (size := cells(cell.text)) <= CAP]
        widths[k] = max([widths[k], *fitting])
        columns.append(iter(column))
    laid: list[Entry] = []
    for entry in entries:
        if isinstance(entry, Row):
            entry = Row(tuple(tuple(next(column) for column in columns) for _ in entry.lines))
        laid.append(entry)
    return widths, laid


def _lined_up(column: Sequence[Cell]) -> list[Cell]:
    positions = [k for k, cell in enumerate(column) if cell.numeric and cell.text and "[" not in cell.text]
    laid = list(column)
    for k, text in zip(positions, aligned([column[k].text for k in positions]), strict=True):
        laid[k] = Cell(text, column[k].role, True)
    return laid


def extent(widths: Sequence[int], entries: Iterable[Entry]) -> int:
    """Terminal columns of the longest line; empty columns take no room."""
    longest = _sum(widths)
    for entry in entries:
        if isinstance(entry, Row):
            for line in entry.lines:
                taken = [max(width, cells(cell.text)) for cell, width in zip(line, widths, strict=True)]
                longest = max(longest, _sum(taken[: _last(line) + 1]))
    return longest


def _sum(widths: Iterable[int]) -> int:
    used = [width for width in widths if width]
    return len(MARGIN) + sum(used) + len(GAP) * (len(used) - 1)


def _last(line: Sequence[Cell]) -> int:
    return max((k for k, cell in enumerate(line) if cell.text), default=0)


def drawn(
    headings: Sequence[str], widths: Sequence[int], entries: Iterable[Entry], note_width: int | None
) -> Iterator[Line]:
    """The lines of a sheet, the headings first."""
    yield _line([Cell(heading, "quiet") for heading in headings], widths)
    for entry in entries:
        if isinstance(entry, Row):
            for line in entry.lines:
                yield _line(line, widths)
        else:
            for text in wrapped(entry.text, note_width, entry.indent, entry.indent + 2):
                yield [Piece(text, entry.role)]


def _line(line: Sequence[Cell], widths: Sequence[int]) -> Line:
    pieces = [Piece(MARGIN)]
    for cell, width in zip(line, widths, strict=True):
        if width:
            pieces += [Piece(cell.text, cell.role), Piece(" " * (width - cells(cell.text)) + GAP)]
    return pieces[:-1]
