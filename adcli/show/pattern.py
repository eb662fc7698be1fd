"""Where a matrix has entries: a sign an entry, or, where it is large, eight or more to a Braille sign."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Any

from adcli.answers.plans import Drawn
from adcli.answers.sparse import Coordinates
from adcli.show.layout.heading import asked
from adcli.show.layout.page import Line, Page, Piece
from adcli.show.layout.table import MARGIN
from adcli.show.sparse import share
from adcli.text.width import cells, printable, wrapped

SMALL = 40  # rows and columns up to which each entry has a sign of its own


TALLEST = 40  # lines


PIPE = 80  # columns where there is no terminal


BRAILLE = 0x2800


DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))  # of a sign: 4 rows of 2


def pattern_drawing(answer: Drawn, page: Page) -> Iterator[Line]:
    """The lines of the picture."""
    yield [Piece(asked(answer.source, "", page))]
    yield []
    height, width = answer.places.shape
    room = (page.width or PIPE) - 2 * len(MARGIN)
    widest = max(map(cells, map(printable, answer.rows)), default=0)
    if height <= SMALL and widest + 2 + 2 * width <= min(room, 2 * SMALL):
        yield from _signs(answer, widest, page)
    else:
        yield from _scaled(answer.places, min(room, 2 * TALLEST), braille=page.symbols)
    yield []
    yield [Piece(f"{answer.what}: {share(answer.places)}", "quiet")]


def _signs(answer: Drawn, widest: int, page: Page) -> Iterator[Line]:
    """A sign an entry, with the rows' labels."""
    there, absent = ("×", "·") if page.symbols else ("x", ".")
    lines = [[absent] * len(answer.columns) for _ in answer.rows]
    for i, j in zip(answer.places.rows, answer.places.cols, strict=True):
        lines[i][j] = there
    for label, signs in zip(answer.rows, lines, strict=True):
        text = printable(label)
        padding = " " * (widest - cells(text) + 2)
        yield [Piece(MARGIN), Piece(text, "input"), Piece(padding), Piece(" ".join(signs), "output")]
    yield []
    columns = f"from left to right: {', '.join(map(printable, answer.columns))}"
    for text in wrapped(columns, page.width, len(MARGIN)):
        yield [Piece(text, "quiet")]


def _scaled(places: Coordinates, room: int, braille: bool) -> Iterator[Line]:
    """A picture at most `room` signs wide; a Braille sign is 2 by 4 dots, a dot some entries."""
    across, down = (2, 4) if braille else (1, 1)
    height, width = places.shape
    step = max(1, ceil(width / (room * across)), ceil(height / (TALLEST * down)))
    picture: dict[int, dict[int, int]] = {}
    for i, j in zip(places.rows, places.cols, strict=True):
        y, x = i // step, j // step
        line = picture.setdefault(y // down, {})
        line[x // across] = line.get(x // across, 0) | DOTS[y % down][x % across]
    for y in range(ceil(height / step / down)):
        line = picture.get(y, {})
        dots = [line.get(x, 0) for x in range(ceil(width / step / across))]
        text = "".join(chr(BRAILLE + d) if braille else "#" if d else "." for d in dots)
        yield [Piece(MARGIN), Piece(text, "output")]
    if step > 1:
        yield []
        what = "dot" if braille else "sign"
        yield [Piece(f"{MARGIN}a {what} stands for {step:,} × {step:,} entries", "quiet")]


def pattern_fields(answer: Drawn) -> dict[str, Any]:
    """The fields of a pattern."""
    labels = {} if answer.what == "Hessian" else {"outputs": answer.rows}
    return labels | {"columns": answer.columns, "rows": answer.places.rows, "cols": answer.places.cols}
