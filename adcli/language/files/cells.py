"""Numbers in the cells of a table. What is none is an error that names file, row, column and cell."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from adcli.language.files.dialects import WITH_COMMA, Dialect, Row, decimal_of, rows_of
from adcli.language.grammar.lookalikes import legible
from adcli.text.errors import AdError
from adcli.text.source import in_short

MISSING = re.compile(r"na|n/a|null|none|nil|missing|[-–—.?*]+|#n/a|#\w+[/\w]*[!?]", re.IGNORECASE)
NUMBER = r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?"
BEGINS_NUMBER = re.compile(r"[\"'(\[{$€£¥<>=~≈±]*\s*[-+]?[.,]?[0-9]")
GROUPS = re.compile(r"[-+]?[0-9]{1,3}(?:([,.'’ \u00a0\u202f\u2009])[0-9]{3})(?:\1[0-9]{3})*(?:[.,][0-9]+)?")
FORTRAN = re.compile(r"([-+]?[0-9]*\.?[0-9]*)[dD]([-+]?[0-9]+)")
UNIT = re.compile(rf"{NUMBER}\s*((?:[^\W\d_]|[%‰°$€£¥])(?![0-9]).*)|([^\W\d_]{{0,3}}[$€£¥])\s*{NUMBER}")
BRACKETS = "[](){}"
PLAIN = "a cell is a number; the first row is a header only if none of its cells is a number"
Number = Callable[[str], float]


def read_table(text: str, name: str, dialect: Dialect, number: Number) -> list[list[float]]:
    """The rows of a table of numbers; a first row in which no cell is a number is a header.

    `number` reads a number. Raises AdError (file) where a cell is none, rows differ in length, or
    the table is empty.
    """
    rows, delimiter = rows_of(text, name, dialect)
    if not rows:
        raise AdError("file", f"{name} is empty", hint="write numbers, a row a line")
    head = rows[0].cells if is_header(rows[0]) else []
    body = rows[1:] if head else rows
    if not body:
        raise AdError("file", f"{name} has a header and no numbers", hint="write numbers, a row a line")
    for row in rows:
        if len(row.cells) != len(rows[0].cells):
            raise ragged(Place(name, row.line, 0, head, delimiter), row, rows[0])
    if any(head) and not all(head):
        raise _nameless(name, rows[0])
    decimal = decimal_of(body, name, dialect)
    return [_numbers(row, number, decimal, Place(name, row.line, 0, head, delimiter)) for row in body]


def _numbers(row: Row, number: Number, decimal: str, place: Place) -> list[float]:
    if decimal == ".":
        try:
            return [number(cell) for cell in row.cells]  # as nearly all are
        except ValueError:
            pass
    return [read_cell(cell, number, decimal, place.column(k)) for k, cell in row.numbered]


class Place:
    """Where a cell stands, for a message."""

    __slots__ = ("delimiter", "head", "k", "line", "name")

    def __init__(self, name: str, line: int, k: int, head: Sequence[str] = (), delimiter: str = ",") -> None:
        self.name, self.line, self.k, self.head, self.delimiter = name, line, k, head, delimiter

    def column(self, k: int) -> Place:
        """Column k of the same row."""
        return Place(self.name, self.line, k, self.head, self.delimiter)

    def __str__(self) -> str:
        title = f" (`{in_short(self.head[self.k])}`)" if self.k < len(self.head) else ""
        return f"{self.name}, row {self.line}, column {self.k + 1}{title}"


def is_header(row: Row) -> bool:
    """Whether a first row has names alone: no number, nothing that begins as one, not only gaps."""
    cells = [cell for cell in row.cells if cell]
    return not any(map(begins_number, cells)) and not all(map(MISSING.fullmatch, cells))


def begins_number(cell: str) -> bool:
    """Whether a cell is a number, or begins as one."""
    if BEGINS_NUMBER.match(legible(cell)):
        return True
    try:
        float(cell)
    except ValueError:
        return False
    return True


def read_cell(cell: str, number: Number, decimal: str, place: Place) -> float:
    """The number in a cell. Raises AdError (file) where it is none."""
    text = plain(cell, decimal)
    try:
        return number(text)
    except ValueError:
        raise not_a_number(cell, decimal, place) from None


def not_a_number(cell: str, decimal: str, place: Place) -> AdError:
    """The error for a cell."""
    told = f"`{in_short(cell)}` is no number" if cell else "the cell is empty"
    hint = advice(cell, decimal, place.delimiter)
    if not hint and (cell[0] in BRACKETS or cell[-1] in BRACKETS):
        hint = "write the numbers without brackets"
    return AdError("file", f"{place}: {told}", hint=hint or PLAIN)


def plain(cell: str, decimal: str) -> str:
    """A cell as Python writes numbers; "" where it has another decimal mark."""
    text = legible(cell)
    if decimal == ",":
        return text.replace(",", ".") if WITH_COMMA.fullmatch(text) else "" if "." in text else text
    return text


def advice(cell: str, decimal: str, delimiter: str) -> str:
    """What to do about a cell that is no number, where that can be told."""
    parts = cell.split()
    if not cell or MISSING.fullmatch(cell):
        return "fill in a number, or leave out the row"
    if fortran := FORTRAN.fullmatch(cell):
        return f"write {fortran[1]}e{fortran[2]}"
    if GROUPS.fullmatch(cell):
        return "write the number without signs between its thousands"
    if len(parts) > 1 and all(re.fullmatch(NUMBER, part) for part in parts):
        return "for numbers separated by blanks, add --delimiter space"
    if decimal == "," and "." in cell:
        return "the other numbers have a decimal comma: write this one so"
    if other := next((name for sign, name in OTHERS.items() if sign in cell and sign != delimiter), ""):
        return f"for numbers separated by {other}s, add --delimiter {other}"
    if unit := UNIT.fullmatch(cell):
        return f"write the number without `{in_short(unit[1] or unit[2])}`"
    return ""


OTHERS = {";": "semicolon", "\t": "tab", "|": "bar", ",": "comma"}


def ragged(place: Place, row: Row, other: Row) -> AdError:
    """The error for rows of different lengths: at a cell that is no number, or is missing or too many."""
    count, length = len(row.cells), len(other.cells)
    for k, cell in row.numbered:
        if (cell and not begins_number(cell)) or len(cell.split()) > 1:
            return not_a_number(cell, ".", place.column(k))
    there = f"row {other.line} has {length} {'cell' if length == 1 else 'cells'}"
    if count > length:
        told = f"{place.column(length)}: `{in_short(row.cells[length])}` is too many: {there}"
    else:
        told = f"{place.column(count)}: the cell is missing: {there}"
    hint = "give every row as many cells"
    if place.delimiter == "," and min(count, length) == 1:
        hint += "; where the comma is a decimal mark, add --decimal comma"
    return AdError("file", told, hint=hint)


def _nameless(name: str, head: Row) -> AdError:
    k = head.cells.index("")
    hint = "name it, or leave it out (a table of pandas: to_csv(…, index=False))"
    return AdError("file", f"{name}, row {head.line}: column {k + 1} has numbers and no name", hint=hint)
