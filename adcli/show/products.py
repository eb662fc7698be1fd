"""Products with a direction: JVP, VJP, and that of the Hessian."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adcli.answers.elements import element, elements
from adcli.answers.products import AdjointProduct, HessianProduct, TangentProduct
from adcli.show.layout.blocks import named, picked
from adcli.show.layout.heading import asked, headline
from adcli.show.layout.page import Line, Page, Piece, Role, sentence
from adcli.show.layout.table import Column, table
from adcli.text.numerals import number


def jvp_fields(answer: TangentProduct) -> dict[str, Any]:
    return {"value": answer.outputs, "tangent": answer.tangent, "jvp": answer.jvp}


def vjp_fields(answer: AdjointProduct) -> dict[str, Any]:
    return {"value": answer.outputs, "adjoint": answer.adjoint, "vjp": answer.vjp}


def hvp_fields(answer: HessianProduct) -> dict[str, Any]:
    return {"value": answer.value, "tangent": answer.tangent, "hvp": answer.hvp}


def jvp_drawing(answer: TangentProduct, page: Page) -> Iterator[Line]:
    """The value of every output, and its derivative along the tangent."""
    yield from _head(answer, page)
    yield from _table(
        "output", answer.jvp, page, ("value", answer.outputs, ""), ("jvp", answer.jvp, "output")
    )
    yield []
    yield from _table(
        "input", answer.tangent, page, ("at", answer.inputs, ""), ("tangent", answer.tangent, "")
    )
    yield []
    yield from sentence("forward: 1 sweep along the tangent", page)


def vjp_drawing(answer: AdjointProduct, page: Page) -> Iterator[Line]:
    """The adjoint of every output, and that of every input."""
    yield from _head(answer, page)
    seeded: list[Shown] = [("value", answer.outputs, ""), ("adjoint", answer.adjoint, "")]
    yield from _table("output", answer.adjoint, page, *seeded)
    yield []
    yield from _table("input", answer.vjp, page, ("at", answer.inputs, ""), ("vjp", answer.vjp, "output"))
    yield []
    yield from sentence("reverse: 1 sweep from the adjoints of the outputs", page)


def hvp_drawing(answer: HessianProduct, page: Page) -> Iterator[Line]:
    """The gradient, and its derivative along the tangent."""
    yield from headline(answer.source, answer.output, answer.value, page)
    yield []
    seeded: list[Shown] = [("at", answer.inputs, ""), ("tangent", answer.tangent, "")]
    products: list[Shown] = [("derivative", answer.gradient, ""), ("hvp", answer.hvp, "output")]
    yield from _table("input", answer.hvp, page, *seeded, *products)
    yield []
    yield from sentence(
        "forward over reverse: 1 forward sweep and 1 reverse sweep, without the Hessian", page
    )


Shown = tuple[str, Mapping[str, Any], Role]  # a column: its heading, its numbers by label, its role


def _head(answer: TangentProduct | AdjointProduct, page: Page) -> Iterator[Line]:
    label = next(iter(answer.outputs)) if len(answer.outputs) == 1 else ""
    yield [Piece(asked(answer.source, label, page))]
    yield []


def _table(heading: str, shown: Mapping[str, Any], page: Page, *columns: Shown) -> Iterator[Line]:
    """A row for every element of what is shown, with its number in each of the columns."""
    names: list[str] = []
    texts: list[list[str]] = [[] for _ in columns]
    for name, whole in shown.items():
        labels = [label for label, _ in elements(name, whole)]
        rows = picked(len(labels), page)
        names += named(labels, rows)
        for column, (_, numbers, _) in zip(texts, columns, strict=True):
            values = elements(name, element(dict(numbers), name))
            column += ["" if k is None else number(values[k][1], page.digits) for k in rows]
    laid = [Column(head, column, role) for (head, _, role), column in zip(columns, texts, strict=True)]
    return table([Column(heading, names, "input", numeric=False), *laid], page.width)
