"""The values of a graph at another point: what a run gave, without running the program again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from math import isfinite
from typing import Any

from adcli.graph.graph import INPUT, LEAF, Applied, Graph
from adcli.graph.ieee import by_ieee
from adcli.graph.reach import last_uses
from adcli.lazy import np
from adcli.operations import Form
from adcli.operations.operation import UNDEFINED
from adcli.operations.rules.evaluate import evaluator, tensor_evaluator
from adcli.operations.rules.onarrays import ARRAYS
from adcli.operations.rules.texts import python_of
from adcli.text.errors import AdError

Evaluate = Callable[..., Any]


class Undefined(Exception):
    """An operation has no finite value at this point."""


def evaluated(
    graph: Graph, before: Sequence[Any], inputs: Mapping[int, Any], asked: Collection[int]
) -> list[Any]:
    """The value of every node, from those of the inputs. Raises Undefined where one is not finite.

    `before` are the values of the run that recorded the graph. Arrays that were not kept there,
    because no rule reads them, are not kept here either, and are updated in place; those `asked`
    for are kept.
    """
    evaluators = [_leaf if applied is None else _evaluator(applied) for applied in graph.operations]
    values: list[Any] = [
        inputs[k] if node[0] == INPUT else graph.constants[node[1]] if node[0] < LEAF else None
        for k, node in enumerate(graph.nodes)
    ]
    try:
        if graph.shapes:
            _with_arrays(graph, before, evaluators, values, asked)
        else:
            _with_scalars(graph, evaluators, values)
    except (AdError, *UNDEFINED) as fault:  # of matrices, too
        raise Undefined from fault
    return values


@by_ieee
def completed(graph: Graph, primal: Sequence[Any]) -> list[Any]:
    """The values of all nodes; those of arrays that were let go are computed again."""
    values = list(primal)
    for k, node in enumerate(graph.nodes):
        if values[k] is None and node[0] >= LEAF:
            applied = graph.operations[node[0]]
            assert applied is not None
            evaluate = tensor_evaluator(applied.operation, applied.attributes)
            values[k] = evaluate(*[values[a] for a in node[1:]])
    return values


def _with_scalars(graph: Graph, evaluators: Sequence[Evaluate], values: list[Any]) -> None:
    for k, node in enumerate(graph.nodes):
        if node[0] >= LEAF:
            values[k] = evaluators[node[0]](*[values[a] for a in node[1:]])
    if not all(map(isfinite, values)):
        raise Undefined


def _with_arrays(
    graph: Graph,
    before: Sequence[Any],
    evaluators: Sequence[Evaluate],
    values: list[Any],
    asked: Collection[int],
) -> None:
    last = last_uses(graph, asked)
    for k, node in enumerate(graph.nodes):
        if node[0] < LEAF:
            continue
        arguments = node[1:]
        applied = graph.operations[node[0]]
        assert applied is not None
        done = [a for a in arguments if last[a] == k and before[a] is None]
        if applied.operation.joint is not None and applied.operation.lean is not None and node[2] in done:
            values[k] = applied.operation.lean(*[values[a] for a in arguments], *applied.attributes)
        else:
            values[k] = evaluators[node[0]](*[values[a] for a in arguments])
            if not np.isfinite(values[k]).all():
                raise Undefined
        for a in done:
            values[a] = None


def _leaf(*_: Any) -> Any:
    raise AssertionError("a leaf is not computed")


def _evaluator(applied: Applied) -> Evaluate:
    """The operation's value; ValueError where it has a finite one outside its domain."""
    operation = applied.operation
    if not applied.tensor:
        return evaluator(operation, strict=True)
    evaluate = tensor_evaluator(operation, applied.attributes)
    if operation.form is not Form.SELECTING or not operation.faults:
        return evaluate
    parameters = ", ".join(operation.names(applied.count))
    faults = [ARRAYS.compiled(parameters, python_of(condition)) for condition, *_ in operation.faults]

    def checked(*arguments: Any) -> Any:
        if any(np.any(fault(*arguments)) for fault in faults):
            raise ValueError
        return evaluate(*arguments)

    return checked
