"""Roots: cbrt, root(x, n) and their slopes."""

from __future__ import annotations

import math

from adcli.operations.values.doubled import product_with, two_product, two_square, two_sum
from adcli.operations.values.logarithms import log_parts

_TINY, _HUGE = 1e-140, 1e140  # outside, errors of products are not formed
_EXACT = 64.0  # up to this order the residual of a root is computed exactly


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
