"""Powers, logarithms and exponentials of germs at a zero or a pole."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from adcli.numbers.germs.exponents import WithLog, exponent, whole
from adcli.numbers.germs.germ import MOST_TERMS, Beyond, Germ, Unknown, sign


def power(u: Germ, c: float, pow: Callable[[Any, float], Any] = pow) -> Germ:
    """u^c of a scalar that is 0, or has a pole, at the point: a^c t^(m c) (1 + z)^c, by the binomial series.

    `pow` is that of the coefficient a. Raises Beyond where the base is negative and c no whole number,
    Unknown where the series has no end.
    """
    fraction = _fraction(c)
    m = u.lowest
    if m >= u.order:
        if c <= 0:
            u.line.undecided = True
            raise Beyond("zero to a negative power")
        return Germ(u.line, {}, whole(fraction * u.order))
    lead = u.terms[m]
    if lead < 0 and c != int(c):
        raise Beyond("a negative number to a fractional power")
    z = Germ(u.line, {e - m: a / lead for e, a in u.terms.items() if e > m}, u.order - m)
    if z.terms and z.lowest * MOST_TERMS < z.order:
        raise Unknown
    total: Any = Germ(u.line, {0: 1.0}, z.order)
    term, k = total, 0
    while z.terms and k * z.lowest < z.order and k != c:
        term = term * z * ((c - k) / (k + 1))
        total, k = total + term, k + 1
        if not term.terms:
            break
    shift = whole(fraction * m)
    return Germ(u.line, {whole(e + shift): a * pow(lead, c) for e, a in total.terms.items()}, z.order + shift)


def logarithm(u: Germ, log1p: Callable[[Germ], Any], log: Callable[[Any], Any]) -> Any:
    """log(u) of a scalar that is 0, or has a pole, at the point: log(a) + m log(t) + log(1 + z).

    `log1p` is that of a germ that is 0 at the point, `log` that of a. Raises Beyond where u
    is not positive there.
    """
    if sign(u) <= 0:
        raise Beyond("log of a number that is not positive")
    m = u.lowest
    if isinstance(m, WithLog):  # log(log(1/t))
        raise Unknown
    lead = u.terms[m]
    z = Germ(u.line, {e - m: a / lead for e, a in u.terms.items() if e > m}, u.order - m)
    return Germ(u.line, {0: log(lead), exponent(0, 1): float(-m)}, u.line.order) + log1p(z)


def exponential(u: Germ, exp: Callable[[Germ], Any]) -> Any:
    """exp(u) of a scalar that has a pole at the point; `exp` is that of one that has none.

    exp(c log(1/t) + z) is t^-c exp(z); where a steeper pole is negative, there is no power of t. Raises
    Unknown where it is positive.
    """
    m = u.lowest
    lead = u.terms[m]
    if isinstance(lead, Germ):
        raise Unknown
    if m == exponent(0, 1):
        z = Germ(u.line, {e: a for e, a in u.terms.items() if e != m}, u.order)
        return Germ(u.line, {whole(-_fraction(lead)): 1.0}, u.line.order) * exp(z)
    if lead < 0 and m < exponent(0, 1):
        return Germ(u.line, {}, u.line.order)
    raise Unknown


def _fraction(c: float) -> Fraction:
    """The exponent that a double stands for: 1/3 for 0.3333333333333333."""
    near = Fraction(c).limit_denominator(64)
    return near if float(near) == c else Fraction(c)
