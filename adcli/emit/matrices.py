"""Answers as CSV: a head, and a line for each row of the table that people get.

Elements of arrays have columns and rows of their own (`x[0]`). Numbers have all their digits.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from io import StringIO
from typing import Any

from adcli.derivatives.arrayresults import Hessian, Jacobian
from adcli.derivatives.elements import elements
from adcli.derivatives.results import Answer, Gradient
from adcli.derivatives.series import Mixed, Taylor
from adcli.numerals import exact

Rows = Iterator[list[str | float]]


def comma_separated(answer: Answer, digits: int | None = None) -> Iterator[str]:
    """The answer's head and rows, line by line."""
    for row in ROWS[type(answer)](answer):
        yield csv_line([cell if isinstance(cell, str) else number(cell, digits) for cell in row])


def _gradient(answer: Gradient) -> Rows:
    """As the Jacobian of one output."""
    slopes = dict(pair for name, value in answer.gradient.items() for pair in elements(name, value))
    yield ["output", "value", *slopes]
    yield [answer.output, answer.value, *slopes.values()]


def _jacobian(answer: Jacobian) -> Rows:
    """A row an output: its value, and a column an input."""
    yield ["output", "value", *answer.columns]
    for label, value, row in zip(answer.rows, answer.value, answer.jacobian, strict=True):
        yield [label, value, *row]


def _hessian(answer: Hessian) -> Rows:
    """A row an input: the point, the derivative, and a column an input (or the diagonal's entry)."""
    full = answer.hessian
    yield ["input", "at", "derivative", *(answer.columns if full is not None else ["second derivative"])]
    rows = full if full is not None else [[entry] for entry in answer.diagonal]
    for label, x, slope, row in zip(answer.columns, answer.at, answer.slopes, rows, strict=True):
        yield [label, x, slope, *row]


def _taylor(answer: Taylor) -> Rows:
    """A row an order."""
    yield ["order", "derivative", "taylor"]
    for m, (derivative, coefficient) in enumerate(zip(answer.derivatives, answer.taylor, strict=True)):
        yield [str(m), derivative, coefficient]


def _mixed(answer: Mixed) -> Rows:
    yield ["output", "value", "wrt", "derivative"]
    yield [answer.output, answer.value, ",".join(answer.wrt), answer.derivative]


ROWS: dict[type[Answer], Callable[[Any], Rows]] = {
    Gradient: _gradient,
    Jacobian: _jacobian,
    Hessian: _hessian,
    Taylor: _taylor,
    Mixed: _mixed,
}


def number(x: float, digits: int | None) -> str:
    """The number, with so many significant digits."""
    return exact(x) if digits is None else format(x, f".{digits}g")


def csv_line(cells: list[str], delimiter: str = ",") -> str:
    """A line of CSV, or of TSV."""
    text = StringIO()
    csv.writer(text, delimiter=delimiter, lineterminator="\n").writerow(cells)
    return text.getvalue()
