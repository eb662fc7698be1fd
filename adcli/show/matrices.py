"""Jacobians and Hessians, in full."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from adcli.answers.matrices import Hessian, Jacobian
from adcli.lazy import Lazy
from adcli.show.formats.csv import Rows
from adcli.show.layout.blocks import Positions, across, blocks, named, picked, texts
from adcli.show.layout.heading import asked, headline
from adcli.show.layout.page import Line, Page, Piece, sentence
from adcli.show.layout.table import Column, table
from adcli.text.numerals import number

if TYPE_CHECKING:
    from adcli.show import accuracy
else:  # for answers that are drawn
    accuracy = Lazy("adcli.show.accuracy")


def jacobian_fields(answer: Jacobian) -> dict[str, Any]:
    return {
        "outputs": answer.rows,
        "columns": answer.columns,
        "value": answer.value,
        "jacobian": answer.jacobian,
        "mode": answer.mode,
        "reason": answer.reason,
        "sweeps": answer.sweeps,
    }


def hessian_fields(answer: Hessian) -> dict[str, Any]:
    full = answer.hessian is not None
    fields: dict[str, Any] = {
        "value": answer.value,
        "gradient": answer.gradient,
        "columns": answer.columns,
        "hessian" if full else "diagonal": answer.hessian if full else answer.diagonal,
        "mode": answer.mode,
        "reason": answer.reason,
        "sweeps": answer.sweeps,
    }
    if answer.eigenvalues is not None:
        fields |= {"eigenvalues": answer.eigenvalues, "definiteness": answer.definiteness}
    return fields


def jacobian_rows(answer: Jacobian) -> Rows:
    """A row an output: its value, and a column an input."""
    yield ["output", "value", *answer.columns]
    for label, value, row in zip(answer.rows, answer.value, answer.jacobian, strict=True):
        yield [label, value, *row]


def hessian_rows(answer: Hessian) -> Rows:
    """A row an input: the point, the derivative, and a column an input (or the diagonal's entry)."""
    full = answer.hessian
    yield ["input", "at", "derivative", *(answer.columns if full is not None else ["second derivative"])]
    rows = full if full is not None else [[entry] for entry in answer.diagonal]
    for label, x, slope, row in zip(answer.columns, answer.at, answer.slopes, rows, strict=True):
        yield [label, x, slope, *row]


def jacobian_drawing(answer: Jacobian, page: Page) -> Iterator[Line]:
    """The answer's lines."""
    label, value = next(iter(answer.outputs.items()))
    if len(answer.outputs) == 1 and isinstance(value, float):
        yield from headline(answer.source, label, value, page)
    else:
        yield [Piece(asked(answer.source, label if len(answer.outputs) == 1 else "", page))]
    yield []
    rows = picked(len(answer.rows), page)
    heading = Column("output", named(answer.rows, rows), "input", numeric=False)
    values = Column("value", texts(rows, lambda i: number(answer.value[i], page.digits)))
    point = [f"at {number(x, page.digits)}" for x in answer.at]
    slopes = across(
        answer.columns, rows, page, lambda i, j: number(answer.jacobian[i][j], page.digits), "output", point
    )
    yield from blocks(heading, [values, *slopes], page.width)
    yield []
    yield from accuracy.accuracy_lines(answer, page)
    yield from sentence(answer.reason, page)


def hessian_drawing(answer: Hessian, page: Page) -> Iterator[Line]:
    """The answer's lines."""
    yield from headline(answer.source, answer.output, answer.value, page)
    yield []
    if answer.columns:
        yield from _table(answer, page)
        yield []
    if answer.eigenvalues is not None:
        yield from _eigenvalues(answer, page)
        yield []
    yield from accuracy.accuracy_lines(answer, page)
    yield from sentence(answer.reason, page)


def _table(answer: Hessian, page: Page) -> Iterator[Line]:
    rows = picked(len(answer.columns), page)
    columns = [
        Column("at", texts(rows, lambda i: number(answer.at[i], page.digits))),
        Column("derivative", texts(rows, lambda i: number(answer.slopes[i], page.digits)), "output"),
        *accuracy.gradient_columns(answer.digits, [None if i is None else answer.columns[i] for i in rows]),
        *_seconds(answer, rows, page),
    ]
    return blocks(Column("input", named(answer.columns, rows), "input", numeric=False), columns, page.width)


def _seconds(answer: Hessian, rows: Positions, page: Page) -> list[Column]:
    """The second derivatives, with their digits beside them where those were asked for."""
    second, digits = answer.hessian, None if answer.digits is None else answer.digits.seconds
    if second is None:
        own = texts(rows, lambda i: number(answer.diagonal[i], page.digits))
        return [Column("second derivative", own, "output")]
    columns = across(answer.columns, rows, page, lambda i, j: number(second[i][j], page.digits), "output")
    if digits is None:
        return columns
    return accuracy.with_digits(
        columns, across(answer.columns, rows, page, lambda i, j: accuracy.count_text(digits[i][j]))
    )


def _eigenvalues(answer: Hessian, page: Page) -> Iterator[Line]:
    assert answer.eigenvalues is not None
    rows = picked(len(answer.eigenvalues), page)
    values = named([number(value, page.digits) for value in answer.eigenvalues], rows)
    yield from table([Column("eigenvalue", values, "output")], page.width)
    yield []
    yield from sentence(answer.definiteness, page, "")
