"""Circular functions, their reciprocals and the slopes they lead to, each rounded about once.

A double's own sine or cosine is good to half an ulp, but its square, quotient and product each add
their rounding; there sine and cosine are sums of two doubles. Reduction modulo π/2 by a constant in
three parts (W. J. Cody, W. Waite, Software Manual for the Elementary Functions, 1980), and in fixed
point where that is not enough: for large arguments, and next to a multiple of π/2.
"""

from __future__ import annotations

import math

from adcli.operations.floats import fixed
from adcli.operations.floats.doubled import quotient, two_product, two_square, two_sum

Pair = tuple[float, float]


_TINY = 2.0**-30  # below, the first terms of the series are exact enough


_FAR = 1e5


# From LARGE on a C library's reduction may be good absolutely only (glibc's, to some 1e-28): below
# NEAR_ZERO sin and cos, and tan below it and above its reciprocal, are taken from the pairs instead.
LARGE = 1e8


NEAR_ZERO = 1e-9


_sin, _cos = math.sin, math.cos  # hot loops call them: one look-up less


_TWO_BY_PI = 0.6366197723675814


_HALF_PI = (1.5707963267341256, 6.077100506303966e-11, 2.0222662487959506e-21)  # the first two of 33 bits


# (-1)^k/(2k + 1)! and, for k ≥ 2, (-1)^k/(2k)!
_SINE = tuple((-1.0) ** k / math.factorial(2 * k + 1) for k in range(8, 0, -1))


_COSINE = tuple((-1.0) ** k / math.factorial(2 * k) for k in range(8, 1, -1))


def sincos(x: float) -> tuple[Pair, Pair]:
    """sin x and cos x, each as a sum of two doubles, to some 2^-56 relatively; for |x| > 2^-30."""
    if not -_FAR < x < _FAR:
        return _of_fixed(x)
    k = round(x * _TWO_BY_PI)
    if k:
        a, b, c = _HALF_PI
        r, e = two_sum(x - k * a, -k * b)
        if -1e-6 < r < 1e-6:
            return _of_fixed(x)
        r, e = two_sum(r, e - k * c)
    else:
        r, e = x, 0.0
    return turned(k & 3, *sincos_small(r, e))


def sincos_small(r: float, e: float) -> tuple[Pair, Pair]:
    """The same for r + e with |r| ≤ π/4: Taylor's series, the leading terms without rounding."""
    q, f = two_square(r)
    f += 2.0 * r * e
    series = 0.0
    for d in _SINE:
        series = series * q + d
    sine = two_sum(r, e + r * (q * series) - r * f / 6.0 - 0.5 * q * e)
    series = 0.0
    for d in _COSINE:
        series = series * q + d
    h = 1.0 - 0.5 * q
    return sine, two_sum(h, ((1.0 - h) - 0.5 * q) - 0.5 * f + q * q * series)


def turned(k: int, sine: Pair, cosine: Pair) -> tuple[Pair, Pair]:
    """Sine and cosine of an angle and k quarter turns."""
    if k == 0:
        return sine, cosine
    if k == 1:
        return cosine, _minus(sine)
    return (_minus(sine), _minus(cosine)) if k == 2 else (_minus(cosine), sine)


def _minus(a: Pair) -> Pair:
    return -a[0], -a[1]


def _of_fixed(x: float) -> tuple[Pair, Pair]:
    """The same, in fixed point."""
    sine, cosine = fixed.sincos(x)
    return _pair(sine), _pair(cosine)


def _pair(n: int) -> Pair:
    h = n / fixed.ONE
    return h, (n - fixed.fixed(h)) / fixed.ONE


def _squared(a: Pair) -> Pair:
    p, e = two_square(a[0])
    return p, e + 2.0 * a[0] * a[1]


def sin(x: float) -> float:
    """sin(x); ValueError for an infinite x."""
    y = _sin(x)
    if -NEAR_ZERO < y < NEAR_ZERO and not -LARGE < x < LARGE:
        return sincos(x)[0][0]
    return y


def cos(x: float) -> float:
    """cos(x); ValueError for an infinite x."""
    y = _cos(x)
    if -NEAR_ZERO < y < NEAR_ZERO and not -LARGE < x < LARGE:
        return sincos(x)[1][0]
    return y


def tan(x: float) -> float:
    """tan(x); ValueError for an infinite x."""
    y = math.tan(x)
    if -LARGE < x < LARGE or NEAR_ZERO < abs(y) < 1.0 / NEAR_ZERO or math.isnan(y):
        return y
    s, c = sincos(x)
    return quotient(*s, *c)


def cot(x: float) -> float:
    """cos(x)/sin(x); ZeroDivisionError at 0."""
    if -_TINY < x < _TINY:
        return 1.0 / x
    s, c = sincos(x)
    return quotient(*c, *s)


def sec(x: float) -> float:
    """1/cos(x)."""
    if -_TINY < x < _TINY:
        return 1.0
    return quotient(1.0, 0.0, *sincos(x)[1])


def csc(x: float) -> float:
    """1/sin(x); ZeroDivisionError at 0."""
    if -_TINY < x < _TINY:
        return 1.0 / x
    return quotient(1.0, 0.0, *sincos(x)[0])


def sec2(x: float) -> float:
    """1/cos(x)^2."""
    if -_TINY < x < _TINY:
        return 1.0
    return quotient(1.0, 0.0, *_squared(sincos(x)[1]))


def csc2(x: float) -> float:
    """1/sin(x)^2; ZeroDivisionError at 0."""
    if -_TINY < x < _TINY:
        return 1.0 / x / x
    return quotient(1.0, 0.0, *_squared(sincos(x)[0]))


def sectan(x: float) -> float:
    """sin(x)/cos(x)^2."""
    if -_TINY < x < _TINY:
        return math.sin(x)
    s, c = sincos(x)
    return quotient(*s, *_squared(c))


def csccot(x: float) -> float:
    """cos(x)/sin(x)^2; ZeroDivisionError at 0."""
    if -_TINY < x < _TINY:
        return 1.0 / x / x
    s, c = sincos(x)
    return quotient(*c, *_squared(s))


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
