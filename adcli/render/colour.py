"""Colours, by Rich. A colour means something: input, output, warning, error."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import StringIO

from rich.console import Console
from rich.segment import Segment, Segments
from rich.style import Style

from adcli.render.page import Line, Piece, Role

STYLES: dict[Role, Style] = {
    "": Style.null(),
    "input": Style(color="cyan"),
    "output": Style(color="green", bold=True),
    "warning": Style(color="yellow"),
    "error": Style(color="red", bold=True),
    "heading": Style(bold=True),
    "quiet": Style(dim=True),
}


def paint(lines: Sequence[Line]) -> str:
    """The lines with the terminal's escape codes; nothing is wrapped, cropped or read as markup."""
    file = StringIO()
    console = Console(
        file=file,
        width=1 << 20,
        force_terminal=True,
        color_system="standard",
        legacy_windows=False,
        _environ={},
    )
    segments: list[Segment] = []
    for line in lines:
        segments += [Segment(piece.text, STYLES[piece.role]) for piece in _trimmed(line)]
        segments.append(Segment.line())
    console.print(Segments(segments), end="")
    return file.getvalue()


def _trimmed(line: Line) -> Line:
    """The line without the spaces at its end."""
    line = list(line)
    while line and not line[-1].text.rstrip():
        line.pop()
    if line:
        line[-1] = line[-1]._replace(text=line[-1].text.rstrip())
    return line


def coloured_message(level: str, text: str) -> str:
    """An error's or warning's text as `errors.describe` draws it, coloured."""
    role: Role = "error" if level == "error" else "warning" if level == "warning" else "input"
    head, *rest = text.split("\n")
    lines = [[Piece(f"{level}:", role), Piece(head.removeprefix(f"{level}:"), "heading")]]
    lines += [_excerpt_line(line, role) for line in rest]
    return paint(lines).removesuffix("\n")


def _excerpt_line(line: str, role: Role) -> Line:
    if line.lstrip().startswith("-->"):
        return [Piece(line, "quiet")]
    if caret := re.fullmatch(r"( +\| \s*)(\^+)(.*)", line):
        return [Piece(caret[1], "quiet"), Piece(caret[2], role), Piece(caret[3])]
    if source := re.fullmatch(r"(\d+ \| )(.*)", line):
        return [Piece(source[1], "quiet"), Piece(source[2])]
    if line.startswith("  help:"):
        return [Piece("  help:", "input"), Piece(line.removeprefix("  help:"))]
    return [Piece(line)]
