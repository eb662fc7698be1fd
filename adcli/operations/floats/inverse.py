"""Inverses of reciprocal functions, acot(x) = atan(1/x) and so on, and acosh; near their branch
points they are formed without the rounding of 1/x, which the inverse would magnify.
"""

from __future__ import annotations

import math

from adcli.operations.floats.doubled import quotient2, two_sum
from adcli.operations.floats.powers import log1p_parts
from adcli.operations.floats.squares import rootonemsq2, rootonepsq2, rootsqmone2

HALF_PI = 1.5707963267948966
HALF_PI_LOW = 6.123233995736766e-17  # π/2 - HALF_PI
LOG_2 = 0.6931471805599453
_LARGE = 2.0**28


def _atan2(h: float, low: float) -> tuple[float, float]:
    """atan(h + low) as a double and what corrects it."""
    return math.atan(h), low / (1.0 + h * h)


def acot(x: float) -> float:
    """atan(1/x); π/2 at 0."""
    if x == 0.0:
        return HALF_PI
    if not 1e-140 < abs(x) < 1e140:
        return math.atan(1.0 / x) if abs(x) > 1.0 else math.copysign(HALF_PI, x)
    if -1.0 < x < 1.0:
        return (math.copysign(HALF_PI, x) - math.atan(x)) + math.copysign(HALF_PI_LOW, x)
    y, low = _atan2(*quotient2(1.0, 0.0, x, 0.0))
    return y + low


def asec(x: float) -> float:
    """acos(1/x) = atan(sqrt(x^2 - 1)), or π minus that for negative x; ValueError inside -1 < x < 1."""
    y, low = _atan2(*rootsqmone2(x)) if -1e9 < x < 1e9 else (HALF_PI, HALF_PI_LOW - 1.0 / abs(x))
    if x > 0.0:
        return y + low
    return (2.0 * HALF_PI - y) + (2.0 * HALF_PI_LOW - low)


def acsc(x: float) -> float:
    """asin(1/x) = atan(1/sqrt(x^2 - 1)), odd in x; ValueError inside -1 < x < 1."""
    if not -1e9 < x < 1e9:
        return 1.0 / x
    h, low = rootsqmone2(x)
    if h < 1.0:
        y, rest = _atan2(h, low)
        y, rest = HALF_PI - y, HALF_PI_LOW - rest
    else:
        y, rest = _atan2(*quotient2(1.0, 0.0, h, low))
    return math.copysign(y + rest, x)


def acosh(x: float) -> float:
    """log(x + sqrt(x^2 - 1)), rounded about once; ValueError below 1."""
    if x > _LARGE:
        return math.acosh(x)
    r, low = rootsqmone2(x) if x > -1.0 else (math.sqrt(x), 0.0)
    d, e = two_sum(x, -1.0)
    s, t = two_sum(d, r)
    return sum(log1p_parts(s, t + (e + low)))


def acoth(x: float) -> float:
    """atanh(1/x) = log(1 + 2/(x - 1))/2; ZeroDivisionError at 1 and -1, ValueError between."""
    a = abs(x)
    if a > _LARGE:
        return 1.0 / x
    if a < 1.0:
        raise ValueError("between -1 and 1")
    return math.copysign(0.5 * sum(log1p_parts(*quotient2(2.0, 0.0, *two_sum(a, -1.0)))), x)


def asech(x: float) -> float:
    """acosh(1/x) = log((1 + sqrt(1 - x^2))/x); ZeroDivisionError at 0, ValueError outside 0 to 1."""
    if 0.0 < x < 1.0 / _LARGE:
        return LOG_2 - math.log(x)
    if x == 0.0:
        raise ZeroDivisionError
    if x < 0.0:
        raise ValueError("acosh of a number below 1")
    r, low = rootonemsq2(x)
    return sum(log1p_parts(*_over(x, r, low)))


def acsch(x: float) -> float:
    """asinh(1/x) = log((1 + sqrt(1 + x^2))/x); ZeroDivisionError at 0."""
    a = abs(x)
    if a > _LARGE or a == 0.0:
        return 1.0 / x
    if a < 1.0 / _LARGE:
        return math.copysign(LOG_2 - math.log(a), x)
    return math.copysign(sum(log1p_parts(*_over(a, *rootonepsq2(a)))), x)


def _over(x: float, r: float, low: float) -> tuple[float, float]:
    """(1 - x + r + low)/x as a sum of two doubles."""
    d, e = two_sum(r, -x)
    s, t = two_sum(1.0, d)
    return quotient2(s, t + (e + low), x, 0.0)
