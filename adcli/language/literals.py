"""Decimals that no double is near: they are read as inf or as 0, and a warning says so."""

from __future__ import annotations

from collections.abc import Iterable
from math import isinf
from typing import Literal

from adcli.errors import Notice
from adcli.source import Span, in_short

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


class Reader:
    """Reads numbers one by one, and keeps in mind those that are lost."""

    def __init__(self) -> None:
        self.found: dict[Lost, list[str]] = {}

    def __call__(self, text: str) -> float:
        """The number. Raises ValueError where the text is none."""
        value = float(text)
        if (value == 0.0 or isinf(value)) and (kind := lost(text, value)):
            self.found.setdefault(kind, []).append(text.strip())
        return value

    def notices(self, span: Span | None, where: str = "") -> Iterable[Notice]:
        """A warning for each way in which numbers were lost; `where` is the place in words."""
        for kind, (text, *more) in self.found.items():
            others = f" (and {len(more):,} more)" if more else ""
            yield Notice(kind, f"{in_short(text)}{where} {SAYS[kind]}{others}", span)
