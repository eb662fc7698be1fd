"""The one exception of adcli, and the one place where a caret is drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from adcli.source import Span

LONGEST = 600  # characters of a message; none of ours is so long without a user's text in it

ErrorKind = Literal["syntax", "name", "missing", "domain", "undefined", "shape", "budget", "usage", "file"]
WarningKind = Literal[
    "kink", "boundary", "infinite_slope", "undefined", "overflow", "underflow", "unused", "unconnected"
]


class AdError(Exception):
    """A request that cannot be answered, and why.

    `message` says what is wrong in one line (where a user's text in it has several, they are
    joined); `span` where; `detail` stands beside the caret (values at the point); `hint` says what
    to write or do instead.
    """

    def __init__(
        self, kind: ErrorKind, message: str, span: Span | None = None, *, hint: str = "", detail: str = ""
    ) -> None:
        super().__init__(message)
        self.kind: ErrorKind = kind
        self.message = shortened(message if message.isprintable() else " ".join(message.split()))
        self.span = span
        self.hint = shortened(hint)
        self.detail = shortened(detail)

    def __str__(self) -> str:
        return describe(self.message, self.span, self.detail, self.hint)


class OutOfTime(BaseException):
    """The time that the user gave is over.

    It strikes anywhere, so it is no Exception: nothing on its way takes it for a failure of its
    own. `span` is where in the source the work was, and `work` what it was, once somebody who knows
    has said so.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds
        self.span: Span | None = None
        self.work = ""


@dataclass(frozen=True)
class Notice:
    """A warning: the answer stands, and there is something to know about it.

    input        the input or element that is affected, where it is one
    left, right  one-sided derivatives along it
    detail       stands beside the caret (values at the point)
    cause, told  where several notices may have one cause: that, and what this one adds to it
    rest         what is not affected
    """

    kind: WarningKind
    message: str
    span: Span | None = None
    input: str | None = None
    left: float | None = None
    right: float | None = None
    detail: str = ""
    cause: str = ""
    told: str = ""
    rest: str = ""

    def __post_init__(self) -> None:
        if len(self.message) > LONGEST:
            object.__setattr__(self, "message", shortened(self.message))


def shortened(text: str) -> str:
    """A text without its middle, where somebody's endless name or number stands in it."""
    if len(text) <= LONGEST:
        return text
    return f"{text[: LONGEST // 2]} … {text[-LONGEST // 2 :]}"


def describe(
    message: str, span: Span | None, detail: str = "", hint: str = "", width: int | None = None
) -> str:
    """The message with its place, source line and caret, and the hint below.

    `width` is that of the terminal, if it is one.
    """
    lines = list(wrapped(printable(message), width, 0, 2))
    if span is not None:
        lines += excerpt(span, detail, width)
    elif detail:
        lines += wrapped(printable(detail), width, 2)
    if hint:
        lines += wrapped(f"help: {printable(hint)}", width, 2, 8)
    return "\n".join(lines)


WIDEST, NARROWEST = 100, 16  # columns of source text shown around a caret


def excerpt(span: Span, detail: str = "", width: int | None = None) -> list[str]:
    """`--> place`, the source line, and a caret under the span (its first line).

    The detail stands beside the caret, or below it where the terminal has no room.
    """
    source = span.source
    text = source.line_text(span.line)
    column = span.column - 1
    length = max(1, min(span.end - span.start, len(text) - column))
    number = str(span.line)
    room = WIDEST if width is None else max(NARROWEST, width - len(number) - len(" | ") - 2 * len("…"))
    text, column, length = _window(text, column, length, room)
    text = printable(text)
    pad = "".join("\t" if c == "\t" else " " * _cells(c) for c in text[:column])
    carets = "^" * max(1, cells(text[column : column + length]))
    margin = f"{' ' * len(number)} | "
    lines = [
        f"{' ' * len(number)} --> {printable(source.name)}:{span.line}:{span.column}",
        f"{number} | {text}",
        f"{margin}{pad}{carets}",
    ]
    if not detail:
        return lines
    detail = printable(detail)
    if width is None or cells(lines[-1]) + 1 + cells(detail) <= width:
        lines[-1] += f" {detail}"
        return lines
    return lines + [margin + line for line in wrapped(detail, width - len(margin), 0, 2)]


def _window(text: str, column: int, length: int, room: int) -> tuple[str, int, int]:
    """A part of a long line around the caret, so that neither leaves the screen."""
    room = room * len(text) // max(1, cells(text))  # in characters, of which some are wide
    if len(text) <= room:
        return text, column, length
    length = min(length, room // 2)
    start = max(0, min(column - (room - length) // 2, len(text) - room))
    end = min(len(text), start + room)
    head, tail = "…" if start else "", "…" if end < len(text) else ""
    return head + text[start:end] + tail, column - start + len(head), length


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
