"""`where` on conditions that arrays hang on: both sides run, each for the elements that it counts in."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from adcli.language.grammar.tree import Kind
from adcli.language.state.registers import Array, Frame, is_array
from adcli.language.state.run import Answer
from adcli.language.values import arrays, comparisons, general
from adcli.operations import TABLE

if TYPE_CHECKING:
    from adcli.language.state.run import Run


# instructions, as in `language.handlers`


def select(t: Run, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, no, condition, place = i
    chosen = f.registers[condition]
    if is_array(chosen):
        mask = chosen.value != 0
        t.selections.enter(f, place, mask)
        if mask.any() and not mask.all():
            return None
        chosen = bool(mask.all())
        if not chosen:
            t.selections.turn()
    chosen = comparisons.truth(t, chosen, place)
    _note_choice(t, place, chosen)
    return None if chosen else int(no)


def chosen(t: Run, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, end, result, value, place = i
    if not t.selections.is_at(f, place):
        f.registers[result] = f.registers[value]
        return int(end)
    if not t.selections.chooses_all():
        t.selections.turn()
        return None
    f.registers[result] = _beside(t, f.registers[value], place)
    return int(end)


def _beside(t: Run, x: Any, place: int) -> Any:
    """The value of a `where` on arrays that chose one side in all elements."""
    return arrays.spread(t, t.selections.leave(), general.number(t, x, place, arrays_too=True), place)


def join(t: Run, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, result, then, otherwise, place = i
    if not t.selections.is_at(f, place):
        f.registers[result] = f.registers[otherwise]
        return None
    if t.selections.chooses_none():
        f.registers[result] = _beside(t, f.registers[otherwise], place)
        return None
    sides = [general.number(t, f.registers[r], place, arrays_too=True) for r in (then, otherwise)]
    condition = Array(t.selections.leave().astype(float))
    f.registers[result] = arrays.elementwise(t, TABLE["where"], [condition, *sides], place)
    return None


def _note_choice(t: Run, place: int, chosen: bool) -> None:
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
