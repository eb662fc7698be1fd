"""Jacobians and Hessians, in full."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from adcli.answers.answer import Answer
from adcli.engine.sweeps.choose import Mode
from adcli.lazy import np


@dataclass(frozen=True, slots=True, kw_only=True)
class Jacobian(Answer):
    """The derivative of every output element (a row) by every chosen input element (a column).

    outputs   the outputs by their labels, floats or arrays
    rows      the labels of the output elements, `value` their values
    columns   the labels of the input elements, `at` their values
    jacobian  the rows: jacobian[i][j] = ∂(row i)/∂(column j)
    """

    outputs: dict[str, Any]
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    value: tuple[float, ...]
    at: tuple[float, ...]
    jacobian: list[list[float]]
    mode: Mode
    reason: str
    sweeps: int

    @property
    def array(self) -> Any:
        """The Jacobian as a NumPy array of shape (rows, columns)."""
        return np.array(self.jacobian, dtype=float).reshape(len(self.rows), len(self.columns))


@dataclass(frozen=True, slots=True, kw_only=True)
class Hessian(Answer):
    """The value of a scalar output, its gradient, and its second derivatives.

    columns      the labels of the input elements, `at` their values
    slopes       the gradient by them, element by element
    hessian      hessian[i][j] = ∂²f/∂(column i)∂(column j), exactly symmetric; None if only the
                 diagonal was asked for
    diagonal     hessian[i][i]
    eigenvalues  in ascending order, where asked for; `definiteness` says what they mean
    """

    output: str
    value: float
    gradient: dict[str, Any]
    columns: tuple[str, ...]
    at: tuple[float, ...]
    slopes: tuple[float, ...]
    hessian: list[list[float]] | None
    diagonal: list[float]
    mode: str
    reason: str
    sweeps: int
    eigenvalues: tuple[float, ...] | None = None
    definiteness: str = ""

    @property
    def array(self) -> Any:
        """The Hessian as a NumPy array (its diagonal, if that is all there is)."""
        rows = self.diagonal if self.hessian is None else self.hessian
        return np.array(rows, dtype=float).reshape((len(self.columns),) * (1 if self.hessian is None else 2))
