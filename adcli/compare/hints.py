"""What a wrong derivative looks like: hints that its ratio to the right one gives."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite, log, log10, pi

CLOSE = 1e-9  # ratios that differ by less are the same
DIGITS = 3  # from so many right digits on, they are counted

FACTORS: tuple[tuple[float, str], ...] = (
    (-1.0, "the sign is wrong"),
    *((float(k), f"{k} times too large") for k in (2, 3, 4, 5, 10, 100, 1000)),
    *((1.0 / k, f"{k} times too small") for k in (2, 3, 4, 5, 10, 100, 1000)),
    *((-float(k), f"the sign is wrong, and it is {k} times too large") for k in (2, 3, 4)),
    *((-1.0 / k, f"the sign is wrong, and it is {k} times too small") for k in (2, 3, 4)),
    (180 / pi, "a factor of 180/π: degrees for radians"),
    (pi / 180, "a factor of π/180: degrees for radians"),
    (log(10), "a factor of log(10): natural for decimal logarithm"),
    (1 / log(10), "a factor of log(10): natural for decimal logarithm"),
    (log(2), "a factor of log(2): natural for binary logarithm"),
    (1 / log(2), "a factor of log(2): natural for binary logarithm"),
    (2 * pi, "2π times too large"),
    (1 / (2 * pi), "2π times too small"),
    (pi, "π times too large"),
    (1 / pi, "π times too small"),
)


def hint(
    given: float, right: float, derivatives: Mapping[str, float], point: Mapping[str, float], value: float
) -> str:
    """Why a given derivative may be wrong, or nothing.

    `derivatives` are the right ones by the other inputs, `point` holds the inputs' values, and
    `value` is the function's own.
    """
    if not (isfinite(given) and isfinite(right)):
        return ""
    for name, derivative in derivatives.items():
        if _same(given, derivative):
            return f"this is the derivative by {name}: swapped?"
    if given == 0.0 or right == 0.0:
        return ""
    ratio = given / right
    for factor, says in FACTORS:
        if _same(ratio, factor):
            return says
    digits = -log10(abs(ratio - 1)) if ratio != 1 else 16.0
    if digits >= DIGITS:
        return f"right to {int(digits)} digits"
    if _same(given, 1 / right):
        return "this is the reciprocal"
    if _same(given, value):
        return "this is the value, not the derivative"
    return _factor_of_an_input(ratio, point)


def _factor_of_an_input(ratio: float, point: Mapping[str, float]) -> str:
    for name, x in point.items():
        if x not in (0.0, 1.0) and _same(ratio, x):
            return f"{name} times too large: one factor {name} too many?"
        if x not in (0.0, 1.0) and _same(ratio * x, 1.0):
            return f"{name} times too small: a factor {name} forgotten?"
    return ""


def _same(a: float, b: float) -> bool:
    return a == b or abs(a - b) <= CLOSE * abs(b)
