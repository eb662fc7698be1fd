"""The one exception of adcli, and the one place where a caret is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from adcli.source import Span

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
        self.message = message if message.isprintable() else " ".join(message.split())
        self.span = span
        self.hint = hint
        self.detail = detail

    def __str__(self) -> str:
        return describe(self.message, self.span, self.detail, self.hint)


class OutOfTime(BaseException):
    """The time that the user gave is over.

    It strikes anywhere, so it is no Exception: nothing on its way takes it for a failure of its
    own. `span` is where in the source the work was, once somebody who knows has said so.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds
        self.span: Span | None = None


@dataclass(frozen=True)
class Notice:
    """A warning: the answer stands, and there is something to know about it."""

    kind: WarningKind
    message: str
    span: Span | None = None
    input: str | None = None
    left: float | None = None
    right: float | None = None


def describe(message: str, span: Span | None, detail: str = "", hint: str = "") -> str:
    """The message with its place, source line and caret, and the hint below."""
    lines = [printable(message)]
    if span is not None:
        lines += excerpt(span, detail)
    elif detail:
        lines.append(f"  {printable(detail)}")
    if hint:
        lines.append(f"  help: {printable(hint)}")
    return "\n".join(lines)


WIDEST = 100  # columns of source text shown around a caret


def excerpt(span: Span, detail: str = "") -> list[str]:
    """`--> place`, the source line, and a caret under the span (its first line)."""
    source = span.source
    text = source.line_text(span.line)
    column = span.column - 1
    length = max(1, min(span.end - span.start, len(text) - column))
    text, column, length = _window(text, column, length)
    number = str(span.line)
    text = printable(text)
    pad = "".join("\t" if c == "\t" else " " * _cells(c) for c in text[:column])
    carets = "^" * max(1, cells(text[column : column + length]))
    return [
        f"{' ' * len(number)} --> {printable(source.name)}:{span.line}:{span.column}",
        f"{number} | {text}",
        f"{' ' * len(number)} | {pad}{carets}{' ' + printable(detail) if detail else ''}",
    ]


def _window(text: str, column: int, length: int) -> tuple[str, int, int]:
    """A part of a long line around the caret, so that neither leaves the screen."""
    if len(text) <= WIDEST:
        return text, column, length
    length = min(length, WIDEST // 2)
    start = max(0, min(column - (WIDEST - length) // 2, len(text) - WIDEST))
    end = min(len(text), start + WIDEST)
    head, tail = "…" if start else "", "…" if end < len(text) else ""
    return head + text[start:end] + tail, column - start + len(head), length


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
