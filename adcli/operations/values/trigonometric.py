"""Reciprocals of circular functions and the slopes they lead to, each rounded once.

Near a pole a double's own sine or cosine is good to half an ulp, but its square, quotient and
product each add their rounding; here they are formed of whole numbers and rounded at the end.
"""

from __future__ import annotations

import math

from adcli.operations.values.fixed import BITS, ONE, sincos

_SMALL = 2.0**-30  # below, the first terms of the series are exact enough
_SQUARE = 1 << 2 * BITS


def cot(x: float) -> float:
    """cos(x)/sin(x); ZeroDivisionError at 0."""
    if -_SMALL < x < _SMALL:
        return 1.0 / x
    s, c = sincos(x)
    return c / s


def sec(x: float) -> float:
    """1/cos(x)."""
    if -_SMALL < x < _SMALL:
        return 1.0
    return ONE / sincos(x)[1]


def csc(x: float) -> float:
    """1/sin(x); ZeroDivisionError at 0."""
    if -_SMALL < x < _SMALL:
        return 1.0 / x
    return ONE / sincos(x)[0]


def sec2(x: float) -> float:
    """1/cos(x)^2."""
    if -_SMALL < x < _SMALL:
        return 1.0
    c = sincos(x)[1]
    return _SQUARE / (c * c)


def csc2(x: float) -> float:
    """1/sin(x)^2; ZeroDivisionError at 0."""
    if -_SMALL < x < _SMALL:
        return 1.0 / x / x
    s = sincos(x)[0]
    return _SQUARE / (s * s)


def sectan(x: float) -> float:
    """sin(x)/cos(x)^2."""
    if -_SMALL < x < _SMALL:
        return math.sin(x)
    s, c = sincos(x)
    return (s << BITS) / (c * c)


def csccot(x: float) -> float:
    """cos(x)/sin(x)^2; ZeroDivisionError at 0."""
    if -_SMALL < x < _SMALL:
        return 1.0 / x / x
    s, c = sincos(x)
    return (c << BITS) / (s * s)
