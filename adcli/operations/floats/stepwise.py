"""Selection and steps: what jumps or bends, on floats."""

from __future__ import annotations

import math

_WHOLE = 4503599627370496.0  # 2^52, above which every double is whole


def floor(x: float) -> float:
    """The largest whole number up to x."""
    return float(math.floor(x)) if -_WHOLE < x < _WHOLE else x


def ceil(x: float) -> float:
    """The smallest whole number from x on."""
    return float(math.ceil(x)) if -_WHOLE < x < _WHOLE else x


def round_(x: float) -> float:
    """The nearest whole number, halves to even (IEEE 754 roundTiesToEven)."""
    return float(round(x)) if -_WHOLE < x < _WHOLE else x


def trunc(x: float) -> float:
    """x without its fraction."""
    return float(math.trunc(x)) if -_WHOLE < x < _WHOLE else x


def sign(x: float) -> float:
    """-1, 0 or 1."""
    return 1.0 if x > 0.0 else -1.0 if x < 0.0 else x


def heaviside(x: float) -> float:
    """0 below 0, 1 above, 1/2 at 0."""
    return 1.0 if x > 0.0 else 0.0 if x < 0.0 else 0.5 if x == 0.0 else x


def maximum(*u: float) -> float:
    """The largest argument; nan if there is one."""
    total = sum(u)
    return max(u) if total == total or not any(a != a for a in u) else math.nan


def minimum(*u: float) -> float:
    """The smallest argument; nan if there is one."""
    total = sum(u)
    return min(u) if total == total or not any(a != a for a in u) else math.nan


def clamp(x: float, lo: float, hi: float) -> float:
    """min(max(x, lo), hi); ValueError where lo > hi."""
    if lo > hi:
        raise ValueError("lo > hi")
    return lo if x < lo else hi if x > hi else x


def ties(y: float, *u: float) -> float:
    """How many of the u equal y."""
    return float(u.count(y))
