"""The table of functions, as a terminal or a pipe shows it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from adcli.export.notation.cards import COMPOSED, Card, hidden_in
from adcli.show.layout.colour import STYLES, render
from adcli.show.layout.page import Page
from adcli.text.width import cells

HEADINGS = ("function", "is", "derivative", "domain; also; options; kinks")
SHARES = (0, 4, 5, 5)  # of the room beside the first column
REST = "y is the function's own value; every number is real."


def overview(groups: Sequence[tuple[str, Sequence[Card]]], page: Page) -> Iterator[str]:
    """Every function, one a row, group by group."""
    everything = [card for _, cards in groups for card in cards]
    widths = [max(cells(row[k]) for row in map(_row, everything)) for k in range(4)]
    for heading, cards in groups:
        yield render(Text(heading, STYLES["heading"]), page)
        yield render(_table(cards, widths, page), page) + "\n"
    hidden = hidden_in(" ".join(card.derivative_text() for card in everything))
    if hidden:
        yield render(Text("Used in the derivatives", STYLES["heading"]), page)
        yield render(_pairs(list(hidden.items()), page), page) + "\n"
    yield render(Text(REST, STYLES["quiet"]), page)


def _row(card: Card) -> tuple[str, str, str, str]:
    remarks = [f"also {', '.join(card.aliases)}"] if card.aliases else []
    remarks += [f"{option}=" for option in card.options]
    remarks += card.kinks
    domain = "" if card.domain == "all reals" else card.domain
    notes = "; ".join(part for part in (domain, *remarks) if part)
    return card.call, card.definition, card.derivative_text(), notes


def _table(cards: Sequence[Card], widths: Sequence[int], page: Page) -> RenderableType:
    """Four columns; they wrap between words where the terminal is narrow, and never in a pipe."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style=STYLES["quiet"])
    for heading, share, widest in zip(HEADINGS, SHARES, widths, strict=True):
        if page.width is None or not share:
            table.add_column(heading, no_wrap=True, min_width=widest)
        else:
            room = page.width - widths[0] - 2 * len(HEADINGS) - 2
            table.add_column(heading, width=min(room * share // sum(SHARES), widest), overflow="fold")
    for card in cards:
        call, definition, derivative, notes = _row(card)
        if page.width is not None:
            derivative = derivative.replace(", d/d", "\nd/d")
        shown = Text(derivative, STYLES["output"])
        table.add_row(Text(call, STYLES["input"]), Text(definition), shown, Text(notes))
    return Padding(table, (0, 0, 0, 2), expand=False)


def in_full(cards: Sequence[Card], page: Page) -> Iterator[str]:
    """Each function with everything that is known about it."""
    for k, card in enumerate(cards):
        if k:
            yield "\n"
        parts: list[RenderableType] = [Text(card.call, STYLES["input"]), _pairs(_facts(card), page)]
        yield render(Group(*parts), page)


def _facts(card: Card) -> list[tuple[str, str]]:
    facts = [("is", card.definition)]
    if card.options:
        facts.append(("options", ", ".join(f"{option}=" for option in card.options)))
    if card.aliases:
        facts.append(("also called", ", ".join(card.aliases)))
    if len(card.arguments) == 1 or card.form == COMPOSED or card.derivative_text().startswith("dy"):
        facts.append(("derivative", card.derivative_text()))
    else:
        facts += [(f"derivative by {name}", text) for name, text in card.derivative.items()]
    if re.search(r"\by\b", " ".join(card.derivative.values())):
        facts.append(("where y is", card.call))
    facts += hidden_in(" ".join(card.derivative.values())).items()
    facts.append(("domain", card.domain))
    facts += [("kink", says) for says in card.kinks]
    return facts


def _pairs(pairs: Sequence[tuple[str, str]], page: Page) -> RenderableType:
    table = Table.grid(padding=(0, 3, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=page.width is None, overflow="fold")
    for name, text in pairs:
        table.add_row(Text(name, STYLES["quiet"]), Text(text))
    return Padding(table, (0, 0, 0, 2), expand=False)
