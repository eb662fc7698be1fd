"""Jacobians as CSV: a row an output, its value, and a column an input."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO

from adcli.derivatives.results import Jacobian
from adcli.numerals import exact


def comma_separated(answer: Jacobian, digits: int | None = None) -> Iterator[str]:
    """The head (output, value, the labels of the inputs) and a row an output, line by line."""
    yield csv_line(["output", "value", *answer.columns])
    for label, value, row in zip(answer.rows, answer.value, answer.jacobian, strict=True):
        yield csv_line([label, *(_number(x, digits) for x in (value, *row))])


def _number(x: float, digits: int | None) -> str:
    return exact(x) if digits is None else format(x, f".{digits}g")


def csv_line(cells: list[str]) -> str:
    """A line of CSV."""
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()
