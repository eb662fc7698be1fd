"""The operations of the table on germs of arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from adcli.engine.germs import Germ, Line, Unknown, compared, convolved, limit_of
from adcli.engine.terms import Terms
from adcli.graph.graph import Applied
from adcli.operations import TABLE, Form, Operation
from adcli.operations.absent import dense
from adcli.operations.evaluate import tensor_evaluator
from adcli.operations.rules import FLOATS, joining, pushing


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
    from adcli.engine.germrules import on_germs

    return each(partial(on_germs, operation), tensor_evaluator(operation, ()), arguments, line)


def each(
    function: Callable[..., Any], plain: Callable[..., Any], arguments: Sequence[Any], line: Line
) -> Germ:
    """A function of scalars in each element that moves; `plain` is that of arrays that do not."""
    limits = [limit_of(a) for a in arguments]
    shape = np.broadcast_shapes(*(np.shape(limit) for limit in limits), *map(shape_of, arguments))
    with np.errstate(all="ignore"):
        constant = np.array(np.broadcast_to(plain(*limits), shape), dtype=float)
    terms: Terms = {0: constant}
    order = min(a.order for a in arguments if isinstance(a, Germ))
    picks = [picker(a, shape) for a in arguments]
    for place in zip(*np.nonzero(_moving(arguments, shape) & counting(line.mask, shape)), strict=True):
        y = function(*(pick(place) for pick in picks))
        constant[place] = 0.0
        if not isinstance(y, Germ):
            constant[place] = y
            continue
        order = min(order, y.order)
        _notice_still(y)
        for e, c in y.terms.items():
            terms.setdefault(e, np.zeros(shape))[place] = c
    return Germ(line, terms, order)


def counting(mask: Any, shape: tuple[int, ...]) -> Any:
    """The elements of a shape that count, by the mask of a `where` around; True: all of them."""
    if mask is None or np.broadcast_shapes(mask.shape, shape) != shape:
        return True
    return np.broadcast_to(mask, shape)


def _notice_still(y: Germ) -> None:
    """An element that moves by no power that is known counts, in an array, for one that does not move."""
    if not any(y.terms):
        y.line.undecided = True


def _moving(numbers: Sequence[Any], shape: Any) -> Any:
    """The elements in which any of them moves."""
    moves = np.zeros(shape, dtype=bool)
    for a in numbers:
        for e, c in a.terms.items() if isinstance(a, Germ) else ():
            if e:
                moves |= np.broadcast_to(np.asarray(c) != 0, shape)
    return moves


def picker(number: Any, shape: Any) -> Callable[[Any], Any]:
    """The elements of a number repeated to a shape, by their places; plain where they do not move."""
    if not isinstance(number, Germ):
        plain = np.broadcast_to(number, shape)
        return lambda place: float(plain[place])
    grids = [(e, np.broadcast_to(c, shape)) for e, c in number.terms.items()]

    def pick(place: Any) -> Any:
        terms = {e: float(c[place]) for e, c in grids}
        moves = any(c for e, c in terms.items() if e)
        return Germ(number.line, terms, number.order) if moves else terms.get(0, 0.0)

    return pick


def shape_of(number: Any) -> tuple[int, ...]:
    """The shape of a germ or a plain number."""
    if isinstance(number, Germ):
        return np.broadcast_shapes(*(np.shape(c) for c in number.terms.values()))
    return np.shape(number)


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
    from adcli.engine.germrules import GERMS, near, on_germs, step_of

    limits = [limit_of(a) for a in arguments]
    y0 = tensor_evaluator(operation, attributes)(*limits)
    same = near(operation, limits)
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
    from adcli.engine.germrules import on_germs

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


def order_of(a: Any, b: Any) -> Any:
    """-1, 0 or 1 in each element, as a is below, at or above b beside the point."""
    limits = limit_of(a), limit_of(b)
    shape = np.broadcast_shapes(shape_of(a), shape_of(b))
    with np.errstate(invalid="ignore"):
        order = np.array(np.broadcast_to(np.sign(limits[0] - limits[1]), shape), dtype=float)
    of_a, of_b = picker(a, shape), picker(b, shape)
    for place in zip(*np.nonzero((order == 0) & _moving((a, b), shape)), strict=True):
        order[place] = compared(of_a(place), of_b(place))
    return order
