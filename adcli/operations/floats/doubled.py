"""Error-free transformations: the rounding error of a sum or a product, as a double.

T. J. Dekker, Numer. Math. 18 (1971) 224-242; D. E. Knuth, TAOCP vol. 2, 4.2.2, theorem B.
"""

from __future__ import annotations

import math

_SPLIT = 134217729.0  # 2^27 + 1


def two_sum(a: float, b: float) -> tuple[float, float]:
    """(s, t) with s = a + b rounded and s + t = a + b exactly."""
    s = a + b
    c = s - a
    return s, (a - (s - c)) + (b - c)


def two_product(a: float, b: float) -> tuple[float, float]:
    """(p, t) with p = a b rounded and p + t = a b exactly; |a|, |b| below 2^996, |a b| above 2^-969."""
    p = a * b
    c = _SPLIT * a
    ah = c - (c - a)
    al = a - ah
    c = _SPLIT * b
    bh = c - (c - b)
    bl = b - bh
    return p, ((ah * bh - p) + ah * bl + al * bh) + al * bl


def two_square(a: float) -> tuple[float, float]:
    """(p, t) with p = a^2 rounded and p + t = a^2 exactly; within the same bounds."""
    p = a * a
    c = _SPLIT * a
    h = c - (c - a)
    low = a - h
    return p, ((h * h - p) + 2.0 * h * low) + low * low


def quotient(n: float, nl: float, d: float, dl: float) -> float:
    """(n + nl)/(d + dl), where nl and dl are rounding errors of n and d: within 0.51 ulp or so."""
    q = n / d
    p, t = two_product(q, d)
    return q + (((n - p) - t + nl) - q * dl) / d


def quotient2(n: float, nl: float, d: float, dl: float) -> tuple[float, float]:
    """The same as a sum of two doubles."""
    q = n / d
    p, t = two_product(q, d)
    return q, (((n - p) - t + nl) - q * dl) / d


def product_with(y: float, n: float, low: float) -> float:
    """y (n + low) for a small correction `low` of n, with one rounding also where y is subnormal or huge."""
    m, e = math.frexp(y)
    p, t = two_product(m, n)
    return math.ldexp(p + (t + m * low), e)
