"""Elementary functions of fixed-point numbers: whole numbers that count units of 2^-BITS.

Python's whole numbers are exact, and its true division of two of them rounds once, so a formula in
them is a correctly rounded kernel: the working error, near 2^-130, is far below a double's. It costs
some microseconds, so it is for functions that are called rarely and are hard to get right.

Argument reduction divides by π with as many bits as the argument needs (M. Payne, R. Hanek,
SIGNUM Newsletter 18 (1983) 19-24); the series are Taylor's, after dividing the argument.
"""

from __future__ import annotations

import math
from functools import cache

BITS = 140
ONE = 1 << BITS
_HALVINGS = 8  # of the argument of exp
_ANGLE_HALVINGS = 4  # of the argument of sin and cos
_GUARD = 20  # bits that squaring costs


def fixed(x: float, bits: int = BITS) -> int:
    """x in units of 2^-bits, rounded down; exact where |x| is above 2^(53 - bits)."""
    m, e = math.frexp(x)
    shift = e - 53 + bits
    n = int(m * 9007199254740992.0)
    return n << shift if shift >= 0 else n >> -shift


@cache
def pi(bits: int) -> int:
    """π, by Machin's formula 16 atan(1/5) - 4 atan(1/239)."""
    work = bits + 16
    return (16 * _inverse_series(5, work, -1) - 4 * _inverse_series(239, work, -1)) >> 16


@cache
def log2(bits: int) -> int:
    """log 2 = 18 atanh(1/26) - 2 atanh(1/4801) + 8 atanh(1/8749) (a Machin-like formula)."""
    work = bits + 16
    parts = ((18, 26), (-2, 4801), (8, 8749))
    return sum(c * _inverse_series(q, work, 1) for c, q in parts) >> 16


def _inverse_series(q: int, bits: int, sign: int) -> int:
    """atanh(1/q), or atan(1/q) with sign -1."""
    power = (1 << bits) // q
    total, k, square, s = power, 1, q * q, 1
    while power:
        power //= square
        k += 2
        s *= sign
        total += s * (power // k)
    return total


def exp(t: int) -> tuple[int, int]:
    """(m, k) with e^t = m 2^k, m fixed-point in [1, 2]: the relative error is about 2^-135."""
    bits = BITS + _GUARD
    k, r = divmod(t << _GUARD, log2(bits))
    if k < -4096 or k > 4096:
        return ONE, 4096 if k > 0 else -4096
    if k > 64 or k < -64:  # the error of log 2 counts k times
        r = ((t << _GUARD + 16) - k * log2(bits + 16)) >> 16
    r >>= _HALVINGS
    total = term = 1 << bits
    n = 1
    while term:
        term = (term * r >> bits) // n
        total += term
        n += 1
    for _ in range(_HALVINGS):
        total = total * total >> bits
    return total >> _GUARD, k


def quadrant(x: float) -> tuple[int, int]:
    """(k, r) with x = k π/2 + r, r fixed-point and |r| ≤ π/4; k is given modulo 4."""
    bits = BITS + max(0, math.frexp(x)[1]) + 4
    enough = 256 if bits < 256 else 1280  # few precisions, so that π is kept
    half_pi = pi(enough) >> (enough - bits + 1)
    t = fixed(x, bits)
    k = (2 * t + half_pi) // (2 * half_pi)
    return k & 3, (t - k * half_pi) >> (bits - BITS)


def sincos_small(r: int) -> tuple[int, int]:
    """sin r and cos r for |r| ≤ π/4."""
    bits = BITS + _GUARD
    r = r << _GUARD >> _ANGLE_HALVINGS
    square = r * r >> bits
    sine, term, n = r, r, 2
    while term:
        term = -(term * square >> bits) // (n * (n + 1))
        sine += term
        n += 2
        if -1 <= term <= 1:
            break
    # 1 - cos r, to keep the digits of a small angle
    versine = term = square >> 1
    n = 3
    while not -1 <= term <= 1:
        term = -(term * square >> bits) // (n * (n + 1))
        versine += term
        n += 2
    for _ in range(_ANGLE_HALVINGS):
        # sin 2r = 2 sin r cos r, 1 - cos 2r = 2 sin² r
        sine, versine = (sine * ((1 << bits) - versine)) >> (bits - 1), (sine * sine) >> (bits - 1)
    return sine >> _GUARD, ((1 << bits) - versine) >> _GUARD


def sincos(x: float) -> tuple[int, int]:
    """sin x and cos x, fixed-point, to about 2^-135 absolutely: for |x| above 2^-30, say."""
    k, r = quadrant(x)
    s, c = sincos_small(r)
    if k == 0:
        return s, c
    if k == 1:
        return c, -s
    if k == 2:
        return -s, -c
    return -c, s


def log_rest(z: int, near: float) -> float:
    """log(z) - near for a fixed-point z > 0, where `near` is log(z) to some 40 bits or better."""
    m, k = exp(fixed(-near))
    product = z * m >> BITS
    d = (product << k if k >= 0 else product >> -k) - ONE
    return (d - (d * d >> BITS + 1)) / ONE


def log(x: float) -> int:
    """log x, fixed-point, for a double x > 0."""
    near = math.log(x)
    m, k = exp(fixed(-near))
    f, e = math.frexp(x)
    product, k = m * int(f * 9007199254740992.0), k + e - 53
    d = (product << k if k >= 0 else product >> -k) - ONE
    return fixed(near) + d - (d * d >> BITS + 1)
