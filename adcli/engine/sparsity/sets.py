"""Sets of columns, shared: equal ones are one and the same small number, and a union is made once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

NARROW = 1024  # columns up to which a set is the bits of a whole number
BUDGET = 1 << 28  # bytes that all sets may take; beyond, the pattern counts as full


class TooFull(Exception):
    """The sets take more memory than a pattern is worth."""


class Sets:
    """Sets of columns, each known by a number; 0 is the empty one.

    Small ones are frozensets, large ones the bits of a whole number.
    """

    def __init__(self, columns: int) -> None:
        self.members: list[Any] = [frozenset() if columns > NARROW else 0]
        self.unions: dict[tuple[int, int], int] = {}
        self._numbers: dict[Any, int] = {self.members[0]: 0}
        self._largest = 64 + columns // 256 if columns > NARROW else 0  # of frozensets
        self._bytes = 0

    def single(self, column: int) -> int:
        """The set of one column."""
        return self._number(frozenset((column,)) if self._largest else 1 << column)

    def union(self, a: int, b: int) -> int:
        """The union of two sets."""
        if a == b or not b:
            return a
        if not a:
            return b
        key = (a, b) if a < b else (b, a)
        found = self.unions.get(key)
        if found is None:
            found = self.unions[key] = self._number(self._joined(self.members[a], self.members[b]))
        return found

    def union_of_all(self, numbers: Iterable[int]) -> int:
        """The union of several sets."""
        total = 0
        for number in numbers:
            total = self.union(total, number)
        return total

    def columns(self, number: int) -> tuple[int, ...]:
        """The columns of a set, in ascending order."""
        members = self.members[number]
        return tuple(sorted(members)) if isinstance(members, frozenset) else tuple(_ones(members))

    def _joined(self, a: Any, b: Any) -> Any:
        if type(a) is type(b):
            both = a | b
            return both if type(both) is int or len(both) <= self._largest else _bits(both)
        return (a if type(a) is int else _bits(a)) | (b if type(b) is int else _bits(b))

    def _number(self, members: Any) -> int:
        number = self._numbers.get(members)
        if number is None:
            number = self._numbers[members] = len(self.members)
            self.members.append(members)
            self._bytes += members.bit_length() // 8 if type(members) is int else 64 * len(members)
            if self._bytes > BUDGET:
                raise TooFull
        return number


def _bits(columns: Iterable[int]) -> int:
    bits = bytearray(max(columns) // 8 + 1)
    for column in columns:
        bits[column // 8] |= 1 << column % 8
    return int.from_bytes(bits, "little")


def _ones(bits: int) -> list[int]:
    text = bin(bits)[:1:-1]
    found, at = [], text.find("1")
    while at >= 0:
        found.append(at)
        at = text.find("1", at + 1)
    return found
