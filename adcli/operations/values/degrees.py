"""Circular functions of degrees: the reduction modulo 360 is exact, and so are multiples of 30 and 45."""

from __future__ import annotations

import math

from adcli.operations.values.doubled import quotient, two_product, two_square
from adcli.operations.values.trigonometric import Pair, sincos_small, turned

RADIAN = 0.017453292519943295  # π/180
RADIAN_LOW = 2.9486522708701687e-19  # π/180 - RADIAN
DEGREE = 57.29577951308232  # 180/π
ROOT_HALF = (0.7071067811865476, -4.833646656726457e-17)  # sqrt(1/2)
ROOT_3_BY_2 = (0.8660254037844386, 5.0175421109034514e-17)  # sqrt(3)/2
_SMALL = 1e-9


def _reduced(x: float) -> tuple[int, float]:
    """(k, r) with x = 90 k + r modulo 360 and |r| ≤ 45, exactly; ValueError for an infinite x."""
    r = math.fmod(x, 360.0)
    k = round(r / 90.0)
    return k & 3, r - 90.0 * k


def _sincos(x: float) -> tuple[Pair, Pair]:
    """sin and cos of x degrees, each as a sum of two doubles."""
    k, r = _reduced(x)
    if r in (30.0, -30.0):
        sine, cosine = (r / 60.0, 0.0), ROOT_3_BY_2
    elif r in (45.0, -45.0):
        sine, cosine = (math.copysign(ROOT_HALF[0], r), math.copysign(ROOT_HALF[1], -r)), ROOT_HALF
    elif abs(r) < _SMALL:
        sine, cosine = (RADIAN * r, RADIAN_LOW * r), (1.0, 0.0)
    else:
        p, e = two_product(RADIAN, r)
        sine, cosine = sincos_small(p, e + RADIAN_LOW * r)
    return turned(k, sine, cosine)


def sind(x: float) -> float:
    """sin(π x/180)."""
    return sum(_sincos(x)[0])


def cosd(x: float) -> float:
    """cos(π x/180)."""
    return sum(_sincos(x)[1])


def tand(x: float) -> float:
    """tan(π x/180); ZeroDivisionError at odd multiples of 90."""
    if -_SMALL < x < _SMALL:
        return radians(x)
    s, c = _sincos(x)
    return quotient(*s, *c)


def tandslope(x: float) -> float:
    """π/180/cos(π x/180)^2; ZeroDivisionError at odd multiples of 90."""
    c, low = _sincos(x)[1]
    p, e = two_square(c)
    return quotient(RADIAN, RADIAN_LOW, p, e + 2.0 * c * low)


def asind(x: float) -> float:
    """180/π asin(x)."""
    if x in (0.5, -0.5):
        return 60.0 * x
    return DEGREE * math.asin(x)


def acosd(x: float) -> float:
    """180/π acos(x)."""
    if x in (0.5, -0.5):
        return 90.0 - 60.0 * x
    return DEGREE * math.acos(x)


def atand(x: float) -> float:
    """180/π atan(x)."""
    return DEGREE * math.atan(x)


def radians(x: float) -> float:
    """π x/180."""
    return RADIAN * x


def degrees(x: float) -> float:
    """180 x/π."""
    return DEGREE * x
