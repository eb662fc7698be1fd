"""Tables of names and numbers: columns side by side, or one below the other where there is no room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from adcli.show.layout.aligned import aligned
from adcli.show.layout.page import Line, Piece, Role
from adcli.text.width import cells

MARGIN = "  "
GAP = "   "


class Column(NamedTuple):
    """A heading, and a text a row; numbers are aligned by their decimal points.

    `under` is a second line of the heading (the point of a derivative). `role` is that of all texts,
    or one for each.
    """

    heading: str
    texts: Sequence[str]
    role: Role | Sequence[Role] = ""
    numeric: bool = True
    under: str = ""

    def role_at(self, row: int) -> Role:
        """The role of the text of a row."""
        return role_of(self.texts[row], self.role if isinstance(self.role, str) else self.role[row])


def table(columns: Sequence[Column], width: int | None = None, gap: str = GAP) -> Iterator[Line]:
    """The table's lines; `width` is that of the terminal, if it is one."""
    laid, widths = _laid_out(columns)
    if width is not None and _width(widths, gap) > width:
        yield from _stacked(columns)
        return
    yield _row([(column.heading, "quiet") for column in columns], widths, gap)
    if any(column.under for column in columns):
        yield _row([(column.under, "quiet") for column in columns], widths, gap)
    for k, texts in enumerate(zip(*laid, strict=True)):
        cells_of_row = [(text, column.role_at(k)) for text, column in zip(texts, columns, strict=True)]
        yield _row(cells_of_row, widths, gap)


def fits(columns: Sequence[Column], width: int, gap: str = GAP) -> bool:
    """Whether the columns can stand side by side."""
    return _width(_laid_out(columns)[1], gap) <= width


def _laid_out(columns: Sequence[Column]) -> tuple[list[list[str]], list[int]]:
    """The texts below each heading, and the widths of the columns."""
    laid = [aligned(column.texts) if column.numeric else list(column.texts) for column in columns]
    widths = [
        max(map(cells, [column.heading, column.under, *texts]))
        for column, texts in zip(columns, laid, strict=True)
    ]
    return laid, widths


def _width(widths: Sequence[int], gap: str) -> int:
    return len(MARGIN) + sum(widths) + len(gap) * (len(widths) - 1)


def role_of(text: str, role: Role) -> Role:
    """The role of a cell: a result that is no number is a warning."""
    return "warning" if role == "output" and text.strip() in ("nan", "inf", "-inf", "failed") else role


def _row(texts: Sequence[tuple[str, Role]], widths: Sequence[int], gap: str) -> Line:
    line = [Piece(MARGIN)]
    for (text, role), size in zip(texts, widths, strict=True):
        line += [Piece(text, role), Piece(" " * (size - cells(text)) + gap)]
    return line[:-1]


def _stacked(columns: Sequence[Column]) -> Iterator[Line]:
    """The first column as a heading, the others below it, each in a line of its own."""
    first, *others = columns
    headings = [f"{column.heading} {column.under}".rstrip() for column in others]
    widest = max(map(cells, headings), default=0)
    for k, name in enumerate(first.texts):
        yield [Piece(MARGIN + name, first.role_at(k))]
        for column, heading in zip(others, headings, strict=True):
            heading += " " * (widest - cells(heading) + 2)
            yield [Piece(MARGIN * 2 + heading, "quiet"), Piece(column.texts[k], column.role_at(k))]
