"""Kernels on NumPy arrays in several steps, block by block: memory costs more than most steps.

The texts of the table call them as `kernels.name(x)`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adcli.lazy import np
from adcli.operations.floats import trigonometric
from adcli.operations.floats.doubled import two_square, two_sum
from adcli.operations.floats.trigonometric import LARGE, NEAR_ZERO

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


def gauss(x: Any, rate: float) -> Any:
    """e^(-rate x²) for a rate of 1 or 1/2, with a correction for the rounding of x²."""
    y = np.empty(np.shape(x))
    source, target = np.reshape(x, -1), y.reshape(-1)
    for start in range(0, target.size, BLOCK):
        square, low = two_square(np.minimum(np.abs(source[start : start + BLOCK]), 50.0))
        part = target[start : start + BLOCK]
        np.exp(-rate * square, out=part)
        part -= part * (rate * low)
    return y if y.ndim else y[()]


def sin(x: Any) -> Any:
    """sin(x)."""
    y = np.sin(x)
    return y if _moderate(x) else _reduced(x, y, np.abs(y) < NEAR_ZERO, trigonometric.sin)


def cos(x: Any) -> Any:
    """cos(x)."""
    y = np.cos(x)
    return y if _moderate(x) else _reduced(x, y, np.abs(y) < NEAR_ZERO, trigonometric.cos)


def tan(x: Any) -> Any:
    """tan(x)."""
    y = np.tan(x)
    if _moderate(x):
        return y
    size = np.abs(y)
    return _reduced(x, y, (size < NEAR_ZERO) | (size > 1.0 / NEAR_ZERO), trigonometric.tan)


def _moderate(x: Any) -> bool:
    """Whether every |x| is below LARGE, by sums of squares, which cost least."""
    if np.size(x) <= BLOCK:
        return bool(np.vdot(x, x) < LARGE * LARGE)
    flat = np.ravel(x)
    blocks = (flat[start : start + BLOCK] for start in range(0, flat.size, BLOCK))
    return all(np.dot(block, block) < LARGE * LARGE for block in blocks)


def _reduced(x: Any, y: Any, near: Any, kernel: Callable[[float], float]) -> Any:
    """y with the kernel's values where |x| is large and y is near a zero or a pole."""
    doubtful = near & (np.abs(x) > LARGE)
    if not doubtful.any():
        return y
    y = np.array(y)
    y[doubtful] = [kernel(a) for a in np.asarray(x)[doubtful].tolist()]
    return y[()]


def powlog(u: Any, v: Any, n: Any, k: Any) -> Any:
    """u^(v - k) log(u)^n, with a correction for the rounding of v - k; 0 at u = 0 < v - k, and for n < 0."""
    s, e = two_sum(v, -k)
    y = np.power(u, s)
    log = np.log(u) if np.any(n) or np.any(e) else 0.0
    if np.any(e):
        y = y * (1.0 + np.where((u > 0) & (u < np.inf), e * log, 0.0))
    if np.ndim(n) == 0 and n == 0:
        return y
    return np.where((n < 0) | ((u == 0) & (v > k) & (n > 0)), 0.0, y * log**n)
