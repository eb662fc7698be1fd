"""Kinds of numbers that carry more than a value, and compare by it alone."""

from __future__ import annotations

from typing import Any


class ByValue:
    """Compares by `value`, with plain numbers too: that decides the side of a selection."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]
    __array_ufunc__ = None  # so that an array to the left asks us

    value: Any

    def __eq__(self, other: object) -> Any:
        return self.value == value_of(other)

    def __ne__(self, other: object) -> Any:
        return self.value != value_of(other)

    def __lt__(self, other: Any) -> Any:
        return self.value < value_of(other)

    def __le__(self, other: Any) -> Any:
        return self.value <= value_of(other)

    def __gt__(self, other: Any) -> Any:
        return self.value > value_of(other)

    def __ge__(self, other: Any) -> Any:
        return self.value >= value_of(other)


def value_of(number: Any) -> Any:
    """The value of such a number; a plain one is its own."""
    return number.value if isinstance(number, ByValue) else number
