"""Comparisons as JSON documents."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adcli.compare.results import Comparison, Row, Variation
from adcli.emit.json import FIELDS
from adcli.emit.matrices import csv_line, number


def comparison(answer: Comparison) -> dict[str, Any]:
    """`ok`, and a row for each derivative; what does not apply to a row is null."""
    several = len(answer.outputs) > 1
    expected = answer.against == "expected"
    fields: dict[str, Any] = {"ok": answer.ok, "rows": [_row(row, several, expected) for row in answer.rows]}
    if expected:
        fields["missing"] = answer.missing
    else:
        fields["method"] = answer.method
    if answer.allowance is not None:
        fields |= {"rtol": answer.allowance.relative, "atol": answer.allowance.absolute}
    if answer.variations:
        fields["variations"] = [_variation(variation, several) for variation in answer.variations]
    return fields


def _row(row: Row, several: bool, expected: bool) -> dict[str, Any]:
    fields: dict[str, Any] = {"input": row.input}
    if several:
        fields["output"] = row.output
    fields["ad"] = row.ad
    if expected:
        fields["expected"] = row.expected
    fields["fd"] = row.fd
    names = ("h", "error", "tolerance", "verdict", "left", "right", "note")
    fields |= {name: getattr(row, name) for name in names}
    return fields | ({} if expected else {"distance": row.distance, "edge": row.edge or None})


def comma_separated(answer: Comparison, digits: int | None = None) -> Iterator[str]:
    """A row for each derivative, with the fields of the JSON; what does not apply is empty."""
    several, expected = len(answer.outputs) > 1, answer.against == "expected"
    rows = [_row(row, several, expected) for row in answer.rows]
    if rows:
        yield csv_line(list(rows[0]))
    for row in rows:
        yield csv_line(
            [number(cell, digits) if isinstance(cell, float) else str(cell or "") for cell in row.values()]
        )


def _variation(variation: Variation, several: bool) -> dict[str, Any]:
    fields: dict[str, Any] = {"input": variation.input}
    if several:
        fields["output"] = variation.output
    steps = [{"h": step.h, "fd": step.fd, "error": step.error} for step in variation.steps]
    return fields | {"ad": variation.ad, "chosen": variation.chosen, "steps": steps}


FIELDS["Comparison"] = comparison
