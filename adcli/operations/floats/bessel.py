"""Spherical Bessel functions j_n: sinc is j_0, and its derivatives are the others.

DLMF 10.49 (closed forms), 10.51.1 (recurrence), 10.53.1 (series).
"""

from __future__ import annotations

import math

from adcli.operations.floats.fixed import BITS, ONE, fixed, sincos
from adcli.operations.floats.trigonometric import sin


def sinc(x: float) -> float:
    """sin(x)/x; 1 at 0."""
    if x == 0.0:
        return 1.0
    return sin(x) / x if not math.isinf(x) else 0.0


def sphj(x: float, n: float) -> float:
    """j_n(x) for whole n ≥ 0; 0 for negative n, which rules meet with the factor 0 only."""
    order = int(n)
    if order < 0 or math.isinf(x):
        return 0.0
    if order == 0:
        return sinc(x)
    if abs(x) < 0.01 or abs(x) < 2.0 * order:
        return _series(x, order)
    return _recurrence(x, order)


def _series(x: float, n: int) -> float:
    """x^n/(2n + 1)!! Σ (-x²/2)^k/(k! (2n + 3)(2n + 5)…(2n + 2k + 1)), summed exactly enough."""
    bits = BITS + 2 * int(abs(x))
    half = fixed(x, bits) ** 2 >> bits + 1
    total = term = 1 << bits
    k = 1
    while term:
        term = -(term * half >> bits) // (k * (2 * n + 2 * k + 1))
        total += term
        k += 1
        if -1 <= term <= 1:
            break
    m, e = math.frexp(x)
    denominator = math.prod(range(1, 2 * n + 2, 2)) << bits + 53 * n
    scale = int(m * 9007199254740992.0) ** n
    return _shifted(scale * total, denominator, n * e)


def _recurrence(x: float, n: int) -> float:
    """j_{k+1} = (2k + 1)/x j_k - j_{k-1} upwards from sin(x)/x, times x; stable for n < |x|."""
    a = abs(x)
    now, before = sincos(a)
    t = fixed(a)
    for k in range(n):
        before, now = now, ((2 * k + 1) * now << BITS) // t - before
    y = now / ONE / a
    return -y if x < 0.0 and n % 2 else y


def _shifted(numerator: int, denominator: int, shift: int) -> float:
    if shift >= 0:
        return (numerator << shift) / denominator
    return numerator / (denominator << -shift)
