"""Germs: what a number does just beside the point, along a line through it.

Along x + t d, t → 0+, a number is a sum of powers of t, Σ c_e t^e + O(t^order): whole powers where it
is smooth, fractions behind a root, negative ones at a pole, with an infinitesimal for a logarithm
(see `exponents`). The lowest power decides what happens beside the point: which of two equal numbers
becomes the larger, to which side a step falls, how steep a root is. Nothing is taken as a difference.
(V. Puiseux, 1850; the set of germs is an ordered field, as far as its powers are known.)

The coefficients of a scalar are floats; those of an array are arrays, with one order for all. They may
be germs themselves, along a line that lies deeper: x + t d + s e with s far below any power of t is a
germ in s whose coefficients are germs in t, which is what an iterated limit asks for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf
from operator import truediv
from typing import Any

from adcli.lazy import np
from adcli.numbers.germs.terms import Terms, antiderivative, collect, divided, effort, multiplied, slope
from adcli.operations.arrays.absent import Masked

MOST_TERMS = 64  # of a germ; x^1e-300 has no end of them, nor has log(x) + 1


MOST_WORK = 500_000  # products of coefficients along one line


class Unknown(Exception):
    """A germ that is no sum of powers, or that no rule gives."""


class Beyond(Unknown):
    """There is no value beside the point: it lies outside the domain of an operation."""


@dataclass(slots=True)
class Line:
    """The line along which germs are taken.

    order      up to which power of t they are known
    undecided  whether two of them were equal as far as that: what follows takes them for equal
    known      results of operations, which a recursion asks for again and again, with their arguments
    level      germs along lines of a lower one are constant along this one
    work       how many products of coefficients were formed
    mask       the elements of arrays that count in what is computed now; None: all of them
    """

    order: int
    undecided: bool = False
    known: dict[Any, Any] = field(default_factory=dict)
    level: int = 0
    work: int = 0
    mask: Any = None

    def through(self, value: Any, direction: Any) -> Germ:
        """value + t·direction."""
        return Germ(self, {0: value, 1: direction}, self.order)

    @property
    def may_go_on(self) -> bool:
        """Whether twice as many powers would not take too long."""
        return 8 * self.work <= MOST_WORK

    def moves(self, number: Any) -> bool:
        """Whether a number is a germ along this line; others are its coefficients."""
        return isinstance(number, Germ) and number.line is self

    def at(self, number: Any) -> Any:
        """The value of a number for t → 0+ along this line."""
        return number.limit if isinstance(number, Germ) and number.line is self else number


class Germ:
    """A number beside the point; it compares by what it is there, an array element by element."""

    __slots__ = ("_cut", "line", "order", "terms")
    __hash__ = None  # type: ignore[assignment]
    __array_ufunc__ = None  # so that an array to the left asks us

    def __init__(self, line: Line, terms: Terms, order: Any) -> None:
        """`terms` beyond the order, and those that are 0, are left out."""
        self.line = line
        self._cut: dict[Any, Germ] = {}
        self.order = order = min(order, line.order)
        self.terms = {
            e: c
            for e, c in terms.items()
            if e < order and (_any(c) or (e == 0 and is_array(c)) or isinstance(c, Germ))
        }

    @property
    def lowest(self) -> Any:
        """The exponent of the lowest power there is; the order where there is none."""
        return min((e for e, c in self.terms.items() if _counts(c)), default=self.order)

    @property
    def is_array(self) -> bool:
        """Whether it is that of an array."""
        return any(map(is_array, self.terms.values()))

    @property
    def limit(self) -> Any:
        """The value for t → 0+ of a number that has one, by IEEE 754."""
        zero = self.terms.get(0, 0.0)
        low = min(self.lowest, 0)
        lead = self.terms.get(low, 0.0)
        if low and is_array(lead):
            return self._limits(zero)
        return zero if low == 0 else inf * (sign(lead) if isinstance(lead, Germ) else lead)

    def _limits(self, zero: Any) -> Any:
        """The same element by element, where some have a pole and others have not."""
        limits = zero
        for e in sorted((e for e in self.terms if e < 0), reverse=True):
            limits = np.where(self.terms[e] != 0, np.copysign(inf, self.terms[e]), limits)
        return limits

    def truncated(self, order: Any) -> Germ:
        """The same, known less far; one object for each order."""
        if order >= self.order:
            return self
        if order not in self._cut:
            self._cut[order] = Germ(self.line, self.terms, order)
        return self._cut[order]

    def mapped(self, function: Callable[[Any], Any]) -> Germ:
        """A linear function of it."""
        return Germ(self.line, {e: function(c) for e, c in self.terms.items()}, self.order)

    def slope(self) -> Germ:
        """Its derivative by t."""
        return Germ(self.line, slope(self.terms), self.order - 1)

    def integral(self, constant: Any) -> Germ:
        """The antiderivative by t that is `constant` at 0. Raises Unknown for a logarithm of its own."""
        terms = antiderivative(self.terms)
        if terms is None:
            raise Unknown
        terms[0] = constant
        return Germ(self.line, terms, self.order + 1)

    def __add__(self, other: Any) -> Any:
        if isinstance(other, Masked):
            return NotImplemented  # what is absent in some elements adds and multiplies itself
        if not isinstance(other, Germ) or other.line.level < self.line.level:
            return Germ(self.line, self.terms | {0: self.terms.get(0, 0.0) + other}, self.order)
        if other.line.level > self.line.level:
            return other + self
        terms = dict(self.terms)
        for e, c in other.terms.items():
            collect(terms, e, c)
        return Germ(self.line, terms, min(self.order, other.order))

    __radd__ = __add__

    def __neg__(self) -> Germ:
        return self.mapped(lambda c: -c)

    def __pos__(self) -> Germ:
        return self

    def __sub__(self, other: Any) -> Any:
        return self.__add__(-other)

    def __rsub__(self, other: Any) -> Any:
        return (-self).__add__(other)

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, Masked):
            return NotImplemented
        if not isinstance(other, Germ) or other.line.level < self.line.level:
            if other.__class__ is float and other == 0.0 and not self.is_array:
                return 0.0  # whatever is not known of this, which is finite beside the point
            return self.mapped(lambda c: c * other)
        if other.line.level > self.line.level:
            return other * self
        return convolved(self, other, lambda a, b: a * b)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        if not isinstance(other, Germ) or other.line.level < self.line.level:
            if not _all(other):
                raise Beyond("division by zero")
            return self.mapped(lambda c: c / other)
        if other.line.level > self.line.level:
            return other.__rtruediv__(self)
        return quotient(self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return quotient(Germ(self.line, {0: other}, self.line.order), self)

    def __float__(self) -> float:
        raise Unknown  # it is more than one number

    def select(self, present: Any) -> Germ:
        """This where the mask holds, and 0 elsewhere."""
        return self.mapped(lambda c: np.where(present, c, 0.0))

    def _against(self, other: Any) -> Any:
        if is_array(self) or is_array(other):
            return order_of(self, other)
        return compared(self, other)

    def __eq__(self, other: object) -> Any:
        return self._against(other) == 0

    def __ne__(self, other: object) -> Any:
        return self._against(other) != 0

    def __lt__(self, other: Any) -> Any:
        return self._against(other) < 0

    def __le__(self, other: Any) -> Any:
        return self._against(other) <= 0

    def __gt__(self, other: Any) -> Any:
        return self._against(other) > 0

    def __ge__(self, other: Any) -> Any:
        return self._against(other) >= 0


def convolved(a: Germ, b: Germ, times: Callable[[Any, Any], Any]) -> Germ:
    """The product of two germs, or what else is bilinear."""
    lowest = [min((e for e, c in g.terms.items() if _any(c)), default=g.order) for g in (a, b)]
    a.line.work += effort(a.terms, b.terms)
    order = min(lowest[0] + b.order, lowest[1] + a.order)  # zeros that tell an array's shape are no terms
    terms = multiplied(a.terms, b.terms, times, min(order, a.line.order))
    if 0 not in terms and (a.is_array or b.is_array):
        terms[0] = 0.0 * times(a.terms.get(0, 0.0), b.terms.get(0, 0.0))  # its shape
    return Germ(a.line, terms, order)


def quotient(a: Germ, b: Germ) -> Germ:
    """a/b by long division, the lowest power first; of arrays, element by element."""
    if a.is_array or b.is_array:
        return each(truediv, truediv, (a, b), a.line)
    low = b.lowest
    if low >= b.order:
        a.line.undecided = True
        raise Beyond("division by zero")
    order = min(a.order - low, b.order - 2 * low + a.lowest, a.line.order)
    steps = [e - low for e in b.terms if e > low]
    if steps and a.terms and min(steps) * MOST_TERMS < order - (min(a.terms) - low):
        raise Unknown
    a.line.work += effort(a.terms, b.terms)
    return Germ(a.line, divided(a.terms, b.terms, low, order), order)


def sign(germ: Any) -> int:
    """-1, 0 or 1 just beside the point. Where nothing is known to differ from 0, it counts as 0."""
    if not isinstance(germ, Germ):
        return int(germ > 0) - int(germ < 0)
    low = germ.lowest
    for e, c in germ.terms.items():
        if isinstance(c, Germ) and e < low:
            c.line.undecided = True  # nothing is known to differ from 0 there
    lead = germ.terms.get(low, 0.0)
    if isinstance(lead, Germ):
        return sign(lead)
    if not lead:
        germ.line.undecided = True
    return int(lead > 0) - int(lead < 0)


def compared(a: Any, b: Any) -> int:
    """-1, 0 or 1 as a is below, at or above b just beside the point."""
    if a is b:
        return 0
    if isinstance(a, Germ) or isinstance(b, Germ):
        if _infinite(a) or _infinite(b):
            a, b = (x.limit if isinstance(x, Germ) else x for x in (a, b))
            return sign(a) if a != b else 0
        return sign(a - b)
    return int(a > b) - int(a < b)


def limit_of(number: Any) -> Any:
    """The value for t → 0+ of a germ; a plain number is its own."""
    return number.limit if isinstance(number, Germ) else number


def value_of(number: Any) -> Any:
    """The limit that is no germ."""
    while isinstance(number, Germ):
        number = number.limit
    return number


def _infinite(x: Any) -> bool:
    return isinstance(x, float) and x in (inf, -inf)


def is_array(number: Any) -> bool:
    """Whether a number, or a germ's coefficient, is an array, or a germ is that of one."""
    return number.is_array if isinstance(number, Germ) else bool(getattr(number, "ndim", 0))


