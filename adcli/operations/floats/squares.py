"""1 ± x^2, their roots, and products with them: what the slopes of inverse functions divide by.

Each is rounded about once, so that a slope 1/value is within 2 ulp: the square's rounding error is
kept (`doubled`), and x^2 - 1 never cancels.
"""

from __future__ import annotations

import math

from adcli.operations.floats.doubled import quotient, two_product, two_square

_BIG = 1e150  # above, 1 is lost beside x^2, which may overflow
_TINY = 1e-150


def onepsq(x: float) -> float:
    """1 + x^2."""
    if not -_BIG < x < _BIG or -1e-9 < x < 1e-9:
        return 1.0 + x * x
    p, e = two_square(x)
    s = 1.0 + p
    rest = (p - s) + 1.0 if p > 1.0 else (1.0 - s) + p
    return s + (rest + e)


def _onemsq(x: float) -> tuple[float, float]:
    """1 - x^2 as a sum of two doubles, for 1e-9 < |x| < 1e150."""
    p, e = two_square(x)
    s = 1.0 - p
    rest = (1.0 - s) - p if p <= 1.0 else 1.0 - (s + p)
    return s + (rest - e), (s - (s + (rest - e))) + (rest - e)


def onemsq(x: float) -> float:
    """1 - x^2."""
    if not -_BIG < x < _BIG or -1e-9 < x < 1e-9:
        return 1.0 - x * x
    return _onemsq(x)[0]


def rootonepsq(x: float) -> float:
    """sqrt(1 + x^2)."""
    return math.hypot(1.0, x)


def _root(h: float, low: float) -> tuple[float, float]:
    """The square root of h + low as a sum of two doubles; ValueError below 0."""
    s = math.sqrt(h)
    if s == 0.0:
        return 0.0, 0.0
    p, e = two_square(s)
    return s, ((h - p) - e + low) / (2.0 * s)


def rootonepsq2(x: float) -> tuple[float, float]:
    """sqrt(1 + x^2) as a sum of two doubles, for 1e-9 < |x| < 1e150."""
    p, e = two_square(x)
    h = 1.0 + p
    return _root(h, ((p - h) + 1.0 if p > 1.0 else (1.0 - h) + p) + e)


def rootonemsq2(x: float) -> tuple[float, float]:
    """sqrt(1 - x^2) as a sum of two doubles, for |x| > 1e-9; ValueError outside -1 ≤ x ≤ 1."""
    return _root(*_onemsq(x))


def rootonemsq(x: float) -> float:
    """sqrt(1 - x^2); ValueError outside -1 ≤ x ≤ 1."""
    if -1e-9 < x < 1e-9:
        return 1.0
    s, low = rootonemsq2(x)
    return s + low


def rootsqmone2(x: float) -> tuple[float, float]:
    """sqrt(x^2 - 1) as a sum of two doubles; ValueError inside -1 < x < 1."""
    if not -1e9 < x < 1e9:
        return abs(x), -0.5 / abs(x)
    h, low = _onemsq(x)
    return _root(-h, -low)


def rootsqmone(x: float) -> float:
    """sqrt(x^2 - 1); ValueError inside -1 < x < 1."""
    s, low = rootsqmone2(x)
    return s + low


def asecden(x: float) -> float:
    """|x| sqrt(x^2 - 1), what the slopes of asec and acsc divide by."""
    s, low = rootsqmone2(x)
    x = abs(x)
    if x > _BIG:
        return x * s
    p, e = two_product(x, s)
    return p + (e + x * low)


def asechden(x: float) -> float:
    """x sqrt(1 - x^2), what the slope of asech divides by."""
    if -1e-9 < x < 1e-9:
        return x
    s, low = rootonemsq2(x)
    p, e = two_product(x, s)
    return p + (e + x * low)


def acschden(x: float) -> float:
    """|x| sqrt(1 + x^2), what the slope of acsch divides by."""
    x = abs(x)
    if x < 1e-9:
        return x
    if x > 1e9:
        return x * x
    s, low = rootonepsq2(x)
    q, f = two_product(x, s)
    return q + (f + x * low)


def dipole(u: float, v: float) -> float:
    """u/(u^2 + v^2); ZeroDivisionError at the origin."""
    scale = max(abs(u), abs(v))
    if scale == 0.0:
        raise ZeroDivisionError
    if math.isinf(scale):
        return 0.0
    if not 1e-140 < scale < 1e140:
        e = math.frexp(scale)[1]
        return math.ldexp(dipole(math.ldexp(u, -e), math.ldexp(v, -e)), -e)
    p, pe = two_square(u)
    q, qe = two_square(v)
    if p < q:
        p, pe, q, qe = q, qe, p, pe
    d = p + q
    return quotient(u, 0.0, d, (p - d) + q + pe + qe) if abs(u) > _TINY * scale else u / v / v


def cosine(u: float, v: float) -> float:
    """u/hypot(u, v), the slope of hypot; 0 at the origin by convention."""
    h = math.hypot(u, v)
    return u / h if h else 0.0
