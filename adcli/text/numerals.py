"""How numbers are written."""

from __future__ import annotations

UNITS = ("kB", "MB", "GB", "TB")


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


def bytes_text(count: int) -> str:
    """A number of bytes for people: `640 bytes`, `1.2 MB`."""
    if count < 1000:
        return counted(count, "byte")
    power = min((len(str(count)) - 1) // 3, len(UNITS))
    return f"{count / 1000**power:.3g} {UNITS[power - 1]}"
