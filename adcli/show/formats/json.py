"""Answers as JSON documents: strict JSON, stable fields, shortest round-trip doubles.

Non-finite numbers, which JSON has not, are the strings "nan", "inf" and "-inf".
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from math import isfinite
from typing import TYPE_CHECKING, Any

from adcli.show.kinds import shown
from adcli.text.errors import AdError
from adcli.text.notices import Notice

if TYPE_CHECKING:
    from adcli.answers.answer import Answer


def document(answer: Answer, digits: int | None = None) -> dict[str, Any]:
    """The answer's JSON document; `digits` rounds its numbers to so many significant digits."""
    return {name: plain(value, digits) for name, value in fields_of(answer).items()}


def fields_of(answer: Answer) -> dict[str, Any]:
    """The fields of the document, with numbers and arrays as they are."""
    fields: dict[str, Any] = {"source": answer.source, "inputs": answer.inputs}
    fields |= shown(answer, "fields")(answer)
    if answer.digits is not None or answer.certified is not None:
        from adcli.show.accuracy import accuracy_fields

        fields |= accuracy_fields(answer)
    fields["warnings"] = [_notice(notice) for notice in answer.warnings]
    return fields


def _notice(notice: Notice) -> dict[str, Any]:
    fields: dict[str, Any] = {"kind": notice.kind, "message": notice.message}
    if notice.span is not None:
        fields |= {"line": notice.span.line, "column": notice.span.column}
    extras = {"input": notice.input, "left": notice.left, "right": notice.right}
    return fields | {name: value for name, value in extras.items() if value is not None}


def error_document(error: AdError) -> dict[str, Any]:
    """An error's JSON document; what does not apply is null."""
    span = error.span
    return {
        "error": {
            "kind": error.kind,
            "message": error.message,
            "line": span.line if span else None,
            "column": span.column if span else None,
            "hint": error.hint or None,
        }
    }


def plain(value: Any, digits: int | None = None) -> Any:
    """A value in JSON's own types. NumPy's arrays become nested lists."""
    if isinstance(value, float):
        if not isfinite(value):
            return "nan" if value != value else "inf" if value > 0 else "-inf"
        return float(f"{value:.{digits}g}") if digits else float(value)
    if isinstance(value, dict):
        return {name: plain(item, digits) for name, item in value.items()}
    if hasattr(value, "tolist"):
        value = value.tolist()
        return plain(value, digits)
    if isinstance(value, Iterable) and not isinstance(value, str):
        return [plain(item, digits) for item in value]
    return value


ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


def line(fields: dict[str, Any], encoding: str = "utf-8") -> str:
    """One line of JSON, with what the encoding cannot say escaped."""
    text = ENCODER.encode(fields)
    if text.isascii():
        return text
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return json.dumps(fields, allow_nan=False)
    return text
