"""The answers, frozen: one dataclass a kind of question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from adcli.engine.choose import Mode
from adcli.errors import Notice

if TYPE_CHECKING:
    from adcli.derivatives.certified import Certified
    from adcli.derivatives.digits import Digits


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What every answer carries.

    source    the text of the expression, or the program's file name
    inputs    the point: every input with its value (a float, or an array)
    warnings  what there is to know about the answer
    digits    the report of the digits that can be trusted, where asked for
    certified  enclosures of the true values, where asked for
    """

    source: str
    inputs: dict[str, Any]
    warnings: tuple[Notice, ...] = ()
    digits: Digits | None = None
    certified: Certified | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation(Answer):
    """The values of the outputs, by their labels."""

    outputs: dict[str, Any]

    @property
    def value(self) -> Any:
        """The number, where the only output is one; else the outputs by their labels."""
        values = list(self.outputs.values())
        return values[0] if len(values) == 1 and isinstance(values[0], float | int) else self.outputs


@dataclass(frozen=True, slots=True, kw_only=True)
class Gradient(Answer):
    """The value of one scalar output and its derivative by each chosen input.

    An array input has an array of the same shape; an input that the output does not depend on has
    0.0; a derivative that does not exist is nan, or inf for an infinite slope, with a warning.
    """

    output: str
    value: float
    gradient: dict[str, Any]
    mode: Mode
    reason: str
    sweeps: int


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
        import numpy as np

        return np.array(self.jacobian, dtype=float).reshape(len(self.rows), len(self.columns))


@dataclass(frozen=True, slots=True, kw_only=True)
class TangentProduct(Answer):
    """J ẋ: the derivative of every output along a tangent of the inputs (what it leaves out is 0)."""

    outputs: dict[str, Any]
    tangent: dict[str, Any]
    jvp: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjointProduct(Answer):
    """Jᵀ ȳ: the derivative of Σ ȳ y by every chosen input."""

    outputs: dict[str, Any]
    adjoint: dict[str, Any]
    vjp: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class HessianProduct(Answer):
    """H ẋ: how the gradient of a scalar output changes along a tangent of the inputs."""

    output: str
    value: float
    gradient: dict[str, Any]
    tangent: dict[str, Any]
    hvp: dict[str, Any]


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
        import numpy as np

        rows = self.diagonal if self.hessian is None else self.hessian
        return np.array(rows, dtype=float).reshape((len(self.columns),) * (1 if self.hessian is None else 2))