def _any(c: Any) -> bool:
    if isinstance(c, Germ):
        return any(map(_any, c.terms.values()))
    return bool(c.any() if hasattr(c, "any") else c != 0)


def _counts(c: Any) -> bool:
    """Whether a coefficient is one: a germ of which nothing is known to differ from 0 counts as 0."""
    return type(c) is not Germ or _any(c)


def _all(c: Any) -> bool:
    return bool(c.all() if hasattr(c, "all") else c != 0)


def each(
    function: Callable[..., Any], plain: Callable[..., Any], arguments: Sequence[Any], line: Line
) -> Germ:
    """A function of scalars in each element that moves; `plain` is that of arrays that do not."""
    limits = [limit_of(a) for a in arguments]
    shape = np.broadcast_shapes(*(np.shape(limit) for limit in limits), *map(shape_of, arguments))
    with np.errstate(all="ignore"):
        constant = np.array(np.broadcast_to(plain(*limits), shape), dtype=float)
    terms: Terms = {0: constant}
    order = min(a.order for a in arguments if isinstance(a, Germ))
    picks = [picker(a, shape) for a in arguments]
    for place in zip(*np.nonzero(_moving(arguments, shape) & counting(line.mask, shape)), strict=True):
        y = function(*(pick(place) for pick in picks))
        constant[place] = 0.0
        if not isinstance(y, Germ):
            constant[place] = y
            continue
        order = min(order, y.order)
        _notice_still(y)
        for e, c in y.terms.items():
            terms.setdefault(e, np.zeros(shape))[place] = c
    return Germ(line, terms, order)


