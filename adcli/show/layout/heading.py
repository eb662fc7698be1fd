"""What was asked, above an answer."""

from __future__ import annotations

import re
from collections.abc import Iterator

from adcli.show.layout.page import Line, Page, Piece, width
from adcli.show.layout.table import GAP
from adcli.text.numerals import number
from adcli.text.width import cells, printable

STATEMENT = re.compile(r"(?<![<>=!])=(?!=)|[;,]|^(output|input)\b")  # what one bare expression has not


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
