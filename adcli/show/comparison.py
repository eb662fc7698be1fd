"""Comparisons with finite differences or with numbers of the user's: a row for each derivative."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import isinf
from typing import Any

from adcli.answers.comparison import Comparison, Row, Variation, Verdict
from adcli.compare.differences import SAFETY
from adcli.show.formats.csv import Rows
from adcli.show.layout.aligned import aligned
from adcli.show.layout.heading import asked, headline
from adcli.show.layout.page import Line, Page, Piece, Role, sentence
from adcli.show.layout.table import GAP, MARGIN, Column, fits, table
from adcli.show.variation import varied
from adcli.text.numerals import TERMINAL_DIGITS, counted, number
from adcli.text.width import cells, printable


def comparison_fields(answer: Comparison) -> dict[str, Any]:
    """`ok`, and a row for each derivative; what does not apply to a row is null."""
    several = len(answer.outputs) > 1
    expected = answer.against == "expected"
    fields: dict[str, Any] = {"ok": answer.ok, "rows": [_row(row, several, expected) for row in answer.rows]}
    if expected:
        fields["missing"] = answer.missing
    else:
        fields["method"] = answer.method
    if answer.allowance is not None:
        fields |= {"rtol": answer.allowance.relative, "atol": answer.allowance.absolute}
    if answer.variations:
        fields["variations"] = [_variation(variation, several) for variation in answer.variations]
    return fields


def _row(row: Row, several: bool, expected: bool) -> dict[str, Any]:
    fields: dict[str, Any] = {"input": row.input}
    if several:
        fields["output"] = row.output
    fields["ad"] = row.ad
    if expected:
        fields["expected"] = row.expected
    fields["fd"] = row.fd
    names = ("h", "error", "tolerance", "verdict", "left", "right", "note")
    fields |= {name: getattr(row, name) for name in names}
    return fields | ({} if expected else {"distance": row.distance, "edge": row.edge or None})


def comparison_rows(answer: Comparison) -> Rows:
    """A row for each derivative, with the fields of the JSON; what does not apply is empty."""
    several, expected = len(answer.outputs) > 1, answer.against == "expected"
    rows = [_row(row, several, expected) for row in answer.rows]
    if rows:
        yield list(rows[0])
    for row in rows:
        yield [cell if isinstance(cell, float) else str(cell or "") for cell in row.values()]


def _variation(variation: Variation, several: bool) -> dict[str, Any]:
    fields: dict[str, Any] = {"input": variation.input}
    if several:
        fields["output"] = variation.output
    steps = [{"h": step.h, "fd": step.fd, "error": step.error} for step in variation.steps]
    return fields | {"ad": variation.ad, "chosen": variation.chosen, "steps": steps}


SHORT = {"difference": "diff", "tolerance": "tol", "relative": "rel"}  # headings where there is little room


NARROW_GAP = "  "


FEWER_DIGITS = (6, 4)


MOST_NAMES = 8  # of those of which the same is said


MOST_EDGES = 4  # inputs whose distance to a kink or an edge is told


FEW = 2  # significant digits of steps and errors


METHODS = {
    "central": "central differences",
    "forward": "forward differences",
    "richardson": "Richardson extrapolation",
}


VERDICTS: dict[Verdict, tuple[str, str, Role]] = {
    "agree": ("agrees", "agree", "output"),
    "disagree": ("disagrees", "disagree", "error"),
    "kink": ("at a kink", "at a kink", "warning"),
    "inconclusive": ("inconclusive", "inconclusive", "warning"),
}


def comparison_drawing(answer: Comparison, page: Page) -> Iterator[Line]:
    """The answer's lines."""
    if len(answer.outputs) == 1:
        yield from headline(answer.source, answer.outputs[0], answer.values[0], page)
    else:
        yield [Piece(asked(answer.source, "f", page))]
    yield []
    if answer.rows:
        yield from _table(answer, page)
        yield []
    notes = [line for said in _said(answer, page) for line in _note(*said, page)]
    if notes:
        yield from notes
        yield []
    for variation in answer.variations:
        yield from varied(variation, page)
        yield []
    yield summary(answer)
    yield from _edges(answer, page)
    yield from _means(answer, page)


