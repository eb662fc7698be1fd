"""Logarithms as sums of two doubles, for logarithms to any base and what multiplies a logarithm."""

from __future__ import annotations

import math

from adcli.operations.values.doubled import product_with, quotient, quotient2, two_product, two_sum

Pair = tuple[float, float]

_LOG_2 = 0.6931471805592082  # 40 bits: exact products with exponents
_LOG_2_LOW = 7.371002565167799e-13
_ROOT_HALF = 0.7071067811865476
_TERMS = 11


def log_parts(x: float, low: float = 0.0) -> Pair:
    """log(x + low) as a sum of two doubles, to some 2^-58 relatively; ValueError for x ≤ 0."""
    if not 0.0 < x < math.inf:
        return math.log(x), 0.0
    m, k = math.frexp(x)
    if m < _ROOT_HALF:
        m, k = 2.0 * m, k - 1
    if low:
        low = math.ldexp(low, -k)
    d, e = two_sum(m, 1.0)
    h, low = twice_atanh(*quotient2(m - 1.0, low, d, e + low))
    if k == 0:
        return h, low
    s, t = two_sum(k * _LOG_2, h)
    return two_sum(s, t + (low + k * _LOG_2_LOW))


def log1p_parts(h: float, low: float) -> Pair:
    """log(1 + h + low) as a sum of two doubles, for h ≥ 0."""
    if h < 0.4:
        d, e = two_sum(2.0, h)
        return twice_atanh(*quotient2(h, low, d, e + low))
    s, t = two_sum(1.0, h)
    return log_parts(s, t + low)


def twice_atanh(s: float, low: float) -> Pair:
    """2 atanh(s + low) = log((1 + s)/(1 - s)) for |s| ≤ 0.18: 2 s (1 + s²/3 + s⁴/5 + …)."""
    square = s * s
    series = 0.0
    for k in range(_TERMS, 0, -1):
        series = (series + 1.0 / (2 * k + 1)) * square
    return two_sum(2.0 * s, 2.0 * (low + s * series))


def logbase(x: float, b: float) -> float:
    """log(x)/log(b), rounded about once; ZeroDivisionError for b = 1."""
    return quotient(*log_parts(x), *log_parts(b))


def xlog(x: float, b: float) -> float:
    """x log(b), rounded about once."""
    return product_with(x, *log_parts(b)) if b < math.inf > abs(x) else x * math.log(b)


def logslope(x: float, b: float) -> float:
    """log(x)/(b log(b)^2), rounded about once; ZeroDivisionError for b = 1."""
    h, low = log_parts(b)
    p, e = two_product(h, h)
    m, k = math.frexp(b)
    q, f = two_product(p, m)
    return math.ldexp(quotient(*log_parts(x), q, f + (e + 2.0 * h * low) * m), -k)
