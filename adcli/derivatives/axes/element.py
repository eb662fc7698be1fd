"""One element of an input."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from adcli.lazy import np

Key = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Element:
    """One scalar of an input or an output: its label, its node and its place in the node's array."""

    label: str
    node: int
    key: Key = ()

    def of(self, number: Any) -> Any:
        """This element of a tangent or adjoint of the node."""
        return float(number[self.key]) if self.key and number is not None else number

    def seed(self, shape: tuple[int, ...]) -> Any:
        """The unit vector of this element, in the shape of the node: absent in all others."""
        unit = self.unit(shape)
        if not shape:
            return unit
        from adcli.operations.arrays.absent import Masked

        return Masked(unit, unit != 0)

    def unit(self, shape: tuple[int, ...]) -> Any:
        """1, or 1 in this element of an array and 0 in the others."""
        if not shape:
            return 1.0
        unit = np.zeros(shape)
        unit[self.key] = 1.0
        return unit
