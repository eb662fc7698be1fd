"""Kernels on NumPy arrays in several steps, block by block: memory costs more than most steps.

The texts of the table call them as `kernels.name(x)`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

BLOCK = 8192  # elements, which stay in the processor's cache between the steps


def sigmoidslope(x: Any) -> Any:
    """sigmoid(x) (1 - sigmoid(x)) = e/(1 + e)² with e = e^-|x|."""
    return _slope(x, -1.0, 1.0)


def sech2(x: Any) -> Any:
    """1/cosh(x)² = 4 e/(1 + e)² with e = e^-2|x|."""
    return _slope(x, -2.0, 4.0)


def _slope(x: Any, rate: float, factor: float) -> Any:
    """factor e/(1 + e)² with e = e^(rate |x|)."""
    slope = np.empty(np.shape(x))
    source, target = np.reshape(x, -1), slope.reshape(-1)
    square = np.empty(min(target.size, BLOCK))
    for start in range(0, target.size, BLOCK):
        e = target[start : start + BLOCK]
        np.abs(source[start : start + BLOCK], out=e)
        e *= rate
        np.exp(e, out=e)
        d = np.add(e, 1.0, out=square[: e.size])
        d *= d
        e /= d
        e *= factor
    return slope if slope.ndim else slope[()]
