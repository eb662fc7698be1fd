"""Circular functions of degrees: the reduction modulo 360 is exact, and so are multiples of 30 and 45."""

from __future__ import annotations

import math

from adcli.operations.values import fixed
from adcli.operations.values.fixed import BITS, ONE

RADIAN = 0.017453292519943295  # π/180
DEGREE = 57.29577951308232  # 180/π
_SMALL = 1e-6


def _reduced(x: float) -> tuple[int, float]:
    """(k, r) with x = 90 k + r modulo 360 and |r| ≤ 45, exactly; ValueError for an infinite x."""
    r = math.fmod(x, 360.0)
    k = round(r / 90.0)
    return k & 3, r - 90.0 * k


def _sincos(x: float) -> tuple[int, int]:
    """sin and cos of x degrees, fixed-point."""
    k, r = _reduced(x)
    if r in (30.0, -30.0):
        s, c = int(math.copysign(ONE >> 1, r)), math.isqrt(3 * ONE * ONE // 4)
    elif r in (45.0, -45.0):
        c = math.isqrt(ONE * ONE // 2)
        s = c if r > 0.0 else -c
    elif r == 0.0:
        s, c = 0, ONE
    else:
        s, c = fixed.sincos_small(fixed.fixed(r) * fixed.pi(256) // (180 << 256))
    return ((s, c), (c, -s), (-s, -c), (-c, s))[k]


def sind(x: float) -> float:
    """sin(π x/180)."""
    if -_SMALL < x < _SMALL:
        return radians(x)
    return _sincos(x)[0] / ONE


def cosd(x: float) -> float:
    """cos(π x/180)."""
    return _sincos(x)[1] / ONE


def tand(x: float) -> float:
    """tan(π x/180); ZeroDivisionError at odd multiples of 90."""
    if -_SMALL < x < _SMALL:
        return radians(x)
    s, c = _sincos(x)
    return s / c


def tandslope(x: float) -> float:
    """π/180/cos(π x/180)^2; ZeroDivisionError at odd multiples of 90."""
    c = _sincos(x)[1]
    return (fixed.pi(256) >> 256 - 2 * BITS if BITS < 128 else fixed.pi(2 * BITS)) / (180 * c * c)


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
