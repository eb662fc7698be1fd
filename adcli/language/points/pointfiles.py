"""A whole point in a file: `--at @point.json`, or a table with names (.csv, .tsv)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from adcli.language.files.arrays import TABLES, blamed_on, parsed_json, text_of, wrong_item
from adcli.language.files.cells import Place, begins_number, is_header, ragged, read_cell
from adcli.language.files.dialects import TOLD, Dialect, Row, decimal_of, rows_of
from adcli.language.files.programs import contents_of
from adcli.language.grammar.decimals import Reader, texts_of, to_number
from adcli.language.grammar.lookalikes import spelled
from adcli.text.errors import AdError
from adcli.text.notices import Notice
from adcli.text.source import Span, in_short


class Found(NamedTuple):
    """Values by name, what their numbers are written as, and what is to say about them."""

    values: dict[str, Any]
    texts: dict[str, list[str]]
    notices: tuple[Notice, ...]


def read_point_file(folder: Path, name: str, span: Span, dialect: Dialect | None = None) -> Found:
    """The point in a file: a JSON object, an earlier answer (its `inputs`), or a table.

    Raises AdError (file) at the span that names the file.
    """
    numbers, ending = Reader(written=True), Path(name).suffix.lower()
    with blamed_on(span):
        contents = contents_of(str(folder / name))
        if ending in TABLES:
            read = dict(_table(text_of(contents, name), name, dialect or TOLD, numbers))
        elif ending == ".npy":
            raise AdError("file", f"{name} holds an array, and no names", hint=f"write NAME=@{name}")
        else:
            read = _object(parsed_json(contents, name, numbers), name)
        values = {key: _value(name, key, value) for key, value in read.items()}
    texts = {key: texts_of(value) for key, value in read.items()}
    return Found(values, texts, tuple(numbers.notices(span, f" in {name}")))


def _object(read: Any, name: str) -> dict[str, Any]:
    if isinstance(read, dict) and isinstance(read.get("inputs"), dict):
        read = read["inputs"]
    if not isinstance(read, dict):
        hint = f"write NAME=@{name}" if isinstance(read, list) else 'write {"x": 2, "y": [1, 2]}'
        raise AdError("file", f"{name} holds no object of names and numbers", hint=hint)
    return {spelled(key) or key: value for key, value in read.items()}


def _value(name: str, key: str, value: Any) -> Any:
    try:
        return to_number(value)
    except (TypeError, ValueError, OverflowError):
        raise AdError("file", f"{name}, `{in_short(key)}`: {wrong_item(value)}") from None


# ---- tables


def _table(text: str, name: str, dialect: Dialect, number: Reader) -> Iterator[tuple[str, Any]]:
    """The names and values of a table: names in the first row and one row of numbers, or a name a row."""
    rows, delimiter = rows_of(text, name, dialect)
    if not rows:
        raise AdError("file", f"{name} is empty", hint="write a row of names and a row of numbers")
    titled = is_header(rows[0])
    body = rows[1:] if titled else rows
    if not body:
        raise AdError("file", f"{name} has names and no numbers", hint="write numbers in a second row")
    if any(begins_number(row.cells[0]) for row in body):
        yield from _row(rows, name, dialect, number, delimiter, titled)
        return
    decimal = decimal_of(body, name, dialect)
    seen: set[str] = set()
    for line, cells in body:
        while len(cells) > 2 and not cells[-1]:
            cells.pop()
        values = [
            read_cell(cell, number, decimal, Place(name, line, k, delimiter=delimiter))
            for k, cell in enumerate(cells)
            if k
        ]
        if not values:
            raise AdError(
                "file", f"{name}, row {line}: `{in_short(cells[0])}` has no value", hint="write it beside"
            )
        yield _named(cells[0], f"{name}, row {line}", seen), values[0] if len(values) == 1 else values


def _row(
    rows: Sequence[Row], name: str, dialect: Dialect, number: Reader, delimiter: str, titled: bool
) -> Iterator[tuple[str, Any]]:
    """The point of a table with one row of numbers under a row of names."""
    as_array = f"for an array write NAME=@{name}"
    if not titled:
        raise AdError("file", f"{name} has numbers without names", hint=as_array)
    head, first, *more = rows
    if more:
        raise AdError(
            "file", f"{name} has {len(rows) - 1} rows of numbers, and a point is one", hint=as_array
        )
    if len(head.cells) != len(first.cells):
        raise ragged(Place(name, first.line, 0, delimiter=delimiter), first, head)
    decimal, seen = decimal_of([first], name, dialect), set[str]()
    for k, cell in first.numbered:
        key = _named(head.cells[k], f"{name}, row {head.line}, column {k + 1}", seen)
        yield key, read_cell(cell, number, decimal, Place(name, first.line, k, head.cells, delimiter))


def _named(cell: str, place: str, seen: set[str]) -> str:
    """The name in a cell. Raises AdError (file) where it is none, or there twice."""
    key = spelled(cell)
    if not key:
        raise AdError(
            "file", f"{place}: `{in_short(cell)}` is no name", hint="a name has letters, digits and _"
        )
    if key in seen:
        raise AdError("file", f"{place}: `{key}` is there twice", hint="give each name once")
    seen.add(key)
    return key
