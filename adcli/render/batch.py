"""The outcomes of a batch as a table, in blocks of rows, so that it comes as the records do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import nan
from time import monotonic

from adcli.errors import cells, printable
from adcli.records.columns import Numbers, columns_of, numbers_of
from adcli.records.record import Outcome
from adcli.render.answers import cropped
from adcli.render.elements import shown
from adcli.render.numbers import aligned, number
from adcli.render.page import Line, Page, Piece, painted
from adcli.render.table import GAP, MARGIN, Column, fits, role_of, table
from adcli.source import on_one_line

ROWS = 50  # of a block
PATIENCE = 0.5  # seconds after which a block is shown that is not full
MOST_COLUMNS = 9  # of numbers side by side
SHARE = 0.4  # of the terminal's width for the names of records


def blocks(outcomes: Iterable[Outcome], page: Page) -> Iterator[str]:
    """The table's text, block by block, each with its own head."""
    block: list[Outcome] = []
    began, gap = monotonic(), ""
    for outcome in outcomes:
        block.append(outcome)
        if len(block) == ROWS or monotonic() - began > PATIENCE:
            yield gap + "".join(painted(_table(block, page), page.colours))
            block, began, gap = [], monotonic(), "\n"
    if block:
        yield gap + "".join(painted(_table(block, page), page.colours))


def _table(block: Sequence[Outcome], page: Page) -> Iterator[Line]:
    """One row a record, or, where that has no room or too many columns, its numbers below it.

    Where records would be called the same, their lines tell them apart.
    """
    titles = [_title(outcome, page) for outcome in block]
    if len(set(titles)) < len(titles):
        titles = [f"{outcome.record.line}: {title}" for outcome, title in zip(block, titles, strict=True)]
    numbers = [numbers_of(o.answer) if o.answer else Numbers({"value": nan}, {}) for o in block]
    texts = [_texts(outcome, row, page) for outcome, row in zip(block, numbers, strict=True)]
    names = columns_of(numbers)
    if len(names) <= MOST_COLUMNS:
        columns = [Column("record", titles, "input", numeric=False)]
        columns += [Column(name, [row.get(name, "") for row in texts], "output") for name in names]
        if page.width is None or fits(columns, page.width):
            return table(columns)
    return _below(titles, texts, page)


def _texts(outcome: Outcome, row: Numbers, page: Page) -> dict[str, str]:
    """A record's numbers by the names of their columns."""
    if outcome.answer is None:
        return {"value": "failed"}
    return {name: number(x, page.digits) for part in row for name, x in part.items()}


def _below(titles: Sequence[str], texts: Sequence[dict[str, str]], page: Page) -> Iterator[Line]:
    for title, row in zip(titles, texts, strict=True):
        yield [Piece(MARGIN + title, "input")]
        names = list(row)
        picked = [None if k is None else names[k] for k in shown(len(names), page.width is None)]
        heads = [name or "…" for name in picked]
        widest = max(map(cells, heads), default=0)  # none: an array without elements
        numbers = aligned(["" if name is None else row[name] for name in picked])
        for head, text in zip(heads, numbers, strict=True):
            gap = " " * (widest - cells(head)) + GAP
            yield [Piece(MARGIN * 2 + head + gap, "quiet"), Piece(text, role_of(text, "output"))]


def _title(outcome: Outcome, page: Page) -> str:
    """The record's label, or its expression, of which a terminal shows the beginning."""
    text = outcome.record.label or on_one_line(outcome.record.source.text)
    text = printable(text)
    return text if page.width is None else cropped(text, max(1, int(SHARE * page.width)))
