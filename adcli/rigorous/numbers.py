"""Balls as a kind of number for the two sweeps, and balls with tangents, for second derivatives.

The rules are those of the table. Its texts round the constants of mathematics to doubles; here
they are read as what they stand for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from flint import arb

from adcli.engine.duals import Dual, tangent_of
from adcli.graph.byvalue import value_of
from adcli.operations import TABLE, Operation
from adcli.operations.rules import Numbers, powslope_of, product
from adcli.rigorous.ball import UNSURE, Ball, Undecided, ball, equal, power
from adcli.rigorous.functions import NUMPY, SCIPY

CONSTANTS: dict[str, tuple[str, Callable[[], arb]]] = {
    "0.6931471805599453": ("log_2", lambda: arb(2).log()),
    "1.4426950408889634": ("one_by_log_2", lambda: 1 / arb(2).log()),
    "0.4342944819032518": ("one_by_log_10", lambda: 1 / arb(10).log()),
    "1.1283791670955126": ("two_by_root_pi", lambda: 2 / arb.pi().sqrt()),
    "0.886226925452758": ("half_root_pi", lambda: arb.pi().sqrt() / 2),
    "0.017453292519943295": ("radian", lambda: arb.pi() / 180),
    "57.29577951308232": ("degree", lambda: 180 / arb.pi()),
    "0.03490658503988659": ("two_radian", lambda: arb.pi() / 90),
}
NAMED = dict(CONSTANTS.values())
DECIMAL = re.compile(r"\d+\.\d+")


def read(text: str) -> str:
    """The text of a rule with its rounded constants named."""
    return DECIMAL.sub(
        lambda match: f"{CONSTANTS[match[0]][0]}()" if match[0] in CONSTANTS else match[0], text
    )


class _Balls(Numbers):
    """Rules whose constants are enclosures."""

    def compiled(self, parameters: str, text: str) -> Callable[..., Any]:
        return super().compiled(parameters, read(text))


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


def _named(name: str) -> Callable[[], Ball]:
    return lambda: Ball(NAMED[name]())


@cache
def on_balls(name: str) -> Any:
    """The function of that name on balls."""
    if name in ("np", "sp"):
        return NUMPY if name == "np" else SCIPY
    if name in NAMED:
        return _named(name)
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
    if name in NAMED:
        return _named(name)
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
