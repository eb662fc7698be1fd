"""The operations of the table on germs.

Where an operation is smooth, its germ follows from its partials: y = y(0) + ∫ Σ u' ∂y/∂u dt, with the
partials on germs known less far, so that the recursion ends; a partial with a pole, as that of asin at
1, is a germ like others. Selections choose by the order of germs, steps by the side from which they
are reached; and where partials do not tell (`near`), the table has the same function by powers.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache, cmp_to_key, partial
from math import inf, isnan, nextafter
from typing import Any

from adcli.numbers.germs.germ import (
    MOST_TERMS,
    Beyond,
    Germ,
    Line,
    Unknown,
    compared,
    is_array,
    limit_of,
    sign,
    value_of,
)
from adcli.numbers.germs.singular import exponential, logarithm, power
from adcli.numbers.handles import POW
from adcli.operations import TABLE, Form, Operation
from adcli.operations.operation import UNDEFINED
from adcli.operations.rules.evaluate import evaluator, fault, tensor_evaluator
from adcli.operations.rules.floats import FLOATS, no_tensors
from adcli.operations.rules.texts import Numbers, partial_text, passed_on, powslope_of, product, python_of

LOG, EXP = TABLE["log"], TABLE["exp"]


RATIONAL = (operator.add, operator.sub, operator.mul, operator.truediv, operator.neg)


def line_of(numbers: Iterable[Any]) -> Line | None:
    """The line along which they move; of several, the highest: along that the others are constant."""
    lines = (a.line for a in numbers if isinstance(a, Germ))
    return max(lines, key=lambda line: line.level, default=None)


def on_scalars(operation: Operation, arguments: Sequence[Any], line: Line) -> Any:
    """The same on scalars, of which one at least is a germ."""
    if operation.value in RATIONAL:
        return operation.value(*arguments)
    if operation.form is Form.SELECTING:
        return _selected(operation, arguments, line)
    limits = [line.at(a) for a in arguments]
    try:
        return _on_moving(operation, arguments, limits, line)
    except Beyond:
        beyond = fault(operation, *map(value_of, _nudged(arguments, limits)))
        if beyond is None:
            raise
        raise Beyond(beyond.message) from None


def _on_moving(operation: Operation, arguments: Sequence[Any], limits: Sequence[Any], line: Line) -> Any:
    first = arguments[0]
    pole = line.moves(first) and first.lowest < 0
    if operation is POW and (pole or limits[0] == 0):
        return _power(first, arguments[1], line)
    if operation is LOG and (pole or limits[0] == 0):
        return logarithm(first, _function("log1p"), _function("log"))
    if operation is EXP and pole:
        return exponential(first, _function("exp"))
    if any(line.moves(a) and a.lowest < 0 for a in arguments):
        raise Unknown
    same = near(operation, limits, GERMS_OF_SCALARS)
    if same is not None:
        return same(*arguments)
    if operation is POW and line.moves(arguments[1]) and limits[0] > 0:
        u, v = arguments
        return _moving_power(u, v, _beside(operation, arguments, limits), line)
    if operation.form is Form.CONSTANT:
        return _beside(operation, arguments, limits)
    key = (operation.name, *(id(a) if isinstance(a, Germ) else float(a) for a in arguments))
    if key not in line.known:
        line.known[key] = _smooth(operation, arguments, limits, line), arguments
    return line.known[key][0]


def plain(operation: Operation, arguments: Sequence[Any], attributes: tuple[Any, ...] = ()) -> Any:
    """The value on plain numbers, or those that do not move. Raises Beyond outside the domain."""
    if any(isinstance(a, Germ) for a in arguments):
        return on_germs_of_scalars(operation, *arguments)
    if attributes or any(is_array(a) for a in arguments):
        return tensor_evaluator(operation, attributes)(*arguments)
    try:
        value = operation.value(*arguments)
    except UNDEFINED:
        error = fault(operation, *arguments)
        if error is not None:
            raise Beyond(error.message) from None
        value = evaluator(operation, strict=False)(*arguments)
    if isnan(value):
        raise Unknown
    return value


def _smooth(operation: Operation, arguments: Sequence[Any], limits: Sequence[Any], line: Line) -> Any:
    """The germ of an operation that has partials."""
    y0 = _beside(operation, arguments, limits)
    moving = [a for a in arguments if line.moves(a)]
    order = min(a.order for a in moving)
    step = min(step_of(a) for a in moving)
    if step >= order:
        return Germ(line, {0: y0}, order)
    if step * MOST_TERMS < order:
        raise Unknown
    low = [a.truncated(order - step) if line.moves(a) else a for a in arguments]
    y = on_scalars(operation, low, line) if _reads_result(operation, len(low)) else y0
    total = None
    for position, a in enumerate(arguments):
        if line.moves(a):
            part = product(operation, len(low), position, GERMS_OF_SCALARS)(a.slope(), *low, y)
            if part is None:
                raise Unknown
            total = part if total is None else total + part
    if not isinstance(total, Germ) or total.line is not line:  # a slope that is constant: x^0
        total = Germ(line, {0: total}, order - step)
    return total.integral(y0)


@cache
def _reads_result(operation: Operation, count: int) -> bool:
    """Whether a partial is written with y."""
    texts = [partial_text(operation, count, position) or "" for position in range(count)]
    return re.search(r"\by\b", " ".join(texts)) is not None


def step_of(germ: Germ) -> Any:
    """The lowest power that moves; the order where none is known."""
    return min((e for e in germ.terms if e), default=germ.order)


def _selected(operation: Operation, arguments: Sequence[Any], line: Line) -> Any:
    """What a selection passes on. It depends on the order of its arguments, and of 0, only."""
    ranks = ranks_of(arguments)
    try:
        y = operation.value(*ranks)
    except UNDEFINED:
        raise Beyond(f"{operation.name} has no value there") from None
    rules = [product(operation, len(ranks), position, FLOATS) for position in range(len(ranks))]
    weights = [rule(1.0, *ranks, y) for rule in rules]
    chosen = [(a, w) for a, w in zip(arguments, weights, strict=True) if w is not None]
    if len(chosen) == 1 and chosen[0][1] == 1.0:
        return chosen[0][0]
    if chosen and operation.split:  # they are equal, as far as the one that is known least far
        return min((a for a, _ in chosen), key=lambda a: a.order if line.moves(a) else inf)
    total = None
    for a, w in chosen:
        total = a * w if total is None else total + a * w
    return plain(operation, [line.at(a) for a in arguments]) if total is None else total


def ranks_of(numbers: Sequence[Any]) -> list[float]:
    """Where each number stands among the others and 0, just beside the point."""
    everything: list[Any] = [*numbers, 0.0]

    def against(i: int, j: int) -> int:
        return compared(everything[i], everything[j])

    order = sorted(range(len(everything)), key=cmp_to_key(against))
    ranks, rank = [0.0] * len(everything), 0.0
    for before, k in zip([order[0], *order], order, strict=False):
        rank += against(before, k) != 0
        ranks[k] = rank
    return [r - ranks[-1] for r in ranks[:-1]]


def _beside(operation: Operation, arguments: Sequence[Any], limits: Sequence[Any]) -> Any:
    """The value for t → 0+: at a jump, that of the side from which the arguments come."""
    if kink_of(operation, limits) is None:
        return plain(operation, limits)
    return plain(operation, _nudged(arguments, limits))


def _nudged(arguments: Sequence[Any], limits: Sequence[Any]) -> list[Any]:
    """The limits, moved by one unit in the last place to the side from which the arguments come."""
    pairs = zip(arguments, limits, strict=True)
    sides = [0 if a is limit or not isinstance(a, Germ) else sign(a - limit) for a, limit in pairs]
    return [_moved(x, side) if side else x for x, side in zip(limits, sides, strict=True)]


def _moved(x: Any, side: int) -> Any:
    """A number, or a germ that is constant along a line, moved by one unit in the last place."""
    near = limit_of(x)
    moved = nextafter(near, inf * side) if isinstance(near, float | int) else _moved(near, side)
    return moved if near is x else x + (moved - near)


def _power(u: Any, v: Any, line: Line) -> Any:
    """u^v where u is 0, or has a pole, at the point."""
    if not line.moves(u):  # 0 to an exponent that moves
        if line.at(v) <= 0:
            raise Unknown
        return 0.0
    if isinstance(v, Germ) and not line.moves(v):
        raise Unknown
    if not line.moves(v):
        return 1.0 if v == 0 else power(u, v, _function("pow"))
    if u.lowest < 0 or v.lowest < 0:
        raise Unknown
    return power(u, v.limit, _function("pow")) * _function("exp")((v - v.limit) * _function("log")(u))


def _moving_power(u: Any, v: Any, y0: Any, line: Line) -> Any:
    """u^v = e^(v log u), u > 0: its partials by both would branch at every order."""
    y = _function("exp")(v * _function("log")(u))
    return (y - line.at(y)) + y0


def kink_of(operation: Operation, values: Sequence[Any]) -> Any:
    """The kink of a scalar operation at these arguments, if there is one; germs stay on it."""
    if not operation.kinks:
        return None
    numbers = GERMS_OF_SCALARS if any(isinstance(value, Germ) for value in values) else FLOATS
    try:
        y = numbers.function(operation.name)(*values)
    except (Unknown, *UNDEFINED):
        return None
    for kink in operation.kinks:
        if condition(operation, len(values), kink.where, numbers)(*values, y):
            return kink
    return None


@cache
def condition(operation: Operation, count: int, text: str, numbers: Numbers = FLOATS) -> Any:
    """A text of the table on the arguments and y."""
    return numbers.compiled(", ".join((*operation.names(count), "y")), python_of(text))


def near(operation: Operation, limits: Sequence[Any], kind: Numbers) -> Any:
    """The same function by powers on a kind of germs, where partials do not tell it; None elsewhere."""
    if not operation.near:
        return None
    for where, text in operation.near:
        names = operation.names(len(limits))
        moving = any(isinstance(limit, Germ) for limit in limits)
        numbers = GERMS_OF_SCALARS if moving and not operation.tensor else FLOATS
        if _numbers(operation, len(limits), where, numbers)(*limits):
            return _compiled(kind, ", ".join(names), text)
    return None


@cache
def _numbers(operation: Operation, count: int, text: str, numbers: Numbers) -> Any:
    return numbers.compiled(", ".join(operation.names(count)), python_of(text))


@cache
def _compiled(numbers: Numbers, parameters: str, text: str) -> Any:
    return numbers.compiled(parameters, python_of(text))


def functions_on(perform: Callable[..., Any]) -> Callable[[str], Any]:
    """The functions that a text of the table is compiled with, where `perform` does the operations."""

    def function(name: str) -> Any:
        if name == "passed":
            return passed_on
        if name == "powslope":
            return powslope_of(function("pow"))
        return partial(perform, TABLE[name])

    return function


def on_germs_of_scalars(operation: Operation, *arguments: Any) -> Any:
    """An operation on scalars beside the point; plain numbers do not move."""
    line = line_of(arguments)
    return plain(operation, arguments) if line is None else on_scalars(operation, arguments, line)


_function = functions_on(on_germs_of_scalars)
GERMS_OF_SCALARS = Numbers("germs of scalars", _function, no_tensors)
