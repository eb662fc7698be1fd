"""What stands in the brackets of `x[…]`, as a key: see `operations.arrayvalues`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adcli.language.state.registers import Items, is_array, is_scalar, kind_of
from adcli.language.values import elements, general
from adcli.language.values.elements import outside
from adcli.text.errors import AdError

if TYPE_CHECKING:
    from adcli.language.state.registers import Array
    from adcli.language.state.run import Run


def subscript(t: Run, x: Any, subscripts: list[Any], place: int) -> Any:
    """x[…] of an array, a group or a range."""
    if is_array(x):
        from adcli.language.values.elements import read

        return read(t, x, key_of(t, subscripts, place, x.shape), place)
    if isinstance(x, (tuple, list, Items)) and len(subscripts) == 1:
        group = elements.items(t, x, place)
        (key,) = key_of(t, subscripts, place, (len(group),))
        if isinstance(key, int):
            if not -len(group) <= key < len(group):
                raise outside(t, key, len(group), place)
            return group[key % len(group)]
        return subscript(t, general.array(t, x, place), subscripts, place)
    what = "a number" if is_scalar(x) else kind_of(x)
    raise AdError("shape", f"{what} has no elements to index", t.syntax.span(place))


def element_key(x: Array, registers: list[Any], subscripts: tuple[int, ...]) -> tuple[int, ...] | None:
    """The key of one element, counted from the front: the common case, where all subscripts are constants.

    None where some are not, or are out of range, or too few: then `key_of` tells the rest.
    """
    shape = x.value.shape
    if len(subscripts) != len(shape):
        return None
    key = []
    for register, size in zip(subscripts, shape, strict=True):
        part = registers[register]
        if type(part) is not float or not -size <= part < size:
            return None
        index = int(part)
        if index != part:
            return None
        key.append(index if index >= 0 else index + size)
    return tuple(key)


def key_of(t: Run, subscripts: list[Any], place: int, shape: tuple[int, ...] = ()) -> tuple[Any, ...]:
    """Subscripts as a key: whole numbers, slices, lists of whole numbers, and masks."""
    found: list[Any] = []
    for part in subscripts:
        if type(part) is float and part.is_integer() and abs(part) < general.LARGEST_WHOLE:
            found.append(int(part))
            continue
        if hasattr(part, "guards"):
            found += _chosen(t, part, shape[len(found) :], place)
            continue
        if isinstance(part, slice):
            ends = (
                None if e is None else general.whole(t, e, place) for e in (part.start, part.stop, part.step)
            )
            found.append(("slice", *ends))
            if found[-1][3] == 0:
                raise AdError("shape", "a slice with step 0", t.syntax.span(place))
        elif is_array(part) or isinstance(part, (tuple, Items)):
            found.append(tuple(general.whole(t, k, place) for k in elements.items(t, part, place)))
        else:
            found.append(general.whole(t, part, place))
    return tuple(found)


def _chosen(t: Run, mask: Any, shape: tuple[int, ...], place: int) -> list[tuple[int, ...]]:
    """The indices at which a mask holds; which ones they are decides the shape of what is read."""
    from adcli.language.state.registers import shape_text

    if mask.shape != shape[: mask.value.ndim]:
        message = f"a mask of shape {shape_text(mask.shape)} for an array of shape {shape_text(shape)}"
        raise AdError("shape", message, t.syntax.span(place))
    from adcli.language.values.comparisons import decide

    decide(t, mask.guards)
    return [tuple(axis.tolist()) for axis in mask.value.nonzero()]
