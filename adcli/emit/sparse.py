"""Sparse answers, patterns and plans as JSON fields, and sparse Jacobians as CSV."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adcli.derivatives.plan import Drawn, Plan
from adcli.derivatives.sparse import SparseHessian, SparseJacobian
from adcli.emit.json import FIELDS
from adcli.emit.matrices import csv_line, number


def jacobian(answer: SparseJacobian) -> dict[str, Any]:
    """The fields of a Jacobian: `values[k]` stands in row `rows[k]` and column `cols[k]`, from 0."""
    return {
        "outputs": answer.rows,
        "columns": answer.columns,
        "value": answer.value,
        **_coordinates(answer),
        "mode": answer.mode,
        "reason": answer.reason,
        "sweeps": answer.sweeps,
    }


def hessian(answer: SparseHessian) -> dict[str, Any]:
    """The fields of a Hessian: both triangles."""
    return {
        "value": answer.value,
        "gradient": answer.gradient,
        "columns": answer.columns,
        **_coordinates(answer),
        "mode": answer.mode,
        "reason": answer.reason,
        "sweeps": answer.sweeps,
    }


def _coordinates(answer: SparseJacobian | SparseHessian) -> dict[str, Any]:
    found = answer.entries
    return {"rows": found.rows, "cols": found.cols, "values": found.values}


def pattern(answer: Drawn) -> dict[str, Any]:
    """The fields of a pattern."""
    labels = {} if answer.what == "Hessian" else {"outputs": answer.rows}
    return labels | {"columns": answer.columns, "rows": answer.places.rows, "cols": answer.places.cols}


def plan(answer: Plan) -> dict[str, Any]:
    """The fields of a plan."""
    by_columns, by_rows = answer.colours
    return {
        "outputs": answer.rows,
        "columns": answer.columns,
        "operations": answer.operations,
        "entries": answer.entries,
        "density": answer.density,
        "pattern_known": answer.pattern_known,
        "colours": {"columns": by_columns, "rows": by_rows},
        "ways": [
            {
                "mode": way.mode,
                "by_colours": way.in_colours,
                "sweeps": way.sweeps,
                "operations": way.operations,
                "tape_bytes": way.tape,
            }
            for way in answer.ways
        ],
        "mode": answer.mode,
        "reason": answer.reason,
        "sweeps": answer.sweeps,
    }


FIELDS["SparseJacobian"] = jacobian  # here, so that other commands need not read this module
FIELDS["SparseHessian"] = hessian
FIELDS["Drawn"] = pattern
FIELDS["Plan"] = plan


def comma_separated(answer: SparseJacobian, digits: int | None = None) -> Iterator[str]:
    """The head (output, input, derivative) and a row an entry, line by line."""
    yield csv_line(["output", "input", "derivative"])
    found = answer.entries
    for i, j, d in zip(found.rows, found.cols, found.values, strict=True):
        yield csv_line([answer.rows[i], answer.columns[j], number(d, digits)])
