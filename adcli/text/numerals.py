"""How numbers are written."""

from __future__ import annotations

TERMINAL_DIGITS = 8
UNITS = ("kB", "MB", "GB", "TB")


def number(value: float, digits: int | None = None) -> str:
    """The number in so many significant digits, by default in as many as it takes to read it back.

    Whole numbers have no `.0`, and a zero no sign.
    """
    value = float(value) + 0.0  # -0.0 becomes 0.0
    text = repr(value) if digits is None else format(value, f".{digits}g")
    return text.removesuffix(".0")


def short(value: float) -> str:
    """The number as sentences and terminals have it."""
    return number(value, TERMINAL_DIGITS)


def counted(count: int, noun: str) -> str:
    """So many of something: `1 input`, `3,000 inputs`."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def bytes_text(count: int) -> str:
    """A number of bytes for people: `640 bytes`, `1.2 MB`."""
    if count < 1000:
        return counted(count, "byte")
    power = min((len(str(count)) - 1) // 3, len(UNITS))
    return f"{count / 1000**power:.3g} {UNITS[power - 1]}"
