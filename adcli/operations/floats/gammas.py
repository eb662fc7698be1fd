"""The gamma function's family.

gamma is `math.gamma` (Lanczos). lgamma near its zeros 1 and 2: A&S 6.1.33. digamma: recurrence
(A&S 6.3.5), asymptotic series (6.3.18), reflection (6.3.7). polygamma: n! times the Hurwitz zeta
function (6.4.10), by Euler-Maclaurin summation (DLMF 25.11.43 in other words).
"""

from __future__ import annotations

import math

from adcli.operations.floats.doubled import two_sum

# zeta(k) - 1 for k = 2, 3, …
_ZETA = (
    0.6449340668482264, 0.2020569031595943, 0.08232323371113819, 0.03692775514336993,
    0.01734306198444914, 0.008349277381922827, 0.00407735619794434, 0.0020083928260822143,
    0.0009945751278180853, 0.0004941886041194645, 0.0002460865533080483, 0.00012271334757848915,
    6.124813505870483e-05, 3.058823630702049e-05, 1.528225940865187e-05, 7.637197637899763e-06,
    3.81729326499984e-06, 1.908212716553939e-06, 9.539620338727962e-07, 4.769329867878064e-07,
    2.38450502727733e-07, 1.1921992596531106e-07, 5.960818905125948e-08, 2.980350351465228e-08,
    1.4901554828365043e-08,
)  # fmt: skip
# B_2k/(2k) and B_2k/(2k)! for k = 1, 2, …
PSI = (
    0.08333333333333333, -0.008333333333333333, 0.003968253968253968, -0.004166666666666667,
    0.007575757575757576, -0.021092796092796094, 0.08333333333333333, -0.4432598039215686,
)  # fmt: skip
BERNOULLI = (
    0.08333333333333333, -0.001388888888888889, 3.306878306878307e-05, -8.267195767195768e-07,
    2.08767569878681e-08, -5.284190138687493e-10, 1.3382536530684679e-11, -3.3896802963225827e-13,
    8.586062056277845e-15, -2.174868698558062e-16, 5.5090028283602295e-18,
)  # fmt: skip
_ONE_MINUS_EULER = 0.42278433509846713
FAR = 12.0  # from here on the asymptotic series serve

gamma = math.gamma


def factorial(x: float) -> float:
    """gamma(x + 1), rounded once for whole x; ValueError at -1, -2, …"""
    if x >= 0.0 and x == math.floor(x) and x <= 170.0:
        return float(math.factorial(int(x)))
    s, e = two_sum(x, 1.0)
    y = math.gamma(s)
    return y if e == 0.0 or not math.isfinite(s) else y + y * (e * digamma(s))


def lgamma(x: float) -> float:
    """log |gamma(x)|, relatively accurate at its zeros 1 and 2; ValueError at 0, -1, -2, …"""
    if 0.5 < x < 1.5:
        z = x - 1.0
        return _near_two(z) - math.log1p(z)
    if 1.5 <= x < 2.5:
        return _near_two(x - 2.0)
    return math.lgamma(x)


def _near_two(z: float) -> float:
    """log gamma(2 + z) = (1 - γ) z + Σ (-1)^k (ζ(k) - 1) z^k/k, for |z| ≤ 1/2."""
    total = 0.0
    for k in range(len(_ZETA) + 1, 1, -1):
        total = _ZETA[k - 2] / k - z * total
    return z * (_ONE_MINUS_EULER + z * total)


def digamma(x: float) -> float:
    """The derivative of log gamma; ValueError at 0, -1, -2, …"""
    if x <= 0.0:
        d = x - round(x) if x > -4503599627370496.0 else 0.0
        if d == 0.0:
            raise ValueError("a pole")
        return digamma(1.0 - x) - math.pi * _cot_pi(d)
    total = 0.0
    while x < FAR:
        total += 1.0 / x
        x += 1.0
    if math.isinf(x):
        return x
    square = 1.0 / x / x
    series = 0.0
    for c in reversed(PSI):
        series = (series + c) * square
    return math.log(x) - (0.5 / x + series) - total


def _cot_pi(d: float) -> float:
    """cot(π d) for |d| ≤ 1/2."""
    if abs(d) <= 0.25:
        return 1.0 / math.tan(math.pi * d)
    return math.copysign(math.tan(math.pi * (0.5 - abs(d))), d)


def polygamma(n: float, x: float) -> float:
    """The n-th derivative of digamma; ValueError at 0, -1, -2, … and for n not 0, 1, 2, …"""
    if n < 0.0 or n != math.floor(n):
        raise ValueError("no order")
    if n == 0.0:
        return digamma(x)
    order = int(n)
    if x > 0.0:
        value = zeta_factorial(order, x)
        return value if order % 2 else -value
    d = x - round(x) if x > -4503599627370496.0 else 0.0
    if d == 0.0:
        raise ValueError("a pole")
    # Σ 1/(x + k)^(n+1) over all whole k, less what belongs to the reflected argument
    above, below = (d, 1.0 - d) if d > 0.0 else (1.0 + d, -d)
    a = zeta_factorial(order, above)
    b = zeta_factorial(order, below) - zeta_factorial(order, 1.0 - x)
    return a + b if order % 2 else b - a


LARGEST_LOG, SMALLEST_LOG = 710.0, -800.0  # beyond these exp overflows, or comes to nothing
EXACT_FACTORIALS = 20_000  # whose digits take no time worth mentioning


def zeta_factorial(n: int, x: float) -> float:
    """n! ζ(n + 1, x) = n! Σ (x + k)^-(n+1) over k ≥ 0, for n ≥ 1 and x > 0."""
    if math.isinf(x):
        return 0.0
    s = n + 1
    first = math.lgamma(s) - s * math.log(x)  # the logarithm of the first term
    if first > LARGEST_LOG:
        raise OverflowError("math range error")
    if first + math.log1p(x / n) < SMALLEST_LOG:  # the sum is at most 1 + x/n times its first term
        return 0.0
    relative = _relative_zeta(s, x)
    if n > EXACT_FACTORIALS:
        return math.exp(first + math.log(relative))
    m, e = math.frexp(x)
    if m < 0.7:
        m, e = 2.0 * m, e - 1
    f = math.factorial(n)
    shift = max(0, f.bit_length() - 60)
    return math.ldexp((f >> shift) * (m**-s * relative), shift - e * s)


def _relative_zeta(s: int, x: float) -> float:
    """x^s ζ(s, x): every term is a power of x/(x + k) ≤ 1, so that its rounding is harmless."""
    total, k = 0.0, 0
    far = FAR + 0.5 * s
    while x + k < far:
        term = math.exp(-s * math.log1p(k / x))
        total += term
        k += 1
        if term < 1e-19 * total:
            return total
    z = x + k
    scale = math.exp(-s * math.log1p(k / x))
    tail, rising = z / (s - 1) + 0.5, s / z
    for j, c in enumerate(BERNOULLI):
        term = c * rising
        tail += term
        if abs(term) < 1e-19 * tail:
            break
        rising *= (s + 2 * j + 1) / z * ((s + 2 * j + 2) / z)
    return total + scale * tail
