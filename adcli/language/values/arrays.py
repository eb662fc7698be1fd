"""Arrays in the tracer: values with a node, and operations on them.

An array is one node of the graph. Its value lives with the `Array` that a register holds; the
graph keeps it (the array is *pinned*) only where a rule will read it, so that linear work, such as
element writes in a loop, leaves no copies behind.
"""

from __future__ import annotations

import re
from functools import cache
from math import isfinite
from typing import TYPE_CHECKING, Any

from adcli.language.grammar.tree import operator_span
from adcli.language.state.faults import element_detail
from adcli.language.state.registers import Array, Mask, Shape, is_constant, shape_of, shape_text
from adcli.language.state.run import check_size
from adcli.lazy import np
from adcli.operations import TABLE, Form, Operation
from adcli.operations.rules.onarrays import ARRAYS
from adcli.operations.rules.onarrays import value as on_arrays
from adcli.operations.rules.texts import python_of
from adcli.text.errors import AdError

if TYPE_CHECKING:
    from adcli.language.state.run import Run


FEW = 8  # elements that are looked at one by one


def node_of(t: Run, x: Any, read: bool) -> int:
    """The node of a number; `read` tells that a rule will read its value."""
    if type(x) is int:
        return x
    if not isinstance(x, Array):
        return t.builder.constant(float(x))
    if x.node is None:
        x.node = t.builder.constant(x.value)
        x.pinned = True
    if (read or t.keep) and not x.pinned:
        t.builder.values[x.node] = x.value
        x.pinned = True
    return x.node


def value_of(t: Run, x: Any) -> Any:
    """The value of a number at the point."""
    return x.value if isinstance(x, Array) else t.value_of(x)


# applying operations


def apply(t: Run, name: str, *arguments: Any, attributes: tuple[Any, ...] = (), place: int) -> Any:
    """A linear or bilinear operation, or one of matrices, on numbers."""
    operation = TABLE[name]
    values = [value_of(t, x) for x in arguments]
    try:
        value = on_arrays(operation, attributes, *values)
    except np.linalg.LinAlgError:
        raise AdError(
            "domain", f"{operation.spellings[0]}: the matrix is singular", t.syntax.span(place)
        ) from None
    return record(t, operation, arguments, attributes, _checked(t, operation, values, value, place), place)


def record(
    t: Run, operation: Operation, arguments: Any, attributes: tuple[Any, ...], value: Any, place: int
) -> Any:
    """The result of an operation as a number; a node unless it is constant."""
    is_array, builder = isinstance(value, np.ndarray), t.builder
    for x in arguments:
        if type(x) is int or not is_constant(x) or t.exact:
            break
    else:
        return Array(value) if is_array else float(value)
    reads, result_too = reads_of(operation, len(arguments))
    nodes = tuple([node_of(t, x, k in reads) for k, x in enumerate(arguments)])
    code = builder.code(operation, len(nodes), attributes, True)
    keep = result_too or t.keep or not is_array
    node = builder.given(code, nodes, value if keep else None, place, value.shape if is_array else ())
    if not is_array:
        return node
    kept = builder.values[node]
    if kept is not None:
        return Array(kept, node, True)
    if keep:
        t.budget.keep_array(value.size, t.syntax.span(place))
        t.builder.values[node] = value
    return Array(value, node, keep)


@cache
def reads_of(operation: Operation, count: int) -> tuple[frozenset[int], bool]:
    """The positions of the arguments whose values the rules read, and whether they read the result."""
    if operation.tensor:
        tail = len(operation.arguments) - 1
        positions = {
            k for k in range(count) if (min(k, tail) if operation.variadic else k) in operation.reads
        }
        return frozenset(positions), operation.form is Form.WHOLE
    texts = [text for text in operation.partials if text]
    for passing in operation.passes:
        if passing is not None:
            texts += [passing.where, passing.weight]
    words = set(re.findall(r"[A-Za-z_]\w*", " ".join(texts)))
    if operation.variadic or operation.split:
        return frozenset(range(count)), True
    return frozenset(k for k, name in enumerate(operation.arguments) if name in words), "y" in words


def _checked(t: Run, operation: Operation, values: Any, value: Any, place: int) -> Any:
    """The value, if it is one: outside the domain of a function there is none."""
    if t.follows or _all_finite(value):
        return value
    bad = ~np.isfinite(value) & _where(t, np.shape(value))
    if not np.any(bad):
        return value
    _raise_fault(t, operation, values, bad, place)
    if np.any(np.isnan(value) & bad):
        from_nan = any(np.any(np.isnan(v)) for v in values)
        raise t.undefined_at(place, "an operand is nan" if from_nan else "")
    if all(np.all(np.isfinite(v)) for v in values):
        t.overflows.append(place)
    return value


def _all_finite(value: Any) -> bool:
    """Whether a number is finite, in all elements; of a few, in a quarter of NumPy's time."""
    if not isinstance(value, np.ndarray):
        return isfinite(value)
    if value.size <= FEW and value.ndim == 1:
        return all(map(isfinite, value.tolist()))
    return bool(np.isfinite(value).all())


def _where(t: Run, shape: Shape) -> Any:
    """The elements that count: those that a `where` around the operation has chosen."""
    mask = t.selections.mask
    if mask is None:
        return True
    try:
        return np.broadcast_to(mask, shape)
    except ValueError:  # they do not speak of the same elements
        return True


