"""The digits report and the certified numbers of an answer, as fields of its JSON document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from adcli.derivatives.arrayresults import Jacobian
from adcli.derivatives.certified import Certified, Proven
from adcli.derivatives.digits import Digits
from adcli.derivatives.results import Answer, Evaluation

Parts = Sequence[tuple[str, tuple[int, ...]]]


def accuracy_fields(answer: Answer) -> dict[str, Any]:
    """`condition`, `digits`, `value_digits`, `value_error`, and `certified`, where they were asked for."""
    fields: dict[str, Any] = {}
    if answer.digits is not None:
        fields |= _digits(answer, answer.digits)
    if answer.certified is not None:
        fields["certified"] = _certified(answer, answer.certified)
    return fields


def _digits(answer: Answer, report: Digits) -> dict[str, Any]:
    rows = report.rows
    if isinstance(answer, Jacobian):
        return {
            "condition": [row.condition for row in rows],
            "digits": [row.slopes for row in rows],
            "value_digits": [row.digits for row in rows],
            "value_error": [row.bound for row in rows],
        }
    (row,) = rows
    fields: dict[str, Any] = {
        "condition": by_name(report.parts, row.condition),
        "digits": by_name(report.parts, row.slopes),
        "value_digits": row.digits,
        "value_error": row.bound,
    }
    if report.seconds is not None:
        fields["hessian_digits"] = report.seconds
    return fields


def _certified(answer: Answer, proven: Certified) -> dict[str, Any]:
    """Decimal strings of which every digit is proven; null for what is not, with the reason."""
    values = [number.text for number in proven.values]
    fields: dict[str, Any] = {}
    if isinstance(answer, Evaluation):
        fields["value"] = values[0] if len(values) == 1 else dict(zip(proven.rows, values, strict=True))
    elif isinstance(answer, Jacobian):
        fields["value"] = values
        fields["jacobian"] = _texts(proven.slopes)
    else:
        fields["value"] = values[0]
        fields["gradient"] = by_name(proven.parts, [number.text for number in proven.slopes[0]])
        if proven.seconds is not None:
            fields["hessian"] = _texts(proven.seconds)
    fields["bits"] = proven.bits
    reasons = sorted({number.reason for number in proven.numbers if number.reason})
    return fields | ({"reasons": reasons} if reasons else {})


def _texts(matrix: Sequence[Sequence[Proven]]) -> list[list[str | None]]:
    return [[number.text for number in row] for row in matrix]


def by_name(parts: Parts, items: Sequence[Any]) -> dict[str, Any]:
    """Items by the inputs' names: one for a scalar, a nested list for an array."""
    rest = iter(items)
    return {name: _nested(shape, rest) for name, shape in parts}


def _nested(shape: tuple[int, ...], rest: Iterator[Any]) -> Any:
    return [_nested(shape[1:], rest) for _ in range(shape[0])] if shape else next(rest)
