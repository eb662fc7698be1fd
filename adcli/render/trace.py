"""A trace as a table: both sweeps of reverse mode in one, or the values and tangents of forward mode."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from adcli.derivatives.steps import Steps
from adcli.engine.sweeps.choose import Mode
from adcli.engine.sweeps.costs import Cost
from adcli.numerals import counted
from adcli.render.answers import headline
from adcli.render.backward import backward
from adcli.render.folding import items
from adcli.render.forward import forward
from adcli.render.notation import Notation
from adcli.render.page import Line, Page, sentence

BLOCK = 1000  # rows that are laid out together


def drawing(answer: Steps, page: Page, everything: bool = False) -> Iterator[Line]:
    """The table, with what was asked above it and what it cost below."""
    yield from headline(answer.source, answer.output, answer.value, page)
    yield []
    notation = Notation(answer, page, everything)
    draw = backward if answer.mode == "reverse" else forward
    shown = iter(items(answer, everything))
    while block := list(islice(shown, BLOCK)):
        yield from draw(block, notation, page.width)
    if answer.steps:
        yield []
    yield from footer(answer, page)


def footer(answer: Steps, page: Page) -> Iterator[Line]:
    """The mode with its reason, and what both modes take."""
    for text in [answer.reason, *([_costs(answer)] if answer.sweeps else [])]:
        yield from sentence(text, page)


def _costs(answer: Steps) -> str:
    ours = answer.costs[answer.mode]
    other: Mode = "forward" if answer.mode == "reverse" else "reverse"
    theirs = answer.costs[other]
    sweeps = counted(ours.sweeps, f"{answer.mode} sweep")
    rest = f"{theirs.sweeps:,} {other} would take {theirs.products:,} and {theirs.sums:,}"
    if ours.sweeps == answer.sweeps:
        return f"{sweeps} took {_work(ours)}; {rest}"
    return f"along every input: {sweeps} would take {_work(ours)}; {rest}"


def _work(cost: Cost) -> str:
    return f"{counted(cost.products, 'product')} and {counted(cost.sums, 'sum')}"
