"""Answers as CSV: a head, and a line for each row of the table that people get."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO

from adcli.answers.answer import Answer
from adcli.show.kinds import shown
from adcli.text.numerals import number

Rows = Iterator[list[str | float]]


def comma_separated(answer: Answer, digits: int | None = None) -> Iterator[str]:
    """The answer's head and rows, line by line."""
    for row in shown(answer, "rows")(answer):
        yield csv_line([cell if isinstance(cell, str) else number(cell, digits) for cell in row])


def csv_line(cells: list[str], delimiter: str = ",") -> str:
    """A line of CSV, or of TSV."""
    text = StringIO()
    csv.writer(text, delimiter=delimiter, lineterminator="\n").writerow(cells)
    return text.getvalue()
