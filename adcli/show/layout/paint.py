"""Lines as text, with or without colours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from adcli.show.layout.page import Line

BLOCK = 1000  # lines that are painted at a time


def painted(lines: Iterable[Line], colours: bool) -> Iterator[str]:
    """The text of the lines, in blocks."""
    rest = iter(lines)
    while block := list(islice(rest, BLOCK)):
        yield _coloured(block) if colours else _plain(block)


def _coloured(lines: Sequence[Line]) -> str:
    from adcli.show.layout.colour import paint

    return paint(lines)


def _plain(lines: Sequence[Line]) -> str:
    return "".join("".join(piece.text for piece in line).rstrip() + "\n" for line in lines)
