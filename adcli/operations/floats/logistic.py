"""The logistic function's family, log-sum-exp and gelu, with accurate tails.

With e = e^-|x| ≤ 1 all are quotients of polynomials in e; the divisions keep their remainders.
"""

from __future__ import annotations

import math

from adcli.operations.floats.doubled import quotient, quotient2, two_product, two_square, two_sum
from adcli.operations.floats.errorfunctions import normcdf
from adcli.operations.floats.fixed import ONE, exp, fixed, log_rest

_FAR = 40.0  # from here on 1 + e^-x is 1


def sigmoid(x: float) -> float:
    """1/(1 + e^-x)."""
    if x < -_FAR:
        return math.exp(x) if x > -746.0 else 0.0
    if x > _FAR:
        return 1.0
    e = math.exp(-abs(x))
    d = 1.0 + e
    return quotient(e if x < 0.0 else 1.0, 0.0, d, e - (d - 1.0))


def sigmoidslope(x: float) -> float:
    """e^-|x|/(1 + e^-|x|)^2, the slope of sigmoid."""
    x = abs(x)
    if x > _FAR:
        return math.exp(-x) if x < 746.0 else 0.0
    e = math.exp(-x)
    d = 1.0 + e
    low = e - (d - 1.0)
    p, t = two_square(d)
    return quotient(e, 0.0, p, t + 2.0 * d * low)


def logit(x: float) -> float:
    """log(x/(1 - x)); ValueError outside 0 to 1."""
    if x >= 0.25:
        return 2.0 * math.atanh(2.0 * x - 1.0)
    return math.log(x) - math.log1p(-x)


def logisticmap(x: float) -> float:
    """x (1 - x), rounded once."""
    d, low = two_sum(1.0, -x)
    if not 1e-200 < abs(x) < 1e150:
        return x * d
    p, t = two_product(x, d)
    return p + (t + x * low)


def softplus(x: float) -> float:
    """log(1 + e^x)."""
    if x > 0.0:
        return x + math.log1p(math.exp(-x)) if x < _FAR else x
    return math.log1p(math.exp(x)) if x > -746.0 else 0.0


def silu(x: float) -> float:
    """x/(1 + e^-x)."""
    if not -_FAR < x < _FAR:
        return x if x > 0.0 else _far_silu(x)
    if -1e-200 < x < 1e-200:
        return 0.5 * x
    e = math.exp(-abs(x))
    d = 1.0 + e
    q, low = quotient2(e if x < 0.0 else 1.0, 0.0, d, e - (d - 1.0))
    p, t = two_product(x, q)
    return p + (t + x * low)


def _far_silu(x: float) -> float:
    """x e^x, without a subnormal e^x."""
    if x < -760.0:
        return -0.0
    m, k = exp(fixed(x))
    return math.ldexp(x * (m / ONE), k)


def siluslope(x: float) -> float:
    """(1 + e + x e)/(1 + e)^2 with e = e^-x, the slope of silu, relatively accurate at its zero."""
    if -1e-9 < x < 1e-9:
        return 0.5 + 0.5 * x
    if x > 800.0:
        return 1.0
    if x < -800.0:
        return -0.0
    m, k = exp(fixed(abs(x)))
    grown = m << k
    if x < 0.0:  # e^-x is large
        return (ONE + grown + (fixed(x) * m >> 140 << k)) * ONE / (ONE + grown) ** 2
    return (grown * (ONE + grown) + fixed(x) * grown) / (ONE + grown) ** 2


def gelu(x: float) -> float:
    """x normcdf(x)."""
    return x * normcdf(x)


def relu(x: float) -> float:
    """max(x, 0)."""
    return x if x > 0.0 or x != x else 0.0


def logsumexp(*u: float) -> float:
    """log(e^u1 + e^u2 + …), from the largest argument on."""
    top = max(u)
    if math.isinf(top):
        return top
    others = list(u)
    others.remove(top)
    y = top + math.log1p(math.fsum(_exp_difference(a, top) for a in others))
    return y if abs(y) > 0.25 * abs(top) or top < -_FAR else _near_zero(y, u)


def _near_zero(y: float, u: tuple[float, ...]) -> float:
    """log Σ e^u, relatively accurate where it is small, from a value y that is not."""
    total = 0
    for a in u:
        m, k = exp(fixed(a)) if a > -200.0 else (0, 0)
        total += m << k if k >= 0 else m >> -k
    return y + log_rest(total, y)


def _exp_difference(a: float, b: float) -> float:
    """e^(a - b), without the rounding of a - b; 0 far down."""
    d, low = two_sum(a, -b)
    if d < -746.0:
        return 0.0
    e = math.exp(d)
    return e + e * low


def share(x: float, *u: float) -> float:
    """e^x/(e^x + e^u1 + e^u2 + …)."""
    top = max(x, *u) if u else x
    own = _exp_difference(x, top)
    return own / math.fsum((own, *(_exp_difference(a, top) for a in u)))


def rest(x: float, *u: float) -> float:
    """1 - share(x, u1, u2, …), without cancellation."""
    top = max(x, *u) if u else x
    others = math.fsum(_exp_difference(a, top) for a in u)
    return others / (others + _exp_difference(x, top))
