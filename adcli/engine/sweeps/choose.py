"""Which mode, and why: one function, on counts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, get_args

from adcli.text.errors import AdError
from adcli.text.numerals import bytes_text, counted

Mode = Literal["forward", "reverse"]
# Sweeps of both modes go through the same nodes (see `costs`), so that their numbers decide.
REVERSE_COST = 2  # a reverse sweep is reckoned as two forward ones, since it reads the tape back
NOTABLE_TAPE = 1 << 20  # bytes


@dataclass(frozen=True, slots=True)
class Choice:
    """A mode with its number of sweeps and the reason, as a sentence."""

    mode: Mode
    sweeps: int
    reason: str


@lru_cache
def choose(
    inputs: int, outputs: int, asked: str = "auto", colours: tuple[int, int] | None = None, tape: int = 0
) -> Choice:
    """The cheaper mode for a Jacobian of `outputs` by `inputs` (numbers of elements that are there).

    Forward mode takes one sweep per input, reverse mode one per output, or one per colour where
    inputs or outputs can share sweeps: `colours` of the inputs and of the outputs. A tie goes to
    reverse. `asked` may force `forward` or `reverse`; `tape` is the size in bytes of what reverse
    mode keeps. Raises AdError for a mode that there is not.
    """
    if asked not in ("auto", *get_args(Mode)):
        raise AdError("usage", f"the mode `{asked}` is not auto, forward or reverse")
    of_inputs, of_outputs = colours or (inputs, outputs)
    sweeps = {"forward": of_inputs, "reverse": of_outputs if inputs else 0}
    cheaper: Mode = "forward" if of_inputs < REVERSE_COST * of_outputs or not inputs else "reverse"
    mode: Mode = cheaper if asked == "auto" else "forward" if asked == "forward" else "reverse"
    if not inputs:
        reason = f"{mode}: no path from an input to an output: 0 sweeps"
    else:
        singly = inputs if mode == "forward" else outputs
        other: Mode = "reverse" if mode == "forward" else "forward"
        shares = sweeps[mode] < singly
        ys = _shared(outputs, "output", outputs if shares and mode == "forward" else of_outputs)
        xs = _shared(inputs, "input", inputs if shares and mode == "reverse" else of_inputs)
        instead = f"{singly:,}" if shares else f"{sweeps[other]:,} {other}"
        noun = "sweep" if shares else f"{mode} sweep"
        reason = f"{mode}: {ys}, {xs}: {counted(sweeps[mode], noun)} instead of {instead}"
    if mode != cheaper:
        reason += ", as asked"
    elif mode == "reverse" and tape >= NOTABLE_TAPE:
        reason += f", with a tape of {bytes_text(tape)}"
    return Choice(mode, sweeps[mode], reason)


def _shared(count: int, noun: str, colours: int) -> str:
    """`3 inputs`, `3 inputs in 2 colours`."""
    return counted(count, noun) + (f" in {counted(colours, 'colour')}" if colours < count else "")
