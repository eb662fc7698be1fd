"""What registers hold besides floats and nodes of scalars: bools, tuples, ranges, functions, arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from adcli.language.compiling.instructions import Builtin, Code
from adcli.lazy import np


class Items:
    """A sequence whose items are made, or read, as they are asked for: to count them reads none."""

    __slots__ = ()

    def __len__(self) -> int:
        raise NotImplementedError

    def __getitem__(self, key: int) -> Any:
        raise NotImplementedError

    if TYPE_CHECKING:  # Python's own iterator, by position, which a stretch can begin anew

        def __iter__(self) -> Iterator[Any]: ...


class Range(Items):
    """The numbers of `range(a, b, step)`."""

    __slots__ = ("numbers",)

    def __init__(self, *bounds: int) -> None:
        self.numbers = range(*bounds)

    def __iter__(self) -> Iterator[float]:
        return map(float, self.numbers)

    def __len__(self) -> int:
        return len(self.numbers)

    def __getitem__(self, key: int) -> float:
        return float(self.numbers[key])

    def array(self) -> Array:
        """All of them."""

        bounds = self.numbers
        return Array(np.arange(bounds.start, bounds.stop, bounds.step, dtype=float))


class Zipped(Items):
    """Items side by side, as far as the shortest goes."""

    __slots__ = ("parts",)

    def __init__(self, parts: Sequence[Any]) -> None:
        self.parts = list(parts)

    def __len__(self) -> int:
        return min(map(len, self.parts))

    def __getitem__(self, key: int) -> tuple[Any, ...]:
        if key >= len(self):
            raise IndexError
        return tuple(part[key] for part in self.parts)


def is_scalar(x: Any) -> bool:
    """A float, a node of a scalar, or a bool."""
    return isinstance(x, (float, int))


def is_array(x: Any) -> bool:
    """An array. (`language.arrays`, and NumPy with it, is imported when there is one.)"""
    return hasattr(x, "pinned")


def constant(value: Any) -> Any:
    """A number of Python or NumPy as a constant in a register."""
    if isinstance(value, (int, float)):
        return float(value)

    return Array(value)


def plain_value(value: Any) -> Any:
    """The value of an input: a float, or an array that the run does not write to."""
    if is_array(value):
        return value.value.copy()
    if isinstance(value, (bool, int, float)):
        return float(value)
    array = np.asarray(value, dtype=float).view()
    array.flags.writeable = False
    return array if array.ndim else float(array)


def with_node(value: Any, node: int) -> Array:
    """The array of an input."""

    return Array(value, node, True)


def kind_of(x: Any) -> str:
    """What a value is, in the user's words."""
    if x is None:
        return "a name without a value"
    if isinstance(x, (tuple, Zipped)):
        return f"a group of {len(x)} values"
    if isinstance(x, (Closure, Builtin)):
        return "a function"
    if is_array(x):
        return f"an array of shape {shape_text(x.shape)}"
    return "a list"


Shape = tuple[int, ...]


class Array:
    """An array: its value now, and its node (a constant has one once an operation needs it)."""

    __slots__ = ("constant", "node", "pinned", "value")

    def __init__(self, value: Any, node: int | None = None, pinned: bool = False) -> None:
        self.value = value
        self.node = node
        self.pinned = pinned
        self.constant = node is None

    @property
    def shape(self) -> Shape:
        return self.value.shape  # type: ignore[no-any-return]

    @property
    def owned(self) -> bool:
        """Whether the memory is its own: not the graph's, not another array's, not the caller's."""
        return not self.pinned and self.value.base is None and bool(self.value.flags.writeable)


class Mask(Array):
    """The outcome of a comparison, as an array of 0 and 1, with the positions of the guards behind it."""

    __slots__ = ("guards",)

    def __init__(self, mask: Any, guards: tuple[int, ...] = ()) -> None:
        super().__init__(mask.astype(float))
        self.guards = guards


def is_constant(x: Any) -> bool:
    """Whether no input is behind a number."""
    return x.constant if isinstance(x, Array) else type(x) is not int


def shape_of(x: Any) -> Shape:
    """The shape of a number."""
    return x.shape if isinstance(x, Array) else ()


def shape_text(shape: Shape) -> str:
    """A shape as the user writes it: [3], [2, 2]."""
    return f"[{', '.join(map(str, shape))}]"


@dataclass(slots=True)
class Frame:
    """A call that is under way; `result` is the caller's register for its value."""

    code: Code
    at: int
    registers: list[Any]
    result: int


@dataclass(slots=True)
class Closure:
    """A function of the program, with the registers around it and the values of its defaults."""

    code: Code
    outside: list[Any]
    defaults: tuple[Any, ...]
