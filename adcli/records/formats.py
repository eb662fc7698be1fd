"""The formats of files of records."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import BinaryIO

from adcli.language.files.dialects import TOLD, Dialect
from adcli.records import expressions, jsonlines, table
from adcli.records.lines import FileLine, lines_of
from adcli.records.record import Record
from adcli.text.errors import AdError

FORMATS: dict[str, Callable[[Iterable[FileLine], str, Dialect], Iterator[Record]]] = {
    "batch": expressions.records,
    "csv": table.records,
    "jsonl": jsonlines.records,
}
ENDINGS = dict.fromkeys((".csv", ".tsv"), "csv") | dict.fromkeys((".jsonl", ".ndjson", ".json"), "jsonl")
ENDINGS[".batch"] = "batch"


def format_of(name: str) -> str | None:
    """The format that a file's name tells, if it does. Raises AdError for a program."""
    ending = name[name.rfind(".") :].lower() if "." in name else ""
    if ending == ".ad":
        raise AdError("usage", f"{name} is a program, not a file of expressions", hint=f"adcli grad {name}")
    return ENDINGS.get(ending)


def read(stream: BinaryIO, name: str, form: str | None, dialect: Dialect | None = None) -> Iterator[Record]:
    """The records of a file, read as they are asked for. Raises AdError for a file that has none.

    Without a format, the first line that is not blank tells it: an object, or a column `expr`.
    `dialect` is that of tables: the file itself, or those that its records name.
    """
    lines = lines_of(stream, name)
    if form is None:
        head: list[FileLine] = []
        for line in lines:
            head.append(line)
            if line.text.strip():
                break
        form, lines = _told_by(head[-1].text if head else ""), chain(head, lines)
    return FORMATS[form](lines, name, dialect or TOLD)


def _told_by(line: str) -> str:
    """The format of a file that begins so."""
    if line.lstrip().startswith("{"):
        return "jsonl"
    return "csv" if "expr" in (cell.strip(' "') for cell in re.split(r"[,;\t|]", line)) else "batch"
