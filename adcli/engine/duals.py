"""Dual numbers: a value with its tangent, as a kind of number for the sweeps.

A reverse sweep whose primal values carry tangents gives, beside every adjoint, the adjoint's
tangent: forward over reverse, without a graph of the gradient in between. What has no tangent is
a plain float, so that absent stays absent. A tangent may be a float or an array (a leading axis of
seeds). The rules are those of the table: a dual number has none of its own. It lives for one sweep and
never meets those of another, so perturbations cannot be confused.
(W. K. Clifford 1873; for the use here: B. Christianson, IMA J. Numer. Anal. 12 (1992) 135-150.)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from adcli.operations import TABLE, Operation
from adcli.operations.evaluate import UNDEFINED, evaluator, ieee
from adcli.operations.rules import ARRAYS, FLOATS, Numbers, floats, passed, powslope_of, product


class Dual:
    """A value and its tangent; it compares by its value."""

    __slots__ = ("tangent", "value")
    __hash__ = None  # type: ignore[assignment]
    __array_ufunc__ = None  # so that an array to the left asks us

    def __init__(self, value: float, tangent: Any) -> None:
        self.value = value
        self.tangent = tangent

    def __add__(self, other: Any) -> Any:
        return _add(self, other)

    def __radd__(self, other: Any) -> Any:
        return _add(other, self)

    def __sub__(self, other: Any) -> Any:
        return _sub(self, other)

    def __rsub__(self, other: Any) -> Any:
        return _sub(other, self)

    def __mul__(self, other: Any) -> Any:
        return _mul(self, other)

    def __rmul__(self, other: Any) -> Any:
        return _mul(other, self)

    def __truediv__(self, other: Any) -> Any:
        return _div(self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return _div(other, self)

    def __neg__(self) -> Dual:
        return Dual(-self.value, -self.tangent)

    def __pos__(self) -> Dual:
        return Dual(+self.value, +self.tangent)

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
    """The value of a dual or a plain number."""
    return number.value if type(number) is Dual else number


def tangent_of(number: Any) -> Any:
    """The tangent of a dual number; None for a plain one, and for what is absent itself."""
    return number.tangent if type(number) is Dual else None


def duals(values: Sequence[Any], tangents: Sequence[Any]) -> list[Any]:
    """Values with their tangents, plain where there is none."""
    return [v if t is None else Dual(v, t) for v, t in zip(values, tangents, strict=True)]


def on_duals(operation: Operation, *arguments: Any) -> Any:
    """An operation on dual and plain numbers by the table: ẏ = Σ ∂y/∂u u̇; plain if no u̇ passes."""
    values = [value_of(u) for u in arguments]
    y = evaluator(operation, strict=False)(*values)
    total = None
    for position, u in enumerate(arguments):
        if type(u) is Dual:
            part = _pushed(operation, position, u.tangent, values, y)
            if part is not None:
                total = part if total is None else total + part
    return y if total is None else Dual(y, total)


def _pushed(operation: Operation, position: int, t: Any, values: list[float], y: float) -> Any:
    try:
        return product(operation, len(values), position, FLOATS)(t, *values, y)
    except UNDEFINED:
        return scaled(t, limit(operation, position, values, y))


def limit(operation: Operation, position: int, values: Sequence[float], y: float) -> float:
    """A partial by IEEE 754, where Python raises: inf or nan."""
    import numpy as np

    rule = product(operation, len(values), position, ARRAYS)
    with np.errstate(all="ignore"):
        return float(rule(np.float64(1.0), *map(np.float64, values), np.float64(y)))


def scaled(t: Any, partial: float) -> Any:
    """t times a partial that is not finite, without NumPy's warning about 0 times infinity."""
    if isinstance(t, float):
        return t * partial
    import numpy as np

    with np.errstate(all="ignore"):
        return t * partial


def _arithmetic(name: str) -> Callable[[Any, Any], Any]:
    """One of the four operators, with the table's rules looked up beforehand."""
    operation = TABLE[name]
    value = operation.value
    by_u, by_v = (product(operation, 2, position, FLOATS) for position in (0, 1))

    def apply(a: Any, b: Any) -> Any:
        try:
            if type(a) is Dual:
                u = a.value
                if type(b) is Dual:
                    v = b.value
                    y = value(u, v)
                    return Dual(y, by_u(a.tangent, u, v, y) + by_v(b.tangent, u, v, y))
                y = value(u, b)
                return Dual(y, by_u(a.tangent, u, b, y))
            v = b.value
            y = value(a, v)
            return Dual(y, by_v(b.tangent, a, v, y))
        except UNDEFINED:
            return on_duals(operation, a, b)

    return apply


_add, _sub, _mul, _div = map(_arithmetic, ("add", "sub", "mul", "div"))


def _power(u: Any, v: Any) -> Any:
    return on_duals(TABLE["pow"], u, v)


_slope = powslope_of(_power)


def _powslope(u: Any, v: Any) -> Any:
    """The slope of a power, its value as accurate as on floats."""
    y = _slope(u, v)
    return Dual(floats("powslope")(value_of(u), value_of(v)), y.tangent) if type(y) is Dual else y


def _function(name: str) -> Any:
    if name == "passed":
        return passed
    if name == "powslope":
        return _powslope
    operation = TABLE[name]
    return lambda *arguments: on_duals(operation, *arguments)


class _Duals(Numbers):
    """Rules on duals; one that fails on the plain numbers among its arguments follows IEEE 754."""

    def compiled(self, parameters: str, text: str) -> Callable[..., Any]:
        rule = super().compiled(parameters, text)

        def lenient(*arguments: Any) -> Any:
            try:
                return rule(*arguments)
            except UNDEFINED:
                import numpy as np

                with np.errstate(all="ignore"):
                    return rule(*[np.float64(x) if type(x) is float else x for x in arguments])

        return lenient


DUALS = _Duals("duals", _function)
