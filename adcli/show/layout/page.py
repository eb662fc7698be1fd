"""What is drawn: lines of pieces, each with its role; and the page they are drawn on.

Drawing is layout only. `painted` turns the lines into text: without colours this takes no more than
joining them, so that Rich is imported only where there is something to colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from adcli.text.width import cells, wrapped

Role = Literal["", "input", "output", "warning", "error", "heading", "quiet"]


class Piece(NamedTuple):
    """A text and what it is."""

    text: str
    role: Role = ""


Line = list[Piece]


class Page(NamedTuple):
    """Where a drawing goes.

    `width` is the terminal's number of columns; None: no terminal, so nothing is ever shortened.
    `digits` are the significant digits of numbers; None: all that they have. `symbols` tells
    whether the encoding carries the signs of mathematics, and `whole` whether long tables, loops
    and arrays are wanted in full (`--all`).
    """

    width: int | None = None
    digits: int | None = None
    colours: bool = False
    symbols: bool = True
    whole: bool = False


def width(line: Iterable[Piece]) -> int:
    """Terminal columns of a line."""
    return sum(cells(piece.text) for piece in line)


def sentence(text: str, page: Page, role: Role = "quiet") -> Iterator[Line]:
    """A line of prose, on as many lines as the page needs."""
    for line in wrapped(text, page.width, 0, 2):
        yield [Piece(line, role)]
