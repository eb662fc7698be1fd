"""The functions of NumPy and SciPy that the table's texts name, on balls.

A text such as `1/np.cos(x)**2` is the operation as mathematics; with `np` and `sp` from here it
is so on enclosures. Where a text chooses between two formulas and the enclosure does not tell
which, both are computed and the result encloses both.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import acb, arb

from adcli.rigorous.ball import UNSURE, Ball, Undecided, ball, equal, less, power, whole

Function = Callable[..., Ball]


def _of(method: str) -> Function:
    """The function on balls that Arb has as a method."""
    own = getattr(arb, method)
    return staticmethod(lambda x: Ball(own(ball(x).arb)))


def _fixed(floor: Callable[[arb], arb]) -> Function:
    """A step function: decided only where the enclosure lies on one step."""

    def step(x: Any) -> Ball:
        found = floor(ball(x).arb)
        if not found.is_exact() or not found.is_finite():
            raise Undecided
        return Ball(found)

    return staticmethod(step)


def sign(x: Any) -> Ball:
    """-1, 0 or 1; raises Undecided where the enclosure does not tell."""
    number = ball(x)
    if equal(number, 0):
        return Ball(0)
    return Ball(1) if number.arb > 0 else Ball(-1)


def where(condition: Any, a: Any, b: Any) -> Ball:
    """The one or the other number; both, in one enclosure, where the condition is not decided."""
    if isinstance(condition, Ball):  # true where it is not 0
        condition = condition != 0
    if condition is UNSURE:
        return Ball(ball(a).arb.union(ball(b).arb))
    return ball(a if condition else b)


def largest(*numbers: Any) -> Ball:
    """The largest number, as the very one that it is; an enclosure of it where that is not decided."""
    return _extreme(numbers, lambda a, b: less(a, b), arb.max)


def smallest(*numbers: Any) -> Ball:
    """The smallest number, in the same way."""
    return _extreme(numbers, lambda a, b: less(b, a), arb.min)


def _extreme(numbers: Any, beaten: Callable[[Any, Any], Any], enclosed: Callable[[arb, arb], arb]) -> Ball:
    best = ball(numbers[0])
    for number in numbers[1:]:
        other = ball(number)
        answer = False if other is best else beaten(best, other)
        best = Ball(enclosed(best.arb, other.arb)) if answer is UNSURE else other if answer else best
    return best


def ties(top: Any, *numbers: Any) -> int:
    """How many numbers equal the first."""
    return sum(bool(equal(x, top)) for x in numbers)


def root(x: Any, n: Any) -> Ball:
    """x^(1/n), real for negative x where n is odd."""
    number, order = ball(x), ball(n)
    if number.arb.is_zero() and order.arb > 0:
        return Ball(0)
    degree = whole(order)
    if degree is not None and number.arb < 0 and degree % 2:
        return -root(-number, order)
    if degree is not None and 0 < degree < 1 << 20:
        return Ball(number.arb.root(degree))
    return Ball(number.arb ** (1 / order.arb))


def sumexp(*numbers: Any) -> Ball:
    """Σ e^x."""
    return Ball(sum((ball(x).arb.exp() for x in numbers), arb(0)))


def nearest(x: Any) -> Ball:
    """The nearest whole number, of halves the even one."""
    number = ball(x).arb
    below = whole(Ball(number.floor()))
    if below is not None and (2 * number).is_integer() and not number.is_integer():
        return Ball(below + below % 2)
    return NEAREST(number)


NEAREST = _fixed(lambda x: (x + arb(0.5)).floor())


class Numpy:
    """`np` of the texts."""

    sin, cos, tan = _of("sin"), _of("cos"), _of("tan")
    arcsin, arccos, arctan = _of("asin"), _of("acos"), _of("atan")
    sinh, cosh, tanh = _of("sinh"), _of("cosh"), _of("tanh")
    arcsinh, arccosh, arctanh = _of("asinh"), _of("acosh"), _of("atanh")
    exp, expm1, log, log1p, sqrt = _of("exp"), _of("expm1"), _of("log"), _of("log1p"), _of("sqrt")
    sinpi, cospi = _of("sin_pi"), _of("cos_pi")
    floor, ceil = _fixed(arb.floor), _fixed(arb.ceil)
    round, sign, where = staticmethod(nearest), staticmethod(sign), staticmethod(where)
    root, sumexp = staticmethod(root), staticmethod(sumexp)
    largest, smallest = staticmethod(largest), staticmethod(smallest)
    maximum, minimum, ties = largest, smallest, staticmethod(ties)

    @property
    def pi(self) -> Ball:
        return Ball(arb.pi())

    @property
    def nan(self) -> Ball:
        return Ball(arb.nan())

    def trunc(self, x: Any) -> Ball:
        return self.floor(x) if not ball(x).arb < 0 else self.ceil(x)

    def abs(self, x: Any) -> Ball:
        return Ball(abs(ball(x).arb))

    def power(self, u: Any, v: Any) -> Ball:
        return power(ball(u), ball(v))

    def exp2(self, x: Any) -> Ball:
        return power(Ball(2), ball(x))

    def log10(self, x: Any) -> Ball:
        return Ball(ball(x).arb.log() / arb(10).log())

    def log2(self, x: Any) -> Ball:
        return Ball(ball(x).arb.log() / arb(2).log())

    def cbrt(self, x: Any) -> Ball:
        return self.root(x, 3)

    def hypot(self, u: Any, v: Any) -> Ball:
        a, b = ball(u).arb, ball(v).arb
        return Ball((a * a + b * b).sqrt())

    def arctan2(self, v: Any, u: Any) -> Ball:
        return Ball(arb.atan2(ball(v).arb, ball(u).arb))

    def mod(self, u: Any, v: Any) -> Ball:
        a, b = ball(u), ball(v)
        return a - b * self.floor(a / b)  # type: ignore[no-any-return]

    def floor_divide(self, u: Any, v: Any) -> Ball:
        return self.floor(ball(u) / ball(v))

    def heaviside(self, x: Any, at_zero: float) -> Ball:
        number = ball(x)
        return Ball(at_zero) if equal(number, 0) else Ball(int(number.arb > 0))

    def radians(self, x: Any) -> Ball:
        return Ball(ball(x).arb * arb.pi() / 180)

    def degrees(self, x: Any) -> Ball:
        return Ball(ball(x).arb * 180 / arb.pi())


class Scipy:
    """`sp` of the texts."""

    erf, erfc, erfinv = _of("erf"), _of("erfc"), _of("erfinv")
    gamma, digamma = _of("gamma"), _of("digamma")

    def ndtr(self, x: Any) -> Ball:
        return Ball((-ball(x).arb / arb(2).sqrt()).erfc() / 2)

    def expit(self, x: Any) -> Ball:
        return Ball(1 / (1 + (-ball(x).arb).exp()))

    def gammaln(self, x: Any) -> Ball:
        """log |gamma(x)|."""
        number = ball(x).arb
        return Ball(number.lgamma() if number > 0 else abs(number.gamma()).log())

    def polygamma(self, n: Any, x: Any) -> Ball:
        number = ball(x).arb
        order = whole(n)
        if order is None:
            raise Undecided
        return Ball(number.digamma() if order == 0 else acb(number).polygamma(acb(arb(order))).real)

    def beta(self, a: Any, b: Any) -> Ball:
        x, y = ball(a).arb, ball(b).arb
        return Ball(x.gamma() * y.gamma() * (x + y).rgamma())

    def spherical_jn(self, n: Any, x: Any) -> Ball:
        """√(π/2x) J_{n+1/2}(x); j_0(0) = 1, j_n(0) = 0, and j_n(-x) = (-1)^n j_n(x)."""
        number, order = ball(x).arb, ball(n).arb
        if number.is_zero():
            return Ball(int(order.is_zero()))
        if number < 0:
            mirrored = self.spherical_jn(n, Ball(-number))
            return -mirrored if (whole(n) or 0) % 2 else mirrored
        return Ball((arb.pi() / (2 * number)).sqrt() * number.bessel_j(order + arb(0.5)))


NUMPY, SCIPY = Numpy(), Scipy()
