"""Texts in the columns of a terminal: how wide they are, in lines, without control characters."""

from __future__ import annotations

import re
from collections.abc import Iterator

LONGEST = 600  # characters of a message; none of ours is so long without a user's text in it


def shortened(text: str) -> str:
    """A text without its middle, where somebody's endless name or number stands in it."""
    if len(text) <= LONGEST:
        return text
    return f"{text[: LONGEST // 2]} … {text[-LONGEST // 2 :]}"


WORDS = re.compile(r"""(?:`[^`\n]*`|"[^"\n]*"|\S)+""")  # what is quoted stays together


def wrapped(text: str, width: int | None, indent: int, hanging: int | None = None) -> Iterator[str]:
    """The text in lines of at most `width` columns, broken at spaces only.

    The first line is indented, and the others too, or by `hanging` columns; a longer word has a line
    of its own.
    """
    if width is None or indent + cells(text) <= width:
        yield " " * indent + text
        return
    line, size = " " * indent, indent
    first = True
    for word in _words(text, width - max(indent, hanging or 0)):
        length = cells(word)
        if not first and size + 1 + length > width:
            yield line
            size = indent if hanging is None else hanging
            line, first = " " * size, True
        line += word if first else " " + word
        size += length if first else length + 1
        first = False
    yield line


def _words(text: str, room: int) -> Iterator[str]:
    for match in WORDS.finditer(text):
        yield from [match[0]] if cells(match[0]) <= room else match[0].split()


def cells(text: str) -> int:
    """Terminal columns of a text."""
    return len(text) if text.isascii() else sum(map(_cells, text))


def _cells(character: str) -> int:
    """Terminal columns of a character: none for combining marks, two for wide ones."""
    if character < "\x7f":
        return 1
    from unicodedata import combining, east_asian_width

    return 0 if combining(character) else 2 if east_asian_width(character) in "WF" else 1


# Characters that would move the cursor, change colours or turn the writing round, and pictures of them.
_PICTURES = {code: 0x2400 + code for code in range(0x20) if chr(code) not in "\t\n"}
_PICTURES |= dict.fromkeys((*range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)), 0xFFFD)


def printable(text: str) -> str:
    """The text with control characters replaced one by one, so that it cannot command the terminal."""
    return text if text.isprintable() else text.translate(_PICTURES)
