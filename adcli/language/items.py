"""Sequences whose items are made, or read, as they are asked for: ranges, rows of arrays, `zip`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from adcli.lazy import np

if TYPE_CHECKING:
    from adcli.language.arrays import Array
    from adcli.language.tracer import Tracer


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
        from adcli.language.arrays import Array

        bounds = self.numbers
        return Array(np.arange(bounds.start, bounds.stop, bounds.step, dtype=float))


class Rows(Items):
    """The elements of a vector, or the rows of an array, as it was when they were asked for."""

    __slots__ = ("place", "tracer", "x")

    def __init__(self, tracer: Tracer, x: Array, place: int) -> None:
        self.tracer, self.x, self.place = tracer, x, place

    def __len__(self) -> int:
        return self.x.shape[0]

    def __getitem__(self, key: int) -> Any:
        from adcli.language.indexing import read

        if key >= len(self):
            raise IndexError
        return read(self.tracer, self.x, (key,), self.place)


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
