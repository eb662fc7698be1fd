"""Operations on whole arrays: one node each, whatever the size.

Their attributes hold all that their rules need to know (an axis, a key, the shapes), so that most
of them need no primal value. A rule is given `apply`, which performs an operation on whatever
kind of number the sweep carries, and returns a fresh array, so that a sweep may add into it.

Sources: M. B. Giles, Collected matrix derivative results for forward and reverse mode
algorithmic differentiation (2008), for products, inverse, determinant and solve.
"""

from __future__ import annotations

from typing import Any

from adcli.operations.arrays import keys
from adcli.operations.arrays import moving as values
from adcli.operations.operation import Form, Operation, Rule
from adcli.operations.table import writing

# a rule: (apply, position, number, arguments, y, attributes) -> number


def _same(name: str) -> Rule:
    """The forward rule of a linear operation with one argument: itself."""

    def push(apply: Any, position: int, t: Any, arguments: Any, y: Any, attributes: Any) -> Any:
        return apply(name, t, attributes=attributes)

    return push


def linear(name: str, adjoint: str, turn: Any, **more: Any) -> Operation:
    """A linear operation of one argument; `turn` gives the attributes of its adjoint operation."""

    def pull(apply: Any, position: int, w: Any, arguments: Any, y: Any, attributes: Any) -> Any:
        return apply(adjoint, w, attributes=turn(*attributes))

    function = getattr(values, name)
    return Operation(name, ("x",), function, Form.LINEAR, push=_same(name), pull=pull, **more)


def _swap(a: Any, b: Any) -> tuple[Any, Any]:
    return b, a


def _keep(*attributes: Any) -> tuple[Any, ...]:
    return attributes


def _push_joint(name: str, shape_at: Any, linear: int | None = None) -> Rule:
    """The forward rule of an operation that is linear in its first arguments (None: in all).

    `shape_at(position, *attributes)` is the shape of an argument, whose value may not be kept.
    """

    def push(apply: Any, position: int, t: Any, arguments: Any, y: Any, attributes: Any) -> Any:
        """All tangents at once: t is a list, None where one is absent."""
        parts = [shape_at(k, *attributes) if part is None else part for k, part in enumerate(t[:linear])]
        return apply(name, *parts, fixed=arguments[len(parts) :], attributes=attributes)

    return push


def _stacked(position: int, shape: keys.Shape) -> keys.Shape:
    return shape[1:]


def _concatenated(position: int, axis: int, sizes: Any, shape: keys.Shape) -> keys.Shape:
    return (*shape[:axis], sizes[position], *shape[axis + 1 :])


def _stored(position: int, key: Any, shape: keys.Shape, part: keys.Shape) -> keys.Shape:
    return shape if position else part


def _stored_element(position: int, shape: keys.Shape) -> keys.Shape:
    return shape if position else ()


def _pull_stack(apply: Any, position: int, w: Any, arguments: Any, y: Any, attributes: Any) -> Any:
    key, shape = (position,), attributes[0]
    return apply("index", w, attributes=(key, shape))


def _pull_concat(apply: Any, position: int, w: Any, arguments: Any, y: Any, attributes: Any) -> Any:
    axis, sizes, shape = attributes
    start = sum(sizes[:position])
    key = (*[keys.ALL] * axis, ("slice", start, start + sizes[position], None))
    return apply("index", w, attributes=(key, shape))


def _pull_element(apply: Any, position: int, w: Any, arguments: Any, y: Any, attributes: Any) -> Any:
    return apply("put", w, *arguments[1:], attributes=attributes)


def _push_element(apply: Any, position: int, t: Any, arguments: Any, y: Any, attributes: Any) -> Any:
    return apply("element", t, *arguments[1:], attributes=attributes)


def _pull_put(apply: Any, position: int, w: Any, arguments: Any, y: Any, attributes: Any) -> Any:
    return apply("element", w, *arguments[1:], attributes=attributes)


def _push_put(apply: Any, position: int, t: Any, arguments: Any, y: Any, attributes: Any) -> Any:
    return apply("put", t, *arguments[1:], attributes=attributes)


