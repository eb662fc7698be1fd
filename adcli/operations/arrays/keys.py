"""Keys and shapes: what an index of the language says to NumPy, and plain numbers from it."""

from __future__ import annotations

from typing import Any

from adcli.lazy import np

ALL = ("slice", None, None, None)


Key = tuple[Any, ...]


Shape = tuple[int, ...]


def numpy_key(key: Key) -> Any:
    """The key as NumPy takes it."""
    return tuple(
        slice(*part[1:]) if isinstance(part, tuple) and part[:1] == ("slice",)
        else np.array(part, dtype=int) if isinstance(part, tuple) else part
        for part in key
    )  # fmt: skip


def plain(x: Any) -> Any:
    """An array; one without axes as a float."""
    return x if getattr(x, "ndim", 0) else float(x)


def zeros_like(x: Any) -> Any:
    """Zeros in the shape of a number."""
    shape = shape_of(x)
    return np.zeros(shape) if shape else 0.0


def shape_of(x: Any) -> Shape:
    """The shape of a float, an array or a handle."""
    return tuple(getattr(x, "shape", ()))


def part_shape(key: Key, shape: Shape) -> Shape:
    """The shape of x[key] for an x of a shape."""
    return shape_of(np.broadcast_to(0.0, shape)[numpy_key(key)])
