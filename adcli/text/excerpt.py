"""A message with the source line it speaks of, and a caret: the one place where that is drawn."""

from __future__ import annotations

from adcli.text.source import Span
from adcli.text.width import _cells, cells, printable, wrapped


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