def _pull_store(apply: Any, position: int, w: Any, arguments: Any, y: Any, attributes: Any) -> Any:
    """value̅ = w[key]; base̅ = w with the slot cleared (position 0 is taken first)."""
    key, shape, stored = attributes
    if position:
        return apply("cleared", w, attributes=(key, shape))
    part = apply("index", w, attributes=(key, shape))
    filled = keys.part_shape(key, shape)
    return part if filled == stored else apply("unbroadcast", part, attributes=(stored, filled))


def _pull_store_element(apply: Any, position: int, w: Any, arguments: Any, y: Any, attributes: Any) -> Any:
    if position == 0:
        return apply("element", w, *arguments[2:], attributes=attributes)
    return apply("cleared_element", w, *arguments[2:], attributes=attributes)


def _push_cleared_element(apply: Any, position: int, t: Any, arguments: Any, y: Any, attributes: Any) -> Any:
    return apply("cleared_element", t, *arguments[1:], attributes=attributes)


def _push_matmul(apply: Any, position: int, t: Any, arguments: Any, y: Any, attributes: Any) -> Any:
    u, v = arguments
    return (
        apply("matmul", t, v, attributes=attributes)
        if position == 0
        else apply("matmul", u, t, attributes=attributes)
    )


def _pull_matmul(apply: Any, position: int, w: Any, arguments: Any, y: Any, attributes: Any) -> Any:
    """U̅ = W Vᵀ, V̅ = Uᵀ W (Giles §2.2.2); vectors are rows to the left and columns to the right."""
    u, v = arguments
    left, right = attributes  # numbers of dimensions
    if left == right == 1:
        return apply("scale", w, v if position == 0 else u)
    if position == 0:
        if right == 1:
            return apply("outer", w, v)
        return (
            apply("matmul", w, transposed(apply, v), attributes=(left, 2))
            if left == 2
            else apply("matmul", v, w, attributes=(2, 1))
        )
    if left == 1:
        return apply("outer", u, w)
    return apply("matmul", transposed(apply, u), w, attributes=(2, right))


def transposed(apply: Any, x: Any) -> Any:
    """Xᵀ of a matrix."""
    return apply("transpose", x, attributes=((1, 0), (1, 0)))


def _push_scale(apply: Any, position: int, t: Any, arguments: Any, y: Any, attributes: Any) -> Any:
    u, v = arguments
    return apply("scale", t, v) if position == 0 else apply("scale", u, t)


def _pull_scale(apply: Any, position: int, w: Any, arguments: Any, y: Any, attributes: Any) -> Any:
    u, v = arguments
    return apply("inner", w, v) if position == 0 else apply("scale", u, w)


def _push_inner(apply: Any, position: int, t: Any, arguments: Any, y: Any, attributes: Any) -> Any:
    return apply("inner", t, arguments[1 - position])


def _pull_inner(apply: Any, position: int, w: Any, arguments: Any, y: Any, attributes: Any) -> Any:
    return apply("scale", w, arguments[1 - position])


def _push_outer(apply: Any, position: int, t: Any, arguments: Any, y: Any, attributes: Any) -> Any:
    u, v = arguments
    return apply("outer", t, v) if position == 0 else apply("outer", u, t)


def _pull_outer(apply: Any, position: int, w: Any, arguments: Any, y: Any, attributes: Any) -> Any:
    u, v = arguments
    return (
        apply("matmul", w, v, attributes=(2, 1))
        if position == 0
        else apply("matmul", u, w, attributes=(1, 2))
    )


def _push_cross(apply: Any, position: int, t: Any, arguments: Any, y: Any, attributes: Any) -> Any:
    u, v = arguments
    return apply("cross", t, v) if position == 0 else apply("cross", u, t)


def _pull_cross(apply: Any, position: int, w: Any, arguments: Any, y: Any, attributes: Any) -> Any:
    """w·(u̇ × v) = u̇·(v × w), w·(u × v̇) = v̇·(w × u)."""
    u, v = arguments
    return apply("cross", v, w) if position == 0 else apply("cross", w, u)


