"""Reading and updating parts of arrays.

An update is a node that says what became of the array. It changes the value in place when nothing
else holds it, which is what the reference count tells: value semantics without copies.
"""

from __future__ import annotations

from sys import getrefcount
from typing import TYPE_CHECKING, Any

from adcli.errors import AdError
from adcli.language import keys
from adcli.language.arrays import (
    Array,
    Shape,
    apply,
    broadcast,
    is_constant,
    node_of,
    shape_of,
    shape_text,
    value_of,
)
from adcli.lazy import np
from adcli.numbers.handles import Mask
from adcli.operations import TABLE, Operation
from adcli.operations.arrays.keys import Key, numpy_key

if TYPE_CHECKING:
    from adcli.language.tracer import Tracer

Element = tuple[int, ...]  # the key of one: whole numbers, counted from the front
ELEMENT, STORE_ELEMENT = TABLE["element"], TABLE["store_element"]


def read(t: Tracer, x: Array, key: Key, place: int) -> Any:
    """x[key]."""
    key = checked_key(t, key, x.shape, place)
    if _is_element(key, x.shape):
        return read_element(t, x, key, place)
    return apply(t, "index", x, attributes=(key, x.shape), place=place)


def read_element(t: Tracer, x: Array, key: Element, place: int) -> Any:
    """One element. Its indices are constants in the graph, so that all elements share one operation."""
    value: float = x.value.item(key)
    if x.constant:
        return value
    constant = t.builder.constant
    nodes = (node_of(t, x, False), *[constant(float(k)) for k in key])
    return t.builder.given(_code(t, ELEMENT, len(nodes), x.value.shape), nodes, value, place)


def checked_key(t: Tracer, key: tuple[Any, ...], shape: Shape, place: int) -> tuple[Any, ...]:
    """The key with whole numbers counted from the front; raises where it is out of range."""
    if len(key) > len(shape):
        raise AdError(
            "shape", f"{len(key)} indices for an array of shape {shape_text(shape)}", t.syntax.span(place)
        )
    found: list[Any] = []
    for part, size in zip(key, shape, strict=False):
        for index in (part,) if isinstance(part, int) else part if _is_indices(part) else ():
            if not -size <= index < size:
                raise keys.outside(t, index, size, place)
        if isinstance(part, int):
            found.append(part % size)
        else:
            found.append(tuple(k % size for k in part) if _is_indices(part) else part)
    return tuple(found)


def _is_element(key: Key, shape: Shape) -> bool:
    """Whether a key names one element."""
    return len(key) == len(shape) and all(isinstance(k, int) for k in key)


def _is_indices(part: Any) -> bool:
    return isinstance(part, tuple) and part[:1] != ("slice",)


def write(t: Tracer, registers: list[Any], register: int, key: Key, value: Any, place: int) -> None:
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


def _last_written(t: Tracer, shape: Shape, at: Any, part: Shape, value: Any, place: int) -> Any:
    """A value for `part`, 0 where a later index of the key writes to the same element."""
    order = np.arange(np.prod(part, dtype=int)).reshape(part)
    written = np.empty(shape, dtype=int)
    written[at] = order
    return apply(
        t, "mask", broadcast(t, value, part, place), attributes=(Mask(written[at] == order),), place=place
    )


def write_element(
    t: Tracer, registers: list[Any], register: int, key: Element, value: Any, place: int
) -> None:
    """The same for one element and a scalar."""
    held = _held(registers, register)
    registers[register] = _with_element(t, registers[register], held, key, value, place)


def _with_element(t: Tracer, x: Array, held: int, key: Element, value: Any, place: int) -> Array:
    """The array with an element replaced; `held` tells whether it may be changed in place."""
    number = t.builder.values[value] if type(value) is int else value
    if x.constant and type(value) is float:
        return Array(_changed(x, held, key, number))
    base = node_of(t, x, False)
    buffer = _changed(x, held, key, number)
    constant = t.builder.constant
    nodes = (node_of(t, value, False), base, *[constant(float(k)) for k in key])
    return _stored(t, _code(t, STORE_ELEMENT, len(nodes), buffer.shape), nodes, buffer, place)


def _code(t: Tracer, operation: Operation, count: int, shape: Shape) -> int:
    """The code of an operation on an element of arrays of a shape."""
    return t.builder.code(operation, count, (shape,), True)


def _stored(t: Tracer, code: int, nodes: tuple[int, ...], buffer: Any, place: int) -> Array:
    """The array after an update; the graph keeps no value of it that no rule reads."""
    kept = buffer.copy() if t.keep else None
    return Array(buffer, t.builder.given(code, nodes, kept, place, buffer.shape))


def _check_fit(t: Tracer, shape: Shape, part: Shape, place: int) -> None:
    """Raises where a value of a shape does not fit into a part of an array."""
    if shape != part and not _fits(shape, part):
        message = f"a value of shape {shape_text(shape)} does not fit into {shape_text(part)}"
        raise AdError("shape", message, t.syntax.span(place))


def _held(registers: list[Any], register: int) -> int:
    """How many references there are to what a register holds."""
    x = registers[register]
    return getrefcount(x)


HELD_ONCE = _held([Array(np.zeros(0))], 0)  # by a register alone, as this interpreter counts


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
