"""Wide tables: blocks of columns below each other, each with the first column again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from adcli.answers.elements import shown
from adcli.show.layout.aligned import aligned
from adcli.show.layout.page import Line, Page, Role
from adcli.show.layout.table import GAP, MARGIN, Column, table
from adcli.text.width import cells, printable


def blocks(first: Column, columns: Sequence[Column], width: int | None = None) -> Iterator[Line]:
    """The table's lines, in blocks of as many columns as fit side by side.

    Where not even one column fits beside the first, all stand one below the other.
    """
    room = None if width is None else width - len(MARGIN) - _size(first)
    if room is not None and any(_size(column) + len(GAP) > room for column in columns):
        yield from table([first, *columns], width)  # one below the other
        return
    start = 0
    while start < len(columns) or not start:
        end = start + 1
        used = _size(columns[start]) + len(GAP) if columns else 0
        while end < len(columns):
            used += _size(columns[end]) + len(GAP)
            if room is not None and used > room:
                break
            end += 1
        if start:
            yield []
        yield from table([first, *columns[start:end]], width)
        start = end


def _size(column: Column) -> int:
    """Terminal columns of a column."""
    texts = aligned(column.texts) if column.numeric else column.texts
    return max(map(cells, [column.heading, column.under, *texts]))


Positions = Sequence[int | None]  # of the rows or columns to show; None is for those left out


def picked(count: int, page: Page) -> Positions:
    """The rows or columns to show of so many; a terminal leaves some out."""
    return shown(count, page.whole or page.width is None)


def named(names: Sequence[str], positions: Positions) -> list[str]:
    """The names at the positions."""
    return [left_out(positions, len(names)) if k is None else printable(names[k]) for k in positions]


def texts(positions: Positions, text: Callable[[int], str]) -> list[str]:
    """The texts at the positions; nothing where some are left out."""
    return ["" if k is None else text(k) for k in positions]


def across(
    names: Sequence[str],
    rows: Positions,
    page: Page,
    text: Callable[[int, int], str],
    role: Role = "",
    under: Sequence[str] = (),
) -> list[Column]:
    """A column for each name, `by NAME`, with `text` of row and column, and with what is `under` the name."""
    columns = picked(len(names), page)
    laid = []
    for j, name in zip(columns, named(names, columns), strict=True):
        if j is None:
            laid.append(Column(name, [""] * len(rows)))
        else:
            column = [text(i, j) if i is not None else "" for i in rows]
            laid.append(Column(f"by {name}", column, role, under=under[j] if under else ""))
    return laid


def left_out(positions: Positions, count: int) -> str:
    """What stands where some are left out: how many, and how to see them."""
    return f"… {count - len(positions) + 1:,} more (--all)"
