"""Sums of powers of t, Σ c_e t^e, as {e: c}: the arithmetic of germs, but for how far they are known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adcli.numbers.germs.exponents import Exponent, exponent, logs_of, power_of, whole

Terms = dict[Exponent, Any]


def collect(terms: Terms, e: Exponent, c: Any) -> None:
    """Adds c t^e."""
    terms[e] = terms[e] + c if e in terms else c


def effort(a: Terms, b: Terms) -> int:
    """How long their product takes; fractional powers take some sixteen times as long."""
    slow = any(type(e) is not int for e in a) or any(type(e) is not int for e in b)
    return len(a) * len(b) * (16 if slow else 1)


def slope(terms: Terms) -> Terms:
    """The derivative by t."""
    found: Terms = {}
    for e, c in terms.items():
        a, k = power_of(e), logs_of(e)
        if e == 0 and getattr(c, "ndim", False):
            found[0] = found.get(0, 0.0) + 0.0 * c  # its shape
        if a:
            collect(found, e - 1, c * float(a))
        if k:
            collect(found, exponent(a - 1, k - 1), c * float(-k))
    return found


def antiderivative(terms: Terms) -> Terms | None:
    """That by t, 0 at 0; None where a power of t has a logarithm for its own."""
    found: Terms = {}
    for e, c in terms.items():
        a, k = power_of(e) + 1, logs_of(e)
        if a == 0 or k < 0 or k.denominator != 1:
            return None
        for j in range(k, -1, -1):  # ∫ t^(a-1) log(1/t)^j = t^a log(1/t)^j/a + j/a ∫ t^(a-1) log(1/t)^(j-1)
            c = c / float(a)
            collect(found, exponent(a, j), c)
            c = c * j
    return found


def multiplied(a: Terms, b: Terms, times: Callable[[Any, Any], Any], limit: Any) -> Terms:
    """The product, or what else is bilinear, below the power `limit`."""
    found: Terms = {}
    for e, c in a.items():
        for f, d in b.items():
            power = whole(e + f)
            if power < limit:
                collect(found, power, times(c, d))
    return found


def divided(a: Terms, b: Terms, low: Exponent, limit: Any) -> Terms:
    """a/b by long division below the power `limit`, where the lowest power in b is `low`."""
    lead = b[low]
    tail = {e - low: c for e, c in b.items() if e > low}
    rest = {e - low: c for e, c in a.items()}
    found: Terms = {}
    while rest:
        e = min(rest)
        if e >= limit:
            break
        q = found[whole(e)] = rest.pop(e) / lead
        for f, c in tail.items():
            rest[e + f] = rest.get(e + f, 0.0) - q * c
    return found
