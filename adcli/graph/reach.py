"""What in a graph depends on what: active nodes, dependents, last uses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from adcli.graph.graph import LEAF, Applied, Graph
from adcli.operations.operation import Form


def carries(applied: Applied | None) -> bool:
    """Whether a derivative can pass through the operation at all."""
    return applied is not None and applied.operation.form is not Form.CONSTANT


def active(graph: Graph, chosen: Iterable[int]) -> bytearray:
    """Per node, whether a derivative by one of the chosen nodes can reach it: its *activity*."""
    marks = bytearray(len(graph.nodes))
    for k in chosen:
        marks[k] = 1
    passes = [carries(applied) for applied in graph.operations]
    for k, node in enumerate(graph.nodes):
        if not passes[node[0]]:
            continue
        if len(node) == 3:  # the common case without a loop
            _, a, b = node
            if marks[a] or marks[b]:
                marks[k] = 1
            continue
        for a in node[1:]:
            if marks[a]:
                marks[k] = 1
                break
    return marks


def dependents(graph: Graph, outputs: Iterable[int]) -> bytearray:
    """Per node, whether one of the outputs was computed from it (steps and comparisons included)."""
    marks = bytearray(len(graph.nodes))
    for k in outputs:
        marks[k] = 1
    nodes = graph.nodes
    for k in range(len(nodes) - 1, -1, -1):
        if not marks[k]:
            continue
        node = nodes[k]
        if len(node) == 3:  # the common case without a loop
            _, a, b = node
            marks[a] = marks[b] = 1
        elif node[0] >= LEAF:
            for a in node[1:]:
                marks[a] = 1
    return marks


def computed_from(graph: Graph, chosen: Iterable[int]) -> bytearray:
    """Per node, whether it was computed from one of the chosen nodes (steps and comparisons included)."""
    marks = bytearray(len(graph.nodes))
    for k in chosen:
        marks[k] = 1
    for k, node in enumerate(graph.nodes):
        if node[0] >= LEAF and not marks[k]:
            marks[k] = any(marks[a] for a in node[1:])
    return marks


def last_uses(graph: Graph, asked: Iterable[int]) -> list[int]:
    """Per node, the last node that reads it; after all of them where it is asked for."""
    last = [-1] * len(graph.nodes)
    for k, node in enumerate(graph.nodes):
        if node[0] >= LEAF:
            for a in node[1:]:
                last[a] = k
    for k in asked:
        last[k] = len(graph.nodes)
    return last


class Scalar(NamedTuple):
    """A scalar node, or the element of an array node at `place` in row-major order."""

    node: int
    place: int | None = None


def leading(graph: Graph, outputs: Sequence[int]) -> bytearray:
    """Per node, whether a derivative can pass from it to one of the outputs."""
    marks = bytearray(len(graph.nodes))
    for k in outputs:
        marks[k] = 1
    passes = [carries(applied) for applied in graph.operations]
    for k in range(len(graph.nodes) - 1, -1, -1):
        node = graph.nodes[k]
        if marks[k] and passes[node[0]]:
            for a in node[1:]:
                marks[a] = 1
    return marks
