"""The shape of arrays: axes, and functions that move elements and compute nothing.

Each function gets the tracer, the positional values, the named ones and the place of the call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adcli.language.state.registers import Range, is_scalar
from adcli.language.state.run import Named, check_size
from adcli.language.values import elements, general
from adcli.text.errors import AdError

if TYPE_CHECKING:
    from adcli.language.state.run import Run


def axis_of(t: Run, named: Named, dimensions: int, place: int) -> int | None:
    """The value of `axis=`, counted from the front; None where it is left out."""
    if "axis" not in named:
        return None
    axis = general.whole(t, named["axis"], place)
    if not -dimensions <= axis < dimensions:
        message = f"axis {axis} of an array with {dimensions} ax{'is' if dimensions == 1 else 'es'}"
        raise AdError("shape", message, t.syntax.span(place))
    return axis % dimensions


def reshape(t: Run, values: list[Any], named: Named, place: int) -> Any:
    """The elements in row-major order in another shape, of which one length may be -1."""
    from adcli.language.state.registers import shape_text

    x = general.array(t, values[0], place)
    sizes = elements.shape_argument(t, values[1:], place)
    known = 1
    for size in sizes:
        known *= 1 if size == -1 else size
    if sizes.count(-1) == 1 and known and x.value.size % known == 0:
        sizes = tuple(x.value.size // known if size == -1 else size for size in sizes)
        known = x.value.size
    if known != x.value.size or -1 in sizes:
        message = f"{x.value.size} elements of shape {shape_text(x.shape)} do not fill {shape_text(sizes)}"
        raise AdError("shape", message, t.syntax.span(place))
    return reshaped(t, x, sizes, place)


def reshaped(t: Run, x: Any, shape: tuple[int, ...], place: int) -> Any:
    """The same for a shape that is known to fit."""
    from adcli.language.values import arrays

    if x.shape == shape:
        return x
    return arrays.apply(t, "reshape", x, attributes=(shape, x.shape), place=place)


def transpose(t: Run, values: list[Any], named: Named, place: int) -> Any:
    """The axes in reverse order."""
    from adcli.language.values import arrays

    x = general.array(t, values[0], place)
    axes = tuple(reversed(range(x.value.ndim)))
    if x.value.ndim < 2:
        return x
    return arrays.apply(t, "transpose", x, attributes=(axes, axes), place=place)


def concat(t: Run, values: list[Any], named: Named, place: int) -> Any:
    """Arrays one after the other, along `axis=` (0)."""
    from adcli.language.state.registers import shape_text

    parts = [general.array(t, x, place) for x in _listed(t, values, place)]
    axis = axis_of(t, named, parts[0].value.ndim, place) or 0
    shapes = {(*x.shape[:axis], *x.shape[axis + 1 :]) for x in parts if x.value.ndim == parts[0].value.ndim}
    if len(shapes) != 1 or any(x.value.ndim != parts[0].value.ndim for x in parts):
        told = " and ".join(shape_text(x.shape) for x in parts)
        raise AdError("shape", f"concat: shapes {told} do not fit", t.syntax.span(place))
    return concatenated(t, parts, axis, place)


def concatenated(t: Run, parts: list[Any], axis: int, place: int) -> Any:
    """The same for arrays that are known to fit."""
    from adcli.language.values import arrays

    sizes = tuple(x.shape[axis] for x in parts)
    shape = (*parts[0].shape[:axis], sum(sizes), *parts[0].shape[axis + 1 :])
    check_size(t, shape, place)
    return arrays.apply(t, "concat", *parts, attributes=(axis, sizes, shape), place=place)


def stack(t: Run, values: list[Any], named: Named, place: int) -> Any:
    """Arrays of one shape along a new axis, `axis=` (0)."""
    from adcli.language.values import arrays

    whole = arrays.array_of(
        t, [general.number(t, x, place, arrays_too=True) for x in _listed(t, values, place)], place
    )
    axis = axis_of(t, named, whole.value.ndim, place) or 0
    if not axis:
        return whole
    axes = (*range(1, axis + 1), 0, *range(axis + 1, whole.value.ndim))
    back = tuple(axes.index(k) for k in range(len(axes)))
    return arrays.apply(t, "transpose", whole, attributes=(axes, back), place=place)


def _listed(t: Run, values: list[Any], place: int) -> list[Any]:
    """The arrays of `concat(a, b)`, or of one list of them, as NumPy has it: `concat([a, b])`."""
    if len(values) == 1 and not isinstance(values[0], (float, int, Range)):
        items = list(elements.items(t, values[0], place))
        if items and not any(map(is_scalar, items)):
            return items
    return values
