"""Kinks and ties that the true numbers lie on: there a derivative is proven only if both sides have it.

To first order a selection beside the point goes by its arguments, and where those are equal by their
tangents; what both sides give exactly is the derivative. Steps at a jump, corners and decisions at a
tie are not looked at, and prove nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adcli.graph.graph import LEAF
from adcli.numbers.germs.onscalars import ranks_of
from adcli.operations import Form, Kink, Operation
from adcli.operations.operation import UNDEFINED
from adcli.operations.rules.floats import FLOATS
from adcli.operations.rules.texts import product, python_of
from adcli.rigorous.ball import Ball, Undecided, ball, equal, less
from adcli.rigorous.enclosures import Sheet
from adcli.rigorous.onballs import BALLS


def bend(sheet: Sheet, balls: Sequence[Ball], marks: Sequence[int]) -> Kink | None:
    """The first kink that the true point lies on, of an operation on what is marked."""
    for k, node in enumerate(sheet.graph.nodes):
        applied = sheet.graph.applied(k)
        if applied is None or not any(marks[a] for a in node[1:]):
            continue
        kink = _kink(applied.operation, [balls[a] for a in (*node[1:], k)])
        if kink is not None:
            return kink
    return None


def _kink(operation: Operation, values: Sequence[Ball]) -> Kink | None:
    """The kink of an operation that its arguments and its result lie on."""
    parameters = ", ".join((*operation.names(len(values) - 1), "y"))
    for kink in operation.kinks:
        if isinstance(kink.where, str):
            try:
                if BALLS.compiled(parameters, python_of(kink.where))(*values):
                    return kink
            except (Undecided, *UNDEFINED):
                continue
    return None


def from_both_sides(sheet: Sheet, balls: Sequence[Ball], x: int, outputs: Sequence[Any]) -> list[Any]:
    """The derivative of each output by x, where it is exactly one number from both sides; None elsewhere.

    Raises Undecided where the enclosures do not tell what a selection takes beside the point.
    """
    right, left = (_tangents(sheet, balls, x, float(sign)) for sign in (1, -1))
    found = []
    for y in outputs:
        a, b = (_of(tangents, y) for tangents in (right, left))
        same = equal(a, -b) is True
        found.append(a.arb if same else None)
    return found


def _of(tangents: Sequence[Any], y: Any) -> Ball:
    tangent = tangents[y] if type(y) is int else None
    return Ball(0) if tangent is None else ball(tangent)


def _tangents(sheet: Sheet, balls: Sequence[Ball], x: int, seed: float) -> list[Any]:
    """The forward sweep to one side of the point."""
    tangents: list[Any] = [None] * len(balls)
    tangents[x] = ball(seed)
    for k, (code, *arguments) in enumerate(sheet.graph.nodes):
        moving = [tangents[a] for a in arguments] if code >= LEAF else []
        if any(t is not None for t in moving):
            applied = sheet.graph.operations[code]
            assert applied is not None
            tangents[k] = _pushed(applied.operation, [balls[a] for a in arguments], moving, balls[k])
    return tangents


def _pushed(operation: Operation, values: Sequence[Ball], moving: Sequence[Any], y: Ball) -> Any:
    if operation.form is Form.SELECTING:
        return _selected(operation, values, moving)
    if _kink(operation, [*values, y]) is not None:
        raise Undecided
    total = None
    for position, t in enumerate(moving):
        part = None if t is None else product(operation, len(values), position, BALLS)(t, *values, y)
        if part is not None:
            total = part if total is None else total + part
    return total


class _Beside:
    """A number and its tangent, ordered as the numbers beside the point are."""

    def __init__(self, value: Ball, tangent: Any) -> None:
        self.value, self.tangent = value, Ball(0) if tangent is None else ball(tangent)

    def _below(self, value: Ball, tangent: Ball) -> bool:
        same = equal(self.value, value)
        return bool(less(self.tangent, tangent) if bool(same) else less(self.value, value))

    def __lt__(self, other: Any) -> bool:
        beside = other if isinstance(other, _Beside) else _Beside(ball(other), None)
        return self._below(beside.value, beside.tangent)

    def __gt__(self, other: Any) -> bool:
        beside = other if isinstance(other, _Beside) else _Beside(ball(other), None)
        return beside < self


def _selected(operation: Operation, values: Sequence[Ball], moving: Sequence[Any]) -> Any:
    """What a selection passes on beside the point: of tied arguments with one tangent, any."""
    ranks = ranks_of([_Beside(v, t) for v, t in zip(values, moving, strict=True)])
    y = operation.value(*ranks)
    for position, t in enumerate(moving):
        weight = product(operation, len(ranks), position, FLOATS)(1.0, *ranks, y)
        if weight is not None:
            return t if t is None or operation.split else t * weight
    return None
