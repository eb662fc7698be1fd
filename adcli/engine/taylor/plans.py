"""Which recurrence gives a node its Taylor coefficients, and what it has to read."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from operator import add, mul, sub
from typing import Any

from adcli.engine.taylor.determinant import determinant, is_singular
from adcli.engine.taylor.levels import Levels, Plan
from adcli.engine.taylor.recurrences import (
    LEAST,
    MOST,
    Along,
    Linear,
    Multiple,
    OneSided,
    Power,
    Product,
    Quotient,
    Recurrence,
    Same,
    Series,
    Sum,
    over,
)
from adcli.engine.taylor.tangential import Tangential
from adcli.graph.graph import CONSTANT, Applied
from adcli.numbers.handles import ADD, DIV, MUL, POW, SUB, Handle
from adcli.operations import TABLE, Form
from adcli.operations.rules.floats import FLOATS
from adcli.operations.rules.sweeping import joining, pushing
from adcli.operations.rules.texts import product
from adcli.text.errors import AdError

LOG, DET = TABLE["log"], TABLE["det"]
LARGEST_CHAIN = 4096  # whole exponents up to this are multiplied out

# What functions are far out but for a constant, to all digits: c/u, or (None) log(u).
FAR = {"atan": -1.0, "acot": 1.0, "asec": -1.0, "acsc": 1.0, "acoth": 1.0, "acsch": 1.0, "digamma": None}
FAR |= {"atand": -57.29577951308232}


def plan(levels: Levels, k: int) -> Plan:
    """The plan of an active node. Raises AdError for an operation that has no series yet."""
    applied, arguments = levels.applied(k), levels.builder.nodes[k][1:]
    series, add_up, operation = levels.series, levels.add_up, applied.operation
    a, b = arguments[0], arguments[-1]
    if operation is ADD or operation is SUB:
        return Plan(arguments, lambda: Sum(series[a], series[b], add if operation is ADD else sub))
    if operation is MUL:
        if levels.active(a) and levels.active(b):
            return Plan(arguments, lambda: Product(series[a], series[b], add_up))
        u, c = (a, b) if levels.active(a) else (b, a)
        return Plan(arguments, lambda: Multiple(series[u], series[c][0], mul))
    if operation is DIV:
        if not levels.active(b):
            return Plan(arguments, lambda: Multiple(series[a], series[b][0], over))
        return Plan(arguments, lambda: Quotient(series[a], series[b], series[k], add_up))
    if operation is POW:
        return _power(levels, k, a, b)
    if operation.form is Form.SELECTING:
        return _selection(levels, k, applied)
    if operation.form is Form.BILINEAR:
        times = partial(levels.numbers.of_arrays.apply, operation.name, attributes=applied.attributes)
        return Plan(arguments, lambda: Product(series[a], series[b], add_up, times))
    if operation.form is Form.LINEAR:
        return _linear(levels, k, applied)
    if operation.tensor:
        if operation is DET and is_singular(levels.builder.value(a)):
            node = determinant(Handle(levels.builder, a)).node
            return Plan([node], lambda: Same(series[node]))
        if operation.push is None:
            raise AdError("usage", f"Taylor mode has no rule for {operation.name} of arrays")
        return Plan([x for x in arguments if levels.active(x)], lambda: Tangential(levels, k))
    if operation.name in ("cbrt", "root") and _is_extreme(levels, a) and (a == b or not levels.active(b)):
        order = 1.0 / (levels.builder.values[b] if operation.name == "root" else 3.0)
        return Plan([a], lambda: Power(series[a], order, series[k], add_up))
    if operation.name in FAR and _is_extreme(levels, a) and abs(levels.builder.values[a]) > 1.0:
        return _far(levels, a, FAR[operation.name])
    return _elementwise(levels, k)


def _far(levels: Levels, u: int, c: float | None) -> Plan:
    """The series of c/u or, for None, of log(u), from which the function differs by a constant."""
    builder = levels.builder
    node = builder.apply(LOG, u) if c is None else builder.apply(DIV, builder.constant(c), u)
    return Plan([node], lambda: Same(levels.series[node]))


def _is_extreme(levels: Levels, u: int) -> bool:
    """Whether the powers of a number that the slopes of its roots have may leave the range of doubles."""
    base = levels.builder.values[u]
    return levels.numbers is FLOATS and type(base) is float and base != 0.0 and not LEAST < abs(base) < MOST


def _elementwise(levels: Levels, k: int) -> Plan:
    arguments = levels.builder.nodes[k][1:]
    positions = [i for i, a in enumerate(arguments) if levels.active(a)]

    def pairs() -> list[tuple[Series, Series]]:
        partials = [(arguments[i], levels.partial(k, i)) for i in positions]
        return [(levels.series[a], p) for a, p in partials if p is not None]

    return Plan([arguments[i] for i in positions], lambda: Along(pairs, levels.add_up))


def _power(levels: Levels, k: int, u: int, v: int) -> Plan:
    """u^v: multiplied out for whole v, by y' = v y/u u' away from 0, by y' = y (v log u)' for a v that moves.

    Multiplying out is exact where u is 0 and accurate near it, where the recurrence divides by u.
    """
    builder, series, add_up = levels.builder, levels.series, levels.add_up
    base, exponent = builder.values[u], builder.values[v]
    if builder.shapes.get(k):
        return _elementwise(levels, k)
    if levels.active(v):
        if not base > 0:
            return _elementwise(levels, k)
        moving = builder.apply(MUL, v, builder.apply(LOG, u))
        return Plan([moving], lambda: Along(lambda: [(series[moving], series[k])], add_up))
    fixed = levels.numbers.plain or builder.nodes[v][0] == CONSTANT
    if fixed and exponent >= 0 and exponent == exponent // 1 and (exponent <= LARGEST_CHAIN or base == 0):
        return _chain(levels, u, int(exponent))
    if base == 0 or not levels.active(u):
        return _elementwise(levels, k)
    return Plan([u], lambda: Power(series[u], levels.primal(v), series[k], add_up))


def _chain(levels: Levels, u: int, exponent: int) -> Plan:
    """u^n by repeated squaring."""
    if exponent == 0:
        return Plan([], lambda: Same([]))
    whole: int | None = None
    square = u
    while True:
        if exponent % 2:
            whole = square if whole is None else levels.builder.apply(MUL, whole, square)
        exponent //= 2
        if not exponent:
            break
        square = levels.builder.apply(MUL, square, square)
    assert whole is not None
    node = whole
    return Plan([node], lambda: Same(levels.series[node]))


def _selection(levels: Levels, k: int, applied: Applied) -> Plan:
    """y = Σ w u over what is chosen; the weights w are constant on either side of the point."""
    arguments = levels.builder.nodes[k][1:]
    if levels.side:
        rules = [product(applied.operation, applied.count, i, FLOATS) for i in range(applied.count)]
    else:
        rules = [pushing(applied, i, levels.numbers) for i in range(applied.count)]

    def chosen(coefficients: Sequence[Any], values: Sequence[Any], y: Any) -> Any:
        parts = [rule(c, *values, y) for c, rule in zip(coefficients, rules, strict=True) if c is not None]
        there = [_plain(part) for part in parts if part is not None]
        return levels.add_up(there) if there else None

    def recurrence() -> Recurrence:
        series = [levels.series[a] for a in arguments]
        if levels.side:
            shape = levels.builder.shapes.get(k, ())
            return OneSided(series, applied.operation, levels.side, chosen, shape)
        return Linear(
            series, lambda coefficients: chosen(coefficients, [u[0] for u in series], levels.primal(k))
        )

    return Plan(arguments, recurrence)


def _linear(levels: Levels, k: int, applied: Applied) -> Plan:
    """y = L(u, …): the forward rule, on the coefficients of one order."""
    arguments = levels.builder.nodes[k][1:]
    together = joining(applied, levels.numbers)
    by_first = pushing(applied, 0, levels.numbers)

    def rule(coefficients: list[Any]) -> Any:
        values = [levels.primal(a) for a in arguments]
        if together is not None:
            return _plain(together(coefficients, *values, levels.primal(k)))
        return _plain(by_first(coefficients[0], *values, levels.primal(k)))

    return Plan(arguments, lambda: Linear([levels.series[a] for a in arguments], rule))


def _plain(number: Any) -> Any:
    """A coefficient in which the elements that a selection left out are 0."""
    if isinstance(number, float | Handle):
        return number
    from adcli.operations.arrays.absent import dense

    return dense(number)
