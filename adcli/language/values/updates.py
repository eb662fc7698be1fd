"""Updating parts of arrays, in place where nothing else holds them."""

from __future__ import annotations

from sys import getrefcount
from typing import TYPE_CHECKING, Any

from adcli.language.state.registers import Array, Shape, is_constant, shape_of, shape_text
from adcli.language.values.arrays import apply, broadcast, node_of, value_of
from adcli.language.values.elements import (
    STORE_ELEMENT,
    Element,
    _code,
    _is_element,
    _is_indices,
    checked_key,
)
from adcli.lazy import np
from adcli.numbers.handles import Mask
from adcli.operations import TABLE
from adcli.operations.arrays.keys import Key, numpy_key
from adcli.text.errors import AdError

if TYPE_CHECKING:
    from adcli.language.state.run import Run


def write(t: Run, registers: list[Any], register: int, key: Key, value: Any, place: int) -> None:
    """registers[register][key] = value, in place where nothing else holds the array."""
    held = _held(registers, register)
    x = registers[register]
    key = checked_key(t, key, x.shape, place)
    if _is_element(key, x.shape):
        _check_fit(t, shape_of(value), (), place)
        registers[register] = _with_element(t, x, held, key, value, place)
        return
    at = numpy_key(key)
    part = np.shape(x.value[at])
    _check_fit(t, shape_of(value), part, place)
    if not is_constant(value) and _repeats(key):
        value = _last_written(t, x.shape, at, part, value, place)
    if is_constant(x) and is_constant(value):
        registers[register] = Array(_changed(x, held, at, value_of(t, value)))
        return
    base = node_of(t, x, False)
    buffer = _changed(x, held, at, value_of(t, value))
    code = t.builder.code(TABLE["store"], 2, (key, x.shape, shape_of(value)), True)
    registers[register] = _stored(t, code, (node_of(t, value, False), base), buffer, place)


def _repeats(key: Key) -> bool:
    """Whether lists of indices name an element twice."""
    lists = [part for part in key if _is_indices(part)]
    return bool(lists) and len(set(zip(*lists, strict=False))) < max(map(len, lists))


def _last_written(t: Run, shape: Shape, at: Any, part: Shape, value: Any, place: int) -> Any:
    """A value for `part`, 0 where a later index of the key writes to the same element."""
    order = np.arange(np.prod(part, dtype=int)).reshape(part)
    written = np.empty(shape, dtype=int)
    written[at] = order
    return apply(
        t, "mask", broadcast(t, value, part, place), attributes=(Mask(written[at] == order),), place=place
    )


def write_element(t: Run, registers: list[Any], register: int, key: Element, value: Any, place: int) -> None:
    """The same for one element and a scalar."""
    held = _held(registers, register)
    registers[register] = _with_element(t, registers[register], held, key, value, place)


def _with_element(t: Run, x: Array, held: int, key: Element, value: Any, place: int) -> Array:
    """The array with an element replaced; `held` tells whether it may be changed in place."""
    number = t.builder.values[value] if type(value) is int else value
    if x.constant and type(value) is float:
        return Array(_changed(x, held, key, number))
    base = node_of(t, x, False)
    buffer = _changed(x, held, key, number)
    constant = t.builder.constant
    nodes = (node_of(t, value, False), base, *[constant(float(k)) for k in key])
    return _stored(t, _code(t, STORE_ELEMENT, len(nodes), buffer.shape), nodes, buffer, place)


def _stored(t: Run, code: int, nodes: tuple[int, ...], buffer: Any, place: int) -> Array:
    """The array after an update; the graph keeps no value of it that no rule reads."""
    kept = buffer.copy() if t.keep else None
    return Array(buffer, t.builder.given(code, nodes, kept, place, buffer.shape))


def _check_fit(t: Run, shape: Shape, part: Shape, place: int) -> None:
    """Raises where a value of a shape does not fit into a part of an array."""
    if shape != part and not _fits(shape, part):
        message = f"a value of shape {shape_text(shape)} does not fit into {shape_text(part)}"
        raise AdError("shape", message, t.syntax.span(place))


def _held(registers: list[Any], register: int) -> int:
    """How many references there are to what a register holds."""
    x = registers[register]
    return getrefcount(x)


HELD_ONCE = _held([object()], 0)  # by a register alone, as this interpreter counts


def _changed(x: Array, held: int, at: Any, number: Any) -> Any:
    """The array's value with a part replaced: its own where the register alone holds it, else a copy."""
    value = x.value if held <= HELD_ONCE and x.owned else np.array(x.value)
    value[at] = number
    return value


def _fits(shape: Shape, part: Shape) -> bool:
    try:
        return np.broadcast_shapes(shape, part) == part
    except ValueError:
        return False
