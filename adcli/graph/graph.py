"""A Wengert list: node k is an operation on nodes before k.

A node is one tuple `(code, *arguments)`. The code says which operation with which attributes
(`Graph.operations[code]`); codes INPUT and CONSTANT are the leaves, whose one argument is a
position among the inputs or the constants. The list is sorted topologically by construction, so
that every pass over it is a loop. (R. E. Wengert, A simple automatic derivative evaluation
program, CACM 7 (1964) 463-464.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from adcli.operations.operation import Operation

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


def computed(graph: Graph) -> bytearray:
    """Per node, whether it is an input or was computed: all but the constants."""
    return bytearray(node[0] != CONSTANT for node in graph.nodes)
