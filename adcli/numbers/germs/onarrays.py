"""The operations of the table on germs of arrays."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from adcli.graph.graph import Applied
from adcli.lazy import np
from adcli.numbers.germs.germ import (
    Germ,
    Line,
    Unknown,
    _notice_still,
    convolved,
    each,
    is_array,
    limit_of,
    picker,
)
from adcli.numbers.germs.onscalars import functions_on, line_of, near, on_scalars, plain, step_of
from adcli.numbers.germs.terms import Terms
from adcli.operations import TABLE, Form, Operation
from adcli.operations.arrays.absent import applied, dense
from adcli.operations.rules.evaluate import tensor_evaluator
from adcli.operations.rules.floats import FLOATS
from adcli.operations.rules.sweeping import joining, pushing
from adcli.operations.rules.texts import Numbers


def on_arrays(operation: Operation, arguments: Sequence[Any], attributes: tuple[Any, ...], line: Line) -> Any:
    """An operation on germs, of which some are of arrays; they follow IEEE 754 without warnings.

    Raises Unknown where not even its limit is known.
    """
    with np.errstate(all="ignore"):
        found = _on_arrays(operation, arguments, attributes, line)
    if isinstance(found, Germ) and found.order <= 0:
        raise Unknown
    return found


def _on_arrays(
    operation: Operation, arguments: Sequence[Any], attributes: tuple[Any, ...], line: Line
) -> Any:
    if operation.form is Form.LINEAR:
        return _linear(operation, arguments, attributes, line)
    if operation.form is Form.BILINEAR:
        u, v = (a if isinstance(a, Germ) else Germ(line, {0: a}, line.order) for a in arguments)
        return _settled(convolved(u, v, lambda a, b: operation.value(a, b, *attributes)))
    if operation.reduces:
        return _extreme(operation, arguments[0], attributes, line)
    if operation.tensor:
        return _whole(operation, arguments, attributes, line)

    return each(partial(on_germs, operation), tensor_evaluator(operation, ()), arguments, line)


def _linear(operation: Operation, arguments: Sequence[Any], attributes: Any, line: Line) -> Any:
    """Power by power, as the forward rule has it."""
    applied = Applied(operation, len(arguments), attributes, tensor=True)
    values = [limit_of(a) for a in arguments]
    together = joining(applied, FLOATS)
    first = pushing(applied, 0, FLOATS) if together is None else None
    order = min(a.order for a in arguments if isinstance(a, Germ))
    for a in arguments:
        if isinstance(a, Germ) and not a.is_array:
            _notice_still(a)
    terms: Terms = {}
    for e in {0}.union(*(a.terms for a in arguments if isinstance(a, Germ))):
        parts = [_term(a, e) for a in arguments]
        if together is not None and any(part is not None for part in parts):
            terms[e] = dense(together(parts, *values, None))
        elif first is not None and parts[0] is not None:
            terms[e] = dense(first(parts[0], *values, None))
    if 0 not in terms:
        terms[0] = np.zeros(np.shape(tensor_evaluator(operation, attributes)(*values)))
    return _settled(Germ(line, terms, order))


def _term(number: Any, e: Any) -> Any:
    if isinstance(number, Germ):
        return number.terms.get(e)
    return number if e == 0 else None


WHOLE_ORDER = 3  # each order costs a few times the one before, since the rules call for the whole again


def _whole(operation: Operation, arguments: Sequence[Any], attributes: Any, line: Line) -> Any:
    """y = y(0) + ∫ the forward rule dt, as for scalars."""
    limits = [limit_of(a) for a in arguments]
    y0 = tensor_evaluator(operation, attributes)(*limits)
    same = near(operation, limits, GERMS)
    if same is not None:
        return same(*arguments)
    moving = [a for a in arguments if isinstance(a, Germ)]
    if any(a.lowest < 0 for a in moving):
        raise Unknown
    order, step = min(WHOLE_ORDER, *(a.order for a in moving)), min(map(step_of, moving))
    if step >= order:
        return Germ(line, {0: y0}, order)
    low = [a.truncated(order - step) if isinstance(a, Germ) else a for a in arguments]
    y = on_germs(operation, *low, attributes=attributes)
    applied = Applied(operation, len(low), attributes, tensor=True)
    total = None
    for position, a in enumerate(arguments):
        if isinstance(a, Germ):
            part = pushing(applied, position, GERMS)(a.slope(), *low, y)
            total = part if total is None else total + part
    assert total is not None
    return _settled(total.integral(y0))


def _extreme(operation: Operation, x: Germ, attributes: Any, line: Line) -> Any:
    """The largest or smallest element, along an axis: of those that are so at the point."""

    axis, shape = attributes
    scalar = TABLE[operation.reduces]
    value = np.broadcast_to(x.limit, shape)
    rows = value.reshape(1, -1) if axis is None else np.moveaxis(value, axis, -1)
    places = np.arange(value.size).reshape(shape)
    places = places.reshape(1, -1) if axis is None else np.moveaxis(places, axis, -1)
    best = tensor_evaluator(operation, attributes)(value)
    pick = picker(x, shape)
    found = []
    for row, at, y in zip(
        rows.reshape(-1, rows.shape[-1]), places.reshape(-1, rows.shape[-1]), np.ravel(best), strict=True
    ):
        tied = [pick(np.unravel_index(k, shape)) for k in at[row == y]]
        found.append(tied[0] if len(tied) == 1 else on_germs(scalar, *tied))
    if axis is None or np.ndim(best) == 0:
        return found[0]
    return joined(found, np.shape(best), line)


def joined(elements: Sequence[Any], shape: tuple[int, ...], line: Line) -> Germ:
    """The germ of an array from those of its elements, in row-major order."""
    terms: Terms = {0: np.zeros(shape)}
    order: Any = line.order
    for k, y in enumerate(elements):
        if isinstance(y, Germ):
            order = min(order, y.order)
        for e, c in (y.terms if isinstance(y, Germ) else {0: y}).items():
            terms.setdefault(e, np.zeros(shape)).flat[k] = c
    return Germ(line, terms, order)


def _settled(number: Any) -> Any:
    """Coefficients of scalars as floats."""
    if not isinstance(number, Germ):
        return number
    return Germ(
        number.line, {e: c if np.ndim(c) else float(c) for e, c in number.terms.items()}, number.order
    )


def on_germs(operation: Operation, *arguments: Any, attributes: tuple[Any, ...] = ()) -> Any:
    """An operation beside the point; plain numbers do not move. Raises Unknown where that is no germ."""
    line = line_of(arguments)
    if attributes or operation.tensor or any(is_array(a) for a in arguments):
        if line is not None and line.level:
            raise Unknown  # of arrays there are no germs over germs
        return (
            plain(operation, arguments, attributes)
            if line is None
            else on_arrays(operation, arguments, attributes, line)
        )
    return plain(operation, arguments) if line is None else on_scalars(operation, arguments, line)


def _apply(name: str, *arguments: Any, fixed: tuple[Any, ...] = (), attributes: tuple[Any, ...] = ()) -> Any:
    return applied(on_germs, TABLE[name], arguments, fixed, attributes)


GERMS = Numbers("germs", functions_on(on_germs), _apply)
