"""Decimal digits of a ball: only such as are proven."""

from __future__ import annotations

from fractions import Fraction
from math import floor, isfinite, log10

from flint import arb

from adcli.answers.certified import ALL_RIGHT, Proven

DIGITS = (20, 19, 18, 17, 21, 22, 23, 24)  # ties between two decimals are rare; another number of digits then
WORKING = 40  # decimal digits in which an enclosure's ends are compared
PLAIN = range(-5, 21)  # exponents that need not be written


def proven(number: arb, double: float) -> Proven | None:
    """The digits on which all numbers of the enclosure agree once they are rounded; None: too few."""
    if number.is_zero():
        return Proven("0", "0", ALL_RIGHT if double == 0.0 else 0)
    if not number.is_finite() or number.contains(0):
        return None
    middle, radius, exponent = (int(part) for part in number.mid_rad_10exp(WORKING))
    if abs(middle) <= radius:
        return None
    for digits in DIGITS:
        low, high = (_rounded(end, exponent, digits) for end in (middle - radius, middle + radius))
        if low == high:
            return Proven(_text(*low), _radius(radius, exponent), right(middle, exponent, double))
    return None


def _rounded(number: int, exponent: int, digits: int) -> tuple[int, int]:
    """number·10^exponent to so many digits, halves to even: (digits as a whole number, its exponent)."""
    drop = len(str(abs(number))) - digits
    if drop <= 0:
        return number * 10**-drop, exponent + drop
    whole, rest = divmod(abs(number), 10**drop)
    half = 10**drop // 2
    whole += rest > half or (rest == half and whole % 2 == 1)
    if len(str(whole)) > digits:
        whole, drop = whole // 10, drop + 1
    return (whole if number > 0 else -whole), exponent + drop


def _text(whole: int, exponent: int) -> str:
    sign, figures = "-" if whole < 0 else "", str(abs(whole))
    power = exponent + len(figures) - 1
    if power not in PLAIN or power >= len(figures):
        return f"{sign}{figures[0]}.{figures[1:]}e{power:+03d}"
    if power < 0:
        return f"{sign}0.{'0' * (-power - 1)}{figures}"
    rest = figures[power + 1 :]
    return f"{sign}{figures[: power + 1]}{'.' + rest if rest else ''}"


def _radius(radius: int, exponent: int) -> str:
    """An upper bound with one digit."""
    if not radius:
        return "0"
    figures = str(radius)
    lead = int(figures[0]) + (int(figures[1:] or 0) > 0)
    power = exponent + len(figures) - 1
    return f"1e{power + 1:+03d}" if lead == 10 else f"{lead}e{power:+03d}"


def right(middle: int, exponent: int, double: float) -> int:
    """How many digits of a double are right; ALL_RIGHT where no other double is nearer."""
    size = exponent + len(str(abs(middle)))
    if not isfinite(double) or abs(size) > 400:
        return ALL_RIGHT if double == 0.0 and size < -400 else 0
    true = middle * Fraction(10) ** exponent
    try:
        if float(true) == double:
            return ALL_RIGHT
    except OverflowError:
        return 0
    error = abs((Fraction(double) - true) / true)
    if error >= 1:
        return 0
    return max(0, min(ALL_RIGHT - 1, floor(-log10(error))))
