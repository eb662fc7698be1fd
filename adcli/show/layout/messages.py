"""Errors, warnings and notes: what `errors.describe` draws, with colour where that is wanted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from adcli.text.excerpt import describe
from adcli.text.notices import Notice
from adcli.text.source import Span
from adcli.text.width import printable, wrapped

MOST_LINES = 8  # of one cause

Level = Literal["error", "warning", "note"]


def message(
    level: Level, text: str, span: Span | None = None, detail: str = "", hint: str = "",
    colours: bool = False, width: int | None = None,
) -> str:  # fmt: skip
    """The whole message, for stderr; `width` is that of the terminal, if it is one."""
    plain = describe(f"{level}: {text}", span, detail, hint, width)
    if not colours:
        return plain
    from adcli.show.layout.colour import coloured_message

    return coloured_message(level, plain)


def warning(notice: Notice, colours: bool = False, width: int | None = None) -> str:
    """A warning, with the place it is about."""
    return warnings([notice], colours, width)[0]


def warnings(notices: Sequence[Notice], colours: bool = False, width: int | None = None) -> list[str]:
    """The warnings; those of one cause are one, with what each says below it."""
    groups: dict[Any, list[Notice]] = {}
    for k, notice in enumerate(notices):
        key = (notice.kind, notice.cause, notice.span and notice.span[1:]) if notice.cause else k
        groups.setdefault(key, []).append(notice)
    return [_group(group, colours, width) for group in groups.values()]


def _group(group: Sequence[Notice], colours: bool, width: int | None) -> str:
    first = group[0]
    alone = len(group) == 1
    text = message(
        "warning", first.message if alone else first.cause, first.span, first.detail, "", colours, width
    )
    lines = [] if alone else list(dict.fromkeys(notice.told for notice in group))
    hidden = len(lines) - MOST_LINES
    if hidden > 1:
        lines[MOST_LINES:] = [f"… {hidden:,} more"]
    below = [part for line in (*lines, first.rest) if line for part in wrapped(printable(line), width, 2, 4)]
    return "\n".join([text, *below])


def note(text: str, colours: bool = False, width: int | None = None) -> str:
    """A note: something to know that is no fault."""
    return message("note", text, colours=colours, width=width)
