"""What is drawn: lines of pieces, each with its role; and the page they are drawn on.

Drawing is layout only. `painted` turns the lines into text: without colours this takes no more than
joining them, so that Rich is imported only where there is something to colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Literal, NamedTuple

from adcli.errors import cells, wrapped

Role = Literal["", "input", "output", "warning", "error", "heading", "quiet"]


class Piece(NamedTuple):
    """A text and what it is."""

    text: str
    role: Role = ""


Line = list[Piece]
BLOCK = 1000  # lines that are painted at a time


class Page(NamedTuple):
    """Where a drawing goes.

    `width` is the terminal's number of columns; None: no terminal, so nothing is ever shortened.
    `digits` are the significant digits of numbers; None: all that they have. `symbols` tells
    whether the encoding carries the signs of mathematics.
    """

    width: int | None = None
    digits: int | None = None
    colours: bool = False
    symbols: bool = True


def width(line: Iterable[Piece]) -> int:
    """Terminal columns of a line."""
    return sum(cells(piece.text) for piece in line)


def sentence(text: str, page: Page, role: Role = "quiet") -> Iterator[Line]:
    """A line of prose, on as many lines as the page needs."""
    for line in wrapped(text, page.width, 0, 2):
        yield [Piece(line, role)]


def painted(lines: Iterable[Line], colours: bool) -> Iterator[str]:
    """The text of the lines, in blocks."""
    rest = iter(lines)
    while block := list(islice(rest, BLOCK)):
        yield _coloured(block) if colours else _plain(block)


def _coloured(lines: Sequence[Line]) -> str:
    from adcli.render.colour import paint

    return paint(lines)


def _plain(lines: Sequence[Line]) -> str:
    return "".join("".join(piece.text for piece in line).rstrip() + "\n" for line in lines)
