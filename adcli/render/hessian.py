"""Hessians as a reader likes to see them: the gradient, and beside it a column an input."""

from __future__ import annotations

from collections.abc import Iterator

from adcli.derivatives.results import Hessian
from adcli.errors import printable
from adcli.render.accuracy import accuracy_lines
from adcli.render.answers import headline
from adcli.render.blocks import blocks, left_out, picked
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
    labels = [
        left_out(rows, len(answer.columns)) if i is None else printable(answer.columns[i]) for i in rows
    ]
    columns = [
        Column("at", ["" if i is None else number(answer.at[i], page.digits) for i in rows]),
        Column(
            "derivative", ["" if i is None else number(answer.slopes[i], page.digits) for i in rows], "output"
        ),
    ]
    if answer.hessian is None:
        seconds = ["" if i is None else number(answer.diagonal[i], page.digits) for i in rows]
        columns.append(Column("second derivative", seconds, "output"))
    else:
        for j in rows:
            if j is None:
                columns.append(Column(left_out(rows, len(answer.columns)), [""] * len(rows)))
                continue
            texts = ["" if i is None else number(answer.hessian[i][j], page.digits) for i in rows]
            columns.append(Column(f"by {printable(answer.columns[j])}", texts, "output"))
    return blocks(Column("input", labels, "input", numeric=False), columns, page.width)


def _eigenvalues(answer: Hessian, page: Page) -> Iterator[Line]:
    assert answer.eigenvalues is not None
    rows = picked(len(answer.eigenvalues), page)
    texts = [
        left_out(rows, len(answer.eigenvalues)) if i is None else number(answer.eigenvalues[i], page.digits)
        for i in rows
    ]
    yield from table([Column("eigenvalue", texts, "output")], page.width)
    yield []
    yield from sentence(answer.definiteness, page, "")
