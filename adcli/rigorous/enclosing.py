"""Enclosures of values and derivatives at one precision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from flint import arb

from adcli.engine.sweeps.forward import forward
from adcli.engine.sweeps.reverse import reverse
from adcli.graph.reach import active, computed_from
from adcli.numbers.duals import tangent_of
from adcli.rigorous.ball import Ball, Undecided, ball
from adcli.rigorous.bends import bend, from_both_sides
from adcli.rigorous.branches import Branches
from adcli.rigorous.enclosures import Sheet
from adcli.rigorous.onballs import BALLS, DUAL_BALLS, with_tangents

UNDECIDED = "the enclosures do not tell which side a selection takes"

Element = int | float  # a node of the sheet, or a constant


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be enclosed, and the doubles that were answered.

    outputs, inputs  the elements; `values`, `slopes`, `seconds` the doubles
    """

    rows: list[str]
    columns: list[str]
    parts: list[tuple[str, tuple[int, ...]]]
    outputs: list[Element]
    inputs: list[int]
    values: list[float]
    slopes: list[list[float]]
    seconds: list[list[float]] | None


@dataclass(frozen=True, slots=True)
class Enclosed:
    """The enclosures of one precision; None where a sweep came to no end, `reason` says why."""

    values: list[arb | None]
    slopes: list[list[arb | None]]
    seconds: list[list[arb | None]] | None
    reason: str = ""


def enclosed(question: Question, sheet: Sheet, balls: Sequence[Ball], branches: Branches) -> Enclosed:
    """All that is asked for, in the precision that is set."""
    values: list[arb | None] = [balls[y].arb if type(y) is int else arb(y) for y in question.outputs]
    slopes: list[list[arb | None]] = []
    seconds: list[list[arb | None]] | None = None
    kink = bend(sheet, balls, active(sheet.graph, question.inputs)) if question.slopes else None
    reason = "" if kink is None else f"{kink.says}, and there the true numbers are"
    try:
        if question.slopes:
            slopes = _slopes_at_kink(question, sheet, balls) if kink else _all_slopes(question, sheet, balls)
        if kink and question.seconds is not None:
            raise Undecided
        if question.seconds is not None:
            seconds = _seconds(question, sheet, balls, question.outputs[0])
    except Undecided:
        reason = reason or UNDECIDED
        slopes = slopes or [[None] * len(question.columns) for _ in question.slopes]
        seconds = None if question.seconds is None else [[None] * len(row) for row in question.seconds]
    return _without_ties(Enclosed(values, slopes, seconds, reason), question, sheet, balls, branches)


def _without_ties(
    found: Enclosed, question: Question, sheet: Sheet, balls: Sequence[Ball], branches: Branches
) -> Enclosed:
    """The same without the derivatives by what moves a decision off a tie: the other branch was not run."""
    tie = branches.tie(sheet, balls) if question.slopes else None
    if tie is None:
        return found
    nodes, reason = tie
    moved = (computed_from(sheet.graph, [x]) for x in question.inputs)
    parted = [any(marks[k] for k in nodes) for marks in moved]
    if not any(parted):
        return found
    slopes = [[None if off else d for d, off in zip(row, parted, strict=True)] for row in found.slopes]
    seconds = found.seconds
    if seconds is not None:
        seconds = [
            [None if off or other else d for d, other in zip(row, parted, strict=True)]
            for row, off in zip(seconds, parted, strict=True)
        ]
    return replace(found, slopes=slopes, seconds=seconds, reason=reason)


def _all_slopes(question: Question, sheet: Sheet, balls: Sequence[Ball]) -> list[list[arb | None]]:
    return [_slopes(question, sheet, balls, y) for y in question.outputs]


def _slopes_at_kink(question: Question, sheet: Sheet, balls: Sequence[Ball]) -> list[list[arb | None]]:
    """Where the true numbers lie on a kink: what both sides give."""
    columns: list[Sequence[arb | None]] = []
    for x in question.inputs:
        try:
            columns.append(from_both_sides(sheet, balls, x, question.outputs))
        except Undecided:
            columns.append([None] * len(question.outputs))
    return [list(row) for row in zip(*columns, strict=True)]


def _slopes(question: Question, sheet: Sheet, balls: Sequence[Ball], y: Element) -> list[arb | None]:
    if type(y) is not int:
        return [arb(0)] * len(question.inputs)
    adjoints = reverse(sheet.graph, balls, {y: 1.0}, active(sheet.graph, question.inputs), BALLS)
    return [_number(adjoints[x]) for x in question.inputs]


def _seconds(question: Question, sheet: Sheet, balls: Sequence[Ball], y: Element) -> list[list[arb | None]]:
    """Forward over reverse, on balls with tangents."""
    if type(y) is not int:
        return [[arb(0)] * len(question.inputs) for _ in question.inputs]
    marks = active(sheet.graph, question.inputs)
    rows: list[list[arb | None]] = []
    for x in question.inputs:
        tangents = forward(sheet.graph, balls, {x: 1.0}, BALLS)
        adjoints = reverse(sheet.graph, with_tangents(balls, tangents), {y: 1.0}, marks, DUAL_BALLS)
        rows.append([_number(tangent_of(adjoints[other])) for other in question.inputs])
    return rows


def _number(number: Any) -> arb:
    """An adjoint or a tangent; what is absent is 0."""
    return arb(0) if number is None else ball(number).arb
