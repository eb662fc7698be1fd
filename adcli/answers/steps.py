"""The answer of a trace: every step with what it computed, and what was passed between the steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from string import ascii_letters
from typing import Any, NamedTuple

from adcli.answers.answer import Answer
from adcli.engine.sweeps.choose import Mode
from adcli.engine.sweeps.costs import Account
from adcli.graph.graph import Applied
from adcli.text.source import Span

Operand = Any  # the name of an earlier step, or the value of a constant


class Partial(NamedTuple):
    """The partial of a step by its argument at `position`, at the point.

    The value is None for a linear operation on arrays, whose rule is no number.
    """

    position: int
    value: Any


class Contribution(NamedTuple):
    """What an adjoint received from the step numbered `source`, as its argument at `position`.

    `product` is the source's adjoint times the partial; None where nothing was passed (a selection
    that chose another argument).
    """

    source: int
    position: int
    partial: Any
    product: Any


class Step(NamedTuple):
    """One node: an input (`applied` is None), or an operation on earlier steps and constants.

    node           its number in the graph, in the order in which the nodes ran
    partials       by each argument that passes a derivative on
    tangents       one a seed; None where structurally absent
    adjoint        None where nothing arrived
    contributions  in the order in which they were added to the adjoint
    active         whether a derivative by a chosen input can reach it
    used           whether the output was computed from it
    variable       the program's own name for it; None where it has none
    """

    node: int
    name: str
    applied: Applied | None
    operands: tuple[Operand, ...]
    value: Any
    span: Span | None
    partials: tuple[Partial, ...]
    tangents: tuple[Any, ...]
    adjoint: Any
    contributions: tuple[Contribution, ...]
    active: bool
    used: bool
    variable: str | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision that depended on an input, taken before the step numbered `before`."""

    before: int
    text: str
    outcome: bool
    margin: float
    value: float | None  # of an index or a bound
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Steps(Answer):
    """All steps of one scalar output: the chosen inputs, then the operations as they ran.

    `given` are the inputs' names with the numbers of their steps; `result` is the output's step,
    None where the output is a constant. `seeds` are the inputs
    that the tangents are taken along; none in reverse mode. `account` tells what each
    mode takes for all chosen inputs.
    """

    output: str
    value: float
    steps: Sequence[Step]
    given: dict[str, int]
    result: int | None
    gradient: dict[str, Any]
    seeds: tuple[str, ...]
    decisions: tuple[Decision, ...]
    loops: tuple[Loop, ...]
    mode: Mode
    reason: str
    sweeps: int
    account: Account
    multiline: bool = field(default=False)

    def named(self, name: str) -> Step:
        """The step of that name: an input's own, or the number after the letter."""
        row = self.given.get(name)
        if row is None:
            row = len(self.given) + int(name.lstrip(ascii_letters)) - 1
        return self.steps[row]


@dataclass(frozen=True, slots=True)
class Loop:
    """The rows `starts[0]` to `end` (excluded) of a loop; each turn begins at one of the starts.

    A function that is called again and again is one too: its turns are the calls.
    """

    line: int
    is_function: bool
    starts: tuple[int, ...]
    end: int
