"""`where` on conditions that arrays hang on: both sides run, each for the elements that it counts in."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from adcli.language import structures
from adcli.language.frames import Answer, Frame
from adcli.language.syntax import Kind
from adcli.lazy import Lazy
from adcli.operations import TABLE

if TYPE_CHECKING:
    from adcli.language import arrays
    from adcli.language.tracer import Tracer
else:
    arrays = Lazy("adcli.language.arrays")


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
        self.mask = structures.within(self.mask, mask)

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
        self.mask = structures.within(outer, ~mask)

    def leave(self) -> Any:
        """Leaves a `where` on arrays; its mask."""
        _, _, mask, self.mask = self.stack.pop()
        return mask


# instructions, as in `language.handlers`


def select(t: Tracer, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, no, condition, place = i
    chosen = f.registers[condition]
    if structures.is_array(chosen):
        mask = chosen.value != 0
        t.selections.enter(f, place, mask)
        if mask.any() and not mask.all():
            return None
        chosen = bool(mask.all())
        if not chosen:
            t.selections.turn()
    chosen = structures.truth(t, chosen, place)
    _note_choice(t, place, chosen)
    return None if chosen else int(no)


def chosen(t: Tracer, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, end, result, value, place = i
    if not t.selections.is_at(f, place):
        f.registers[result] = f.registers[value]
        return int(end)
    if not t.selections.chooses_all():
        t.selections.turn()
        return None
    f.registers[result] = _beside(t, f.registers[value], place)
    return int(end)


def _beside(t: Tracer, x: Any, place: int) -> Any:
    """The value of a `where` on arrays that chose one side in all elements."""
    return arrays.spread(t, t.selections.leave(), structures.number(t, x, place, arrays_too=True), place)


def join(t: Tracer, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, result, then, otherwise, place = i
    if not t.selections.is_at(f, place):
        f.registers[result] = f.registers[otherwise]
        return None
    if t.selections.chooses_none():
        f.registers[result] = _beside(t, f.registers[otherwise], place)
        return None
    sides = [structures.number(t, f.registers[r], place, arrays_too=True) for r in (then, otherwise)]
    condition = arrays.Array(t.selections.leave().astype(float))
    f.registers[result] = arrays.elementwise(t, TABLE["where"], [condition, *sides], place)
    return None


def _note_choice(t: Tracer, place: int, chosen: bool) -> None:
    """Notes a choice of `where`: its guards select, and the other side counts as touched."""
    condition, then, otherwise = t.syntax.parts[place][1]
    low = t.syntax.lows[condition]
    for k in range(len(t.guards) - 1, -1, -1):
        if not low <= t.guards[k].place <= condition:
            break
        t.guards[k] = replace(t.guards[k], selecting=True)
    skipped = otherwise if chosen else then
    frame = t.frames[-1]
    names = {
        t.syntax.parts[k][0]
        for k in range(t.syntax.lows[skipped], skipped + 1)
        if t.syntax.kinds[k] == Kind.NAME
    }
    for where in {id(f.registers): f for f in (t.frames[0], frame)}.values():
        for register, name in where.code.variables.items():
            if name in names and type(where.registers[register]) is int:
                t.skipped.append(where.registers[register])
