"""Jacobians as a reader likes to see them: a row an output, a column an input."""

from __future__ import annotations

from collections.abc import Iterator

from adcli.derivatives.arrayresults import Jacobian
from adcli.render.accuracy import accuracy_lines
from adcli.render.answers import asked, headline
from adcli.render.blocks import across, blocks, named, picked, texts
from adcli.render.numbers import number
from adcli.render.page import Line, Page, Piece, sentence
from adcli.render.table import Column


def drawing(answer: Jacobian, page: Page) -> Iterator[Line]:
    """The answer's lines."""
    label, value = next(iter(answer.outputs.items()))
    if len(answer.outputs) == 1 and isinstance(value, float):
        yield from headline(answer.source, label, value, page)
    else:
        yield [Piece(asked(answer.source, label if len(answer.outputs) == 1 else "", page))]
    yield []
    rows = picked(len(answer.rows), page)
    heading = Column("output", named(answer.rows, rows), "input", False, "at" if answer.columns else "")
    values = Column("value", texts(rows, lambda i: number(answer.value[i], page.digits)))
    point = [number(x, page.digits) for x in answer.at]
    slopes = across(
        answer.columns, rows, page, lambda i, j: number(answer.jacobian[i][j], page.digits), "output", point
    )
    yield from blocks(heading, [values, *slopes], page.width)
    yield []
    yield from accuracy_lines(answer, page)
    yield from sentence(answer.reason, page)
