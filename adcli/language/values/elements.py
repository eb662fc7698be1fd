"""Reading elements and parts of arrays, and the items of anything that has some."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adcli.language.state.registers import Array, Items, Shape, is_array, is_scalar, kind_of, shape_text
from adcli.language.values.arrays import apply, node_of
from adcli.language.values.general import whole
from adcli.operations import TABLE, Operation
from adcli.operations.arrays.keys import Key
from adcli.text.errors import AdError

if TYPE_CHECKING:
    from adcli.language.state.run import Run


Element = tuple[int, ...]  # the key of one: whole numbers, counted from the front


ELEMENT, STORE_ELEMENT = TABLE["element"], TABLE["store_element"]


def read(t: Run, x: Array, key: Key, place: int) -> Any:
    """x[key]."""
    key = checked_key(t, key, x.shape, place)
    if _is_element(key, x.shape):
        return read_element(t, x, key, place)
    return apply(t, "index", x, attributes=(key, x.shape), place=place)


def read_element(t: Run, x: Array, key: Element, place: int) -> Any:
    """One element. Its indices are constants in the graph, so that all elements share one operation."""
    value: float = x.value.item(key)
    if x.constant:
        return value
    constant = t.builder.constant
    nodes = (node_of(t, x, False), *[constant(float(k)) for k in key])
    return t.builder.given(_code(t, ELEMENT, len(nodes), x.value.shape), nodes, value, place)


def checked_key(t: Run, key: tuple[Any, ...], shape: Shape, place: int) -> tuple[Any, ...]:
    """The key with whole numbers counted from the front; raises where it is out of range."""
    if len(key) > len(shape):
        raise AdError(
            "shape", f"{len(key)} indices for an array of shape {shape_text(shape)}", t.syntax.span(place)
        )
    found: list[Any] = []
    for part, size in zip(key, shape, strict=False):
        for index in (part,) if isinstance(part, int) else part if _is_indices(part) else ():
            if not -size <= index < size:
                raise outside(t, index, size, place)
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


def _code(t: Run, operation: Operation, count: int, shape: Shape) -> int:
    """The code of an operation on an element of arrays of a shape."""
    return t.builder.code(operation, count, (shape,), True)


def outside(t: Run, index: int, size: int, place: int) -> AdError:
    """The error of an index that is out of range."""
    told = f"is outside 0 to {size - 1}" if size else "of an empty array"
    return AdError("shape", f"index {index} {told}", t.syntax.span(place))


def items(t: Run, x: Any, place: int) -> Any:
    """The items of a group, a range, a list or an array (its rows), as a sequence."""
    if isinstance(x, (tuple, list, Items)):
        return x
    if is_array(x):
        return Rows(t, x, place)
    what = "a number" if is_scalar(x) else kind_of(x)
    raise AdError("shape", f"{what} has no items to go through", t.syntax.span(place))


def iterate(t: Run, x: Any, place: int) -> Any:
    """An iterator over the items of a value."""
    return iter(items(t, x, place))


def shape_argument(t: Run, values: list[Any], place: int) -> tuple[int, ...]:
    """A shape, from `zeros(n, m)` or `zeros([n, m])`."""
    if len(values) == 1 and not is_scalar(values[0]):
        values = list(items(t, values[0], place))
    return tuple(whole(t, x, place) for x in values)


class Rows(Items):
    """The elements of a vector, or the rows of an array, as it was when they were asked for."""

    __slots__ = ("place", "tracer", "x")

    def __init__(self, tracer: Run, x: Array, place: int) -> None:
        self.tracer, self.x, self.place = tracer, x, place

    def __len__(self) -> int:
        return self.x.shape[0]

    def __getitem__(self, key: int) -> Any:

        if key >= len(self):
            raise IndexError
        return read(self.tracer, self.x, (key,), self.place)
