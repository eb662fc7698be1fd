"""Forward mode as a table: values and tangents, a column a seed, and the rule that gives the tangents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adcli.answers.steps import Step
from adcli.show.layout.page import Line, Piece, Role
from adcli.show.layout.sheet import Cell, Entry, Note, Row, drawn, extent, measured
from adcli.show.teaching.folding import Item
from adcli.show.teaching.notation import Notation
from adcli.show.teaching.steps import STACK, headings, node_cells, note, stacked
from adcli.text.width import wrapped


def forward(block: Sequence[Item], notation: Notation, width: int | None) -> Iterator[Line]:
    """One table if it fits; else the rule below each step, or the seeds in tables of their own."""
    titles = [*headings(notation), *_seeds(notation), "", ""]
    layouts = [_entries, _rules_below] if len(notation.answer.seeds) == 1 else [_entries]
    for layout in layouts:
        entries = layout(block, notation)
        widths, laid = measured(titles, entries)
        if width is None or extent(widths, laid) <= width:
            yield from drawn(titles, widths, laid, width)
            return
    assert width is not None
    alone = [SHARED, *((*SHARED[:2], k) for k in range(len(SHARED), len(titles)))]
    if all(extent(*_picked(columns, widths, laid)) <= width for columns in alone):
        yield from _split(titles, widths, laid, width)
    else:
        yield from stacked(block, notation, width, _below_node)


SHARED = (0, 1, 2)  # the columns of line, node and value


def _seeds(notation: Notation) -> list[str]:
    arrow = " ↓" if notation.symbols else ""
    return [f"{notation.derivative('', by=seed)}{arrow}" for seed in notation.answer.seeds]


def _entries(block: Sequence[Item], notation: Notation) -> list[Entry]:
    alone = len(notation.answer.seeds) == 1
    entries: list[Entry] = []
    for item in block:
        if not isinstance(item, int):
            entries.append(note(item, notation))
            continue
        step = notation.answer.steps[item]
        put_in = Cell(_put_in(step, notation) if alone else "")
        tangents = _tangents(item, notation)
        entries.append(Row(((*node_cells(step, notation), *tangents, _rule(step, notation), put_in),)))
    return entries


def _tangents(k: int, notation: Notation) -> list[Cell]:
    """The tangent along every seed; one that is structurally absent is a pale 0."""
    role: Role = "output" if k == notation.answer.result else ""
    return [
        Cell(notation.number(0.0 if tangent is None else tangent), "quiet" if tangent is None else role, True)
        for tangent in notation.answer.steps[k].tangents
    ]


def _rule(step: Step, notation: Notation) -> Cell:
    """Where the tangent comes from, in symbols."""
    if step.applied is None:
        return Cell("seed" if step.name in notation.answer.seeds else "", "quiet")
    terms = notation.terms(step, step.partials)
    if not terms:
        return Cell("passes no derivative on", "quiet")
    return Cell(f"{notation.tangent(step.name)} = {' + '.join(terms)}")


def _put_in(step: Step, notation: Notation) -> str:
    """The same with the numbers put in, along the only seed."""
    terms = []
    for by in step.partials:
        tangent = notation.answer.named(step.operands[by.position]).tangents[0]
        if tangent is not None and by.value is not None:
            terms.append(notation.times(notation.number(tangent), notation.number(by.value)))
    return f"= {' + '.join(terms)}" if terms else ""


def _rules_below(block: Sequence[Item], notation: Notation) -> list[Entry]:
    """The rule and the numbers put in below their step, across the columns."""
    indent = 10 if notation.answer.multiline else 6
    entries: list[Entry] = []
    for entry in _entries(block, notation):
        if not isinstance(entry, Row):
            entries.append(entry)
            continue
        *others, rule, put_in = entry.lines[0]
        if others[1].role == "input":
            entries.append(Row(((*others, rule, Cell()),)))
        else:
            entries.append(Row(((*others, Cell(), Cell()),)))
            entries.append(Note(f"{rule.text} {put_in.text}".rstrip(), indent, rule.role))
    return entries


def _split(
    titles: Sequence[str], widths: Sequence[int], entries: Sequence[Entry], width: int
) -> Iterator[Line]:
    """The nodes with the rule; then with as many seeds as fit beside them, until all were there."""
    rule = len(titles) - 2
    rest = [*range(len(SHARED), rule)]
    taken = [*SHARED, rule]
    if extent(*_picked(taken, widths, entries)) > width:
        taken = [*SHARED]
        rest.append(rule)
    while taken:
        while rest and extent(*_picked([*taken, rest[0]], widths, entries)) <= width:
            taken.append(rest.pop(0))
        yield from _table(taken, titles, widths, entries, width)
        if rest:
            yield []
        taken = [0, 1, rest.pop(0)] if rest else []


def _table(
    columns: Sequence[int], titles: Sequence[str], widths: Sequence[int], entries: Sequence[Entry], width: int
) -> Iterator[Line]:
    fewer, picked = _picked(columns, widths, entries)
    yield from drawn([titles[k] for k in columns], fewer, picked, width)


def _picked(
    columns: Sequence[int], widths: Sequence[int], entries: Sequence[Entry]
) -> tuple[list[int], list[Entry]]:
    """Some of the columns, with their widths; lines that are empty then are left out."""
    picked: list[Entry] = []
    for entry in entries:
        if isinstance(entry, Row):
            lines = [tuple(line[k] for k in columns) for line in entry.lines]
            entry = Row(tuple(line for line in lines if any(cell.text for cell in line)))
        picked.append(entry)
    return [widths[k] for k in columns], picked


def _below_node(item: int, notation: Notation, width: int | None) -> Iterator[Line]:
    """Below a step on a narrow screen: its tangents and rule."""
    step = notation.answer.steps[item]
    for title, cell in zip(_seeds(notation), _tangents(item, notation), strict=True):
        yield [Piece(f"{' ' * STACK}{title}   ", "quiet"), Piece(cell.text, cell.role)]
    rule = _rule(step, notation)
    for line in wrapped(rule.text, width, STACK, STACK + 2) if rule.text else ():
        yield [Piece(line, rule.role)]
