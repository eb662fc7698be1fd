"""How the next Taylor coefficient of a node follows from those of its arguments.

With y = op(u, v, …) along a line through the point and u = Σ u_j t^j, the coefficients come from
y' = Σ u' ∂y/∂u, compared power by power. Sums need no more than their constant partials; products,
quotients and powers have recurrences of their own.
(A. Griewank and A. Walther, Evaluating Derivatives, 2nd edition, SIAM 2008, §13.2;
R. E. Moore, Interval Analysis, 1966, §11.)

A series is the list of its coefficients so far. Those that are not there (a polynomial beyond its
degree) are absent, not zero: a list that has ended contributes nothing, not even to 0 times
infinity. A recurrence holds the lists it reads, which others make longer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from math import copysign, inf, isnan, nan
from operator import add, mul
from typing import Any, Protocol

from adcli.graph.graph import Shape
from adcli.lazy import np
from adcli.operations import Operation
from adcli.operations.operation import UNDEFINED

Series = list[Any]
Total = Callable[[Iterable[Any]], Any]


class Recurrence(Protocol):
    """The rule of one node."""

    def next(self, m: int) -> Any:
        """The coefficient of order m ≥ 1, from lower ones and those of the arguments; None: absent."""


def total(terms: Iterable[Any]) -> Any:
    """A sum that begins with its first term, for numbers to which a 0 would be one more node."""
    return reduce(add, terms)


def convolution(add_up: Total, u: Series, v: Series, m: int, low: int = 0) -> Any:
    """Σ u_j v_{m-j} over j = low … m, as far as both are there; None where nothing is."""
    low, high = max(low, m - len(v) + 1), min(m, len(u) - 1)
    if low > high:
        return None
    return add_up(map(mul, u[low : high + 1], reversed(v[m - high : m - low + 1])))


def over(a: Any, b: Any) -> Any:
    """a/b by IEEE 754, where Python's floats would raise."""
    try:
        return a / b
    except ZeroDivisionError:
        return nan if a == 0 or isnan(a) else copysign(inf, a) * copysign(1.0, b)


class Along:
    """y' = Σ u' p, with p = ∂y/∂u: m y_m = Σ_u Σ_{j=1…m} j u_j p_{m-j}.

    `pairs` gives (series of u, series of p); it is asked at order 1, so that no partial is built
    before it is needed. A p that is constant makes y linear in u: y_m = u_m p.
    """

    def __init__(self, pairs: Callable[[], list[tuple[Series, Series]]], add_up: Total) -> None:
        self._pairs = pairs
        self._built: list[tuple[Series, Series]] | None = None
        self._add_up = add_up

    def next(self, m: int) -> Any:
        if self._built is None:
            self._built = self._pairs()
        if len(self._built) == 1:
            return self._term(*self._built[0], m)
        terms = [term for u, p in self._built if (term := self._term(u, p, m)) is not None]
        return self._add_up(terms) if terms else None

    def _term(self, u: Series, p: Series, m: int) -> Any:
        """What one argument contributes."""
        if len(p) == 1:
            return u[m] * p[0] if m < len(u) else None
        if len(u) == 2:
            return u[1] * p[m - 1] / m if m <= len(p) else None
        low, high = max(1, m - len(p) + 1), min(m, len(u) - 1)
        if low > high:
            return None
        slopes = map(mul, u[low : high + 1], range(low, high + 1))
        return self._add_up(map(mul, slopes, reversed(p[m - high : m - low + 1]))) / m


class Sum:
    """y = u + v or, with `combine` a subtraction, u - v: coefficient by coefficient."""

    def __init__(self, u: Series, v: Series, combine: Callable[[Any, Any], Any]) -> None:
        self._u, self._v = u, v
        self._combine = combine

    def next(self, m: int) -> Any:
        u, v = self._u, self._v
        if m < len(u):
            return self._combine(u[m], v[m]) if m < len(v) else u[m]
        if m < len(v):
            return v[m] if self._combine is add else -v[m]
        return None


class Multiple:
    """y = c u or, with `combine` a division, u/c, where c does not move."""

    def __init__(self, u: Series, c: Any, combine: Callable[[Any, Any], Any]) -> None:
        self._u, self._c = u, c
        self._combine = combine

    def next(self, m: int) -> Any:
        return self._combine(self._u[m], self._c) if m < len(self._u) else None


