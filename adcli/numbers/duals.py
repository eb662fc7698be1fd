"""Dual numbers: a value with its tangent, as a kind of number for the sweeps.

A reverse sweep whose primal values carry tangents gives, beside every adjoint, the adjoint's
tangent: forward over reverse, without a graph of the gradient in between. What has no tangent is
a plain number, so that absent stays absent. Values are floats or arrays; the tangent of a float may be an
array, too (an axis of seeds). The rules are those of the table: a dual number has none of its
own. It lives for one sweep and never meets those of another, so perturbations cannot be confused.
(B. Christianson, Automatic Hessians by reverse accumulation, IMA J. Numer. Anal. 12 (1992) 135-150.)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from adcli.graph.graph import Applied
from adcli.lazy import np
from adcli.numbers.byvalue import ByValue, value_of
from adcli.operations import TABLE, Operation
from adcli.operations.arrays.absent import Parts
from adcli.operations.floats.doubled import two_sum
from adcli.operations.operation import UNDEFINED
from adcli.operations.rules.evaluate import evaluator
from adcli.operations.rules.floats import FLOATS, floats
from adcli.operations.rules.onarrays import ARRAYS
from adcli.operations.rules.sweeping import joining, pushing
from adcli.operations.rules.texts import Numbers, passed_on, powslope_of, product


def _operator(name: str) -> tuple[Callable[[Any, Any], Any], Callable[[Any, Any], Any]]:
    """An operator of `Dual` and its reflection, with the table's rules looked up beforehand."""
    operation = TABLE[name]
    value = operation.value
    by_u, by_v = (product(operation, 2, position, FLOATS) for position in (0, 1))

    def ahead(a: Dual, b: Any) -> Any:
        try:
            u = a.value
            if type(b) is Dual:
                v = b.value
                y = value(u, v)
                return Dual(y, by_u(a.tangent, u, v, y) + by_v(b.tangent, u, v, y))
            y = value(u, b)
            return Dual(y, by_u(a.tangent, u, b, y))
        except UNDEFINED:
            return on_duals(operation, a, b)

    def behind(b: Dual, a: Any) -> Any:
        try:
            v = b.value
            y = value(a, v)
            return Dual(y, by_v(b.tangent, a, v, y))
        except UNDEFINED:
            return on_duals(operation, a, b)

    return ahead, behind


class Dual(ByValue, Parts):
    """A value and its tangent; it compares by its value."""

    __slots__ = ("tangent", "value")

    def __init__(self, value: Any, tangent: Any) -> None:
        self.value = value
        self.tangent = tangent

    def __add__(self, other: Any) -> Dual:
        if type(other) is Dual:
            return Dual(self.value + other.value, self.tangent + other.tangent)
        return Dual(self.value + other, self.tangent)

    def __radd__(self, other: Any) -> Dual:
        return Dual(other + self.value, self.tangent)

    __sub__, __rsub__ = _operator("sub")
    __mul__, __rmul__ = _operator("mul")
    __truediv__, __rtruediv__ = _operator("div")

    def __neg__(self) -> Dual:
        return Dual(-self.value, -self.tangent)

    def __pos__(self) -> Dual:
        return Dual(+self.value, +self.tangent)

    def each(self, function: Callable[[Any], Any]) -> Dual:
        """This with a function applied to both parts."""
        return Dual(function(self.value), function(self.tangent))


def tangent_of(number: Any) -> Any:
    """The tangent of a dual number; None for a plain one, and for what is absent itself."""
    return number.tangent if type(number) is Dual else None


def duals(values: Sequence[Any], tangents: Sequence[Any]) -> list[Any]:
    """Values with their tangents, plain where there is none."""
    return [v if t is None else Dual(v, t) for v, t in zip(values, tangents, strict=True)]


def on_duals(operation: Operation, *arguments: Any, attributes: tuple[Any, ...] = ()) -> Any:
    """An operation on dual and plain numbers by the table: ẏ = Σ ∂y/∂u u̇; plain if no u̇ passes."""
    values = [value_of(u) for u in arguments]
    tangents = [tangent_of(u) for u in arguments]
    if attributes or not all(isinstance(u, (float, int)) for u in values):
        return _on_arrays(operation, values, tangents, attributes)
    y = evaluator(operation, strict=False)(*values)
    total = None
    for position, t in enumerate(tangents):
        part = None if t is None else _pushed(operation, position, t, values, y)
        if part is not None:
            total = part if total is None else total + part
    return y if total is None else Dual(y, total)


def _pushed(operation: Operation, position: int, t: Any, values: Sequence[float], y: float) -> Any:
    """ṫ times a partial, by IEEE 754 where Python raises."""
    try:
        return product(operation, len(values), position, FLOATS)(t, *values, y)
    except UNDEFINED:
        rule = product(operation, len(values), position, ARRAYS)
        with np.errstate(all="ignore"):
            return t * float(rule(np.float64(1.0), *map(np.float64, values), np.float64(y)))


def _on_arrays(
    operation: Operation, values: Sequence[Any], tangents: Sequence[Any], attributes: tuple[Any, ...]
) -> Any:
    """The same on arrays (masked and scattered ones too), with the rules that the forward sweep has."""
    if operation.tensor:
        y = ARRAYS.apply(operation.name, *values, attributes=attributes)
    else:
        y = ARRAYS.function(operation.name)(*values)
    applied = Applied(operation, len(values), attributes, tensor=True)
    joint = joining(applied, ARRAYS)
    if all(t is None for t in tangents):
        return y
    if joint is not None:
        return Dual(y, joint(tangents, *values, y))
    total = None
    for position, t in enumerate(tangents):
        part = None if t is None else pushing(applied, position, ARRAYS, owned=True)(t, *values, y)
        if part is not None:
            total = part if total is None else total + part
    return y if total is None else Dual(y, total)


def _powslope_of(power: Any, accurate: Callable[[str], Any]) -> Callable[[Any, Any], Any]:
    """The slope of a power, its value as the sweeps on plain numbers compute it.

    Where v - 1 rounds, u^(v - 1) is `powlog`, whose slopes know of that.
    """
    slope, powlog = powslope_of(power), _function("powlog")

    def powslope(u: Any, v: Any) -> Any:
        exact = type(v) is float and two_sum(v, -1.0)[1] == 0.0
        y = slope(u, v) if exact else v * powlog(u, v, 0.0, 1.0)
        if type(y) is not Dual:
            return y
        number = floats if isinstance(y.value, float) else accurate
        try:
            return Dual(number("powslope")(value_of(u), value_of(v)), y.tangent)
        except UNDEFINED:
            return y

    return powslope


def _function(name: str) -> Any:
    if name == "passed":
        return passed_on
    if name == "powslope":
        return _powslope_of(_function("pow"), ARRAYS.function)
    operation = TABLE[name]
    return lambda *arguments: on_duals(operation, *arguments)


def _apply(name: str, *arguments: Any, attributes: tuple[Any, ...] = ()) -> Any:
    return on_duals(TABLE[name], *arguments, attributes=attributes)


class _Duals(Numbers):
    """Rules on duals; one that fails on the plain numbers among its arguments follows IEEE 754."""

    def compiled(self, parameters: str, text: str) -> Callable[..., Any]:
        rule = super().compiled(parameters, text)

        def lenient(*arguments: Any) -> Any:
            try:
                return rule(*arguments)
            except UNDEFINED:
                with np.errstate(all="ignore"):
                    return rule(*[np.float64(x) if type(x) is float else x for x in arguments])

        return lenient


DUALS = _Duals("duals", _function, _apply)
