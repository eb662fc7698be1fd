"""Jacobians as a reader likes to see them: a row an output, a column an input."""

from __future__ import annotations

from collections.abc import Iterator

from adcli.derivatives.results import Jacobian
from adcli.errors import printable
from adcli.render.accuracy import accuracy_lines
from adcli.render.answers import asked, headline
from adcli.render.blocks import blocks, left_out, picked
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
    rows, columns = picked(len(answer.rows), page), picked(len(answer.columns), page)
    labels = [left_out(rows, len(answer.rows)) if i is None else printable(answer.rows[i]) for i in rows]
    value_texts = ["" if i is None else number(answer.value[i], page.digits) for i in rows]
    table = [Column("value", value_texts)]
    for j in columns:
        if j is None:
            table.append(Column(left_out(columns, len(answer.columns)), [""] * len(rows)))
            continue
        texts = ["" if i is None else number(answer.jacobian[i][j], page.digits) for i in rows]
        by, at = f"by {printable(answer.columns[j])}", number(answer.at[j], page.digits)
        table.append(Column(by, texts, "output", under=at))
    at = "at" if answer.columns else ""
    yield from blocks(Column("output", labels, "input", numeric=False, under=at), table, page.width)
    yield []
    yield from accuracy_lines(answer, page)
    yield from sentence(answer.reason, page)
