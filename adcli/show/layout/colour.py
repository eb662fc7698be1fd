"""Colours, by Rich. A colour means something: input, output, warning, error."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import StringIO

from rich.console import Console, RenderableType
from rich.segment import Segment, Segments
from rich.style import Style

from adcli.show.layout.page import Line, Page, Piece, Role

STYLES: dict[Role, Style] = {
    "": Style.null(),
    "input": Style(color="cyan"),
    "output": Style(color="green", bold=True),
    "warning": Style(color="yellow"),
    "error": Style(color="red", bold=True),
    "heading": Style(bold=True),
    "quiet": Style(dim=True),
}


ENDLESS = 1 << 16  # columns of a page that is no terminal


def paint(lines: Sequence[Line]) -> str:
    """The lines with the terminal's escape codes; nothing is wrapped, cropped or read as markup."""
    return _printed([[Segment(piece.text, STYLES[piece.role]) for piece in line] for line in lines])


def render(renderable: RenderableType, page: Page) -> str:
    """One of Rich's renderables as text, without spaces at the ends of lines."""
    console = _console(StringIO(), page.width or ENDLESS, page.colours)
    return _printed(console.render_lines(renderable, pad=False), page.colours)


def _printed(lines: Sequence[list[Segment]], colours: bool = True) -> str:
    segments: list[Segment] = []
    for line in lines:
        segments += _trimmed(line)
        segments.append(Segment.line())
    file = StringIO()
    _console(file, ENDLESS, colours).print(Segments(segments), end="")
    return file.getvalue()


def _console(file: StringIO, width: int, colours: bool) -> Console:
    """A console that asks nobody: what it may do was decided before."""
    return Console(
        file=file,
        width=width,
        force_terminal=colours,
        color_system="standard" if colours else None,
        legacy_windows=False,
        _environ={},
    )


def _trimmed(line: list[Segment]) -> list[Segment]:
    """The line without the spaces at its end."""
    line = list(line)
    while line and not line[-1].text.rstrip():
        line.pop()
    if line:
        line[-1] = Segment(line[-1].text.rstrip(), line[-1].style)
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
