"""Tables in text files: what stands between two cells and what before the decimals.

Both are told from the text where it can be told, and never guessed: what may be read in two ways is
an error that names the option.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from adcli.text.errors import AdError

if TYPE_CHECKING:
    from typing import Protocol

    class Reader(Iterator[list[str]], Protocol):
        """What csv.reader returns."""

        line_num: int


DELIMITERS = {"comma": ",", "semicolon": ";", "tab": "\t", "bar": "|", "space": " "}
MARKS = {"point": ".", "comma": ","}
NAMES = {sign: name for name, sign in DELIMITERS.items()}
SIGNS = "\t;|"  # signs that stand in a table of numbers for nothing but the end of a cell
WIDEST_CELL = 2**31 - 1  # characters; csv's own limit of 131,072 is too small for a generated expression

WITH_COMMA = re.compile(r"[-+]?[0-9]*,[0-9]+(?:[eE][-+]?[0-9]+)?")
WITH_POINT = re.compile(r"[-+]?[0-9]*\.[0-9]*(?:[eE][-+]?[0-9]+)?")
THOUSANDS = re.compile(r"[-+]?[1-9][0-9]{0,2},[0-9]{3}")
WITH_NUMBER = re.compile(rf"(?:^|[,{SIGNS}])[^\S\t]*[-+]?[.,]?[0-9]")
QUOTED = re.compile(r'"[^"]*"')


class Dialect(NamedTuple):
    """What the user says of a table: the sign between cells, and the decimal mark; None is to be told."""

    delimiter: str | None = None
    decimal: str | None = None


TOLD = Dialect()


class Row(NamedTuple):
    """The cells of a row, and the line of the file in which it ends."""

    line: int
    cells: list[str]

    @property
    def numbered(self) -> Iterator[tuple[int, str]]:
        """The cells with their columns, from 0."""
        return enumerate(self.cells)


def rows_of(text: str, name: str, dialect: Dialect) -> tuple[list[Row], str]:
    """The rows without blank ones, comments (`# …`) and columns that are empty throughout; the delimiter.

    Raises AdError (file) where the delimiter cannot be told, or a quote is never closed.
    """
    lines = ["" if line.split(None, 1)[:1] == ["#"] else line for line in text.splitlines()]
    delimiter = dialect.delimiter or delimiter_of("\n".join(lines), name, dialect.decimal)
    if delimiter == " ":
        lines = [" ".join(line.split()) for line in lines]
    reader = reader_of((line + "\n" for line in lines), delimiter)
    rows = [Row(reader.line_num, [cell.strip() for cell in cells]) for cells in _faulted(reader, name)]
    rows = [row for row in rows if any(row.cells)]
    width = max((k + 1 for row in rows for k, cell in enumerate(row.cells) if cell), default=0)
    return [Row(line, cells[:width]) for line, cells in rows], delimiter


def reader_of(lines: Iterable[str], delimiter: str) -> Reader:
    """The rows of cells in lines that have their ends."""
    csv.field_size_limit(WIDEST_CELL)
    return csv.reader(lines, delimiter=delimiter, skipinitialspace=True, strict=True)


def _faulted(reader: Reader, name: str) -> Iterator[list[str]]:
    try:
        yield from reader
    except csv.Error:
        raise AdError(
            "file", f"{name}, row {reader.line_num}: {QUOTES}", hint="a quote inside a quoted cell is doubled"
        ) from None


QUOTES = "a quoted cell does not end where its quote does, or never"


def delimiter_of(text: str, name: str, decimal: str | None = None) -> str:
    """What stands between the cells of a table of numbers.

    A comma may be part of a number; tabs, semicolons and bars are not, so where there is one kind of
    them, it is the delimiter. Raises AdError (file) where there are several kinds.
    """
    if name.lower().endswith((".tsv", ".tab")):
        return "\t"
    outside = QUOTED.sub("", text).strip(" \r\n")
    head, _end, body = outside.partition("\n")
    if body and not WITH_NUMBER.search(head):  # a header may have any sign in its words
        outside = body
    found = [sign for sign in SIGNS if sign in outside]
    if len(found) > 1:
        told = " and ".join(f"{NAMES[sign]}s" for sign in found)
        hint = f"add --delimiter {' or --delimiter '.join(NAMES[sign] for sign in found)}"
        raise AdError("file", f"{name} has {told} between its numbers", hint=hint)
    if found:
        return found[0]
    in_numbers = decimal == "," and '",' not in text and ',"' not in text
    return ";" if in_numbers else ","


def decimal_of(rows: Sequence[Row], name: str, dialect: Dialect) -> str:
    """The decimal mark of a table's numbers. Raises AdError (file) where it may be either."""
    if dialect.decimal:
        return dialect.decimal
    cells = [(row.line, k, cell) for row in rows for k, cell in row.numbered]
    commas = [place for place in cells if WITH_COMMA.fullmatch(place[2])]
    if not commas:
        return "."
    points = [place for place in cells if WITH_POINT.fullmatch(place[2])]
    if points:
        (line, k, comma), (other, column, point) = commas[0], points[0]
        there = f"`{point}` in row {other}, column {column + 1}"
        message = f"{name}, row {line}, column {k + 1}: `{comma}` has a decimal comma, and {there} a point"
        raise AdError("file", message, hint="write all numbers with the same decimal mark")
    if all(THOUSANDS.fullmatch(cell) for _line, _k, cell in commas):
        line, k, cell = commas[0]
        raise AdError("file", f"{name}, row {line}, column {k + 1}: {either(cell)[0]}", hint=either(cell)[1])
    return ","


def either(cell: str) -> tuple[str, str]:
    """What to say of `1,234`: message and hint."""
    whole = cell.replace(",", "")
    hint = f"add --decimal comma for {cell.replace(',', '.')}, or write {whole} without a comma"
    return f"`{cell}` is {cell.replace(',', '.')} or {whole}", hint
