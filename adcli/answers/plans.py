"""Plans and patterns."""

from __future__ import annotations

from dataclasses import dataclass

from adcli.answers.answer import Answer
from adcli.answers.sparse import Coordinates
from adcli.engine.sweeps.choose import Mode
from adcli.engine.sweeps.costs import Account, Cost


@dataclass(frozen=True, slots=True)
class Way:
    """One way to a Jacobian: what its sweeps cost, and the bytes of the tape that it keeps.

    `in_colours` tells that columns or rows share sweeps.
    """

    mode: Mode
    in_colours: bool
    cost: Cost
    tape: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan(Answer):
    """The plan of a Jacobian.

    rows, columns  the labels of the output and of the input elements
    account        of the evaluation, and of sweeps that nothing shares
    entries        how many entries can be different from 0; `pattern_known` tells whether they were
                   counted (a pattern that is nearly full is not)
    colours        how many the columns and the rows need
    ways           the ways there are; mode, reason and sweeps tell the chosen one
    """

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    account: Account
    entries: int
    pattern_known: bool
    colours: tuple[int, int]
    ways: tuple[Way, ...]
    mode: Mode
    reason: str
    sweeps: int

    @property
    def density(self) -> float:
        """The share of the entries that can be different from 0."""
        return self.entries / max(1, len(self.rows) * len(self.columns))


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn(Answer):
    """Where the entries of a Jacobian or Hessian (`what`) can be different from 0."""

    what: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    places: Coordinates
