"""Decimals: what they were written as, and those that no double is near.

The latter are read as inf or as 0, and a warning says so.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import isinf
from typing import Any, Literal

from adcli.lazy import np
from adcli.text.notices import Notice
from adcli.text.source import Span, in_short

Lost = Literal["overflow", "underflow"]

SAYS: dict[Lost, str] = {
    "overflow": "overflows: too large for a double",
    "underflow": "underflows: too small for a double",
}


def lost(text: str, value: float) -> Lost | None:
    """How the number of a text is lost in the double it was read as, if it is."""
    if isinf(value) and "n" not in text.lower():  # as in inf and Infinity
        return "overflow"
    if value == 0.0 and text.lower().partition("e")[0].strip("+-_.0 \t"):
        return "underflow"
    return None


def notice(text: str, kind: Lost, span: Span | None) -> Notice:
    """The warning of a number that was lost."""
    return Notice(kind, f"{in_short(text)} {SAYS[kind]}", span)


class Written(float):
    """A literal's double, with its text; two are the same only if their texts are."""

    text: str

    def __new__(cls, value: float, text: str) -> Written:
        number = super().__new__(cls, value)
        number.text = text
        return number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Written) and self.text == other.text

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self.text)

    def __bool__(self) -> bool:
        return True  # so that a zero is told apart by its text, too


class Reader:
    """Reads numbers one by one, and keeps in mind those that are lost; `written` ones know their texts."""

    def __init__(self, written: bool = False) -> None:
        self.found: dict[Lost, list[str]] = {}
        self.written = written

    def __call__(self, text: str) -> float:
        """The number. Raises ValueError where the text is none."""
        value = float(text)
        if (value == 0.0 or isinf(value)) and (kind := lost(text, value)):
            self.found.setdefault(kind, []).append(text.strip())
        return Written(value, text) if self.written else value

    def notices(self, span: Span | None, where: str = "") -> Iterable[Notice]:
        """A warning for each way in which numbers were lost; `where` is the place in words."""
        for kind, (text, *more) in self.found.items():
            others = f" (and {len(more):,} more)" if more else ""
            yield Notice(kind, f"{in_short(text)}{where} {SAYS[kind]}{others}", span)


def texts_of(value: Any) -> list[str]:
    """The texts of a number that was read as it was written, or of an array's, in row-major order."""
    if isinstance(value, list):
        return [text for item in value for text in texts_of(item)]
    if isinstance(value, str):
        return [value]
    return [value.text if isinstance(value, Written) else str(int(value))]


def to_number(value: Any) -> Any:
    """A number, or an array of numbers, of JSON, of Python or of the tracer.

    Raises TypeError, ValueError or OverflowError for what is none.
    """
    if isinstance(value, (bool, int, float)):
        return float(value)
    if isinstance(value, str):
        return _not_finite(value)
    array = np.asarray(value)
    if array.dtype.kind not in "biuf":  # NumPy itself would take null for nan, and "1" for 1
        array = np.asarray(value, dtype=object)
        array = np.array([_item(item) for item in array.ravel()]).reshape(array.shape)
    array = array.astype(float, copy=False)
    return float(array) if array.ndim == 0 else array


def _item(value: Any) -> float:
    if isinstance(value, (bool, int, float)):
        return float(value)
    return _not_finite(value)


def _not_finite(text: Any) -> float:
    """A number that JSON has not, as answers write it."""
    if text not in ("nan", "inf", "-inf"):
        raise TypeError("not a number")
    return float(text)
