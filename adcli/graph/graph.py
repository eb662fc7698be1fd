"""A Wengert list: node k is an operation on nodes before k.

A node is one tuple `(code, *arguments)`. The code says which operation with which attributes
(`Graph.operations[code]`); codes INPUT and CONSTANT are the leaves, whose one argument is a
position among the inputs or the constants. The list is sorted topologically by construction, so
that every pass over it is a loop. (R. E. Wengert, A simple automatic derivative evaluation
program, CACM 7 (1964) 463-464.)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from adcli.operations.operation import Form, Operation

INPUT, CONSTANT = 0, 1
LEAF = 2  # codes below this are leaves

Node = tuple[int, ...]
Shape = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Applied:
    """An operation with its attributes (an axis, an index, a shape) and its number of arguments.

    `tensor` tells that arrays are among its arguments or its result.
    """

    operation: Operation
    count: int
    attributes: tuple[Any, ...] = ()
    tensor: bool = False


@lru_cache(4096)
def scalar(operation: Operation, count: int) -> Applied:
    """The operation on scalars, without attributes: one object for all graphs."""
    return Applied(operation, count)


@dataclass(frozen=True, slots=True, eq=False)
class Graph:
    """A graph that is finished; nothing changes it.

    nodes       in execution order
    operations  what each code means (None for the two leaves)
    constants   the values of the constants, in the order of their positions
    shapes      the static shape of each node that is an array (all others are scalars)
    """

    nodes: Sequence[Node]
    operations: Sequence[Applied | None]
    constants: Sequence[Any]
    shapes: dict[int, Shape]

    def __len__(self) -> int:
        return len(self.nodes)

    def applied(self, k: int) -> Applied | None:
        """The operation of node k; None for a leaf."""
        return self.operations[self.nodes[k][0]]

    def arguments(self, k: int) -> Node:
        """The nodes that node k reads."""
        node = self.nodes[k]
        return node[1:] if node[0] >= LEAF else ()


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


def computed(graph: Graph) -> bytearray:
    """Per node, whether it is an input or was computed: all but the constants."""
    return bytearray(node[0] != CONSTANT for node in graph.nodes)


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
