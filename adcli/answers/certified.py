"""The answer of a certification: enclosures of the true numbers, and what could not be proven."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Proven:
    """A true number.

    text    its decimal digits, every one proven (the last one is rounded to nearest); None: not proven
    radius  a bound, as text, of the distance of the enclosure's ends from its middle
    right   how many digits the double answer has right; ALL_RIGHT where no other double is nearer
    reason  why it is not proven
    """

    text: str | None
    radius: str = ""
    right: int = 0
    reason: str = ""


ALL_RIGHT = 17


@dataclass(frozen=True, slots=True)
class Certified:
    """Enclosures of the true values, the program's literals and its point being read as decimals.

    values    by output element
    slopes    by output element and input element (no rows where no derivative was asked for)
    seconds   the second derivatives by two input elements, of a Hessian
    rows, columns  the labels; `parts` the inputs' labels with their shapes
    bits      the highest precision that was needed
    """

    rows: list[str]
    columns: list[str]
    parts: list[tuple[str, tuple[int, ...]]]
    values: list[Proven]
    slopes: list[list[Proven]]
    seconds: list[list[Proven]] | None
    bits: int

    @property
    def numbers(self) -> list[Proven]:
        """All of them: the values, and the derivatives row by row."""
        matrices = [[self.values], self.slopes, self.seconds or []]
        return [number for matrix in matrices for row in matrix for number in row]
