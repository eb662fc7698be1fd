"""The table of functions, as a terminal or a pipe shows it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from adcli.export.notation.cards import COMPOSED, Card, hidden_in
from adcli.show.layout.grid import Cells, columns, pairs, text
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
        yield text(heading, "heading", page)
        yield _table(cards, widths, page) + "\n"
    hidden = hidden_in(" ".join(card.derivative_text() for card in everything))
    if hidden:
        yield text("Used in the derivatives", "heading", page)
        yield pairs(list(hidden.items()), page) + "\n"
    yield text(REST, "quiet", page)


def _row(card: Card) -> tuple[str, str, str, str]:
    remarks = [f"also {', '.join(card.aliases)}"] if card.aliases else []
    remarks += [f"{option}=" for option in card.options]
    remarks += card.kinks
    domain = "" if card.domain == "all reals" else card.domain
    notes = "; ".join(part for part in (domain, *remarks) if part)
    return card.call, card.definition, card.derivative_text(), notes


def _table(cards: Sequence[Card], widths: Sequence[int], page: Page) -> str:
    """Four columns; they wrap between words where the terminal is narrow, and never in a pipe."""
    rows: list[Cells] = []
    for card in cards:
        call, definition, derivative, notes = _row(card)
        if page.width is not None:
            derivative = derivative.replace(", d/d", "\nd/d")
        rows.append([(call, "input"), (definition, ""), (derivative, "output"), (notes, "")])
    return columns(HEADINGS, SHARES, widths, rows, page)


def in_full(cards: Sequence[Card], page: Page) -> Iterator[str]:
    """Each function with everything that is known about it."""
    for k, card in enumerate(cards):
        if k:
            yield "\n"
        yield text(card.call, "input", page)
        yield pairs(_facts(card), page)


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