def _table(answer: Comparison, page: Page) -> Iterator[Line]:
    """The rows; in a terminal with shorter headings and fewer digits where they do not fit."""
    columns, gap = _columns(answer, page.digits), GAP
    if page.width is not None and not fits(columns, page.width):
        gap = NARROW_GAP
        most = page.digits or TERMINAL_DIGITS
        tries = [most, *(n for n in FEWER_DIGITS if n < most)] if most == TERMINAL_DIGITS else [most]
        for digits in tries:
            columns = [c._replace(heading=SHORT.get(c.heading, c.heading)) for c in _columns(answer, digits)]
            if fits(columns, page.width, gap):
                break
        else:
            columns = _columns(answer, page.digits)
    return table(columns, page.width, gap)


def _columns(answer: Comparison, digits: int | None) -> list[Column]:
    rows = answer.rows
    columns = [Column("input", [row.input for row in rows], "input", numeric=False)]
    if len(answer.outputs) > 1:
        columns.insert(0, Column("output", [row.output for row in rows], numeric=False))
    columns.append(Column("AD", [number(row.ad, digits) for row in rows], "output"))
    if answer.against == "expected":
        columns.append(Column("expected", [_text(row.expected, digits) for row in rows]))
        columns.append(Column("error", [_text(row.error, FEW) for row in rows]))
        columns.append(Column("relative", [_relative(row) for row in rows]))
    else:
        columns.append(Column("difference", _differences(rows, digits), numeric=False))
        columns.append(Column("h", [_text(row.h, FEW) for row in rows]))
        columns.append(Column("error", [_text(row.error, FEW) for row in rows]))
    columns.append(Column("tolerance", [_text(row.tolerance, FEW) for row in rows]))
    verdicts = [row.verdict for row in rows]
    columns.append(Column("verdict", verdicts, [VERDICTS[verdict][2] for verdict in verdicts], numeric=False))
    return columns


def _differences(rows: Sequence[Row], digits: int | None) -> list[str]:
    """The differences, aligned; at a kink, where there is none, those on both sides: `-1 | 1`."""
    firsts = aligned([_slopes(row, digits)[0] if _sided(row) else _text(row.fd, digits) for row in rows])
    return [
        f"{first} | {_slopes(row, digits)[1]}" if _sided(row) else first
        for first, row in zip(firsts, rows, strict=True)
    ]


def _sided(row: Row) -> bool:
    return row.fd is None and (row.left is not None or row.right is not None)


def _slopes(row: Row, digits: int | None) -> list[str]:
    return [_text(side, digits) or "unknown" for side in (row.left, row.right)]


def _text(value: float | None, digits: int | None) -> str:
    return "" if value is None else number(value, digits)


def _relative(row: Row) -> str:
    if not row.error or not row.ad or isinf(row.error):
        return "" if row.error else "0"
    return number(row.error / abs(row.ad), FEW)


def _said(answer: Comparison, page: Page) -> Iterator[tuple[str, Role, str]]:
    """Names, their role, and what there is to say about them; what is the same is said once."""
    groups: dict[tuple[str, Role], list[str]] = {}
    for row in answer.rows:
        parts = [row.note] if row.note else []
        if _sided(row) and answer.against != "expected":
            parts = [f"{row.note or 'a kink'} (from the left | from the right)"]
        elif row.left is not None or row.right is not None:
            left, right = _slopes(row, page.digits)
            parts.append(f"{left} from the left, {right} from the right")
        if parts:
            name = f"{row.output} by {row.input}" if len(answer.outputs) > 1 else row.input
            role: Role = VERDICTS[row.verdict][2] if row.verdict != "agree" else "input"
            groups.setdefault((": ".join(parts), role), []).append(name)
    for (text, role), names in groups.items():
        most = len(names) if page.whole else MOST_NAMES
        more = f" and {len(names) - most} more (--all)" if len(names) > most else ""
        yield ", ".join(names[:most]) + more, role, text


