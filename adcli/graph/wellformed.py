"""A checker of well-formedness: what every pass over a graph takes for granted."""

from __future__ import annotations

from adcli.graph.graph import CONSTANT, INPUT, Graph


class Fault(Exception):
    """A graph that is not well-formed: a fault of adcli, not of its user."""


def check(graph: Graph) -> None:
    """Raises Fault unless each node reads earlier nodes only, in the right number, and none is twice."""
    inputs, seen = 0, set()
    for k, node in enumerate(graph.nodes):
        code, *arguments = node
        if node in seen:
            raise Fault(f"node {k} stands twice: {node}")
        seen.add(node)
        if code == INPUT:
            if arguments != [inputs]:
                raise Fault(f"input {k} is not the {inputs}th")
            inputs += 1
        elif code == CONSTANT:
            if len(arguments) != 1 or not 0 <= arguments[0] < len(graph.constants):
                raise Fault(f"constant {k} has no value")
        else:
            _check_operation(graph, k, code, arguments)


def _check_operation(graph: Graph, k: int, code: int, arguments: list[int]) -> None:
    applied = graph.operations[code] if code < len(graph.operations) else None
    if applied is None:
        raise Fault(f"node {k} names no operation: code {code}")
    if len(arguments) != applied.count or not applied.operation.accepts(applied.count):
        raise Fault(f"node {k}: {applied.operation.name} of {len(arguments)} arguments")
    if any(not 0 <= a < k for a in arguments):
        raise Fault(f"node {k} reads a node that comes later")