def _raise_fault(t: Run, operation: Operation, values: Any, bad: Any, place: int) -> None:
    if operation.tensor:
        return
    parameters = ", ".join(operation.names(len(values)))
    for condition, message, *hint in operation.faults:
        with np.errstate(all="ignore"):
            wrong = ARRAYS.compiled(parameters, python_of(condition))(*values) & bad
        if np.any(wrong):
            index = tuple(int(k) for k in np.argwhere(np.atleast_1d(wrong))[0])
            detail = element_detail(t, place, values, index, np.shape(bad))
            raise AdError("domain", message, t.syntax.span(place), hint="".join(hint), detail=detail)


def elementwise(t: Run, operation: Operation, arguments: Any, place: int, spare: Any = None) -> Any:
    """An operation on each element, by NumPy's broadcasting, which becomes explicit in the graph.

    `spare` as in `structures.nary`.
    """
    shape = common_shape(t, arguments, place)
    values = [value_of(t, x) for x in arguments]
    if arguments[0] is spare and _is_free(t, spare, shape) and operation.lean is not None:
        with np.errstate(all="ignore"):
            value = operation.lean(*values)
        del values[0]  # it is the result's now
    else:
        value = on_arrays(operation, (), *values)
    if type(value) is not np.ndarray or value.dtype != float:
        value = np.asarray(value, dtype=float)
    value = _checked(t, operation, values, value, place)
    if operation.variadic and len(arguments) > 1 and value.shape != shape:
        value = np.broadcast_to(value, shape).copy()
    for x in arguments:
        if type(x) is int or (isinstance(x, Array) and x.value.shape != shape):
            if t.exact or not all(map(is_constant, arguments)):
                arguments = [broadcast(t, x, shape, place) for x in arguments]
            break
    return record(t, operation, arguments, (), value, place)


def _is_free(t: Run, x: Any, shape: Shape) -> bool:
    """Whether a result of this shape may take the memory of an array that nothing else holds."""
    return isinstance(x, Array) and x.owned and x.node is not None and x.shape == shape and not t.keep


def broadcast(t: Run, x: Any, shape: Shape, place: int) -> Any:
    """A number repeated to a shape; a constant scalar may stay as it is."""
    old = shape_of(x)
    if old == shape or (not old and is_constant(x)):
        return x
    value = repeated(value_of(t, x), shape)
    return record(t, TABLE["broadcast"], (x,), (shape, old), value, place)


def repeated(value: Any, shape: Shape) -> Any:
    """A value in a larger shape, as a view: what repeats takes no memory."""
    if type(value) is float:  # the common case, in a tenth of NumPy's time
        return np.ndarray(shape, float, np.float64(value), strides=(0,) * len(shape))
    return np.broadcast_to(value, shape)


def common_shape(t: Run, arguments: Any, place: int) -> Shape:
    """The shape that the arguments' shapes broadcast to."""
    shapes = [x.value.shape if isinstance(x, Array) else () for x in arguments]
    shape = shapes[0] or shapes[-1]
    for other in shapes:
        if other and other != shape:
            break
    else:  # the common case
        if shape:
            return shape  # type: ignore[no-any-return]
    try:
        shape = np.broadcast_shapes(*shapes)
    except ValueError:
        told = " and ".join(map(shape_text, dict.fromkeys(s for s in shapes if s)))
        span = operator_span(t.syntax, place)
        raise AdError("shape", f"shapes {told} do not fit together", span) from None
    if shape not in shapes:
        check_size(t, shape, place)
    return shape


def array_of(t: Run, items: list[Any], place: int) -> Any:
    """The array of a list's items: scalars, or arrays of one shape."""
    shapes = {shape_of(x) for x in items}
    if len(shapes) > 1:
        told = " and ".join(map(shape_text, sorted(shapes)))
        raise AdError("shape", f"the items of a list have one shape, not {told}", t.syntax.span(place))
    shape = (len(items), *(shapes.pop() if shapes else ()))
    check_size(t, shape, place)
    if all(map(is_constant, items)):
        return Array(np.array([value_of(t, x) for x in items], dtype=float).reshape(shape))
    return apply(t, "stack", *items, attributes=(shape,), place=place)


def compare(t: Run, operation: str, x: Any, y: Any, place: int) -> Any:
    """The mask of a comparison, as an array of 0 and 1; it selects, and leaves a guard that says so."""
    from adcli.language.state.guards import COMPARISONS, Guard

    common_shape(t, (x, y), place)
    a, b = t.array_sides(x, y)
    mask = np.asarray(COMPARISONS[operation](a, b))
    if is_constant(x) and is_constant(y):
        return Mask(mask)
    left, right = (node_of(t, v, False) if isinstance(v, Array) else v for v in (x, y))
    if not (type(left) is type(right) and left == right):  # a node equals itself
        with np.errstate(invalid="ignore"):
            margin = float(np.min(np.abs(a - b), initial=np.inf))
        t.guards.append(Guard(operation, left, right, mask, margin, place, True, len(t.builder.nodes)))
        return Mask(mask, (len(t.guards) - 1,))
    return Mask(mask)


def spread(t: Run, mask: Any, x: Any, place: int) -> Any:
    """A number in the shape that it has beside a mask."""
    shape = common_shape(t, (Array(mask), x), place)
    if shape_of(x) == shape:
        return x
    if is_constant(x):
        return Array(np.array(np.broadcast_to(value_of(t, x), shape)))
    return broadcast(t, x, shape, place)
