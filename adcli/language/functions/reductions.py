"""Sums, products and the like, over all elements of an array or along an axis.

Each function gets the tracer, the positional values, the named ones and the place of the call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adcli.language.functions.shapes import axis_of, concatenated, reshaped
from adcli.language.state.registers import is_scalar
from adcli.language.state.run import Function, Named
from adcli.language.values import general
from adcli.operations import TABLE
from adcli.text.errors import AdError

if TYPE_CHECKING:
    from adcli.language.state.run import Run


def reduction(operation: str) -> Function:
    """The function of one array, or of it along `axis=`, that an operation on arrays is."""

    def reduce(t: Run, values: list[Any], named: Named, place: int) -> Any:
        from adcli.language.values import arrays

        x = general.array(t, values[0], place)
        if not x.value.size:
            if operation == "sum":
                return 0.0
            raise AdError("shape", "an empty array has no such element", t.syntax.span(place))
        attributes = (axis_of(t, named, x.value.ndim, place), x.shape)
        return arrays.apply(t, operation, x, attributes=attributes, place=place)

    return reduce


def numbers_or_array(operation: str) -> Function:
    """max, min and logsumexp: of several numbers, elementwise; of one array, a reduction."""
    reduce = reduction(f"{operation}_of")

    def either(t: Run, values: list[Any], named: Named, place: int) -> Any:
        if len(values) == 1 and not is_scalar(values[0]):
            return reduce(t, values, named, place)
        if named:
            message = f"axis= goes with one array, not with {len(values)} numbers"
            raise AdError("shape", message, t.syntax.span(place))
        if len(values) == 1:
            return general.number(t, values[0], place)
        return general.nary(t, t.slot(TABLE[operation], len(values)), tuple(values), place)

    return either


def product(t: Run, values: list[Any], named: Named, place: int) -> Any:
    """Π x by halves: as multiplications, it has exact derivatives where elements are 0, too."""
    from adcli.language.values import arrays, elements

    x = general.array(t, values[0], place)
    axis = axis_of(t, named, x.value.ndim, place)
    if axis is None:
        x = reshaped(t, x, (x.value.size,), place)
        axis = 0
    if not x.shape[axis]:
        return 1.0
    while x.shape[axis] > 1:
        half = x.shape[axis] // 2
        parts = [_part(t, x, axis, k, k + half, place) for k in (0, half)]
        rest = _part(t, x, axis, 2 * half, x.shape[axis], place) if x.shape[axis] % 2 else None
        x = arrays.elementwise(t, TABLE["mul"], parts, place)
        if rest is not None:
            x = concatenated(t, [x, rest], axis, place)
    return elements.read(t, x, (*[("slice", None, None, None)] * axis, 0), place)


def _part(t: Run, x: Any, axis: int, start: int, stop: int, place: int) -> Any:
    from adcli.language.values import elements

    return elements.read(t, x, (*[("slice", None, None, None)] * axis, ("slice", start, stop, None)), place)


def mean(t: Run, values: list[Any], named: Named, place: int) -> Any:
    """Σ x/n."""
    total = reduction("sum")(t, values, {n: v for n, v in named.items() if n == "axis"}, place)
    x = general.array(t, values[0], place)
    axis = axis_of(t, named, x.value.ndim, place)
    count = x.value.size if axis is None else x.shape[axis]
    if not count:
        raise AdError("domain", "the mean of nothing", t.syntax.span(place))
    return general.binary(t, t.slot(TABLE["div"], 2), total, float(count), place)


def variance(t: Run, values: list[Any], named: Named, place: int) -> Any:
    """Σ (x - mean)²/(n - ddof)."""
    x = general.array(t, values[0], place)
    axis = axis_of(t, named, x.value.ndim, place)
    count = x.value.size if axis is None else x.shape[axis]
    less = general.whole(t, named["ddof"], place) if "ddof" in named else 0
    if count <= less:
        raise AdError("domain", f"the variance of {count} values with ddof={less}", t.syntax.span(place))
    off = general.binary(t, t.slot(TABLE["sub"], 2), x, _centre(t, x, axis, named, place), place)
    square = general.binary(t, t.slot(TABLE["mul"], 2), off, off, place)
    total = reduction("sum")(t, [square], {n: v for n, v in named.items() if n == "axis"}, place)
    return general.binary(t, t.slot(TABLE["div"], 2), total, float(count - less), place)


def _centre(t: Run, x: Any, axis: int | None, named: Named, place: int) -> Any:
    """The mean, from the first element on: of equal elements it is exactly that one."""
    from adcli.language.values import elements

    whole = ("slice", None, None, None)
    key = (0,) * x.value.ndim if axis is None else (*[whole] * axis, ("slice", 0, 1, None))
    first = elements.read(t, x, key, place)
    off = general.binary(t, t.slot(TABLE["sub"], 2), x, first, place)
    centre = mean(t, [off], {n: v for n, v in named.items() if n == "axis"}, place)
    if axis is not None and not is_scalar(centre):
        centre = reshaped(t, centre, (*x.shape[:axis], 1, *x.shape[axis + 1 :]), place)
    return general.binary(t, t.slot(TABLE["add"], 2), first, centre, place)


def deviation(t: Run, values: list[Any], named: Named, place: int) -> Any:
    """The square root of the variance."""
    return general.unary(t, t.slot(TABLE["sqrt"], 1), variance(t, values, named, place), place)


def cumsum(t: Run, values: list[Any], named: Named, place: int) -> Any:
    """Running sums; without `axis=`, of all elements in row-major order."""
    from adcli.language.values import arrays

    x = general.array(t, values[0], place)
    axis = axis_of(t, named, x.value.ndim, place)
    if axis is None:
        x, axis = reshaped(t, x, (x.value.size,), place), 0
    return arrays.apply(t, "cumsum", x, attributes=(axis, False), place=place)


def softmax(t: Run, values: list[Any], named: Named, place: int) -> Any:
    """exp(x)/Σ exp(x)."""
    from adcli.language.values import arrays

    x = general.array(t, values[0], place)
    if not x.value.size:
        return x
    return arrays.apply(
        t, "softmax", x, attributes=(axis_of(t, named, x.value.ndim, place), x.shape), place=place
    )
