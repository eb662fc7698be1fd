"""Balls as a kind of number for the two sweeps, and balls with tangents, for second derivatives.

The rules are those of the table. Its texts round the constants of mathematics to doubles; here
they are read as what they stand for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from adcli.numbers.byvalue import value_of
from adcli.numbers.duals import Dual, tangent_of
from adcli.operations import TABLE, Operation
from adcli.operations.rules.texts import Numbers, powslope_of, product
from adcli.operations.table.constants import unrounded
from adcli.rigorous.ball import UNSURE, Undecided, ball, equal, power
from adcli.rigorous.functions import NUMPY, SCIPY


class _Balls(Numbers):
    """Rules whose constants are enclosures."""

    def compiled(self, parameters: str, text: str) -> Callable[..., Any]:
        return super().compiled(parameters, unrounded(text))


def passed(w: Any, where: Any, weight: Any) -> Any:
    """What a selection passes on; an enclosure must tell what it chose. Ties share by whole parts."""
    if where is UNSURE:
        raise Undecided
    if not where:
        return None
    if isinstance(weight, float) and weight not in (0.0, 1.0, -1.0):
        return w / round(1 / weight)
    return w * weight


def _slope(power_of: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """The derivative of u^v by u, 0 where v is 0."""
    slope = powslope_of(power_of)
    return lambda u, v: 0.0 if equal(value_of(v), 0) is True else slope(u, v)


@cache
def on_balls(name: str) -> Any:
    """The function of that name on balls."""
    if name in ("np", "sp"):
        return NUMPY if name == "np" else SCIPY
    if name == "passed":
        return passed
    if name == "powslope":
        return _slope(lambda u, v: power(ball(u), ball(v)))
    operation = TABLE[name]
    return lambda *arguments: enclosed(operation, len(arguments))(*arguments)


@cache
def enclosed(operation: Operation, count: int) -> Callable[..., Any]:
    """The operation on `count` balls. Raises LookupError where the table does not say what it is."""
    text = operation.exact or operation.numpy or operation.scipy
    if not text:
        raise LookupError(operation.name)
    return BALLS.compiled(", ".join(operation.names(count)), text)


def _no_tensors(name: str, *arguments: Any, **_: Any) -> Any:
    raise AssertionError(f"{name} is an operation on arrays")


BALLS = _Balls("balls", on_balls, _no_tensors)


# balls with tangents


def on_duals(operation: Operation, *arguments: Any) -> Any:
    """The operation on balls with and without tangents, by the table: ẏ = Σ ∂y/∂u u̇."""
    values = [ball(value_of(u)) for u in arguments]
    y = enclosed(operation, len(values))(*values)
    total = None
    for position, argument in enumerate(arguments):
        tangent = tangent_of(argument)
        if tangent is not None:
            part = product(operation, len(values), position, BALLS)(tangent, *values, y)
            if part is not None:
                total = part if total is None else total + part
    return y if total is None else Dual(y, total)


@cache
def _function(name: str) -> Any:
    if name == "np":  # of constants
        return NUMPY
    if name == "passed":
        return passed
    if name == "powslope":
        return _slope(lambda u, v: on_duals(TABLE["pow"], u, v))
    operation = TABLE[name]
    return lambda *arguments: on_duals(operation, *arguments)


DUAL_BALLS = _Balls("balls with tangents", _function, _no_tensors)


def with_tangents(values: Sequence[Any], tangents: Sequence[Any]) -> list[Any]:
    """Balls with their tangents, plain where there is none."""
    return [v if t is None else Dual(v, t) for v, t in zip(values, tangents, strict=True)]
