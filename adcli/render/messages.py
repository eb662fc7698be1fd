"""Errors, warnings and notes: what `errors.describe` draws, with colour where that is wanted."""

from __future__ import annotations

from typing import Literal

from adcli.errors import Notice, describe
from adcli.source import Span

Level = Literal["error", "warning", "note"]


def message(
    level: Level, text: str, span: Span | None = None, detail: str = "", hint: str = "",
    colours: bool = False, width: int | None = None,
) -> str:  # fmt: skip
    """The whole message, for stderr; `width` is that of the terminal, if it is one."""
    plain = describe(f"{level}: {text}", span, detail, hint, width)
    if not colours:
        return plain
    from adcli.render.colour import coloured_message

    return coloured_message(level, plain)


def warning(notice: Notice, colours: bool = False, width: int | None = None) -> str:
    """A warning, with the place it is about."""
    return message("warning", notice.message, notice.span, colours=colours, width=width)


def note(text: str, colours: bool = False, width: int | None = None) -> str:
    """A note: something to know that is no fault."""
    return message("note", text, colours=colours, width=width)
