"""The beta function and its slopes, and differences of polygammas without cancellation."""

from __future__ import annotations

import math

from adcli.operations.floats import fixed
from adcli.operations.floats.doubled import two_sum
from adcli.operations.floats.gammas import BERNOULLI, FAR, PSI, digamma, lgamma, polygamma

_ROOT_TWO_PI = 2.5066282746310002
_STEP = 0.25  # of the trapezoidal rule; its error is about e^(-π²/_STEP)


def beta(a: float, b: float) -> float:
    """gamma(a) gamma(b)/gamma(a + b); ValueError where a or b is 0, -1, -2, …"""
    s, low = two_sum(a, b)
    if s <= 0.0 and s == math.floor(s) and low == 0.0:
        math.gamma(a), math.gamma(b)  # raise at their poles
        return 0.0
    if max(abs(a), abs(b), abs(s)) < 120.0:
        if a > b:
            a, b = b, a
        y = math.gamma(b) / math.gamma(s) * math.gamma(a)
        return y - y * (low * digamma(s)) if low else y
    if a > 0.0 and b > 0.0:
        return _large(max(a, b), min(a, b))
    sign = math.copysign(1.0, _sign(a) * _sign(b) * _sign(s))
    return sign * math.exp(lgamma(a) + lgamma(b) - lgamma(s))


def _sign(x: float) -> float:
    """The sign of gamma(x)."""
    return 1.0 if x > 0.0 or math.floor(x) % 2 == 0 else -1.0


def _large(a: float, b: float) -> float:
    """beta for a ≥ 60 and a ≥ b > 0, by Stirling's formula with its exponent in fixed point."""
    if math.isinf(a):
        return 0.0
    s, low = two_sum(a, b)
    log_s = fixed.log(s) + fixed.fixed(low / s)
    stretch = fixed.fixed(a) * (fixed.log(a) - log_s) >> fixed.BITS if b >= 1e-17 * a else -fixed.fixed(b)
    if b < FAR:  # gamma(b) itself, and Stirling's formula for gamma(a)/gamma(s)
        m, k = fixed.exp(stretch + fixed.fixed(b) - (fixed.fixed(b) * log_s >> fixed.BITS))
        factor = 0.5 * math.gamma(b) * math.sqrt(s / a) * math.exp(_mu(a) - _mu(s))
        return math.ldexp(factor * (m / fixed.ONE), k + 1)
    m, k = fixed.exp(stretch + (fixed.fixed(b) * (fixed.log(b) - log_s) >> fixed.BITS))
    stirling = math.exp(_mu(a) + _mu(b) - _mu(s))
    return math.ldexp(_ROOT_TWO_PI * math.sqrt(s / a / b) * stirling * (m / fixed.ONE), k)


def _mu(x: float) -> float:
    """log gamma(x) less (x - 1/2) log x - x + log(2π)/2, for x ≥ 12 (A&S 6.1.41)."""
    square = 1.0 / x / x
    series = 0.0
    for k in range(len(PSI), 0, -1):
        series = series * square + PSI[k - 1] / (2 * k - 1)
    return series / x


def betaslope(a: float, b: float) -> float:
    """The derivative of beta by a; ValueError at its poles."""
    return beta(a, b) * psidiff(0.0, a, b)


def betacross(a: float, b: float) -> float:
    """The mixed second derivative of beta, regular at a = 0 and b = 0; ValueError at its other poles.

    The product rule's terms cancel where an argument is small, and nothing does in the integral of
    log(t) log(1 - t) t^(a-1) (1 - t)^(b-1) over 0 to 1.
    """
    small, large = min(a, b), max(a, b)
    if not -0.5 < small < 1.0:
        s = a + b
        return beta(a, b) * (psidiff(0.0, a, b) * psidiff(0.0, b, a) - polygamma(1.0, s))
    if large > 1e17:  # where beta is gamma(small) large^-small
        scale = math.gamma(1.0 + small) * math.pow(large, -small) / large
        return scale * (math.log(large) - digamma(1.0 + small)) if scale else 0.0
    return _integral(small, large)


def _integral(a: float, b: float) -> float:
    """That integral for a, b > -1/2, over u = log(t/(1 - t)) and from its peak to either side."""
    peak = math.log1p(a) - math.log1p(b)
    total = 0.0
    for step in (_STEP, -_STEP):
        u = peak if step > 0.0 else peak + step
        term = math.inf
        while term > 1e-18 * total:
            rest = -math.log1p(math.exp(-abs(u)))
            log, log_of_rest = (rest, rest - u) if u > 0.0 else (rest + u, rest)
            term = log * log_of_rest * math.exp(a * log + b * log_of_rest)
            total += term
            u += step
    return total * _STEP


def psidiff(n: float, a: float, b: float) -> float:
    """polygamma(n, a) - polygamma(n, a + b); ValueError at their poles."""
    if a <= 0.0 or a + b <= 0.0:
        return polygamma(n, a) - polygamma(n, a + b)
    return _digamma_difference(a, b) if n == 0.0 else _difference(int(n), a, b)


def _digamma_difference(a: float, b: float) -> float:
    """With L = log(1 + b/z), (z + b)^-q - z^-q is z^-q expm1(-q L), whatever the size of b."""
    total = 0.0
    while min(a, a + b) < FAR:
        total -= b / a / (a + b)
        a += 1.0
    log = math.log1p(b / a)
    tail = 0.0
    for k in range(len(PSI), 0, -1):
        tail += PSI[k - 1] * math.expm1(-2 * k * log) * a ** (-2 * k)
    return total - log + (0.5 * math.expm1(-log) / a + tail)


def _difference(n: int, a: float, b: float) -> float:
    """(-1)^(n+1) n! (ζ(n+1, a) - ζ(n+1, a+b)), term by term of the Euler-Maclaurin sum."""
    s = n + 1
    total = 0.0

    def fall(z: float, power: int) -> float:
        return -(z**-power) * math.expm1(-power * math.log1p(b / z))

    while min(a, a + b) < FAR + 0.5 * s:
        total += fall(a, s)
        a += 1.0
    total += fall(a, s - 1) / (s - 1) + 0.5 * fall(a, s)
    rising = float(s)
    for j, c in enumerate(BERNOULLI):
        total += c * rising * fall(a, s + 2 * j + 1)
        rising *= (s + 2 * j + 1) * (s + 2 * j + 2)
    value = math.factorial(n) * total
    return value if n % 2 else -value
