"""Values and gradients."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from adcli.answers.elements import element, elements
from adcli.answers.values import Evaluation, Gradient
from adcli.lazy import Lazy
from adcli.show.formats.csv import Rows
from adcli.show.layout.blocks import named, picked, texts
from adcli.show.layout.heading import headline
from adcli.show.layout.page import Line, Page, Piece, sentence
from adcli.show.layout.table import Column, table
from adcli.text.numerals import number

if TYPE_CHECKING:
    from adcli.show import accuracy
else:  # for answers that are drawn
    accuracy = Lazy("adcli.show.accuracy")


def evaluation_fields(answer: Evaluation) -> dict[str, Any]:
    return {"value": answer.value}


def gradient_fields(answer: Gradient) -> dict[str, Any]:
    return {
        "value": answer.value,
        "gradient": answer.gradient,
        "mode": answer.mode,
        "reason": answer.reason,
        "sweeps": answer.sweeps,
    }


def gradient_rows(answer: Gradient) -> Rows:
    """As the Jacobian of one output."""
    slopes = dict(pair for name, value in answer.gradient.items() for pair in elements(name, value))
    yield ["output", "value", *slopes]
    yield [answer.output, answer.value, *slopes.values()]


def evaluation_drawing(answer: Evaluation, page: Page) -> Iterator[Line]:
    """The number alone where there is only one; else a table of the outputs."""
    values = [pair for name, value in answer.outputs.items() for pair in elements(name, value)]
    if len(answer.outputs) == 1 and len(values) == 1:
        yield [Piece(number(values[0][1], page.digits), "output")]
        yield from accuracy.certified_lines(answer, page)
        return
    rows = [_output_rows(name, value, page) for name, value in answer.outputs.items()]
    names, numbers = ([text for row in rows for text in row[k]] for k in (0, 1))
    yield from table([Column("output", names, numeric=False), Column("value", numbers, "output")], page.width)
    yield from accuracy.certified_lines(answer, page)


def _output_rows(name: str, value: Any, page: Page) -> tuple[list[str], list[str]]:
    pairs = elements(name, value)
    rows = picked(len(pairs), page)
    return named([label for label, _ in pairs], rows), texts(rows, lambda k: number(pairs[k][1], page.digits))


def gradient_drawing(answer: Gradient, page: Page) -> Iterator[Line]:
    yield from headline(answer.source, answer.output, answer.value, page)
    yield []
    if answer.gradient:
        yield from _gradient_table(answer, page)
        yield []
    yield from accuracy.accuracy_lines(answer, page)
    yield from sentence(answer.reason, page)


def _gradient_table(answer: Gradient, page: Page) -> Iterator[Line]:
    names: list[str] = []
    labels: list[str | None] = []
    at: list[str] = []
    derivatives: list[str] = []
    for name, value in answer.gradient.items():
        slopes = elements(name, value)
        point = elements(name, element(answer.inputs, name))
        rows = picked(len(slopes), page)
        names += named([label for label, _ in slopes], rows)
        labels += [None if k is None else slopes[k][0] for k in rows]
        at += ["" if k is None else number(point[k][1], page.digits) for k in rows]
        derivatives += ["" if k is None else number(slopes[k][1], page.digits) for k in rows]
    columns = [
        Column("input", names, "input", numeric=False),
        Column("at", at),
        Column("derivative", derivatives, "output"),
        *accuracy.gradient_columns(answer.digits, labels),
    ]
    return table(columns, page.width)
