"""The functions on arrays, ranges and lists, by name.

Each gets the tracer, the positional values, the named ones and the place of the call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from adcli.errors import AdError
from adcli.language import structures
from adcli.operations import TABLE

if TYPE_CHECKING:
    from adcli.language.tracer import Tracer

Named = dict[str, Any]
Function = Callable[["Tracer", list[Any], Named, int], Any]


def call(t: Tracer, name: str, values: list[Any], named: Named, place: int) -> Any:
    """Calls a function by name; raises AdError where the arguments do not suit it."""
    function, least, most, options, *_ = FUNCTIONS[name]
    unknown = next((n for n in named if n not in options), None)
    if unknown is not None or not least <= len(values) <= most:
        raise _misfit(t, name, len(values), unknown, place)
    return function(t, values, named, place)


def _misfit(t: Tracer, name: str, count: int, unknown: str | None, place: int) -> AdError:
    _, least, most, options, *_ = FUNCTIONS[name]
    hint = ""
    if unknown is not None:
        told = ", ".join(options) if options else "none"
        message = f"{name} has no named argument `{unknown}` (it has: {told})"
    else:
        wanted = str(least) if least == most else f"{least} or more" if most >= MANY else f"{least} to {most}"
        message = f"{name} takes {wanted} argument{'' if wanted == '1' else 's'}, got {count}"
        if count == most + 1 and "axis" in options:
            hint = f"name the axis: {name}(x, axis=0)"
    return AdError("syntax", message, t.syntax.span(place), hint=hint)


def _axis(t: Tracer, named: Named, dimensions: int, place: int) -> int | None:
    if "axis" not in named:
        return None
    axis = structures.whole(t, named["axis"], place)
    if not -dimensions <= axis < dimensions:
        message = f"axis {axis} of an array with {dimensions} ax{'is' if dimensions == 1 else 'es'}"
        raise AdError("shape", message, t.syntax.span(place))
    return axis % dimensions


def _reduction(operation: str) -> Function:
    def reduce(t: Tracer, values: list[Any], named: Named, place: int) -> Any:
        from adcli.language import arrays

        x = structures.array(t, values[0], place)
        if not x.value.size:
            if operation == "sum":
                return 0.0
            raise AdError("shape", "an empty array has no such element", t.syntax.span(place))
        attributes = (_axis(t, named, x.value.ndim, place), x.shape)
        return arrays.apply(t, operation, x, attributes=attributes, place=place)

    return reduce


def _scalar_or(operation: str, reduce: Function) -> Function:
    """max, min and logsumexp: of several numbers, elementwise; of one array, a reduction."""

    def either(t: Tracer, values: list[Any], named: Named, place: int) -> Any:
        if len(values) == 1 and not structures.is_scalar(values[0]):
            return reduce(t, values, named, place)
        if named:
            message = f"axis= goes with one array, not with {len(values)} numbers"
            raise AdError("shape", message, t.syntax.span(place))
        if len(values) == 1:
            return structures.number(t, values[0], place)
        return structures.nary(t, t.slot(TABLE[operation], len(values)), tuple(values), place)

    return either


def product(t: Tracer, values: list[Any], named: Named, place: int) -> Any:
    """Π x by halves: as multiplications, it has exact derivatives where elements are 0, too."""
    from adcli.language import arrays, indexing

    x = structures.array(t, values[0], place)
    axis = _axis(t, named, x.value.ndim, place)
    if axis is None:
        x = _reshaped(t, x, (x.value.size,), place)
        axis = 0
    if not x.shape[axis]:
        return 1.0
    while x.shape[axis] > 1:
        half = x.shape[axis] // 2
        parts = [_part(t, x, axis, k, k + half, place) for k in (0, half)]
        rest = _part(t, x, axis, 2 * half, x.shape[axis], place) if x.shape[axis] % 2 else None
        x = arrays.elementwise(t, TABLE["mul"], parts, place)
        if rest is not None:
            x = _concatenated(t, [x, rest], axis, place)
    return indexing.read(t, x, (*[("slice", None, None, None)] * axis, 0), place)


def _part(t: Tracer, x: Any, axis: int, start: int, stop: int, place: int) -> Any:
    from adcli.language import indexing

    return indexing.read(t, x, (*[("slice", None, None, None)] * axis, ("slice", start, stop, None)), place)


def _concatenated(t: Tracer, parts: list[Any], axis: int, place: int) -> Any:
    from adcli.language import arrays

    sizes = tuple(x.shape[axis] for x in parts)
    shape = (*parts[0].shape[:axis], sum(sizes), *parts[0].shape[axis + 1 :])
    structures.check_size(t, shape, place)
    return arrays.apply(t, "concat", *parts, attributes=(axis, sizes, shape), place=place)


def mean(t: Tracer, values: list[Any], named: Named, place: int) -> Any:
    total = _reduction("sum")(t, values, {n: v for n, v in named.items() if n == "axis"}, place)
    x = structures.array(t, values[0], place)
    axis = _axis(t, named, x.value.ndim, place)
    count = x.value.size if axis is None else x.shape[axis]
    if not count:
        raise AdError("domain", "the mean of nothing", t.syntax.span(place))
    return structures.binary(t, t.slot(TABLE["div"], 2), total, float(count), place)


def variance(t: Tracer, values: list[Any], named: Named, place: int) -> Any:
    """Σ (x - mean)²/(n - ddof)."""
    x = structures.array(t, values[0], place)
    axis = _axis(t, named, x.value.ndim, place)
    count = x.value.size if axis is None else x.shape[axis]
    less = structures.whole(t, named["ddof"], place) if "ddof" in named else 0
    if count <= less:
        raise AdError("domain", f"the variance of {count} values with ddof={less}", t.syntax.span(place))
    centre = mean(t, [x], {n: v for n, v in named.items() if n == "axis"}, place)
    if axis is not None and not structures.is_scalar(centre):
        centre = _reshaped(t, centre, (*x.shape[:axis], 1, *x.shape[axis + 1 :]), place)
    off = structures.binary(t, t.slot(TABLE["sub"], 2), x, centre, place)
    square = structures.binary(t, t.slot(TABLE["mul"], 2), off, off, place)
    total = _reduction("sum")(t, [square], {n: v for n, v in named.items() if n == "axis"}, place)
    return structures.binary(t, t.slot(TABLE["div"], 2), total, float(count - less), place)


def deviation(t: Tracer, values: list[Any], named: Named, place: int) -> Any:
    return structures.unary(t, t.slot(TABLE["sqrt"], 1), variance(t, values, named, place), place)


def _reshaped(t: Tracer, x: Any, shape: tuple[int, ...], place: int) -> Any:
    from adcli.language import arrays

    if x.shape == shape:
        return x
    return arrays.apply(t, "reshape", x, attributes=(shape, x.shape), place=place)


def reshape(t: Tracer, values: list[Any], named: Named, place: int) -> Any:
    from adcli.language.arrays import shape_text

    x = structures.array(t, values[0], place)
    sizes = structures.shape_argument(t, values[1:], place)
    known = 1
    for size in sizes:
        known *= 1 if size == -1 else size
    if sizes.count(-1) == 1 and known and x.value.size % known == 0:
        sizes = tuple(x.value.size // known if size == -1 else size for size in sizes)
        known = x.value.size
    if known != x.value.size or -1 in sizes:
        message = f"{x.value.size} elements of shape {shape_text(x.shape)} do not fill {shape_text(sizes)}"
        raise AdError("shape", message, t.syntax.span(place))
    return _reshaped(t, x, sizes, place)


def transpose(t: Tracer, values: list[Any], named: Named, place: int) -> Any:
    from adcli.language import arrays

    x = structures.array(t, values[0], place)
    axes = tuple(reversed(range(x.value.ndim)))
    if x.value.ndim < 2:
        return x
    return arrays.apply(t, "transpose", x, attributes=(axes, axes), place=place)


def matmul(t: Tracer, values: list[Any], named: Named, place: int) -> Any:
    from adcli.language import arrays

    u, v = (structures.array(t, x, place) for x in values)
    left, right = u.value.ndim, v.value.ndim
    if not (1 <= left <= 2 and 1 <= right <= 2) or u.shape[-1] != v.shape[0]:
        told = f"{arrays.shape_text(u.shape)} @ {arrays.shape_text(v.shape)}"
        message = f"shapes {told} do not fit: the last of the left is not the first of the right"
        raise AdError("shape", message, t.syntax.span(place))
    if left == right == 2:
        structures.check_size(t, (u.shape[0], v.shape[1]), place)
    return arrays.apply(t, "matmul", u, v, attributes=(left, right), place=place)


def _of_vectors(operation: str, size: int | None = None) -> Function:
    def product_of(t: Tracer, values: list[Any], named: Named, place: int) -> Any:
        from adcli.language import arrays

        u, v = (structures.array(t, x, place) for x in values)
        if u.value.ndim != 1 or v.value.ndim != 1 or (size and (u.shape[0], v.shape[0]) != (size, size)):
            told = f"{arrays.shape_text(u.shape)} and {arrays.shape_text(v.shape)}"
            message = f"{operation} takes two vectors{f' of {size}' if size else ''}, not {told}"
            raise AdError("shape", message, t.syntax.span(place))
        if operation == "outer":
            structures.check_size(t, u.shape + v.shape, place)
        return arrays.apply(t, operation, u, v, place=place)

    return product_of


def _square(operation: str) -> Function:
    def of_square(t: Tracer, values: list[Any], named: Named, place: int) -> Any:
        from adcli.language import arrays

        return arrays.apply(t, operation, _square_matrix(t, values[0], operation, place), place=place)

    return of_square


def _square_matrix(t: Tracer, x: Any, name: str, place: int) -> Any:
    from adcli.language.arrays import shape_text

    x = structures.array(t, x, place)
    if x.value.ndim != 2 or x.shape[0] != x.shape[1]:
        raise AdError(
            "shape", f"{name} of a square matrix, not of shape {shape_text(x.shape)}", t.syntax.span(place)
        )
    return x


def solve(t: Tracer, values: list[Any], named: Named, place: int) -> Any:
    from adcli.language import arrays

    a, b = _square_matrix(t, values[0], "solve", place), structures.array(t, values[1], place)
    if b.value.ndim not in (1, 2) or b.shape[0] != a.shape[0]:
        told = f"{arrays.shape_text(a.shape)} and {arrays.shape_text(b.shape)}"
        raise AdError("shape", f"solve: shapes {told} do not fit", t.syntax.span(place))
    return arrays.apply(t, "solve", a, b, attributes=(b.value.ndim,), place=place)


def norm(t: Tracer, values: list[Any], named: Named, place: int) -> Any:
    from adcli.language import arrays

    return arrays.apply(t, "norm", structures.array(t, values[0], place), place=place)


def trace(t: Tracer, values: list[Any], named: Named, place: int) -> Any:
    from adcli.language import arrays

    x = _square_matrix(t, values[0], "trace", place)
    return _reduction("sum")(t, [arrays.apply(t, "diagonal", x, place=place)], {}, place)


def diag(t: Tracer, values: list[Any], named: Named, place: int) -> Any:
    from adcli.language import arrays

    x = structures.array(t, values[0], place)
    if x.value.ndim == 1:
        structures.check_size(t, x.shape + x.shape, place)
        return arrays.apply(t, "diag", x, place=place)
    return arrays.apply(t, "diagonal", _square_matrix(t, x, "diag", place), place=place)


def softmax(t: Tracer, values: list[Any], named: Named, place: int) -> Any:
    from adcli.language import arrays

    x = structures.array(t, values[0], place)
    if not x.value.size:
        return x
    return arrays.apply(
        t, "softmax", x, attributes=(_axis(t, named, x.value.ndim, place), x.shape), place=place
    )


def cumsum(t: Tracer, values: list[Any], named: Named, place: int) -> Any:
    from adcli.language import arrays

    x = structures.array(t, values[0], place)
    axis = _axis(t, named, x.value.ndim, place)
    if axis is None:
        x, axis = _reshaped(t, x, (x.value.size,), place), 0
    return arrays.apply(t, "cumsum", x, attributes=(axis, False), place=place)


def _listed(t: Tracer, values: list[Any], place: int) -> list[Any]:
    """The arrays of `concat(a, b)`, or of one list of them, as NumPy has it: `concat([a, b])`."""
    if len(values) == 1 and not isinstance(values[0], (float, int, structures.Range)):
        items = list(structures.items(t, values[0], place))
        if items and not any(map(structures.is_scalar, items)):
            return items
    return values


def concat(t: Tracer, values: list[Any], named: Named, place: int) -> Any:
    from adcli.language.arrays import shape_text

    parts = [structures.array(t, x, place) for x in _listed(t, values, place)]
    axis = _axis(t, named, parts[0].value.ndim, place) or 0
    shapes = {(*x.shape[:axis], *x.shape[axis + 1 :]) for x in parts if x.value.ndim == parts[0].value.ndim}
    if len(shapes) != 1 or any(x.value.ndim != parts[0].value.ndim for x in parts):
        told = " and ".join(shape_text(x.shape) for x in parts)
        raise AdError("shape", f"concat: shapes {told} do not fit", t.syntax.span(place))
    return _concatenated(t, parts, axis, place)


def stack(t: Tracer, values: list[Any], named: Named, place: int) -> Any:
    from adcli.language import arrays

    whole = arrays.array_of(
        t, [structures.number(t, x, place, arrays_too=True) for x in _listed(t, values, place)], place
    )
    axis = _axis(t, named, whole.value.ndim, place) or 0
    if not axis:
        return whole
    axes = (*range(1, axis + 1), 0, *range(axis + 1, whole.value.ndim))
    back = tuple(axes.index(k) for k in range(len(axes)))
    return arrays.apply(t, "transpose", whole, attributes=(axes, back), place=place)


def _filled(value: float) -> Function:
    def filled(t: Tracer, values: list[Any], named: Named, place: int) -> Any:
        import numpy as np

        from adcli.language.arrays import Array

        shape = structures.shape_argument(t, values, place)
        structures.check_size(t, shape, place)
        return Array(np.full(shape, value))

    return filled


def eye(t: Tracer, values: list[Any], named: Named, place: int) -> Any:
    import numpy as np

    from adcli.language.arrays import Array

    (size,) = structures.shape_argument(t, values, place)
    structures.check_size(t, (size, size), place)
    return Array(np.eye(size))


def linspace(t: Tracer, values: list[Any], named: Named, place: int) -> Any:
    """a + (b - a) k/(n - 1), k = 0 … n - 1."""
    import numpy as np

    from adcli.language.arrays import Array

    count = structures.whole(t, values[2], place)
    structures.check_size(t, (count,), place)
    a, b = values[0], values[1]
    if isinstance(a, float) and isinstance(b, float) and not t.exact:
        return Array(np.linspace(a, b, count))
    mul, add, sub, div = (t.slot(TABLE[name], 2) for name in ("mul", "add", "sub", "div"))
    numbers, last = Array(np.arange(count, dtype=float)), float(max(count - 1, 1))
    steps = structures.binary(t, div, numbers, last, place)
    width = structures.binary(t, sub, b, a, place)
    return structures.binary(t, add, a, structures.binary(t, mul, width, steps, place), place)


def range_(t: Tracer, values: list[Any], named: Named, place: int) -> Any:
    bounds = [structures.whole(t, x, place) for x in values]
    if len(bounds) == 3 and not bounds[2]:
        raise AdError("domain", "a range with step 0 never ends", t.syntax.span(place))
    return structures.Range(*bounds)


def length(t: Tracer, values: list[Any], named: Named, place: int) -> Any:
    return float(len(structures.items(t, values[0], place)))


def shape(t: Tracer, values: list[Any], named: Named, place: int) -> Any:
    import numpy as np

    from adcli.language.arrays import Array

    return Array(np.array(structures.array(t, values[0], place).shape, dtype=float))


def enumerate_(t: Tracer, values: list[Any], named: Named, place: int) -> Any:
    items = structures.items(t, values[0], place)
    t.afford(GROUP * len(items), place)
    return tuple((float(k), item) for k, item in enumerate(items))


def zip_(t: Tracer, values: list[Any], named: Named, place: int) -> Any:
    parts = [structures.items(t, x, place) for x in values]
    t.afford(GROUP * min(map(len, parts)), place)
    return tuple(zip(*parts, strict=False))


GROUP = 20  # elements of an array that a group in a list weighs
MANY = 1_000_000


class Entry(NamedTuple):
    """A function, and how it is called.

    `call`, `definition` and `derivative` are for people; they are empty where an operation of the
    same name says it all.
    """

    function: Function
    least: int  # positional arguments
    most: int
    options: tuple[str, ...]  # named arguments
    call: str = ""
    definition: str = ""
    derivative: str = ""


# fmt: off
FUNCTIONS: dict[str, Entry] = {
    "sum": Entry(_reduction("sum"), 1, 1, ("axis",)),
    "prod": Entry(
        product, 1, 1, ("axis",), "prod(x)", "Π x, over all elements or along an axis",
        "dy = Σ dx_k, each times the product of the others",
    ),
    "mean": Entry(mean, 1, 1, ("axis",), "mean(x)", "sum(x)/n", "dy = mean(dx)"),
    "var": Entry(
        variance, 1, 1, ("axis", "ddof"), "var(x)", "Σ (x - mean(x))²/(n - ddof)",
        "dy = 2 Σ (x - mean(x)) dx/(n - ddof)",
    ),
    "std": Entry(
        deviation, 1, 1, ("axis", "ddof"), "std(x)", "sqrt(var(x))",
        "dy = Σ (x - mean(x)) dx/((n - ddof) y)",
    ),
    "max": Entry(_scalar_or("max", _reduction("max_of")), 1, MANY, ("axis",)),
    "min": Entry(_scalar_or("min", _reduction("min_of")), 1, MANY, ("axis",)),
    "logsumexp": Entry(_scalar_or("logsumexp", _reduction("logsumexp_of")), 1, MANY, ("axis",)),
    "softmax": Entry(softmax, 1, 1, ("axis",)),
    "cumsum": Entry(cumsum, 1, 1, ("axis",)),
    "norm": Entry(norm, 1, 1, ()),
    "dot": Entry(matmul, 2, 2, ()),
    "matmul": Entry(matmul, 2, 2, ()),
    "outer": Entry(_of_vectors("outer"), 2, 2, ()),
    "cross": Entry(_of_vectors("cross", 3), 2, 2, ()),
    "transpose": Entry(transpose, 1, 1, ()),
    "reshape": Entry(reshape, 2, MANY, ()),
    "concat": Entry(concat, 1, MANY, ("axis",)),
    "stack": Entry(stack, 1, MANY, ("axis",)),
    "diag": Entry(diag, 1, 1, ()),
    "trace": Entry(trace, 1, 1, (), "trace(x)", "the sum of the diagonal", "dy = trace(dx)"),
    "det": Entry(_square("det"), 1, 1, ()),
    "inv": Entry(_square("inv"), 1, 1, ()),
    "logdet": Entry(_square("logdet"), 1, 1, ()),
    "solve": Entry(solve, 2, 2, ()),
    "zeros": Entry(_filled(0.0), 1, MANY, (), "zeros(n, …)", "an array of 0, of this shape", "0"),
    "ones": Entry(_filled(1.0), 1, MANY, (), "ones(n, …)", "an array of 1, of this shape", "0"),
    "eye": Entry(eye, 1, 1, (), "eye(n)", "the identity matrix", "0"),
    "linspace": Entry(
        linspace, 3, 3, (), "linspace(a, b, n)", "n numbers from a to b, at equal distances",
        "dy = linspace(da, db, n)",
    ),
    "range": Entry(
        range_, 1, 3, (), "range(a, b, step)", "whole numbers from a (0) to below b, by steps (1)",
        "0",
    ),
    "len": Entry(length, 1, 1, (), "len(x)", "the length of the first axis", "0"),
    "shape": Entry(shape, 1, 1, (), "shape(x)", "the lengths of all axes", "0"),
    "enumerate": Entry(
        enumerate_, 1, 1, (), "enumerate(x)", "pairs of a position and an element, for loops",
        "that of the elements",
    ),
    "zip": Entry(
        zip_, 1, MANY, (), "zip(u1, …)", "elements side by side, for loops",
        "that of the elements",
    ),
}
# fmt: on
