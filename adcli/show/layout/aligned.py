"""Numbers as text: never cut, aligned by their decimal points."""

from __future__ import annotations

from collections.abc import Sequence

TERMINAL_DIGITS = 8


def number(value: float, digits: int | None = None) -> str:
    """The number with so many significant digits; by default as many as it takes to read it back."""
    value = float(value) + 0.0  # -0.0 becomes 0.0: a table says no more of it than that it is 0
    text = repr(value) if digits is None else format(value, f".{digits}g")
    return text.removesuffix(".0")


def aligned(texts: Sequence[str]) -> list[str]:
    """The numbers, padded on the left so that their decimal points stand in one column."""
    heads = [_head(text) for text in texts]
    widest = max(heads, default=0)
    return [" " * (widest - head) + text for head, text in zip(heads, texts, strict=True)]


def _head(text: str) -> int:
    """Characters before the decimal point, or before the exponent, or all of them."""
    for mark in ".e":
        at = text.find(mark)
        if at >= 0 and text[at - 1 : at].isdecimal():
            return at
    return len(text)
