"""Numbers as text: never cut, aligned by their decimal points."""

from __future__ import annotations

from collections.abc import Sequence


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
