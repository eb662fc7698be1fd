"""Derivatives of higher order of one variable, and mixed ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import isfinite
from typing import Any

from adcli.answers.series import Mixed, Taylor
from adcli.show.formats.csv import Rows
from adcli.show.layout.heading import headline
from adcli.show.layout.page import Line, Page, Piece, sentence
from adcli.show.layout.table import MARGIN, Column, table
from adcli.text.numerals import number
from adcli.text.width import cells, printable


def taylor_fields(answer: Taylor) -> dict[str, Any]:
    return {
        "variable": answer.variable,
        "derivatives": answer.derivatives,
        "taylor": answer.taylor,
        "mode": answer.mode,
    }


def mixed_fields(answer: Mixed) -> dict[str, Any]:
    return {"value": answer.value, "wrt": answer.wrt, "derivative": answer.derivative, "mode": answer.mode}


def taylor_rows(answer: Taylor) -> Rows:
    """A row an order."""
    yield ["order", "derivative", "taylor"]
    for m, (derivative, coefficient) in enumerate(zip(answer.derivatives, answer.taylor, strict=True)):
        yield [str(m), derivative, coefficient]


def mixed_rows(answer: Mixed) -> Rows:
    yield ["output", "value", "wrt", "derivative"]
    yield [answer.output, answer.value, ",".join(answer.wrt), answer.derivative]


RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def taylor_drawing(answer: Taylor, page: Page) -> Iterator[Line]:
    yield from headline(answer.source, answer.output, answer.derivatives[0], page)
    yield []
    orders = [str(m) for m in range(len(answer.derivatives))]
    derivatives = [number(d, page.digits) for d in answer.derivatives]
    coefficients = [number(c, page.digits) for c in answer.taylor]
    columns = [
        Column("order", orders, "input"),
        Column("derivative", derivatives, "output"),
        Column("Taylor coefficient", coefficients),
    ]
    yield from table(columns, page.width)
    yield []
    terms = polynomial(answer, page.digits)
    if terms:
        yield from _wrapped(_approximately(answer, page), terms, page.width)
        yield []
    point = f"{printable(answer.variable)} = {number(answer.at, page.digits)}"
    yield from sentence(f"Taylor mode: orders 0 to {len(answer.taylor) - 1} at {point}", page)


def _approximately(answer: Taylor, page: Page) -> str:
    name = answer.output if answer.output.isidentifier() else "f"
    return f"{name}({printable(answer.variable)}) {'≈' if page.symbols else '~'} "


def polynomial(answer: Taylor, digits: int | None) -> list[str]:
    """The terms of the Taylor polynomial, signs included, in the language's own notation.

    None of them where the function bends or a derivative does not exist: there it is no approximation.
    """
    bent = any(notice.kind == "kink" for notice in answer.warnings)
    if bent or not all(map(isfinite, answer.taylor)) or len(answer.taylor) < 2:
        return []
    terms: list[str] = []
    for m, c in enumerate(answer.taylor):
        if c:
            term = _term(number(abs(c), digits), _power(answer, m, digits))
            sign = "-" if c < 0 else "+"
            terms.append(f"{sign} {term}" if terms else term if c > 0 else f"-{term}")
    return terms or ["0"]


def _term(coefficient: str, power: str) -> str:
    if not power:
        return coefficient
    return power if coefficient == "1" else f"{coefficient}*{power}"


def _power(answer: Taylor, m: int, digits: int | None) -> str:
    """(x - a)^m, or "" for m = 0."""
    if m == 0:
        return ""
    base = printable(answer.variable)
    if answer.at:
        base = f"({base} {'-' if answer.at > 0 else '+'} {number(abs(answer.at), digits)})"
    return base if m == 1 else f"{base}^{m}"


def _wrapped(head: str, terms: list[str], columns: int | None) -> Iterator[Line]:
    """The sum, on as many lines as the page needs, broken between terms only."""
    line = head
    for k, term in enumerate(terms):
        if k and columns is not None and cells(line) + 1 + cells(term) > columns:
            yield [Piece(line)]
            line = MARGIN * 2 + term
        else:
            line += f" {term}" if k else term
    yield [Piece(line)]


def mixed_drawing(answer: Mixed, page: Page) -> Iterator[Line]:
    yield from headline(answer.source, answer.output, answer.value, page)
    yield []
    names = [_quotient(answer, page)]
    columns = [
        Column("partial", names, numeric=False),
        Column("derivative", [number(answer.derivative, page.digits)], "output"),
    ]
    yield from table(columns, page.width)
    yield []
    orders = " over ".join(f"order {m} in {printable(name)}" for name, m in Counter(answer.wrt).most_common())
    yield from sentence(f"Taylor mode: {orders}", page)


def _quotient(answer: Mixed, page: Page) -> str:
    """∂³f/∂x²∂y."""
    name = answer.output if answer.output.isidentifier() else "f"
    counts = Counter(answer.wrt).items()
    if page.symbols:
        below = "".join(f"∂{printable(x)}{_raised(m)}" for x, m in counts)
        return f"∂{_raised(len(answer.wrt))}{name}/{below}"
    below = " ".join(f"d{printable(x)}^{m}" if m > 1 else f"d{printable(x)}" for x, m in counts)
    return f"d^{len(answer.wrt)} {name}/({below})"


def _raised(m: int) -> str:
    return "" if m == 1 else str(m).translate(RAISED)
