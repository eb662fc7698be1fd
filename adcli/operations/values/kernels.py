"""Kernels on NumPy arrays in several steps, in place: a temporary array costs more than most steps.

The texts of the table call them as `kernels.name(x)`.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def sigmoidslope(x: Any) -> Any:
    """sigmoid(x) (1 - sigmoid(x)) = e/(1 + e)² with e = e^-|x|."""
    return _slope(np.abs(x))


def sech2(x: Any) -> Any:
    """1/cosh(x)² = 4 e/(1 + e)² with e = e^-2|x|."""
    x = np.abs(x)
    x *= 2.0
    slope = _slope(x)
    slope *= 4.0
    return slope


def _slope(x: Any) -> Any:
    """The logistic density of numbers that are not negative, and are taken over."""
    e = np.exp(np.negative(x, out=x), out=x) if isinstance(x, np.ndarray) else np.exp(-x)
    d = e + 1.0
    d *= d
    e /= d
    return e
