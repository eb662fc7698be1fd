"""Columns of prose that wrap between words, by Rich."""

from __future__ import annotations

from collections.abc import Sequence

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from adcli.show.layout.colour import STYLES, render
from adcli.show.layout.page import Page, Role

Cells = list[tuple[str, Role]]  # of a row: texts, and what they are
INDENT = (0, 0, 0, 2)


def text(words: str, role: Role, page: Page) -> str:
    """A line of prose."""
    return render(Text(words, STYLES[role]), page)


def columns(
    headings: Sequence[str], shares: Sequence[int], widths: Sequence[int], rows: Sequence[Cells], page: Page
) -> str:
    """Columns under headings; each wraps within its share of the room beside the first one.

    A share of 0 never wraps, and in a pipe none does; `widths` are those of the widest cells.
    """
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style=STYLES["quiet"])
    for heading, share, widest in zip(headings, shares, widths, strict=True):
        if page.width is None or not share:
            table.add_column(heading, no_wrap=True, min_width=widest)
        else:
            room = page.width - widths[0] - 2 * len(headings) - 2
            table.add_column(heading, width=min(room * share // sum(shares), widest), overflow="fold")
    for row in rows:
        table.add_row(*(Text(words, STYLES[role]) for words, role in row))
    return render(Padding(table, INDENT, expand=False), page)


def pairs(facts: Sequence[tuple[str, str]], page: Page) -> str:
    """Names, and beside each what there is to say."""
    table = Table.grid(padding=(0, 3, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=page.width is None, overflow="fold")
    for name, says in facts:
        table.add_row(Text(name, STYLES["quiet"]), Text(says))
    return render(Padding(table, INDENT, expand=False), page)
