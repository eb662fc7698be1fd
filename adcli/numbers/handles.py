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
from adcli.numbers.byvalue import ByValue
from adcli.operations import TABLE, Operation
from adcli.operations.arrays.absent import Masked, applied
from adcli.operations.rules.evaluate import evaluator, tensor_evaluator
from adcli.operations.rules.texts import Numbers, passed_on, powslope_of

ADD, SUB, MUL, DIV, NEG, POW = (TABLE[name] for name in ("add", "sub", "mul", "div", "neg", "pow"))


class Mask:
    """A mask as an attribute: it compares by identity."""

    __slots__ = ("mask",)

    def __init__(self, mask: Any) -> None:
        self.mask = mask


class Handle(ByValue):
    """A node of a builder, as a number."""

    __slots__ = ("builder", "node")

    def __init__(self, builder: Builder, node: int) -> None:
        self.builder = builder
        self.node = node

    @property
    def value(self) -> Any:
        """The value at the traced point."""
        return self.builder.value(self.node)

    @property
    def shape(self) -> tuple[int, ...]:
        """The static shape."""
        return self.builder.shapes.get(self.node, ())

    def select(self, present: Any) -> Any:
        """This where the mask holds, and 0 elsewhere."""
        return on_handles(TABLE["mask"], self, attributes=(Mask(present),))

    def __add__(self, other: Any) -> Any:  # what is absent in some elements adds and multiplies itself
        return NotImplemented if isinstance(other, Masked) else on_handles(ADD, self, other)

    def __radd__(self, other: Any) -> Any:
        return on_handles(ADD, other, self)

    def __sub__(self, other: Any) -> Any:
        return on_handles(SUB, self, other)

    def __rsub__(self, other: Any) -> Any:
        return on_handles(SUB, other, self)

    def __mul__(self, other: Any) -> Any:
        return NotImplemented if isinstance(other, Masked) else _product(self, other)

    def __rmul__(self, other: Any) -> Any:
        return _product(self, other) if _is_unit(other) else on_handles(MUL, other, self)

    def __truediv__(self, other: Any) -> Any:
        return on_handles(DIV, self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return on_handles(DIV, other, self)

    def __neg__(self) -> Any:
        return on_handles(NEG, self)

    def __pos__(self) -> Any:
        return self


def _is_unit(number: Any) -> bool:
    return not getattr(number, "ndim", 0) and number in (1, -1)


def _product(handle: Handle, other: Any) -> Any:
    """A product; one with the number 1 or -1 (a seed, or a partial) is not a node."""
    if isinstance(other, Handle) or not _is_unit(other):
        return on_handles(MUL, handle, other)
    return handle if other == 1 else -handle


def on_handles(operation: Operation, *arguments: Any, attributes: tuple[Any, ...] = ()) -> Any:
    """An operation on handles and plain numbers: a handle, or a float where nothing is a handle."""
    builder = next((a.builder for a in arguments if isinstance(a, Handle)), None)
    if builder is None:
        if attributes or any(hasattr(a, "ndim") for a in arguments):
            return tensor_evaluator(operation, attributes)(*arguments)
        return evaluator(operation, strict=False)(*map(float, arguments))
    nodes = [a.node if isinstance(a, Handle) else _constant(builder, a) for a in arguments]
    return Handle(builder, builder.apply(operation, *nodes, attributes=attributes))


def _constant(builder: Builder, number: Any) -> int:
    return builder.constant(number if getattr(number, "ndim", 0) else float(number))


def _power(u: Any, v: Any) -> Any:
    """u^v, where exponents 0 and 1 leave no node."""
    if not isinstance(v, Handle) and v in (0, 1):
        return u if v == 1 else 1.0
    return on_handles(POW, u, v)


def _function(name: str) -> Any:
    if name == "passed":
        return passed_on
    if name == "pow":
        return _power
    if name == "powslope":
        return powslope_of(_power)
    operation = TABLE[name]
    return lambda *arguments: on_handles(operation, *arguments)


def _apply(name: str, *arguments: Any, fixed: tuple[Any, ...] = (), attributes: tuple[Any, ...] = ()) -> Any:
    return applied(on_handles, TABLE[name], arguments, fixed, attributes)


HANDLES = Numbers("handles", _function, _apply)


def handles_of(builder: Builder, graph: Graph) -> Sequence[Any]:
    """The primal values of a graph as numbers that go on building: `builder` extends the graph."""
    return [
        graph.constants[node[1]] if node[0] == CONSTANT else Handle(builder, k)
        for k, node in enumerate(graph.nodes)
    ]
