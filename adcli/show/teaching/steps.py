"""What the tables of both modes, and the sentences, say about a step in the same way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from adcli.answers.steps import Decision, Step
from adcli.show.layout.page import Line, Piece
from adcli.show.layout.sheet import Cell, Note
from adcli.show.teaching.folding import Gap, Item
from adcli.show.teaching.notation import Notation
from adcli.text.width import wrapped

STACK = 6  # columns that a step's particulars are indented by, one below the other


def node_cells(step: Step, notation: Notation) -> tuple[Cell, Cell, Cell]:
    """The line in the source, the node in terms of earlier ones, and its value."""
    line = str(step.span.line) if notation.answer.multiline and step.span else ""
    value = Cell(notation.number(step.value), numeric=True)
    if step.applied is None:
        return Cell(line, "quiet"), Cell(step.name, "input"), value
    return Cell(line, "quiet"), Cell(f"{step.name} = {notation.expression(step)}"), value


def headings(notation: Notation) -> list[str]:
    """What stands above these cells."""
    line = "line" if notation.answer.multiline else ""
    return [line, "node", f"primal{' ↓' if notation.symbols else ''}"]


def note(item: Item, notation: Notation) -> Note:
    """A decision, or what is left out, in words."""
    steps = notation.answer.steps
    if isinstance(item, Decision):
        return Note(decision(item, notation))
    if isinstance(item, Gap):
        where = ""
        if item.loop is not None:
            where = f" of the {'function' if item.loop.is_function else 'loop'} in line {item.loop.line}"
        which = f"{steps[item.first].name} to {steps[item.last].name}"
        item = f"{item.last + 1 - item.first:,} more{where}: {which}"
    return Note(f"{notation.dots} {item} (--all shows them)")


def decision(item: Decision, notation: Notation) -> str:
    """`line 4: x > 0 was true, margin 0.3`."""
    place = f"line {item.span.line}: " if notation.answer.multiline else ""
    if item.value is not None:
        return f"{place}{item.text} was {notation.number(item.value)}"
    return f"{place}{item.text} was {str(item.outcome).lower()}, margin {notation.number(item.margin)}"


Below = Callable[[int, Notation, int | None], Iterator[Line]]


def stacked(block: Sequence[Item], notation: Notation, width: int | None, below: Below) -> Iterator[Line]:
    """For narrow screens: every step with its value, and what is `below` it (its place is given)."""
    for item in block:
        if isinstance(item, int):
            yield from _node(notation.answer.steps[item], notation, width)
            yield from below(item, notation, width)
        else:
            for text in wrapped(note(item, notation).text, width, 2):
                yield [Piece(text, "quiet")]


def _node(step: Step, notation: Notation, width: int | None) -> Iterator[Line]:
    line, node, value = node_cells(step, notation)
    place = f"  (line {line.text})" if line.text else ""
    for text in wrapped(node.text + place, width, 2, STACK):
        yield [Piece(text, node.role)]
    yield [Piece(" " * STACK + "primal   ", "quiet"), Piece(value.text)]
