"""Budgets: what a run may spend on steps and on the arrays that it keeps, and how deep it may call."""

from __future__ import annotations

from dataclasses import dataclass

from adcli.text.errors import AdError
from adcli.text.source import Span

ELEMENTS_A_STEP = 20  # so that the default budget keeps at most 2 GB of arrays


@dataclass(frozen=True, slots=True)
class Limits:
    """`steps` instructions, and `depth` calls within each other."""

    steps: int = 12_000_000
    depth: int = 10_000


class Budget:
    """What is left of the limits of one run."""

    __slots__ = ("limits", "spent")

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.spent = 0

    def spend(self, steps: int, span: Span | None = None) -> None:
        """Counts steps. Raises AdError (budget) where there are none left."""
        self.spent += steps
        if self.spent > self.limits.steps:
            raise AdError(
                "budget",
                f"stopped after {self.limits.steps:,} steps: is this an endless loop?",
                span,
                hint="--max-steps N allows more",
            )

    def keep_array(self, size: int, span: Span | None) -> None:
        """Counts the elements of an array that is kept: memory is a budget as well."""
        self.afford(size, span)
        self.spent += size // ELEMENTS_A_STEP

    def afford(self, size: int, span: Span | None) -> None:
        """Raises AdError (budget) where an array of so many elements could not be kept."""
        if self.spent + size // ELEMENTS_A_STEP > self.limits.steps:
            raise AdError(
                "budget",
                f"the arrays up to this one of {size:,} elements take more than {self.limits.steps:,} steps",
                span,
                hint="--max-steps N allows more",
            )

    def enter(self, depth: int, name: str, span: Span | None) -> None:
        """Raises AdError (budget) where a call of the function would be one too many within each other."""
        if depth >= self.limits.depth:
            raise AdError(
                "budget",
                f"calls nested more than {self.limits.depth:,} deep: does `{name}` call itself forever?",
                span,
                hint="--max-depth N allows more",
            )
