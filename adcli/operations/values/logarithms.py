"""Logarithms to any base, and the slopes of log(x)/log(b)."""

from __future__ import annotations

import math

from adcli.operations.values import fixed

_ONE = fixed.ONE


def logbase(x: float, b: float) -> float:
    """log(x)/log(b), rounded once; ZeroDivisionError for b = 1."""
    if math.isinf(x) or math.isinf(b):
        return math.log(x) / math.log(b)
    return fixed.log(x) / fixed.log(b)


def xlog(x: float, b: float) -> float:
    """x log(b), rounded once."""
    if math.isinf(x) or math.isinf(b):
        return x * math.log(b)
    m, e = math.frexp(x)
    return math.ldexp(int(m * 9007199254740992.0) * fixed.log(b) / (_ONE << 53), e)


def logslope(x: float, b: float) -> float:
    """log(x)/(b log(b)^2), rounded about once; ZeroDivisionError for b = 1."""
    if math.isinf(x) or math.isinf(b):
        return math.log(x) / (b * math.log(b) ** 2)
    log_b = fixed.log(b)
    m, e = math.frexp(b)
    return math.ldexp(fixed.log(x) * (_ONE << 53) / (int(m * 9007199254740992.0) * log_b * log_b), -e)
