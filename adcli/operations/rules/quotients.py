"""Products with a partial that is a quotient or a power, in an order that stays in the range of doubles.

The tangent of 1/x is -ẋ/x². At x = ẋ = 1e200, x² is inf and 1/x² is 0, though the tangent is
1e-200: (ẋ/x)/x has it. Which order does, the sizes tell.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adcli.lazy import np

LEAST, MOST = 2.0**-960, 2.0**960  # what lies beyond may have lost digits, or lose them when multiplied


def over(w: Any, a: Any, b: Any) -> Any:
    """w a/b."""
    q = a / b
    if (type(q) is float and LEAST < abs(q) < MOST) or not _leaves(q, a):
        return w * q
    first = w / b
    if not _leaves(first, w):
        return first * a
    product = w * a
    return w * q if _leaves(product, w, a) else product / b


def powpassed_of(power: Callable[[Any, Any], Any], powslope: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    """w times the derivative v u^(v - 1) of u^v by u, which is v u^v/u, too."""

    def powpassed(w: Any, u: Any, v: Any) -> Any:
        slope = powslope(u, v)
        if (type(slope) is float and LEAST < abs(slope) < MOST) or not _leaves(slope, u, v):
            return w * slope
        y = power(u, v)
        return w * slope if _leaves(y, u) or not np.all(_size(u) != 0.0) else over(w, v * y, u)

    return powpassed


def polypassed_of(polygamma: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    """w times the derivative of y = polygamma(n, x) by x, which is -n y/x at a large x for n ≥ 1."""

    def polypassed(w: Any, n: Any, x: Any) -> Any:
        far = _size(x)
        if type(far) is float and far > 1e90 and n >= 1.0:
            return over(w, polygamma(n, x) * -n, x)
        return w * polygamma(n + 1, x)

    return polypassed


def oversquare(w: Any, d: Any, x: Any) -> Any:
    """w/d, where d is x² or -x² at a large x: 1 + x², say, which overflows long before w/x does."""
    if (type(d) is float and LEAST < abs(d) < MOST) or not _leaves(d, x):
        return w / d
    if isinstance(d, np.ndarray) and isinstance(w, (float, np.ndarray)):
        return np.where(abs(d) < MOST, w / d, np.sign(d) * (w / x / x))
    if getattr(d, "ndim", 0) or getattr(getattr(d, "value", d), "ndim", 0):
        return w / d
    return w / x / x if d > 0.0 else -w / x / x


def _leaves(x: Any, *factors: Any) -> bool:
    """Whether a product of these, none of them 0 nor infinite, is out of range, in any element."""
    size = _size(x)
    if type(size) is float:
        if LEAST < abs(size) < MOST:
            return False
    elif not isinstance(size, (np.ndarray, np.generic)):
        return False
    sizes = list(map(_size, factors))
    if not all(isinstance(number, (float, int, np.ndarray, np.generic)) for number in sizes):
        return False
    with np.errstate(all="ignore"):
        size = abs(size)
        out = np.asarray((size <= LEAST) | (size >= MOST))
        for number in sizes if out.any() else ():
            out = out & np.not_equal(number, 0.0) & np.isfinite(number)
        return bool(out.any())


def _size(number: Any) -> Any:
    """What a number is worth; of one that is absent in some elements nothing is known."""
    return number if type(number) is float or hasattr(number, "present") else getattr(number, "value", number)


QUOTIENTS = {"over": over, "oversquare": oversquare}
