"""The outcomes of a batch as a table, in blocks of rows, so that it comes as the records do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from time import monotonic

from adcli.derivatives.elements import elements
from adcli.derivatives.results import Gradient
from adcli.errors import cells, printable
from adcli.records.record import Outcome
from adcli.render.elements import shown
from adcli.render.numbers import aligned, number
from adcli.render.page import Line, Page, Piece, painted
from adcli.render.table import GAP, MARGIN, Column, role_of, table

ROWS = 50  # of a block
PATIENCE = 0.5  # seconds after which a block is shown that is not full
MOST_NAMES = 8  # columns of derivatives side by side
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
    """One row a record, or, where that has no room or too many columns, its numbers below it."""
    slopes = [_slopes(outcome.answer, page) for outcome in block]
    values = ["failed" if o.answer is None else number(o.answer.value, page.digits) for o in block]
    titles = [_title(outcome, page) for outcome in block]
    names = list(dict.fromkeys(name for row in slopes for name in row))
    columns = [Column("record", titles, "input", numeric=False), Column("value", values, "output")]
    if len(names) <= MOST_NAMES:
        columns += [Column(f"d/d{name}", [row.get(name, "") for row in slopes], "output") for name in names]
        if page.width is None or _widest(columns) <= page.width:
            return table(columns)
    return _below(titles, values, slopes, page)


def _below(
    titles: Sequence[str], values: Sequence[str], slopes: Sequence[dict[str, str]], page: Page
) -> Iterator[Line]:
    for title, value, row in zip(titles, values, slopes, strict=True):
        yield [Piece(MARGIN + title, "input")]
        picked = [None if k is None else list(row)[k] for k in shown(len(row), page.width is None)]
        heads = ["value", *("…" if name is None else f"d/d{name}" for name in picked)]
        widest = max(map(cells, heads))
        numbers = aligned([value, *("" if name is None else row[name] for name in picked)])
        for head, text in zip(heads, numbers, strict=True):
            gap = " " * (widest - cells(head)) + GAP
            yield [Piece(MARGIN * 2 + head + gap, "quiet"), Piece(text, role_of(text, "output"))]


def _title(outcome: Outcome, page: Page) -> str:
    """The record's label, or its expression, of which a terminal shows the beginning."""
    text = outcome.record.label or " ".join(outcome.record.source.text.split())
    text = printable(text)
    room = None if page.width is None else max(1, int(SHARE * page.width))
    if room is None or cells(text) <= room:
        return text
    kept = text[: room - 1]
    while cells(kept) > room - 1:
        kept = kept[:-1]
    return kept + "…"


def _slopes(answer: Gradient | None, page: Page) -> dict[str, str]:
    """The derivatives by the names of their inputs."""
    if answer is None:
        return {}
    return {
        label: number(slope, page.digits)
        for name, value in answer.gradient.items()
        for label, slope in elements(name, value)
    }


def _widest(columns: Sequence[Column]) -> int:
    """The columns of the terminal that a table of these takes."""
    widths = [
        max(map(cells, [column.heading, *(aligned(column.texts) if column.numeric else column.texts)]))
        for column in columns
    ]
    return len(MARGIN) + sum(widths) + len(GAP) * (len(columns) - 1)
