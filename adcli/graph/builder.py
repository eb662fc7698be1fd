"""Builds a graph and computes each node's value as it is added.

Equal nodes are shared: the tuple of a node is the key under which it is found again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from adcli.graph.graph import CONSTANT, INPUT, Applied, Graph, Node, Shape, scalar
from adcli.operations import Operation
from adcli.operations.rules.evaluate import evaluator, tensor_evaluator

Value = Any  # a float, or an array


class Builder:
    """A graph under construction, traced at one point.

    nodes, operations, constants, shapes   as in `Graph`
    values    the primal value of each node
    places    where each node comes from: a node of the syntax tree, or -1
    strict    whether a point outside an operation's domain is an error (in programs), or gives
              the inf or nan of IEEE 754 (in graphs of derivatives)
    """

    def __init__(self, *, strict: bool = True) -> None:
        self.nodes: list[Node] = []
        self.operations: list[Applied | None] = [None, None]
        self.constants: list[Any] = []
        self.shapes: dict[int, Shape] = {}
        self.values: list[Value] = []
        self.places: list[int] = []
        self.strict = strict
        self.inputs = 0
        self._index: dict[Any, int] = {}
        self._codes: dict[Any, int] = {}
        self._evaluators: list[Callable[..., Any]] = [_leaf, _leaf]

    @classmethod
    def extending(cls, graph: Graph, values: list[Value]) -> Builder:
        """A builder that goes on from a finished graph; new nodes are not checked for domains."""
        builder = cls(strict=False)
        builder.nodes = list(graph.nodes)
        builder.constants = list(graph.constants)
        builder.shapes = dict(graph.shapes)
        builder.values = list(values)
        builder.places = [-1] * len(graph.nodes)
        for applied in graph.operations[2:]:
            assert applied is not None
            builder.code(applied.operation, applied.count, applied.attributes, applied.tensor)
        builder._index = {node: k for k, node in enumerate(builder.nodes) if node[0] != CONSTANT}
        builder._index |= {
            _constant_key(builder.constants[node[1]]): k
            for k, node in enumerate(builder.nodes)
            if node[0] == CONSTANT
        }
        builder.inputs = sum(node[0] == INPUT for node in graph.nodes)
        return builder

    def restart(self, values: Sequence[Value]) -> None:
        """Begins a new graph, of which these are the inputs; the codes of operations stay."""
        self.nodes, self.constants, self.shapes = [], [], {}
        for part in (self.values, self.places, self._index):
            part.clear()
        self.inputs = 0
        for value in values:
            self.input(value)

    def graph(self) -> Graph:
        """The finished graph."""
        return Graph(self.nodes, tuple(self.operations), self.constants, self.shapes)

    def input(self, value: Value) -> int:
        """A new input with its value at the point."""
        self.nodes.append((INPUT, self.inputs))
        self.inputs += 1
        return self._append(value, -1)

    def constant(self, value: Value) -> int:
        """The node of a constant (0.0 and -0.0 are two)."""
        key = value if type(value) is float and value else _constant_key(value)
        k = self._index.get(key)
        if k is None:
            self._index[key] = len(self.nodes)
            self.nodes.append((CONSTANT, len(self.constants)))
            self.constants.append(value)
            k = self._append(value, -1)
        return k

    def code(
        self, operation: Operation, count: int, attributes: tuple[Any, ...] = (), tensor: bool = False
    ) -> int:
        """The code under which nodes name an operation with these attributes."""
        key = (operation.name, count, attributes, tensor)
        code = self._codes.get(key)
        if code is None:
            code = self._codes[key] = len(self.operations)
            is_scalar = not tensor and not attributes
            self.operations.append(
                scalar(operation, count) if is_scalar else Applied(operation, count, attributes, tensor)
            )
            evaluate = (
                tensor_evaluator(operation, attributes) if tensor else evaluator(operation, self.strict)
            )
            self._evaluators.append(evaluate)
        return code

    def unary(self, code: int, a: int, place: int = -1) -> int:
        """The node of an operation with one argument."""
        node = (code, a)
        new = len(self.nodes)
        k = self._index.setdefault(node, new)
        if k == new:
            try:
                value = self._evaluators[code](self.values[a])
            except BaseException:
                del self._index[node]
                raise
            self.nodes.append(node)
            self.values.append(value)
            self.places.append(place)
        return k

    def binary(self, code: int, a: int, b: int, place: int = -1) -> int:
        """The node of an operation with two arguments."""
        node = (code, a, b)
        new = len(self.nodes)
        k = self._index.setdefault(node, new)
        if k == new:
            values = self.values
            try:
                value = self._evaluators[code](values[a], values[b])
            except BaseException:
                del self._index[node]
                raise
            self.nodes.append(node)
            values.append(value)
            self.places.append(place)
        return k

    def nary(self, code: int, arguments: tuple[int, ...], place: int = -1) -> int:
        """The node of an operation with any number of arguments."""
        node = (code, *arguments)
        k = self._index.get(node)
        if k is None:
            value = self._evaluators[code](*[self.values[a] for a in arguments])
            k = self._index[node] = len(self.nodes)
            self.nodes.append(node)
            self._append(value, place)
        return k

    def given(
        self, code: int, arguments: tuple[int, ...], value: Value, place: int = -1, shape: Shape = ()
    ) -> int:
        """The node of an operation whose value is known, or is None: nothing will ask for it."""
        node = (code, *arguments)
        k = self._index.get(node)
        if k is None:
            k = self._index[node] = len(self.nodes)
            self.nodes.append(node)
            self._append(value, place, shape)
        return k

    def value(self, k: int) -> Value:
        """The value of a node; one that was let go is computed again."""
        if self.values[k] is None:
            for missing in self._let_go(k):
                code, *arguments = self.nodes[missing]
                self.values[missing] = self._evaluators[code](*[self.values[a] for a in arguments])
        return self.values[k]

    def _let_go(self, k: int) -> list[int]:
        """A node whose value was let go and all such that it is computed from, in order."""
        found, stack = {k}, [k]
        while stack:
            for a in self.nodes[stack.pop()][1:]:
                if self.values[a] is None and a not in found:
                    found.add(a)
                    stack.append(a)
        return sorted(found)

    def apply(self, operation: Operation, *arguments: int, attributes: tuple[Any, ...] = ()) -> int:
        """The node of an operation on nodes, scalars or arrays; arguments that were let go come back."""
        values = [self.value(a) for a in arguments]
        tensor = bool(attributes) or any(hasattr(value, "ndim") for value in values)
        return self.nary(self.code(operation, len(arguments), attributes, tensor), arguments)

    def _append(self, value: Value, place: int, shape: Shape = ()) -> int:
        self.values.append(value)
        self.places.append(place)
        if type(value) is not float:
            shape = getattr(value, "shape", shape)
            if shape:
                self.shapes[len(self.values) - 1] = shape
        return len(self.values) - 1


def _leaf(*_: Any) -> Any:
    raise AssertionError("a leaf is not computed")


def _constant_key(value: Any) -> Any:
    if isinstance(value, float):
        return value if value else repr(value)
    return ("array", id(value))
