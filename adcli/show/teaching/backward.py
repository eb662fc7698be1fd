"""Reverse mode as one table: values downwards, adjoints upwards, and what every adjoint is the sum of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adcli.answers.steps import Contribution, Step
from adcli.show.layout.aligned import aligned
from adcli.show.layout.page import Line, Piece
from adcli.show.layout.sheet import CAP, Cell, Entry, Note, Row, drawn, extent, measured
from adcli.show.teaching.folding import Item
from adcli.show.teaching.notation import Notation, added
from adcli.show.teaching.steps import STACK, headings, node_cells, note, stacked
from adcli.text.width import cells, wrapped

MANY, FIRST = 6, 3  # of more contributions than `MANY`, the first ones and the last are shown

LONG = 30  # columns; a longer node has a line to itself where there is little room

Part = tuple[str, str]  # a contribution in symbols, and its number


def backward(block: Sequence[Item], notation: Notation, width: int | None) -> Iterator[Line]:
    """One line a step if that fits; else one a contribution, beside or below; else one below the other."""
    above = [*headings(notation), f"adjoint{' ↑' if notation.symbols else ''}"]
    for layout, beside in LAYOUTS:
        entries = layout(block, notation)
        titles = [*above, *beside]
        widths, laid = measured(titles, entries)
        if width is None or extent(widths, laid) <= width:
            yield from drawn(titles, widths, laid, width)
            return
    yield from stacked(block, notation, width, _below_node)


def _on_one_line(block: Sequence[Item], notation: Notation) -> list[Entry]:
    """Contributions as two sums, one of symbols and one of numbers."""
    entries: list[Entry] = []
    for item in block:
        if not isinstance(item, int):
            entries.append(note(item, notation))
            continue
        parts = _parts(notation.answer.steps[item], notation)
        symbols = Cell(f"= {' + '.join(text for text, _ in parts)}")
        numbers = f"= {added([number for _, number in parts if number])}" if len(parts) > 1 else ""
        start = _start(item, notation)
        entries.append(Row(((*start, symbols if parts else _remark(item, notation), Cell(numbers)),)))
    return entries


def _beside(block: Sequence[Item], notation: Notation) -> list[Entry]:
    """Every contribution on a line of its own, beside the adjoint."""
    entries: list[Entry] = []
    for item in block:
        if not isinstance(item, int):
            entries.append(note(item, notation))
            continue
        start, parts = _start(item, notation), _parts(notation.answer.steps[item], notation)
        lines = [
            (Cell(f"{sign} {text}"), Cell(number if len(parts) > 1 else "", numeric=True))
            for sign, text, number in _signed(parts)
        ] or [(_remark(item, notation), Cell())]
        empty = (Cell(),) * len(start)
        entries.append(Row(tuple((*(empty if k else start), *line) for k, line in enumerate(lines))))
    return entries


def _below(block: Sequence[Item], notation: Notation) -> list[Entry]:
    """Every contribution below its step, across the columns."""
    answer = notation.answer
    parts = {item: _parts(answer.steps[item], notation) for item in block if isinstance(item, int)}
    sizes = [size for listed in parts.values() for text, _ in listed if (size := cells(text)) <= CAP]
    widest = max(sizes, default=0)
    numbers = iter(aligned([number for listed in parts.values() for _, number in listed]))
    indent = 10 if answer.multiline else 6
    entries: list[Entry] = []
    for item in block:
        if not isinstance(item, int):
            entries.append(note(item, notation))
            continue
        remark = Cell() if parts[item] else _remark(item, notation)
        line, node, *numbers_of = _start(item, notation)
        if cells(node.text) > LONG:
            entries.append(Note(f"{line.text:<{indent - 3}}{node.text}", role=node.role))
            line = node = Cell()
        entries.append(Row(((line, node, *numbers_of, remark),)))
        for sign, text, _ in _signed(parts[item]):
            padding = " " * max(0, widest - cells(text))
            entries.append(Note(f"{sign} {text}{padding}   {next(numbers)}".rstrip(), indent, ""))
    return entries


def _below_node(item: int, notation: Notation, width: int | None) -> Iterator[Line]:
    """Below a step on a narrow screen: its adjoint and contributions."""
    step = notation.answer.steps[item]
    adjoint, remark = _start(item, notation)[-1], _remark(item, notation)
    yield [
        Piece(" " * STACK + "adjoint  ", "quiet"),
        Piece(adjoint.text, adjoint.role),
        Piece("" if step.contributions else f"   {remark.text}", remark.role),
    ]
    for sign, text, number in _signed(_parts(step, notation)):
        for line in wrapped(f"{sign} {text}   {number}".rstrip(), width, STACK + 2, STACK + 4):
            yield [Piece(line)]


def _start(k: int, notation: Notation) -> tuple[Cell, ...]:
    """The line in the source, the node, its value and its adjoint."""
    step = notation.answer.steps[k]
    adjoint = "" if not step.active else notation.number(0.0 if step.adjoint is None else step.adjoint)
    return (*node_cells(step, notation), Cell(adjoint, "output" if step.applied is None else "", True))


def _parts(step: Step, notation: Notation) -> list[Part]:
    """The contributions in symbols and numbers; of many, the first and the last."""
    contributions = step.contributions
    if len(contributions) <= MANY or notation.whole:
        return [_part(part, notation) for part in contributions]
    left_out = f"{notation.left_out()} {len(contributions) - FIRST - 1:,} more {notation.dots}"
    shown = [_part(part, notation) for part in contributions[:FIRST]]
    return [*shown, (left_out, notation.dots), _part(contributions[-1], notation)]


def _part(part: Contribution, notation: Notation) -> Part:
    return notation.contribution(part), "" if part.product is None else notation.number(part.product)


def _signed(parts: Sequence[Part]) -> Iterator[tuple[str, str, str]]:
    for k, (text, number) in enumerate(parts):
        yield "+" if k else "=", text, number


def _remark(k: int, notation: Notation) -> Cell:
    """Why an adjoint has no contributions."""
    step, answer = notation.answer.steps[k], notation.answer
    if k == answer.result:
        return Cell("seed", "quiet")
    if not step.used:
        return Cell(f"{answer.output} does not use it", "quiet")
    return Cell("" if step.active else "passes no derivative on", "quiet")


LAYOUTS = (  # with what stands above the contributions, which goes first where there is no room
    (_on_one_line, ("", "")),
    (_beside, ("contributions", "value")),
    (_beside, ("sum of", "value")),
    (_beside, ("", "")),
    (_below, ("",)),
)
