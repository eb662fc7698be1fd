"""The formats of files of records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO

from adcli.errors import AdError
from adcli.records import jsonlines, table, text
from adcli.records.lines import FileLine, lines_of
from adcli.records.record import Record

FORMATS: dict[str, Callable[[Iterable[FileLine], str], Iterator[Record]]] = {
    "batch": text.records,
    "csv": table.records,
    "jsonl": jsonlines.records,
}
ENDINGS = {".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "jsonl"}


def format_of(name: str) -> str:
    """The format that a file's name tells. Raises AdError for a program."""
    ending = name[name.rfind(".") :].lower() if "." in name else ""
    if ending == ".ad":
        raise AdError("usage", f"{name} is a program, not a file of expressions", hint=f"adcli grad {name}")
    return ENDINGS.get(ending, "batch")


def read(stream: BinaryIO, name: str, form: str) -> Iterator[Record]:
    """The records of a file, read as they are asked for. Raises AdError for a file that has none."""
    return FORMATS[form](lines_of(stream, name), name)
