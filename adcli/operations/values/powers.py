"""Powers with logarithms, and the slope of a power by its base."""

from __future__ import annotations

import math

from adcli.operations.values import fixed
from adcli.operations.values.doubled import two_product, two_sum


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
    d = e * math.log(u)
    if not 1e-280 < y < 1e280 or not 1e-140 < abs(v) < 1e140:
        return v * y * (1.0 + d)
    p, t = two_product(v, y)
    return p + (t + p * d)


def powlog(u: float, v: float, n: float) -> float:
    """u^v log(u)^n, the n-th derivative of u^v by v; its limit 0 at u = 0 < v. nan for u < 0."""
    if n == 0.0:
        return math.pow(u, v)
    if u == 0.0 and v > 0.0:
        return 0.0
    if u < 0.0:
        return math.nan
    y = math.pow(u, v)
    if n != 1.0 or math.isinf(u):
        return y * math.log(u) ** n
    log = fixed.log(u)
    m, e = math.frexp(y)
    return math.ldexp(int(m * 9007199254740992.0) * log / (fixed.ONE << 53), e)
