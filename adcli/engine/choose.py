"""Which mode, and why: one function, on counts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

Mode = Literal["forward", "reverse"]
REVERSE_COST = 2  # a reverse sweep is reckoned as two forward ones, since it reads the tape back


@dataclass(frozen=True, slots=True)
class Choice:
    """A mode with its number of sweeps and the reason, as a sentence."""

    mode: Mode
    sweeps: int
    reason: str


@lru_cache
def choose(inputs: int, outputs: int, asked: str = "auto") -> Choice:
    """The cheaper mode for a Jacobian of `outputs` by `inputs` (numbers of elements that are there).

    Forward mode takes one sweep per input, reverse mode one per output; a tie goes to reverse.
    `asked` may force `forward` or `reverse`.
    """
    cheaper: Mode = "forward" if inputs < REVERSE_COST * outputs or not inputs else "reverse"
    mode: Mode = cheaper if asked == "auto" else "forward" if asked == "forward" else "reverse"
    counts = f"{_number(outputs, 'output')}, {_number(inputs, 'input')}"
    sweeps = {"forward": inputs, "reverse": outputs if inputs else 0}
    other: Mode = "reverse" if mode == "forward" else "forward"
    if not inputs:
        reason = f"{mode}: no inputs to differentiate by: 0 sweeps"
    else:
        own = _number(sweeps[mode], f"{mode} sweep")
        reason = f"{mode}: {counts}: {own} instead of {sweeps[other]} {other}"
    if mode != cheaper:
        reason += ", as asked"
    return Choice(mode, sweeps[mode], reason)


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