class Product:
    """y = u v, and what else is bilinear: y_m = Σ_{j=0…m} u_j v_{m-j} (Cauchy)."""

    def __init__(self, u: Series, v: Series, add_up: Total, times: Any = None) -> None:
        self._u, self._v = u, v
        self._add_up = add_up
        self._times = times

    def next(self, m: int) -> Any:
        u, v = self._u, self._v
        if self._times is None:
            return convolution(self._add_up, u, v, m)
        orders = range(max(0, m - len(v) + 1), min(m, len(u) - 1) + 1)
        return self._add_up(self._times(u[j], v[m - j]) for j in orders) if orders else None


class Quotient:
    """y = u/v: y_m = (u_m - Σ_{j=1…m} v_j y_{m-j})/v_0."""

    def __init__(self, u: Series, v: Series, y: Series, add_up: Total) -> None:
        self._u, self._v, self._y = u, v, y
        self._add_up = add_up

    def next(self, m: int) -> Any:
        u, v = self._u, self._v
        rest = convolution(self._add_up, v, self._y, m, 1)
        if m < len(u):
            return over(u[m] if rest is None else u[m] - rest, v[0])
        return None if rest is None else over(-rest, v[0])


LEAST, MOST = 2.0**-300, 2.0**300


class Power:
    """y = u^c, u_0 ≠ 0: from u y' = c u' y, m u_0 y_m = Σ_{j=1…m} (c j - (m - j)) u_j y_{m-j}."""

    def __init__(self, u: Series, c: Any, y: Series, add_up: Total) -> None:
        self._u, self._c, self._y = u, c, y
        self._add_up = add_up

    def next(self, m: int) -> Any:
        u, c = self._u, self._c
        high = min(m, len(u) - 1)
        if not high:
            return None
        weights = [c * j - (m - j) for j in range(1, high + 1)]
        moving, below = u[1 : high + 1], u[0]
        if type(below) is float and not LEAST < abs(below) < MOST:  # the products may leave the range
            moving, below = [over(number, below) for number in moving], 1.0
        terms = map(mul, moving, reversed(self._y[m - high : m]))
        return over(self._add_up(map(mul, terms, weights)), below * m)


class Same:
    """y has the series of another node from order 1 on."""

    def __init__(self, series: Series) -> None:
        self._series = series

    def next(self, m: int) -> Any:
        return self._series[m] if m < len(self._series) else None


class Linear:
    """y = L(u, …): y_m = L(u_m, …). `rule` takes the coefficients of one order, None where absent."""

    def __init__(self, series: Sequence[Series], rule: Callable[[list[Any]], Any]) -> None:
        self._series = series
        self._rule = rule

    def next(self, m: int) -> Any:
        coefficients = [u[m] if m < len(u) else None for u in self._series]
        return None if all(c is None for c in coefficients) else self._rule(coefficients)


class OneSided:
    """A selection close to the point, on one side of it, where a tie at the point is decided.

    A choice among numbers depends on their order and their signs only. Just right of the point
    (side 1; -1: left) series are ordered as the first coefficients in which they differ, so their
    ranks among each other and 0 choose as they do. `rule` is (coefficients, ranks, rank of y).
    """

    def __init__(
        self,
        series: Sequence[Series],
        operation: Operation,
        side: int,
        rule: Callable[..., Any],
        shape: Shape = (),
    ) -> None:
        self._series = series
        self._operation = operation
        self._side = side
        self._rule = rule
        self._shape = shape

    def next(self, m: int) -> Any:
        if all(m >= len(u) for u in self._series):
            return None
        return self._each(m) if self._shape else self._chosen(self._series, m)

    def _each(self, m: int) -> Any:
        """Element by element of arrays."""
        grids = [[np.broadcast_to(c, self._shape) for c in u] for u in self._series]
        found = np.zeros(self._shape)
        for place in np.ndindex(*self._shape):
            found[place] = self._chosen([[float(c[place]) for c in u] for u in grids], m)
        return found

    def _chosen(self, series: Sequence[Series], m: int) -> Any:
        ranks = self._ranks(series, m)
        try:
            y = self._operation.value(*ranks)
        except UNDEFINED:
            return nan
        chosen = self._rule([u[m] if m < len(u) else None for u in series], ranks, y)
        return 0.0 if chosen is None else chosen

    def _ranks(self, series: Sequence[Series], m: int) -> list[float]:
        """Where each argument stands among the others and 0, by their coefficients up to order m."""
        none = (0.0,) * (m + 1)
        germs = [tuple(self._at(u, j) for j in range(m + 1)) for u in series]
        order = sorted({none, *germs})
        return [float(order.index(germ) - order.index(none)) for germ in germs]

    def _at(self, u: Series, j: int) -> Any:
        if j >= len(u):
            return 0.0
        return u[j] if self._side > 0 or j % 2 == 0 else -u[j]
