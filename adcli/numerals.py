"""How numbers are written."""

from __future__ import annotations


def short(value: float, digits: int = 8) -> str:
    """A number in at most `digits` significant digits, without an exponent where it reads better.

    The sign of a zero is not told.
    """
    return f"{value + 0.0:.{digits}g}"


def exact(value: float) -> str:
    """The shortest text that reads back as the same double; whole numbers without `.0`."""
    text = repr(float(value))
    return text[:-2] if text.endswith(".0") else text


def counted(count: int, noun: str) -> str:
    """So many of something: `1 input`, `3,000 inputs`."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
