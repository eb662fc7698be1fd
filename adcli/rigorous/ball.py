"""Balls: real numbers that are known to lie within a radius of a midpoint, as numbers for the sweeps.

Arithmetic is that of Arb, through python-flint: every result encloses all that the arguments may
be (F. Johansson, Arb: efficient arbitrary-precision midpoint-radius interval arithmetic, IEEE
Trans. Comput. 66 (2017) 1281-1292). A comparison that the enclosures do not decide is neither true
nor false: it is `Unsure`, and raises `Undecided` where someone insists on an answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import arb


class Undecided(Exception):
    """A comparison that enclosures do not decide at this precision."""


class Unsure:
    """What a comparison is that may be true or false."""

    __slots__ = ()

    def __bool__(self) -> bool:
        raise Undecided

    def __and__(self, other: Any) -> Any:
        return False if other is False else self

    def __or__(self, other: Any) -> Any:
        return True if other is True else self

    __rand__, __ror__ = __and__, __or__

    def __rmul__(self, other: Any) -> Any:
        raise Undecided


UNSURE = Unsure()


class Ball:
    """A real number within its enclosure `arb`; beside plain numbers, which are exact."""

    __slots__ = ("arb",)
    __hash__ = None  # type: ignore[assignment]  # equality is a question

    def __init__(self, number: Any) -> None:
        self.arb = number if isinstance(number, arb) else arb(number)

    def __repr__(self) -> str:
        return f"Ball({self.arb})"

    def __add__(self, other: Any) -> Any:
        return _combined(arb.__add__, self, other)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return _combined(arb.__sub__, self, other)

    def __rsub__(self, other: Any) -> Any:
        return _combined(arb.__sub__, other, self)

    def __mul__(self, other: Any) -> Any:
        return _combined(arb.__mul__, self, other)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        return _combined(arb.__truediv__, self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return _combined(arb.__truediv__, other, self)

    def __pow__(self, other: Any) -> Any:
        return power(self, ball(other))

    def __neg__(self) -> Ball:
        return Ball(-self.arb)

    def __pos__(self) -> Ball:
        return self

    def __eq__(self, other: object) -> Any:
        return equal(self, other) if isinstance(other, NUMBERS) else NotImplemented

    def __ne__(self, other: object) -> Any:
        return _negated(equal(self, other)) if isinstance(other, NUMBERS) else NotImplemented

    def __lt__(self, other: Any) -> Any:
        return less(self, other) if isinstance(other, NUMBERS) else NotImplemented

    def __le__(self, other: Any) -> Any:
        return _negated(less(other, self)) if isinstance(other, NUMBERS) else NotImplemented

    def __gt__(self, other: Any) -> Any:
        return less(other, self) if isinstance(other, NUMBERS) else NotImplemented

    def __ge__(self, other: Any) -> Any:
        return _negated(less(self, other)) if isinstance(other, NUMBERS) else NotImplemented


NUMBERS = (Ball, int, float)  # what a ball is compared and combined with


def ball(number: Any) -> Ball:
    """A number as a ball; a plain one is exact."""
    return number if isinstance(number, Ball) else Ball(number)


def _combined(operation: Callable[[Any, Any], Any], a: Any, b: Any) -> Any:
    for number in (a, b):
        if not isinstance(number, NUMBERS):
            return NotImplemented
    return Ball(operation(ball(a).arb, ball(b).arb))


def _negated(answer: Any) -> Any:
    return answer if answer is UNSURE else not answer


def equal(a: Any, b: Any) -> Any:
    """Whether two numbers are the same: yes where they are one object or exact, no where disjoint."""
    if a is b:
        return True
    x, y = ball(a).arb, ball(b).arb
    if x.is_exact() and y.is_exact():
        return bool(x == y)
    return UNSURE if x.overlaps(y) or not (x.is_finite() and y.is_finite()) else False


def less(a: Any, b: Any) -> Any:
    """Whether a < b."""
    if a is b:
        return False
    x, y = ball(a).arb, ball(b).arb
    return True if x < y else False if x >= y else UNSURE


def whole(number: Any) -> int | None:
    """The whole number that a ball is, exactly; None where it is none, or not known to be."""
    x = ball(number).arb
    found = x.unique_fmpz() if x.is_integer() else None
    return None if found is None else int(found)


def power(u: Ball, v: Ball) -> Ball:
    """u^v by the conventions of the language: 0^0 = 1, and 0^v = 0 for v > 0."""
    exponent = whole(v)
    if exponent is not None:
        return Ball(u.arb**exponent)
    if u.arb.is_zero() and v.arb > 0:
        return Ball(0)
    return Ball(u.arb**v.arb)
