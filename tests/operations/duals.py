"""Second derivatives from the rules alone: a rule's text, compiled for dual numbers."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

from adcli.operations import TABLE, Operation
from adcli.operations.floats.doubled import two_sum
from adcli.operations.rules.floats import FLOATS
from adcli.operations.rules.texts import Numbers, passed, product


@dataclass
class Dual:
    """A value and its derivative in one direction; the operators' rules are the table's."""

    value: float
    tangent: float

    def __add__(self, other: Any) -> Any:
        return apply("add", self, other)

    def __radd__(self, other: Any) -> Any:
        return apply("add", other, self)

    def __sub__(self, other: Any) -> Any:
        return apply("sub", self, other)

    def __rsub__(self, other: Any) -> Any:
        return apply("sub", other, self)

    def __mul__(self, other: Any) -> Any:
        return apply("mul", self, other)

    def __rmul__(self, other: Any) -> Any:
        return apply("mul", other, self)

    def __truediv__(self, other: Any) -> Any:
        return apply("div", self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return apply("div", other, self)

    def __neg__(self) -> Any:
        return apply("neg", self)

    def __eq__(self, other: object) -> bool:
        return self.value == (other.value if isinstance(other, Dual) else other)

    def __gt__(self, other: Any) -> bool:
        return self.value > (other.value if isinstance(other, Dual) else other)


def apply(name: str, *arguments: Any) -> Any:
    """An operation on duals and plain numbers."""
    operation = TABLE[name]
    values = [a.value if isinstance(a, Dual) else float(a) for a in arguments]
    y = operation.value(*values)
    tangent = 0.0
    for i, a in enumerate(arguments):
        if isinstance(a, Dual) and a.tangent:
            part = product(operation, len(arguments), i, FLOATS)(a.tangent, *values, y)
            tangent += 0.0 if part is None else part
    return Dual(y, tangent)


def _powslope(u: Any, v: Any) -> Any:
    if not isinstance(v, Dual) and v in (0, 1, 2):
        return 2.0 * u if v == 2 else float(v)
    exact = not isinstance(v, Dual) and two_sum(v, -1.0)[1] == 0.0
    return v * (apply("pow", u, v - 1) if exact else apply("powlog", u, v, 0.0, 1.0))


def _function(name: str) -> Any:
    if name == "passed":
        return passed
    if name == "powslope":
        return _powslope
    return lambda *arguments: apply(name, *arguments)


def _numbers() -> Numbers:
    numbers = copy(FLOATS)
    numbers.name, numbers.function = "duals", _function
    return numbers


DUALS = _numbers()


def second(operation: Operation, point: Sequence[float], i: int, j: int) -> float | None:
    """The derivative by argument j of the rule for argument i."""
    count = len(point)
    y = operation.value(*point)
    slope = product(operation, count, j, FLOATS)(1.0, *point, y)
    if slope is None:
        return None
    arguments: list[Any] = list(point)
    arguments[j] = Dual(point[j], 1.0)
    result = product(operation, count, i, DUALS)(1.0, *arguments, Dual(y, slope))
    if result is None:
        return None
    return result.tangent if isinstance(result, Dual) else 0.0