def _note(names: str, role: Role, text: str, page: Page) -> Iterator[Line]:
    """What there is to say about a row or some, below the table."""
    yield from _wrapped([Piece(MARGIN), Piece(f"{names}: ", role)], printable(text), page.width)


def _wrapped(head: Line, text: str, width: int | None) -> Iterator[Line]:
    """The text after its head; in a terminal on as many lines as it takes, between words."""
    line, indent = list(head), MARGIN * 2
    used = sum(cells(piece.text) for piece in head)
    words: list[str] = []
    for word in text.split(" "):
        if width is not None and words and used + cells(word) + 1 > width:
            yield [*line, Piece(" ".join(words))]
            line, words, used = [Piece(indent)], [], cells(indent)
        words.append(word)
        used += cells(word) + 1
    yield [*line, Piece(" ".join(words))]


def summary(answer: Comparison) -> Line:
    """`2 inputs: all agree`."""
    rows = answer.rows
    counts = Counter(row.verdict for row in rows)
    many = len(answer.outputs) > 1
    what = counted(len(rows), "derivative" if many else "input")
    if not rows:
        return [Piece(f"{what}: nothing to compare")]
    if counts["agree"] == len(rows):
        said = "agrees" if len(rows) == 1 else "all agree"
        return [Piece(f"{what}: "), Piece(said, "output")]
    line = [Piece(f"{what}: ")]
    for verdict, (singular, plural, role) in VERDICTS.items():
        if counts[verdict]:
            said = singular if counts[verdict] == 1 else plural
            line += [Piece(said if len(rows) == 1 else f"{counts[verdict]} {said}", role), Piece(", ")]
    return line[:-1]


def _edges(answer: Comparison, page: Page) -> Iterator[Line]:
    """How far each input is from the nearest kink or edge of a domain."""
    told = {row.input: row for row in answer.rows if row.distance is not None}
    near = sorted(told.values(), key=lambda row: row.distance or 0.0)[: None if page.whole else MOST_EDGES]
    parts = [f"{row.input} {_text(row.distance, FEW)} away (`{printable(row.edge)}`)" for row in near]
    if parts:
        hidden = f", and {len(told) - len(near)} more (--all)" if len(told) > len(near) else ""
        text = f"nearest kink or edge of a domain: {', '.join(parts)}{hidden}"
        yield from sentence(text, page)


def _means(answer: Comparison, page: Page) -> Iterator[Line]:
    """How it was measured, and what was left out."""
    if answer.missing:
        yield from sentence(f"nothing was given for {', '.join(answer.missing)}", page, "")
    if answer.against == "expected" and answer.allowance is not None and answer.rows:
        yield [Piece(_tolerance(answer, page), "quiet")]
    if answer.against == "differences" and answer.rows:
        most = max(row.evaluations for row in answer.rows)
        method = METHODS[answer.method]
        told = _tolerance(answer, page)
        text = f"{method}, {counted(most, 'evaluation')} each, {told}"
        yield from sentence(text, page)


def _tolerance(answer: Comparison, page: Page) -> str:
    """Where the tolerance comes from."""
    if answer.allowance is None:
        times = "×" if page.symbols else "*"
        return f"tolerance {SAFETY:g} {times} (truncation + rounding)"
    absolute, relative = answer.allowance.absolute, answer.allowance.relative
    parts = [f"{absolute:g}"] if absolute or not relative else []
    return "tolerance " + " + ".join([*parts, *([f"{relative:g} |AD|"] if relative else [])])
