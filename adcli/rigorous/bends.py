"""Kinks that the true numbers lie on, and the doubles do not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adcli.operations import Kink, Operation
from adcli.operations.evaluate import UNDEFINED
from adcli.operations.rules import FLOATS, Numbers, python_of
from adcli.rigorous.ball import Ball, Undecided
from adcli.rigorous.numbers import BALLS
from adcli.rigorous.sheet import Sheet


def bend(sheet: Sheet, balls: Sequence[Ball], marks: Sequence[int]) -> str:
    """What bends at the true point on the way from an active node; empty: nothing that is news.

    A kink that the doubles lie on as well has been told with the answer.
    """
    for k, node in enumerate(sheet.graph.nodes):
        applied = sheet.graph.applied(k)
        if applied is None or not applied.operation.kinks or not any(marks[a] for a in node[1:]):
            continue
        for kink in applied.operation.kinks:
            values = [[numbers[a] for a in (*node[1:], k)] for numbers in (balls, sheet.primal)]
            if _on(kink, applied.operation, values[0], BALLS) and not _on(
                kink, applied.operation, values[1], FLOATS
            ):
                return f"{kink.says}, and there the true numbers are"
    return ""


def _on(kink: Kink, operation: Operation, values: Sequence[Any], numbers: Numbers) -> bool:
    if not isinstance(kink.where, str):  # of a whole array
        return False
    parameters = ", ".join((*operation.names(len(values) - 1), "y"))
    try:
        return bool(numbers.compiled(parameters, python_of(kink.where))(*values))
    except (Undecided, *UNDEFINED):
        return False
