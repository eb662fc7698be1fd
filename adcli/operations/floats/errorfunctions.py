"""The error function's family. Squares in exponents keep their rounding error, which a far tail
would magnify by the square itself.
"""

from __future__ import annotations

import math

from adcli.operations.floats.doubled import two_product, two_square

_ROOT_HALF = 0.7071067811865476
_ROOT_HALF_LOW = -4.833646656726457e-17  # 1/sqrt(2) - _ROOT_HALF
_TWO_BY_ROOT_PI = 1.1283791670955126
_HALF_ROOT_PI = 0.886226925452758
_ONE_BY_ROOT_TWO_PI = 0.3989422804014327


def gauss(x: float) -> float:
    """e^(-x^2)."""
    if not -28.0 < x < 28.0:
        return 0.0
    if -1e-9 < x < 1e-9:
        return 1.0
    p, e = two_square(x)
    y = math.exp(-p)
    return y - y * e


def normpdf(x: float) -> float:
    """e^(-x^2/2)/sqrt(2π)."""
    if not -39.0 < x < 39.0:
        return 0.0
    if -1e-9 < x < 1e-9:
        return _ONE_BY_ROOT_TWO_PI
    p, e = two_square(x)
    y = _ONE_BY_ROOT_TWO_PI * math.exp(-0.5 * p)
    return y - y * (0.5 * e)


def normcdf(x: float) -> float:
    """erfc(-x/sqrt(2))/2, with a correction for the rounding of -x/sqrt(2)."""
    if not -39.0 < x < 39.0:
        return 1.0 if x > 0.0 else 0.0 if x < 0.0 else x
    if -1e-200 < x < 1e-200:
        return 0.5
    z, e = two_product(-x, _ROOT_HALF)
    e -= x * _ROOT_HALF_LOW
    return 0.5 * (math.erfc(z) - _TWO_BY_ROOT_PI * math.exp(-z * z) * e)


def erfinv(x: float) -> float:
    """The y with erf(y) = x; ValueError outside -1 < x < 1."""
    y, low = _erfinv(x)
    return y + low


def erfinvslope(x: float) -> float:
    """sqrt(π)/2 e^(erfinv(x)^2)."""
    y, low = _erfinv(x)
    return _HALF_ROOT_PI / gauss(y) * (1.0 + 2.0 * y * low)


def _erfinv(x: float) -> tuple[float, float]:
    """erfinv(x) as a sum of two doubles.

    S. Winitzki's approximation (2008, a = 0.147), good to 2e-3, then Halley's steps on erf, or on
    erfc from 1/2 on, where 1 - |x| is exact.
    """
    a = abs(x)
    if a >= 1.0:
        raise ValueError("outside -1 to 1")
    if a < 1e-8:
        return _HALF_ROOT_PI * x, 0.0
    log = math.log1p(-a * a) if a < 0.5 else math.log((1.0 - a) * (1.0 + a))
    c = 2.0 / (math.pi * 0.147) + 0.5 * log
    y = math.sqrt(math.sqrt(c * c - log / 0.147) - c) if a > 0.01 else _HALF_ROOT_PI * a
    step = 0.0
    for _ in range(3):
        y += step
        error = math.erf(y) - a if a < 0.5 else (1.0 - a) - math.erfc(y)
        f = error * _HALF_ROOT_PI / gauss(y)
        step = -f / (1.0 + y * f)
    return (y, step) if x > 0.0 else (-y, -step)
