"""Sparse answers: the entries that can be different from 0, by row and column."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from adcli.answers.answer import Answer
from adcli.engine.sweeps.choose import Mode
from adcli.lazy import np
from adcli.text.errors import AdError

LARGEST = 4_000_000  # entries of a matrix that is laid out in full


@dataclass(frozen=True, slots=True)
class Coordinates:
    """Entries of a matrix: values[k] stands in row rows[k] and column cols[k], row by row."""

    shape: tuple[int, int]
    rows: list[int] = field(default_factory=list)
    cols: list[int] = field(default_factory=list)
    values: list[float] = field(default_factory=list)

    @classmethod
    def of(cls, shape: tuple[int, int], entries: Iterable[tuple[int, int, float | None]]) -> Coordinates:
        """The coordinates of entries; one that is absent at this point is 0."""
        found = cls(shape)
        for i, j, d in entries:
            found.rows.append(i)
            found.cols.append(j)
            found.values.append(0.0 if d is None else d)
        return found

    def __len__(self) -> int:
        return len(self.values)

    def full(self) -> list[list[float]]:
        """All entries, row by row."""
        height, width = self.shape
        matrix = [[0.0] * width for _ in range(height)]
        for i, j, d in zip(self.rows, self.cols, self.values, strict=True):
            matrix[i][j] = d
        return matrix

    @property
    def array(self) -> Any:
        """All entries as a NumPy array."""
        matrix = np.zeros(self.shape)
        matrix[self.rows, self.cols] = self.values
        return matrix


@dataclass(frozen=True, slots=True, kw_only=True)
class SparseJacobian(Answer):
    """The Jacobian as coordinates; the other fields as in `Jacobian`."""

    outputs: dict[str, Any]
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    value: tuple[float, ...]
    at: tuple[float, ...]
    entries: Coordinates
    mode: Mode
    reason: str
    sweeps: int

    @property
    def array(self) -> Any:
        """The Jacobian as a NumPy array of shape (rows, columns)."""
        return self.entries.array


@dataclass(frozen=True, slots=True, kw_only=True)
class SparseHessian(Answer):
    """The Hessian as coordinates, both triangles; the other fields as in `Hessian`."""

    output: str
    value: float
    gradient: dict[str, Any]
    columns: tuple[str, ...]
    at: tuple[float, ...]
    slopes: tuple[float, ...]
    entries: Coordinates
    mode: str
    reason: str
    sweeps: int

    @property
    def array(self) -> Any:
        """The Hessian as a NumPy array."""
        return self.entries.array


def check_size(what: str, rows: int, columns: int) -> None:
    """Refuses a matrix that is too large to be laid out in full."""
    if rows * columns > LARGEST:
        raise AdError(
            "budget",
            f"the {what} has {rows:,} × {columns:,} = {rows * columns:,} entries",
            hint="--sparse gives those that can be different from 0, --pattern draws where they are",
        )
