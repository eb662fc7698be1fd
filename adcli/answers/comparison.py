"""What a comparison found, frozen."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Literal

from adcli.answers.answer import Answer

Verdict = Literal["agree", "disagree", "kink", "inconclusive"]
Method = Literal["central", "forward", "richardson"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One derivative, ∂output/∂input, and what it was held against.

    input, output   labels of scalars: `x`, `v[1]`
    ad              the derivative by automatic differentiation
    fd              the finite difference, with its step h; None where there is none
    expected        the user's own number, where that is what was compared
    error           |ad - fd| or |ad - expected|
    tolerance       how large the error may be; None where nothing can be said
    left, right     one-sided differences, where they tell something
    note            why, in a few words
    distance, edge  by how much the input has to change, to first order, to the nearest kink or edge of a
                    domain, and the text that has it
    """

    input: str
    output: str
    at: float
    ad: float
    verdict: Verdict
    fd: float | None = None
    expected: float | None = None
    h: float | None = None
    error: float | None = None
    tolerance: float | None = None
    left: float | None = None
    right: float | None = None
    note: str = ""
    distance: float | None = None
    edge: str = ""
    evaluations: int = 0


@dataclass(frozen=True, slots=True)
class Allowance:
    """A tolerance of the user's own, in place of the derived one: `absolute` + `relative` × |derivative|."""

    relative: float = 0.0
    absolute: float = 0.0

    @classmethod
    def asked(cls, relative: float | None, absolute: float | None) -> Allowance | None:
        """The tolerance, where either part of it is asked for."""
        return None if relative is None and absolute is None else cls(relative or 0.0, absolute or 0.0)

    def of(self, derivative: float) -> float:
        """The tolerance for a derivative."""
        return self.absolute + self.relative * abs(derivative) if isfinite(derivative) else self.absolute


@dataclass(frozen=True, slots=True)
class Step:
    """A step, the difference it gives, and how far that is from the derivative."""

    h: float
    fd: float | None
    error: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Variation:
    """The error of one finite difference against its step; `chosen` is the step that was taken."""

    input: str
    output: str
    ad: float
    chosen: float | None
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison(Answer):
    """The rows of a check, output by output and input by input.

    `against` says what the derivatives were held against; `missing` names those that were not,
    because the user gave none. `allowance` is the tolerance that the user asked for, if one was.
    """

    outputs: tuple[str, ...]
    values: tuple[float, ...]
    rows: tuple[Row, ...]
    method: Method
    against: Literal["differences", "expected"] = "differences"
    allowance: Allowance | None = None
    missing: tuple[str, ...] = ()
    variations: tuple[Variation, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether nothing disagrees."""
        return all(row.verdict != "disagree" for row in self.rows)

    @property
    def complete(self) -> bool:
        """Whether everything was given and agrees."""
        return not self.missing and all(row.verdict == "agree" for row in self.rows)
