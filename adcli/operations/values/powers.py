"""Powers with logarithms, and the slope of a power by its base."""

from __future__ import annotations

import math

from adcli.operations.values.doubled import product_with, two_sum
from adcli.operations.values.logarithms import log_parts


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
