"""Wide tables: blocks of columns below each other, each with the first column again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adcli.errors import cells
from adcli.render.elements import shown
from adcli.render.numbers import aligned
from adcli.render.page import Line, Page
from adcli.render.table import GAP, MARGIN, Column, table


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
    texts = [*([column.under] if column.under else []), *column.texts]
    return max([cells(column.heading), *map(cells, aligned(texts) if column.numeric else texts)])


def picked(count: int, page: Page) -> list[int | None]:
    """The rows or columns to show of so many; None stands for those that a terminal leaves out."""
    return shown(count, page.width is None)


def left_out(positions: Sequence[int | None], count: int) -> str:
    """What stands where some are left out."""
    return f"… {count - len(positions) + 1:,} more"
