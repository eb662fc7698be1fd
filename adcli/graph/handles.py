"""Handles: numbers that build a graph.

With handles for primal values, a sweep does not compute its result but appends it to the graph:
the gradient comes out as a graph, which can be evaluated, exported, or differentiated again.
Constants stay floats, so that what is constant is folded and a factor 1 leaves no node. A handle
compares by its value at the traced point, which decides the side of a selection there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adcli.graph.builder import Builder
from adcli.graph.graph import CONSTANT, Graph
from adcli.operations import TABLE, Operation
from adcli.operations.evaluate import evaluator
from adcli.operations.rules import Numbers, passed, powslope_of

ADD, SUB, MUL, DIV, NEG, POW = (TABLE[name] for name in ("add", "sub", "mul", "div", "neg", "pow"))


class Handle:
    """A node of a builder, as a number."""

    __slots__ = ("builder", "node")
    __hash__ = None  # type: ignore[assignment]  # it compares by value

    def __init__(self, builder: Builder, node: int) -> None:
        self.builder = builder
        self.node = node

    @property
    def value(self) -> float:
        """The value at the traced point."""
        return self.builder.values[self.node]  # type: ignore[no-any-return]

    def __add__(self, other: Any) -> Any:
        return on_handles(ADD, self, other)

    def __radd__(self, other: Any) -> Any:
        return on_handles(ADD, other, self)

    def __sub__(self, other: Any) -> Any:
        return on_handles(SUB, self, other)

    def __rsub__(self, other: Any) -> Any:
        return on_handles(SUB, other, self)

    def __mul__(self, other: Any) -> Any:
        return _product(self, other)

    def __rmul__(self, other: Any) -> Any:
        return _product(self, other) if other in (1, -1) else on_handles(MUL, other, self)

    def __truediv__(self, other: Any) -> Any:
        return on_handles(DIV, self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return on_handles(DIV, other, self)

    def __neg__(self) -> Any:
        return on_handles(NEG, self)

    def __eq__(self, other: object) -> bool:
        return self.value == value_of(other)

    def __ne__(self, other: object) -> bool:
        return self.value != value_of(other)

    def __lt__(self, other: Any) -> bool:
        return self.value < value_of(other)

    def __le__(self, other: Any) -> bool:
        return self.value <= value_of(other)

    def __gt__(self, other: Any) -> bool:
        return self.value > value_of(other)

    def __ge__(self, other: Any) -> bool:
        return self.value >= value_of(other)


def value_of(number: Any) -> Any:
    """The value of a handle or a plain number."""
    return number.value if isinstance(number, Handle) else number


def _product(handle: Handle, other: Any) -> Any:
    """A product; one with the number 1 or -1 (a seed, or a partial) is not a node."""
    if isinstance(other, Handle):
        return on_handles(MUL, handle, other)
    if other == 1:
        return handle
    return -handle if other == -1 else on_handles(MUL, handle, other)


def on_handles(operation: Operation, *arguments: Any) -> Any:
    """An operation on handles and plain numbers: a handle, or a float where nothing is a handle."""
    builder = next((a.builder for a in arguments if isinstance(a, Handle)), None)
    if builder is None:
        return evaluator(operation, strict=False)(*map(float, arguments))
    nodes = [a.node if isinstance(a, Handle) else builder.constant(float(a)) for a in arguments]
    return Handle(builder, builder.apply(operation, *nodes))


def _power(u: Any, v: Any) -> Any:
    """u^v, where exponents 0 and 1 leave no node."""
    if not isinstance(v, Handle) and v in (0, 1):
        return u if v == 1 else 1.0
    return on_handles(POW, u, v)


def _function(name: str) -> Any:
    if name == "passed":
        return passed
    if name == "pow":
        return _power
    if name == "powslope":
        return powslope_of(_power)
    operation = TABLE[name]
    return lambda *arguments: on_handles(operation, *arguments)


def _apply(name: str, *arguments: Any, attributes: tuple[Any, ...] = ()) -> Any:
    return on_handles(TABLE[name], *arguments, attributes=attributes)


HANDLES = Numbers("handles", _function, _apply)


def handles_of(builder: Builder, graph: Graph) -> Sequence[Any]:
    """The primal values of a graph as numbers that go on building: `builder` extends the graph."""
    return [
        graph.constants[node[1]] if node[0] == CONSTANT else Handle(builder, k) for k, node in enumerate(graph.nodes)
    ]
