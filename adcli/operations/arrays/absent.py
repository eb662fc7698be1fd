"""Tangents and adjoints of arrays that are absent in some elements, or not yet laid out.

Absent is not zero (see `engine.sweeps`): a selection passes the derivative on in the elements that
it chose, and in the others there is none, which no infinite partial may turn into 0·∞. `Masked`
is such a derivative. `Scatter` is the adjoint of reading one part of an array: nearly all zeros,
added into what is there instead of being laid out. Both behave as numbers towards the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from adcli.lazy import np
from adcli.operations.arrays.keys import zeros_like
from adcli.operations.operation import Form, Operation


class Parts:
    """A number with parts, such as a value and a tangent: what is said of it holds of each of them."""

    __slots__ = ()

    def each(self, function: Callable[[Any], Any]) -> Any:
        """This with a function applied to all parts."""
        raise NotImplementedError

    def restricted(self, mask: Any) -> Any:
        """This where the mask holds, and absent elsewhere."""
        return self.each(lambda part: restricted(part, mask))


class Masked:
    """Values with the mask of the elements in which they are present (elsewhere they are 0)."""

    __slots__ = ("present", "value")
    __array_ufunc__ = None  # so that an array to the left asks us

    def __init__(self, value: Any, present: Any) -> None:
        self.present = present
        self.value = select(present, value)

    def __mul__(self, other: Any) -> Any:
        return _masked(self.value * other, self.present)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        return _masked(self.value / other, self.present)

    def __neg__(self) -> Masked:
        return Masked(-self.value, self.present)

    def __pos__(self) -> Masked:
        return Masked(+self.value, self.present)

    def __add__(self, other: Any) -> Any:
        if isinstance(other, Masked):
            return Masked(self.value + other.value, self.present | other.present)
        if isinstance(other, Parts):
            return NotImplemented  # a number with parts adds to each
        return self.value + other

    def __radd__(self, other: Any) -> Any:
        return other + self.value


def restricted(number: Any, mask: Any) -> Any:
    """A tangent or adjoint that is present within the mask only."""
    return number if np.all(mask) else _masked(number, mask)


def _masked(number: Any, present: Any) -> Any:
    """A masked number; a masked one is present in both masks, of one with parts each is masked."""
    if isinstance(number, Masked):
        return Masked(number.value, number.present & present)
    return number.restricted(present) if isinstance(number, Parts) else Masked(number, present)


def select(present: Any, value: Any) -> Any:
    """The value where it is present, and 0 elsewhere."""
    if isinstance(value, (np.ndarray, float)):
        return np.where(present, value, 0.0)
    return value.select(present)  # a handle


class Scatter:
    """Zeros of a shape, but for `part` at `key`."""

    __slots__ = ("key", "part", "shape")
    __array_ufunc__ = None

    def __init__(self, key: Any, part: Any, shape: tuple[int, ...]) -> None:
        self.key = key
        self.part = part
        self.shape = shape

    def dense(self) -> Any:
        """The whole array (where indices repeat, their parts add up)."""
        whole = np.zeros(self.shape)
        return self.into(whole)

    def into(self, whole: Any) -> Any:
        """Adds the part to an array that nothing else holds."""
        if type(self.part) is float:  # one element
            whole[self.key] += self.part
        elif isinstance(self.key, tuple) and any(isinstance(k, np.ndarray) for k in self.key):
            np.add.at(whole, self.key, self.part)
        else:
            whole[self.key] += self.part
        return whole

    def __add__(self, other: Any) -> Any:
        return self.dense() + other

    def __radd__(self, other: Any) -> Any:
        if isinstance(other, np.ndarray):
            return self.into(other)
        return dense(other) + self.dense()


def dense(number: Any) -> Any:
    """A tangent or an adjoint as a plain array or float: absent elements are 0."""
    if isinstance(number, Masked):
        return number.value
    return number.each(dense) if isinstance(number, Parts) else laid_out(number)


def laid_out(number: Any) -> Any:
    """A tangent or an adjoint for the rules of elementwise operations, which do not know `Scatter`."""
    if isinstance(number, Scatter):
        return number.dense()
    return number.each(laid_out) if isinstance(number, Parts) else number


def linearly(function: Callable[..., Any], number: Any) -> Any:
    """A linear function of a tangent or an adjoint: an element is present where one it adds up is."""
    if isinstance(number, Masked):
        present = dense(function(number.present.astype(float))) != 0.0
        return _settled(dense(function(number.value)), present)
    return function(dense(number))


def jointly(function: Callable[..., Any], numbers: Sequence[Any]) -> Any:
    """The same for a function of several: a shape stands for an absent tangent."""
    if not any(isinstance(number, (Masked, tuple)) for number in numbers):
        return function(*map(dense, numbers))
    parts, presence = [], []
    for number in numbers:
        if isinstance(number, tuple):
            parts.append(np.zeros(number))
            presence.append(np.zeros(number))
        else:
            parts.append(dense(number))
            ones = number.present.astype(float) if isinstance(number, Masked) else 1.0 + zeros_like(parts[-1])
            presence.append(ones)
    return _settled(function(*parts), function(*presence) != 0.0)


def _settled(value: Any, present: Any) -> Any:
    """A masked array; a scalar is there or it is not."""
    if np.ndim(present) == 0:
        return value if present else None
    return value if np.all(present) else Masked(value, present)


def applied(
    perform: Callable[..., Any],
    operation: Operation,
    numbers: Sequence[Any],
    fixed: tuple[Any, ...],
    attributes: tuple[Any, ...],
) -> Any:
    """A linear or bilinear operation as `perform` does it, on masked numbers too."""

    def on_parts(*parts: Any) -> Any:
        return perform(operation, *parts, *fixed, attributes=attributes)

    if operation.form is not Form.LINEAR:
        return on_parts(*map(dense, numbers))
    if operation.joint is not None:
        return jointly(on_parts, numbers)
    number, *rest = numbers
    return linearly(lambda x: on_parts(x, *rest), number)
