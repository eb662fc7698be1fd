"""Hessians as a reader likes to see them: the gradient, and beside it a column an input."""

from __future__ import annotations

from collections.abc import Iterator

from adcli.derivatives.arrayresults import Hessian
from adcli.render.accuracy import accuracy_lines
from adcli.render.answers import headline
from adcli.render.blocks import across, blocks, named, picked, texts
from adcli.render.numbers import number
from adcli.render.page import Line, Page, sentence
from adcli.render.table import Column, table


def drawing(answer: Hessian, page: Page) -> Iterator[Line]:
    """The answer's lines."""
    yield from headline(answer.source, answer.output, answer.value, page)
    yield []
    if answer.columns:
        yield from _table(answer, page)
        yield []
    if answer.eigenvalues is not None:
        yield from _eigenvalues(answer, page)
        yield []
    yield from accuracy_lines(answer, page)
    yield from sentence(answer.reason, page)


def _table(answer: Hessian, page: Page) -> Iterator[Line]:
    rows = picked(len(answer.columns), page)
    columns = [
        Column("at", texts(rows, lambda i: number(answer.at[i], page.digits))),
        Column("derivative", texts(rows, lambda i: number(answer.slopes[i], page.digits)), "output"),
    ]
    second = answer.hessian
    if second is None:
        diagonal = texts(rows, lambda i: number(answer.diagonal[i], page.digits))
        columns.append(Column("second derivative", diagonal, "output"))
    else:
        columns += across(
            answer.columns, rows, page, lambda i, j: number(second[i][j], page.digits), "output"
        )
    return blocks(Column("input", named(answer.columns, rows), "input", numeric=False), columns, page.width)


def _eigenvalues(answer: Hessian, page: Page) -> Iterator[Line]:
    assert answer.eigenvalues is not None
    rows = picked(len(answer.eigenvalues), page)
    values = named([number(value, page.digits) for value in answer.eigenvalues], rows)
    yield from table([Column("eigenvalue", values, "output")], page.width)
    yield []
    yield from sentence(answer.definiteness, page, "")