def counting(mask: Any, shape: tuple[int, ...]) -> Any:
    """The elements of a shape that count, by the mask of a `where` around; True: all of them."""
    if mask is None or np.broadcast_shapes(mask.shape, shape) != shape:
        return True
    return np.broadcast_to(mask, shape)


def _notice_still(y: Germ) -> None:
    """An element that moves by no power that is known counts, in an array, for one that does not move."""
    if not any(y.terms):
        y.line.undecided = True


def _moving(numbers: Sequence[Any], shape: Any) -> Any:
    """The elements in which any of them moves."""
    moves = np.zeros(shape, dtype=bool)
    for a in numbers:
        for e, c in a.terms.items() if isinstance(a, Germ) else ():
            if e:
                moves |= np.broadcast_to(np.asarray(c) != 0, shape)
    return moves


def picker(number: Any, shape: Any) -> Callable[[Any], Any]:
    """The elements of a number repeated to a shape, by their places; plain where they do not move."""
    if not isinstance(number, Germ):
        plain = np.broadcast_to(number, shape)
        return lambda place: float(plain[place])
    grids = [(e, np.broadcast_to(c, shape)) for e, c in number.terms.items()]

    def pick(place: Any) -> Any:
        terms = {e: float(c[place]) for e, c in grids}
        moves = any(c for e, c in terms.items() if e)
        return Germ(number.line, terms, number.order) if moves else terms.get(0, 0.0)

    return pick


def shape_of(number: Any) -> tuple[int, ...]:
    """The shape of a germ or a plain number."""
    if isinstance(number, Germ):
        return np.broadcast_shapes(*(np.shape(c) for c in number.terms.values()))
    return np.shape(number)


def order_of(a: Any, b: Any) -> Any:
    """-1, 0 or 1 in each element, as a is below, at or above b beside the point."""
    limits = limit_of(a), limit_of(b)
    shape = np.broadcast_shapes(shape_of(a), shape_of(b))
    with np.errstate(invalid="ignore"):
        order = np.array(np.broadcast_to(np.sign(limits[0] - limits[1]), shape), dtype=float)
    of_a, of_b = picker(a, shape), picker(b, shape)
    for place in zip(*np.nonzero((order == 0) & _moving((a, b), shape)), strict=True):
        order[place] = compared(of_a(place), of_b(place))
    return order