def _bilinear(name: str, push: Rule, pull: Rule, **more: Any) -> Operation:
    return Operation(
        name, ("u", "v"), getattr(values, name), Form.BILINEAR, push=push, pull=pull, reads=(0, 1), **more
    )


# fmt: off
OPERATIONS = (
    linear("index", "scatter", _keep, moves="gather", updates=True, written=writing.index),
    linear("scatter", "index", _keep, moves="scatter", lean=values.scattered),
    linear("sum", "expand", _keep, moves="scatter", written=writing.along("sum"), spellings=("sum",),
           definition="Σ x, over all elements or along an axis"),
    linear("expand", "sum", _keep, moves="gather"),
    linear("broadcast", "unbroadcast", _swap, moves="gather", written=writing.broadcast),
    linear("unbroadcast", "broadcast", _swap, moves="scatter"),
    linear("reshape", "reshape", _swap, moves="gather", written=writing.reshape, spellings=("reshape",),
           definition="the elements in row-major order in another shape"),
    linear("transpose", "transpose", _swap, moves="gather", written=writing.transpose, lean=values.transposed,
           spellings=("transpose",), definition="rows and columns exchanged"),
    linear("cumsum", "cumsum", lambda axis, back: (axis, not back), written=writing.along("cumsum"),
           spellings=("cumsum",), definition="running sums"),
    linear("diag", "diagonal", _keep, moves="gather", spellings=("diag",),
           definition="a vector as a diagonal matrix, a matrix's diagonal"),
    linear("diagonal", "diag", _keep, moves="gather"),
    linear("mask", "mask", _keep, moves="gather"),
    linear("cleared", "cleared", _keep, moves="gather", updates=True, lean=values.clear),
    Operation("stack", ("*u",), values.stack, Form.LINEAR, moves="gather",
              joint=_push_joint("stack", _stacked), pull=_pull_stack, written=writing.stack,
              spellings=("stack",), definition="arrays of one shape along a new first axis"),
    Operation("concat", ("*u",), values.concat, Form.LINEAR, moves="gather",
              joint=_push_joint("concat", _concatenated), pull=_pull_concat,
              spellings=("concat",), definition="arrays one after the other along an axis"),
    Operation("element", ("x", "*i"), values.element, Form.LINEAR, moves="gather", updates=True,
              push=_push_element, pull=_pull_element, reads=(1,), written=writing.element),
    Operation("put", ("x", "*i"), values.put, Form.LINEAR, moves="scatter",
              push=_push_put, pull=_pull_put, reads=(1,), lean=values.putting),
    Operation("cleared_element", ("x", "*i"), values.cleared_element, Form.LINEAR, moves="gather",
              updates=True, push=_push_cleared_element, pull=_push_cleared_element, reads=(1,),
              lean=values.clear_element),
    Operation("store", ("v", "x"), values.store, Form.LINEAR, moves="gather", updates=True,
              joint=_push_joint("store", _stored), pull=_pull_store, lean=values.store_into,
              written=writing.store),
    Operation("store_element", ("v", "x", "*i"), values.store_element, Form.LINEAR, moves="gather",
              updates=True, joint=_push_joint("store_element", _stored_element, 2), pull=_pull_store_element,
              reads=(2,), lean=values.store_element_into, written=writing.store_element),
    _bilinear("matmul", _push_matmul, _pull_matmul, written=writing.matmul, spellings=("matmul", "dot"),
              symbol="{u} @ {v}", definition="the product of matrices and vectors"),
    _bilinear("scale", _push_scale, _pull_scale, moves="along"),
    _bilinear("inner", _push_inner, _pull_inner),
    _bilinear("outer", _push_outer, _pull_outer, spellings=("outer",), definition="u vᵀ"),
    _bilinear("cross", _push_cross, _pull_cross, spellings=("cross",), definition="u × v, of vectors of 3"),
)
# fmt: on
