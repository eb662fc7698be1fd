"""Products of vectors and matrices, and functions of square matrices.

Each function gets the tracer, the positional values, the named ones and the place of the call.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

from adcli.language.functions.reductions import reduction
from adcli.language.functions.shapes import axis_of, reshaped
from adcli.language.grammar.tree import operator_span
from adcli.language.state.run import Function, Named, check_size
from adcli.language.values import general
from adcli.text.errors import AdError

if TYPE_CHECKING:
    from adcli.language.state.run import Run


def matmul(t: Run, values: list[Any], named: Named, place: int) -> Any:
    """U V, of vectors and matrices."""
    from adcli.language.state.registers import shape_text
    from adcli.language.values import arrays

    u, v = (general.array(t, x, place) for x in values)
    left, right = u.value.ndim, v.value.ndim
    if not (1 <= left <= 2 and 1 <= right <= 2) or u.shape[-1] != v.shape[0]:
        told = f"{shape_text(u.shape)} @ {shape_text(v.shape)}"
        message = f"shapes {told} do not fit: the last of the left is not the first of the right"
        raise AdError("shape", message, operator_span(t.syntax, place))
    if left == right == 2:
        check_size(t, (u.shape[0], v.shape[1]), place)
    return arrays.apply(t, "matmul", u, v, attributes=(left, right), place=place)


def of_vectors(operation: str, size: int | None = None) -> Function:
    """A bilinear operation on two vectors, of `size` elements where that is fixed."""

    def product_of(t: Run, values: list[Any], named: Named, place: int) -> Any:
        from adcli.language.state.registers import shape_text
        from adcli.language.values import arrays

        u, v = (general.array(t, x, place) for x in values)
        if u.value.ndim != 1 or v.value.ndim != 1 or (size and (u.shape[0], v.shape[0]) != (size, size)):
            told = f"{shape_text(u.shape)} and {shape_text(v.shape)}"
            message = f"{operation} takes two vectors{f' of {size}' if size else ''}, not {told}"
            raise AdError("shape", message, t.syntax.span(place))
        if operation == "outer":
            check_size(t, u.shape + v.shape, place)
        return arrays.apply(t, operation, u, v, place=place)

    return product_of


def norm(t: Run, values: list[Any], named: Named, place: int) -> Any:
    """√(Σ x²), over all elements or along an axis: a norm for each line of elements along it."""
    from adcli.language.values import arrays, elements

    x = general.array(t, values[0], place)
    axis = axis_of(t, named, x.value.ndim, place)
    if axis is None or x.value.ndim == 1:
        return _norm(t, x, place)
    shape = x.shape[:axis] + x.shape[axis + 1 :]
    line = ("slice", None, None, None)
    keys = ((*key[:axis], line, *key[axis:]) for key in product(*map(range, shape)))
    norms = [_norm(t, elements.read(t, x, key, place), place) for key in keys]
    return reshaped(t, arrays.array_of(t, norms, place), shape, place)


def _norm(t: Run, x: Any, place: int) -> Any:
    from adcli.language.values import arrays

    return arrays.apply(t, "norm", x, attributes=(None, x.shape), place=place)


def of_square_matrix(operation: str) -> Function:
    """An operation on one square matrix."""

    def of_square(t: Run, values: list[Any], named: Named, place: int) -> Any:
        from adcli.language.values import arrays

        return arrays.apply(t, operation, _square_matrix(t, values[0], operation, place), place=place)

    return of_square


def _square_matrix(t: Run, x: Any, name: str, place: int) -> Any:
    from adcli.language.state.registers import shape_text

    x = general.array(t, x, place)
    if x.value.ndim != 2 or x.shape[0] != x.shape[1]:
        raise AdError(
            "shape", f"{name} of a square matrix, not of shape {shape_text(x.shape)}", t.syntax.span(place)
        )
    return x


def solve(t: Run, values: list[Any], named: Named, place: int) -> Any:
    """The x with A x = b, for a vector b or for each column of a matrix."""
    from adcli.language.state.registers import shape_text
    from adcli.language.values import arrays

    a, b = _square_matrix(t, values[0], "solve", place), general.array(t, values[1], place)
    if b.value.ndim not in (1, 2) or b.shape[0] != a.shape[0]:
        told = f"{shape_text(a.shape)} and {shape_text(b.shape)}"
        raise AdError("shape", f"solve: shapes {told} do not fit", t.syntax.span(place))
    return arrays.apply(t, "solve", a, b, attributes=(b.value.ndim,), place=place)


def trace(t: Run, values: list[Any], named: Named, place: int) -> Any:
    """The sum of the diagonal."""
    from adcli.language.values import arrays

    x = _square_matrix(t, values[0], "trace", place)
    return reduction("sum")(t, [arrays.apply(t, "diagonal", x, place=place)], {}, place)


def diag(t: Run, values: list[Any], named: Named, place: int) -> Any:
    """The diagonal matrix of a vector, or the diagonal of a square matrix."""
    from adcli.language.values import arrays

    x = general.array(t, values[0], place)
    if x.value.ndim == 1:
        check_size(t, x.shape + x.shape, place)
        return arrays.apply(t, "diag", x, place=place)
    return arrays.apply(t, "diagonal", _square_matrix(t, x, "diag", place), place=place)
