"""Operations that move, gather and add up elements, and the products of matrices and vectors."""

from __future__ import annotations

from typing import Any

from adcli.lazy import np
from adcli.operations.arrays.keys import Key, Shape, numpy_key, plain


def index(x: Any, key: Key, shape: Shape) -> Any:
    """x[key], as a copy."""
    part = x[numpy_key(key)]
    return part.copy() if getattr(part, "ndim", 0) else float(part)


def scatter(x: Any, key: Key, shape: Shape) -> Any:
    """Zeros of a shape with x added at the key; repeated indices add up."""
    return scattered(x, key, shape).dense()


def scattered(x: Any, key: Key, shape: Shape) -> Any:
    """The same, not laid out."""
    from adcli.operations.arrays.absent import Scatter

    return Scatter(numpy_key(key), x, shape)


def sum(x: Any, axis: int | None, shape: Shape) -> Any:
    """Σ x over all elements, or along an axis."""
    return plain(np.sum(x, axis=axis))


def expand(x: Any, axis: int | None, shape: Shape) -> Any:
    """The adjoint of `sum`: x repeated along the axis that was summed."""
    return np.array(np.broadcast_to(x if axis is None else np.expand_dims(x, axis), shape))


def broadcast(x: Any, shape: Shape, old: Shape) -> Any:
    """x repeated to a larger shape, by NumPy's rules."""
    return np.array(np.broadcast_to(x, shape))


def unbroadcast(x: Any, shape: Shape, old: Shape) -> Any:
    """The adjoint of `broadcast`: x summed over what was repeated."""
    extra = np.ndim(x) - len(shape)
    axes = tuple(k for k in range(np.ndim(x)) if k < extra or (shape[k - extra] == 1 != np.shape(x)[k]))
    return plain(np.sum(x, axis=axes).reshape(shape)) if axes else plain(np.array(x))


def reshape(x: Any, shape: Shape, old: Shape) -> Any:
    """The elements in row-major order in another shape."""
    return np.array(x).reshape(shape)


def transpose(x: Any, axes: tuple[int, ...], back: tuple[int, ...]) -> Any:
    """The axes in another order."""
    return np.array(np.transpose(x, axes), order="C")


def transposed(x: Any, axes: tuple[int, ...], back: tuple[int, ...]) -> Any:
    """The same, not laid out."""
    return np.transpose(x, axes)


def cumsum(x: Any, axis: int, back: bool) -> Any:
    """Running sums along an axis, from the end where `back`."""
    return np.flip(np.cumsum(np.flip(x, axis), axis), axis).copy() if back else np.cumsum(x, axis)


def diag(x: Any) -> Any:
    """A diagonal matrix."""
    return np.diag(x)


def diagonal(x: Any) -> Any:
    """The diagonal of a square matrix."""
    return np.diagonal(x).copy()


def mask(x: Any, present: Any) -> Any:
    """x where the mask holds (an attribute that compares by identity), 0 elsewhere."""
    return np.where(present.mask, x, 0.0)


def stack(*items: Any) -> Any:
    """Arrays of one shape, or scalars, along a new first axis; the last argument is the shape."""
    *parts, shape = items
    return np.array(parts, dtype=float).reshape(shape)


def concat(*items: Any) -> Any:
    """Arrays one after the other along an axis."""
    *parts, axis, _, _ = items
    return np.concatenate(parts, axis=axis)


def _position(indices: tuple[Any, ...]) -> tuple[int, ...]:
    return tuple(map(int, indices))


def element(x: Any, *rest: Any) -> Any:
    """x[i, j, …], with whole numbers as arguments; the last argument is the shape of x."""
    return x.item(*map(int, rest[:-1]))


def put(x: Any, *rest: Any) -> Any:
    """The adjoint of `element`: zeros of a shape but for x at i, j, …"""
    return putting(x, *rest).dense()


def putting(x: Any, *rest: Any) -> Any:
    """The same, not laid out."""
    from adcli.operations.arrays.absent import Scatter

    return Scatter(_position(rest[:-1]), x, rest[-1])


def cleared_element(x: Any, *rest: Any) -> Any:
    """x with a 0 at i, j, …"""
    return clear_element(np.array(x), *rest)


def clear_element(x: Any, *rest: Any) -> Any:
    """The same in place."""
    x[_position(rest[:-1])] = 0.0
    return x


def cleared(x: Any, key: Key, shape: Shape) -> Any:
    """x with zeros at the key."""
    return clear(np.array(x), key, shape)


def clear(x: Any, key: Key, shape: Shape) -> Any:
    """The same in place."""
    x[numpy_key(key)] = 0.0
    return x


def store(v: Any, x: Any, key: Key, shape: Shape, part: Shape) -> Any:
    """x with v at the key."""
    return store_into(v, np.array(x), key, shape, part)


def store_into(v: Any, x: Any, key: Key, shape: Shape, part: Shape) -> Any:
    """The same in place."""
    x[numpy_key(key)] = v
    return x


def store_element(v: Any, x: Any, *rest: Any) -> Any:
    """x with v at i, j, …"""
    return store_element_into(v, np.array(x), *rest)


def store_element_into(v: Any, x: Any, *rest: Any) -> Any:
    """The same in place."""
    x[_position(rest[:-1])] = v
    return x


def matmul(u: Any, v: Any, left: int, right: int) -> Any:
    """U V for matrices and vectors."""
    return plain(np.matmul(u, v))


def scale(u: Any, v: Any) -> Any:
    """A scalar times an array."""
    return u * v


def inner(u: Any, v: Any) -> Any:
    """Σ u v over all elements."""
    return float(np.vdot(u, v))


def outer(u: Any, v: Any) -> Any:
    """u vᵀ."""
    return np.outer(u, v)


def cross(u: Any, v: Any) -> Any:
    """u × v."""
    return np.cross(u, v)
