"""Powers with logarithms, and the slope of a power by its base."""

from __future__ import annotations

import math

from adcli.operations.floats.doubled import (
    product_with,
    quotient,
    quotient2,
    two_product,
    two_square,
    two_sum,
)


def powslope(u: float, v: float) -> float:
    """v u^(v - 1), with a correction for the rounding of v - 1; 0 where v is 0, even at u = 0."""
    if v == 2.0:
        return 2.0 * u
    if v == 1.0 or v == 0.0:
        return v
    s, e = two_sum(v, -1.0)
    y = math.pow(u, s)
    if e == 0.0 or u <= 0.0:
        return v * y
    if not 1e-140 < abs(v) < 1e140:
        return v * y * (1.0 + e * math.log(u))
    return product_with(y, v, v * (e * math.log(u)))


def powlog(u: float, v: float, n: float, k: float) -> float:
    """u^(v - k) log(u)^n, with a correction for the rounding of v - k; its limit 0 at u = 0 < v - k.

    nan for u < 0 < n; 0 for negative n, which rules meet with the factor 0 only.
    """
    if n < 0.0:
        return 0.0
    s, e = two_sum(v, -k)
    if n == 0.0:
        y = math.pow(u, s)
        return y if e == 0.0 or u <= 0.0 else y + y * (e * math.log(u))
    if u == 0.0 and s > 0.0:
        return 0.0
    if u < 0.0:
        return math.nan
    y = math.pow(u, s)
    if not 0.0 < y < math.inf or u == math.inf:
        return y * math.pow(math.log(u), n)
    h, low = log_parts(u)
    if n != 1.0:
        y *= math.pow(h, n - 1.0)
    return product_with(y, h, low + h * (e * h) + (n - 1.0) * low)


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


_TINY, _HUGE = 1e-140, 1e140  # outside, errors of products are not formed


_EXACT = 64.0  # up to this order the residual of a root is computed exactly


def sqrt(x: float) -> float:
    """The square root; of -0.0 it is 0.0, so that the slope 0.5/y at 0 is the one on the right, inf."""
    return math.sqrt(x) + 0.0


def cbrt(x: float) -> float:
    """The real cube root, rounded once: the library's, and a Newton step on x - y³."""
    if not 1e-280 < abs(x) < 1e280:
        return _signed(x, 3.0)
    y = math.cbrt(x)
    p, e = two_square(y)
    q, f = two_product(p, y)
    return y + ((x - q) - (f + e * y)) / (3.0 * p)


def root(x: float, n: float) -> float:
    """x^(1/n); of a negative x for odd n. ValueError where there is no real one."""
    return _signed(x, n)


def _signed(x: float, n: float) -> float:
    if x >= 0.0:
        return _positive(x, n)
    if n % 2.0 == 1.0:
        return -_positive(-x, n)
    raise ValueError("no real root")


def _positive(x: float, n: float) -> float:
    """x^(1/n) for x ≥ 0: a power, then a Newton step on an exact residual where n is whole."""
    if n == 1.0:
        return x
    h, low = _reciprocal(n)
    if x == 0.0 or math.isinf(x):
        return math.pow(x, h)
    y = math.pow(x, h)
    if not 0.0 < y < math.inf:
        return y
    if n != math.floor(n) or not 1.0 < n <= _EXACT:
        return y + y * (low * math.log(x))
    return y + y * (_residual(x, y, int(n)) / n)


def _residual(x: float, y: float, n: int) -> float:
    """x/y^n - 1, exact but for the last rounding."""
    a, e = math.frexp(x)
    b, f = math.frexp(y)
    numerator = int(a * 9007199254740992.0)
    denominator = int(b * 9007199254740992.0) ** n
    shift = (e - 53) - n * (f - 53)
    if shift >= 0:
        numerator <<= shift
    else:
        denominator <<= -shift
    quotient: float = (numerator - denominator) / denominator
    return quotient


def _reciprocal(n: float) -> tuple[float, float]:
    """1/n as a sum of two doubles."""
    h = 1.0 / n
    if not _TINY < abs(n) < _HUGE:
        return h, 0.0
    p, e = two_product(h, n)
    return h, ((1.0 - p) - e) / n


def rootslope(x: float, n: float) -> float:
    """x^(1/n)/(n x), the slope of root; infinite at 0 for n > 1."""
    if n == 1.0:
        return 1.0
    if n == 0.0:
        raise ValueError("a root of order zero")
    if x == 0.0:
        return math.inf if n > 1.0 or n < 0.0 else 0.0
    if x < 0.0 and n % 2.0 != 1.0:
        raise ValueError("no real root")
    x = abs(x)
    h, low = _reciprocal(n)
    if not _TINY < abs(n) < _HUGE:
        return math.pow(x, h) / x / n
    s, t = two_sum(h, -1.0)
    y = math.pow(x, s)
    d = (t + low) * math.log(x)
    return product_with(y, h, low + h * d)


def rootlog(x: float, n: float) -> float:
    """x^(1/n) log(x)/n^2: minus the slope of root by its order; 0 at x = 0 < n."""
    if x == 0.0 and n > 0.0:
        return 0.0
    h, low = _reciprocal(n)
    near, rest = log_parts(x)
    y = math.pow(x, h)
    if y == 0.0 or not _TINY < abs(n) < _HUGE:
        return y / n / n * near
    # y (1 + low log x) (near + rest) (h + low)^2
    p, e = two_product(near, h)
    q, f = two_product(p, h)
    f += e * h + q * (2.0 * low / h) + rest * h * h + q * (low * near)
    return product_with(y, q, f)
