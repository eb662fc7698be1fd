"""The run at a kink as one side of the point has it: every selection passes on what it chooses there.

Where the output is differentiable, sweeps over it give the derivative, which convention at the kinks
may not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from adcli.derivatives.kinks.sides import Both
from adcli.engine.beside.moved import Lost
from adcli.graph.graph import Applied
from adcli.language.program import Trace
from adcli.numbers.germs.onscalars import ranks_of
from adcli.operations import Form, Operation
from adcli.operations.operation import UNDEFINED, Pass
from adcli.operations.rules.floats import FLOATS
from adcli.operations.rules.texts import product
from adcli.text.numerals import number

NOTHING = Pass("False")


def on_one_side(trace: Trace, both: Both, kinks: Sequence[int]) -> Trace | None:
    """The run with the selections of one side; None where another branch runs there, or an array bends."""
    graph = trace.graph
    if not both.own:
        return None
    nodes, operations = list(graph.nodes), list(graph.operations)
    for k in kinks:
        applied = graph.applied(k)
        assert applied is not None
        if applied.operation.form is not Form.SELECTING:
            continue  # a step passes nothing on from either side
        if applied.tensor:
            return None
        chosen = _chosen(applied, [both.right.moved[a] for a in graph.arguments(k)])
        if chosen is None:
            return None
        nodes[k] = (len(operations), *graph.arguments(k))
        operations.append(replace(applied, operation=chosen))
    return replace(trace, graph=replace(graph, nodes=nodes, operations=operations))


def _chosen(applied: Applied, numbers: Sequence[Any]) -> Operation | None:
    """The operation where it passes on what it does of these numbers beside the point."""
    if any(isinstance(number, Lost) for number in numbers):
        return None
    ranks = ranks_of(numbers)
    try:
        y = applied.operation.value(*ranks)
    except UNDEFINED:
        return None
    rules = (product(applied.operation, applied.count, k, FLOATS) for k in range(applied.count))
    return _passing(applied.operation, tuple(rule(1.0, *ranks, y) for rule in rules))


@cache
def _passing(operation: Operation, weights: tuple[float | None, ...]) -> Operation:
    """The operation that passes its arguments on with these weights, wherever they are."""
    passes = (NOTHING if weight is None else Pass("True", number(weight)) for weight in weights)
    return replace(operation, passes=tuple(passes), split=False)
