"""The `where`s on arrays that are under way."""

from __future__ import annotations

from typing import Any

from adcli.language.state.registers import Frame
from adcli.lazy import np


class Selections:
    """The `where`s on arrays that are under way, the innermost last.

    stack  per `where`: its frame, its place, its mask, and the mask around it
    mask   the elements that count in what runs now; None: all of them
    """

    def __init__(self) -> None:
        self.stack: list[tuple[Frame, int, Any, Any]] = []
        self.mask: Any = None

    def enter(self, frame: Frame, place: int, mask: Any) -> None:
        """Enters the first side of a `where` on arrays, which counts in the elements of the mask."""
        self.stack.append((frame, place, mask, self.mask))
        self.mask = within(self.mask, mask)

    def is_at(self, frame: Frame, place: int) -> bool:
        """Whether the innermost `where` on arrays is this one."""
        return bool(self.stack) and self.stack[-1][0] is frame and self.stack[-1][1] == place

    def chooses_all(self) -> bool:
        """Whether the innermost `where` on arrays chose its first side everywhere."""
        return bool(self.stack[-1][2].all())

    def chooses_none(self) -> bool:
        """Whether it chose its second side everywhere."""
        return not self.chooses_all() and not self.stack[-1][2].any()

    def turn(self) -> None:
        """Goes over to the second side, which counts in the other elements."""
        _, _, mask, outer = self.stack[-1]
        self.mask = within(outer, ~mask)

    def leave(self) -> Any:
        """Leaves a `where` on arrays; its mask."""
        _, _, mask, self.mask = self.stack.pop()
        return mask


def within(outer: Any, mask: Any) -> Any:
    """A mask inside another one."""
    if outer is None:
        return mask
    try:
        return outer & mask
    except ValueError:  # they do not speak of the same elements
        return np.asarray(mask)
