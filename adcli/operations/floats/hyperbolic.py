"""Hyperbolic functions where `math` has none, and the slopes they lead to, each rounded once."""

from __future__ import annotations

import math

from adcli.operations.floats.doubled import quotient, two_square
from adcli.operations.floats.fixed import BITS, ONE, exp, fixed
from adcli.operations.floats.logistic import sigmoidslope

_SMALL = 2.0**-30
_LARGE = 800.0  # from here on e^-x is below the smallest double


def _twice(x: float) -> tuple[int, int]:
    """2 sinh(x) and 2 cosh(x), fixed-point, for |x| below 800."""
    m, k = exp(fixed(abs(x)))
    grown, shrunk = m << k, (ONE << BITS) // m >> k
    s = grown - shrunk
    return (s if x > 0.0 else -s), grown + shrunk


def tanh(x: float) -> float:
    """sinh(x)/cosh(x): e/(e + 2) with e = expm1(2|x|), whose division keeps its remainder."""
    a = abs(x)
    if a > 1.0:
        y = 1.0 - 2.0 / (math.exp(2.0 * a) + 1.0) if a < 20.0 else 1.0
    elif a > _SMALL:
        e = math.expm1(2.0 * a)
        d = e + 2.0
        y = quotient(e, 0.0, d, e - (d - 2.0) if e < 2.0 else (e - d) + 2.0)
    else:
        return x
    return y if x > 0.0 else -y


def coth(x: float) -> float:
    """cosh(x)/sinh(x); ZeroDivisionError at 0."""
    if -_SMALL < x < _SMALL:
        return 1.0 / x
    if not -20.0 < x < 20.0:
        return math.copysign(1.0, x)
    s, c = _twice(x)
    return c / s


def sech(x: float) -> float:
    """1/cosh(x) = 2 e/(1 + e²) with e = e^-|x|."""
    if not -_LARGE < x < _LARGE:
        return 0.0
    e = math.exp(-abs(x))
    if e < 1e-9:
        return 2.0 * e
    p, t = two_square(e)
    d = 1.0 + p
    return 2.0 * quotient(e, 0.0, d, (1.0 - d) + p + t)


def csch(x: float) -> float:
    """1/sinh(x); ZeroDivisionError at 0."""
    if -_SMALL < x < _SMALL:
        return 1.0 / x
    return (2 * ONE) / _twice(x)[0] if -_LARGE < x < _LARGE else math.copysign(0.0, x)


def sech2(x: float) -> float:
    """1/cosh(x)^2 = 4 e/(1 + e)² with e = e^-2|x|: four times the logistic density at 2 x."""
    return 4.0 * sigmoidslope(2.0 * x)


def csch2(x: float) -> float:
    """1/sinh(x)^2; ZeroDivisionError at 0."""
    if -_SMALL < x < _SMALL:
        return 1.0 / x / x
    s = _twice(x)[0] if -_LARGE < x < _LARGE else 0
    return (4 * ONE * ONE) / (s * s) if s else 0.0


def sechtanh(x: float) -> float:
    """sinh(x)/cosh(x)^2."""
    if -_SMALL < x < _SMALL:
        return x
    if not -_LARGE < x < _LARGE:
        return math.copysign(0.0, x)
    s, c = _twice(x)
    return 2 * ONE * s / (c * c)


def cschcoth(x: float) -> float:
    """cosh(x)/sinh(x)^2; ZeroDivisionError at 0."""
    if -_SMALL < x < _SMALL:
        return 1.0 / x / x
    if not -_LARGE < x < _LARGE:
        return 0.0
    s, c = _twice(x)
    return 2 * ONE * c / (s * s)
