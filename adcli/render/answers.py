"""Answers as a reader likes to see them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from adcli.derivatives.elements import elements
from adcli.derivatives.results import Answer, Evaluation, Gradient
from adcli.errors import cells, printable
from adcli.render.accuracy import accuracy_lines, certified_lines, gradient_columns
from adcli.render.blocks import named, picked, texts
from adcli.render.elements import element
from adcli.render.numbers import number
from adcli.render.page import Line, Page, Piece, sentence, width
from adcli.render.table import GAP, Column, table

STATEMENT = re.compile(r"(?<![<>=!])=(?!=)|[;,]|^(output|input)\b")  # what one bare expression has not


def drawing(answer: Answer, page: Page) -> Iterator[Line]:
    """The answer's lines."""
    return DRAWINGS[type(answer)](answer, page)


def _evaluation(answer: Evaluation, page: Page) -> Iterator[Line]:
    """The number alone where there is only one; else a table of the outputs."""
    values = [pair for name, value in answer.outputs.items() for pair in elements(name, value)]
    if len(answer.outputs) == 1 and len(values) == 1:
        yield [Piece(number(values[0][1], page.digits), "output")]
        yield from certified_lines(answer, page)
        return
    rows = [_output_rows(name, value, page) for name, value in answer.outputs.items()]
    names, numbers = ([text for row in rows for text in row[k]] for k in (0, 1))
    yield from table([Column("output", names, numeric=False), Column("value", numbers, "output")], page.width)
    yield from certified_lines(answer, page)


def _output_rows(name: str, value: Any, page: Page) -> tuple[list[str], list[str]]:
    pairs = elements(name, value)
    rows = picked(len(pairs), page)
    return named([label for label, _ in pairs], rows), texts(rows, lambda k: number(pairs[k][1], page.digits))


def _gradient(answer: Gradient, page: Page) -> Iterator[Line]:
    yield from headline(answer.source, answer.output, answer.value, page)
    yield []
    if answer.gradient:
        yield from _gradient_table(answer, page)
        yield []
    yield from accuracy_lines(answer, page)
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
        *gradient_columns(answer, labels),
    ]
    return table(columns, page.width)


def headline(source: str, output: str, value: float, page: Page) -> Iterator[Line]:
    """What was asked, and the value: on one line if they fit, else on two."""
    asked = Piece(title(source, output))
    result = [Piece(f"{output} = "), Piece(number(value, page.digits), "output")]
    if page.width is None or cells(asked.text) + len(GAP) * 2 + width(result) <= page.width:
        yield [asked, Piece(GAP * 2), *result]
    else:
        yield [Piece(cropped(asked.text, page.width))]
        yield result


def title(source: str, output: str) -> str:
    """`f = …` for an expression; for a program its file's name or its first line."""
    first, *more = printable(source).strip().split("\n")
    if more:
        return f"{first} …"
    names_a_file = source.endswith(".ad") or source == "<stdin>"
    return first if names_a_file or STATEMENT.search(_outside_brackets(source)) else f"{output} = {first}"


def _outside_brackets(text: str) -> str:
    """The text with nothing in its brackets: what stands there is no statement and no further output."""
    depth, kept = 0, []
    for piece in re.split(r"([(\[\])])", text):
        depth += (piece in ("(", "[")) - (piece in (")", "]"))
        if depth == 0:
            kept.append(piece)
    return "".join(kept)


def asked(source: str, output: str, page: Page) -> str:
    """What was asked, on one line; `output` is empty where there are several."""
    text = title(source, output) if output else title(source, "").removeprefix(" = ")
    return text if page.width is None else cropped(text, page.width)


def cropped(text: str, columns: int) -> str:
    """The beginning of a long text; only prose and source text are ever cropped, never a number."""
    if cells(text) <= columns:
        return text
    kept = text[: columns - 1]
    while cells(kept) > columns - 1:
        kept = kept[:-1]
    return kept + "…"


DRAWINGS: dict[type[Answer], Callable[[Any, Page], Iterator[Line]]] = {
    Evaluation: _evaluation,
    Gradient: _gradient,
}
