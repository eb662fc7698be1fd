"""What the numbers of an answer are called, as the columns of a table with a row a record."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from adcli.answers.elements import elements
from adcli.answers.matrices import Jacobian
from adcli.answers.values import Gradient
from adcli.records.record import Outcome


class Numbers(NamedTuple):
    """The numbers of a record by the names of their columns.

    values  `value`, or `value a` for each of several outputs (`value f[0]` for an array's elements)
    slopes  `d/dx` and `d/dv[0]`, or `da/dx`, and `d(x + y)/dx` for an output without a name
    """

    values: dict[str, float]
    slopes: dict[str, float]


def numbers_of(answer: Gradient | Jacobian) -> Numbers:
    """The values and the derivatives of an answer, element by element."""
    if isinstance(answer, Gradient):
        slopes = {
            f"d/d{label}": slope
            for name, value in answer.gradient.items()
            for label, slope in elements(name, value)
        }
        return Numbers({"value": answer.value}, slopes)
    values = {f"value {label}": value for label, value in zip(answer.rows, answer.value, strict=True)}
    slopes = {
        f"d{_differential(label)}/d{name}": slope
        for label, row in zip(answer.rows, answer.jacobian, strict=True)
        for name, slope in zip(answer.columns, row, strict=True)
    }
    return Numbers(values, slopes)


def columns_of(rows: Iterable[Numbers]) -> list[str]:
    """The columns that rows need: `value`, then other values and derivatives in order of appearance."""
    values: dict[str, float] = {}
    slopes: dict[str, float] = {}
    for row in rows:
        values |= row.values
        slopes |= row.slopes
    return [*sorted(values, key="value".__ne__), *slopes]


def point_of(outcome: Outcome) -> dict[str, str | float]:
    """What tells a record from others with the same expression: a row's own cells, or the inputs."""
    if outcome.record.cells or outcome.answer is None:
        return dict(outcome.record.cells)
    inputs = outcome.answer.inputs.items()
    return {label: number for name, value in inputs for label, number in elements(name, value)}


def _differential(label: str) -> str:
    """An output's label behind a d: a name or an element as it is, an expression in brackets."""
    name, bracket, subscripts = label.partition("[")
    is_name = name.isidentifier() and (not bracket or subscripts.find("]") == len(subscripts) - 1)
    return label if is_name else f"({label})"
