"""How many digits of an answer's numbers are right."""

from __future__ import annotations

from dataclasses import dataclass

ALL = 15  # decimal digits that a double always has


MOST = 1000  # derivatives, each of which takes a sweep of its own


@dataclass(frozen=True, slots=True)
class Row:
    """One output element: the bound of its value's rounding error, the digits that remain, and by input
    element the condition (None: 0/0) and the digits of the derivative (None: not known)."""

    label: str
    value: float
    bound: float
    digits: int
    condition: list[float | None]
    slopes: list[int | None]


@dataclass(frozen=True, slots=True)
class Digits:
    """The report: a row an output element, in the order of `columns`; for a Hessian its entries' digits.

    `parts` are the inputs' labels with their shapes.
    """

    rows: list[Row]
    columns: list[str]
    parts: list[tuple[str, tuple[int, ...]]]
    seconds: list[list[int | None]] | None = None
