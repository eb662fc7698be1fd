"""The two sides of a point: what runs on each, and the one-sided derivatives there.

A derivative whose two one-sided ones agree exists, and is that number, whatever an operation's
convention at a kink.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from math import copysign, inf, isfinite, isinf
from typing import Any

from adcli.engine.accuracy.rounding import derivative_bound, value_bound
from adcli.engine.beside.moved import Lost
from adcli.engine.sweeps.reverse import reverse
from adcli.graph.graph import Graph
from adcli.language.state.guards import Guard
from adcli.lazy import np
from adcli.numbers.germs.germ import Germ, limit_of
from adcli.operations.arrays.keys import shape_of

SAME = 2.0**-46  # values that differ by less, relatively, do so by rounding
CLOSE = 2.0**-40  # the same of derivatives
TINY = 2.0**-20  # differences below this may be rounding, of what cancels
LARGEST = 8.0  # times its bound, to first order, that rounding may be


@dataclass(slots=True)
class Side:
    """The program on one side of the point: sign 1 is along a direction of the inputs, -1 against it.

    graph, numbers  what runs there, and its nodes as germs, plain numbers or `Lost`
    outputs, inputs label or name -> node
    why             why there is nothing, where there is not
    moved           the nodes of the recorded graph, whether or not it is what runs there
    own             whether it is
    tied            whether a decision that hangs on a tie at the point does so beside it, too
    """

    sign: int
    graph: Graph
    numbers: Sequence[Any]
    outputs: dict[str, Any]
    inputs: dict[str, Any]
    moved: Sequence[Any]
    own: bool = True
    why: str = ""
    tied: bool = False

    def number(self, label: str) -> Any:
        """An output beside the point."""
        node = self.outputs.get(label, Lost(self.why))
        return self.numbers[node] if type(node) is int else node

    def reason(self) -> str:
        """Why there is no value, where it is known."""
        lost = (number for number in self.numbers if isinstance(number, Lost) and number.why)
        return self.why or next((number.why for number in lost), "")

    def rise(self, label: str, value: Any) -> Any:
        """How an output changes from its value at the point to this side."""
        return rise_of(self.number(label), value)

    def slope(self, label: str, value: Any) -> Any:
        """The derivative of an output from this side; None where there is none, or it is not known."""
        return None if overflowed(value) else steepness(self.rise(label, value), self.sign)


def overflowed(value: Any) -> bool:
    """Whether a value is infinite, from which nothing rises."""
    return type(value) is float and isinf(value)


@dataclass(slots=True)
class Both:
    """Both sides of the point, along one direction of the inputs."""

    left: Side
    right: Side
    primal: Sequence[Any]

    def slopes(self, label: str, value: Any) -> tuple[Any, Any]:
        """The derivatives of an output from the left and from the right; None where unknown."""
        return self.left.slope(label, value), self.right.slope(label, value)

    def agreed(self, label: str, value: Any) -> Any:
        """The derivative of an output where it is the same from both sides, ±inf included; else None.

        Of an array, nan in the elements where it is not.
        """
        if overflowed(value):
            return None
        left, right = self.left.rise(label, value), self.right.rise(label, value)
        found = agreement(left, right)
        node = self.right.outputs.get(label)
        if found is None and type(node) is int and self.own and not self.right.graph.shapes:
            return self._but_for_rounding(node, left, right)
        return found

    def _but_for_rounding(self, node: int, left: Any, right: Any) -> float | None:
        """The derivative of a scalar node whose sides differ by no more than rounding does to each."""
        graph = self.right.graph
        if isinstance(left, Lost) or isinstance(right, Lost):
            return None
        heights = [abs(_terms_of(rise)[0].get(0, 0.0)) for rise in (left, right)]
        flat = [_level(rise) for rise in (left, right)]
        a, b = steepness(flat[0], -1), steepness(flat[1], 1)
        apart = None if a is None or b is None else abs(a - b)
        if apart is None or not apart <= TINY * max(1.0, abs(a)) or max(heights) > TINY:
            return None
        everything = bytearray(b"\1") * len(graph.nodes)
        adjoints = reverse(graph, self.primal, {node: 1.0}, everything)
        if max(heights) > LARGEST * value_bound(graph, self.primal, adjoints, everything):
            return None
        return float(b) if close(a, b) or apart <= self.rounding(node) else None

    def rounding(self, node: int) -> float:
        """What rounding may do to the derivative of a node along the direction, in a graph of scalars."""
        total = 0.0
        for x in self.right.inputs.values():
            moved = self.right.moved[x] if type(x) is int else None
            if isinstance(moved, Germ):
                bound = derivative_bound(self.right.graph, self.primal, x, node)
                total += abs(moved.terms.get(1, 0.0)) * (bound or 0.0)
        return LARGEST * total

    @property
    def own(self) -> bool:
        """Whether every decision is the same on both sides as at the point."""
        return self.left.own and self.right.own

    def reaches(self, arguments: Iterable[int]) -> bool:
        """Whether any of these nodes of the recorded graph moves, as far as is known."""
        sides = (self.left, self.right)
        return any(isinstance(side.moved[a], (Germ, Lost)) for a in arguments for side in sides)

    def bends(self, k: int) -> bool:
        """Whether node k of the recorded graph, which is at a kink, bends or jumps; as far as is known."""
        value = self.primal[k]
        return parts(*(slope_of(side.moved[k], value, side.sign) for side in (self.left, self.right)))

    def moves(self, guard: Guard) -> bool:
        """Whether a decision depends on what moves."""
        return any(
            isinstance(side.moved[x], (Germ, Lost)) or differ(side.moved[x], self.primal[x])
            for side in (self.left, self.right)
            for x in (guard.a, guard.b)
            if type(x) is int
        )


def slope_of(number: Any, value: Any, sign: int) -> Any:
    """(f(x + h) - f(x))/h for h → 0 from one side, from f beside the point and its value at it."""
    return steepness(rise_of(number, value), sign)


def rise_of(number: Any, value: Any) -> Any:
    """f(x + h) - f(x) on one side, as a germ or, where it does not move, a number.

    A difference of the limit from the value that is no more than rounding is 0.
    """
    if isinstance(number, Lost) or getattr(limit_of(number), "shape", ()) not in ((), shape_of(value)):
        return Lost()  # what runs there may give an array of another shape
    jump = _jump(limit_of(number), value)
    return Germ(number.line, number.terms | {0: jump}, number.order) if isinstance(number, Germ) else jump


def _jump(limit: Any, value: Any) -> Any:
    if not shape_of(value):
        near = limit == value or abs(limit - value) <= SAME * max(abs(limit), abs(value))
        return 0.0 if near else limit - value
    with np.errstate(all="ignore"):
        near = (limit == value) | (np.abs(limit - value) <= SAME * np.maximum(np.abs(limit), np.abs(value)))
        return np.where(near, 0.0, limit - value)


def steepness(rise: Any, sign: int) -> Any:
    """The slope on one side, from how the number changes there: infinite where it jumps or is steep.

    None where it is not known; nan in the elements of an array.
    """
    if isinstance(rise, Lost):
        return None
    terms, order = _terms_of(rise)
    if getattr(terms.get(0), "ndim", 0):
        return _steepness_of_array(terms, order, sign)
    if terms.get(0, 0.0) != terms.get(0, 0.0):
        return None
    low = min((e for e, c in terms.items() if c), default=order)
    if low < 1 and low in terms:
        return copysign(inf, terms[low]) * sign
    if order <= 1:
        return None
    slope = float(terms.get(1, 0.0)) * sign
    return slope + 0.0 if isfinite(slope) else None


def _level(rise: Any) -> Any:
    """The same without what it jumps by."""
    if isinstance(rise, Germ):
        return Germ(rise.line, rise.terms | {0: 0.0}, rise.order)
    return rise if isinstance(rise, Lost) else 0.0


def _terms_of(rise: Any) -> tuple[dict[Any, Any], Any]:
    """The coefficients by the powers of t, and up to which power they are known."""
    return (rise.terms, rise.order) if isinstance(rise, Germ) else ({0: rise}, inf)


def _steepness_of_array(terms: Any, order: Any, sign: int) -> Any:
    shape = terms[0].shape
    slopes, undecided = np.full(shape, np.nan), np.ones(shape, dtype=bool)
    for e in sorted(e for e in terms if e < 1):
        c = np.broadcast_to(terms[e], shape)
        steep = undecided & (c != 0)
        slopes[steep] = np.where(np.isnan(c), np.nan, np.copysign(inf, c) * sign)[steep]
        undecided &= ~steep
    if order > 1:
        c = np.broadcast_to(terms.get(1, 0.0), shape) * sign + 0.0
        slopes[undecided] = np.where(np.isfinite(c), c, np.nan)[undecided]
    return slopes


def jumps(rise: Any) -> Any:
    """Whether a number does not tend to its value at the point; of an array, in which elements."""
    terms, _ = _terms_of(rise)
    found: Any = False
    for e, c in terms.items():
        if e <= 0:
            found = found | (c != 0)
    return found


def weighted(side: Side, outputs: Iterable[tuple[str, Any, Any]]) -> Any:
    """How Σ w·y changes to one side, of outputs y given by label, weight w and value."""
    total: Any = 0.0
    for label, w, value in outputs:
        if not (w.any() if shape_of(w) else w):
            continue
        rise = side.rise(label, value)
        if isinstance(rise, Lost):
            return rise
        if not shape_of(w):
            total = total + rise * w
        else:
            added = partial(_added, w)
            total = total + (rise.mapped(added) if isinstance(rise, Germ) else added(rise))
    return total


def _added(w: Any, c: Any) -> float:
    with np.errstate(all="ignore"):
        return float(np.sum(np.where(w != 0, w * c, 0.0)))


def agreement(left: Any, right: Any) -> Any:
    """The one derivative that the changes to the left and to the right have; None where there is none.

    Of an array, nan in the elements where there is none. An infinite one is none where the value jumps.
    """
    a, b = steepness(left, -1), steepness(right, 1)
    if a is None or b is None:
        return None
    if not hasattr(b, "shape"):
        return b if close(a, b) and not (jumps(left) or jumps(right)) else None
    with np.errstate(all="ignore"):
        return np.where(close(a, b) & ~(jumps(left) | jumps(right)), b, np.nan)


def close(a: Any, b: Any) -> Any:
    """Whether two derivatives are the same but for rounding; of arrays, in which elements."""
    if not hasattr(b, "shape"):
        return bool(a == b or abs(a - b) <= CLOSE * max(abs(a), abs(b)) < inf)
    size = np.maximum(np.abs(a), np.abs(b))
    return (a == b) | ((np.abs(a - b) <= CLOSE * size) & (size < inf))


def parts(left: Any, right: Any) -> bool:
    """Whether one-sided derivatives at a kink are not one derivative: they differ, or the value jumps."""
    if left is None or right is None or differ(left, right):
        return True
    infinite = abs(left) == inf
    return bool(infinite.any() if hasattr(infinite, "any") else infinite)


def differ(a: Any, b: Any) -> bool:
    """Whether two numbers, or any elements of two arrays, differ."""
    unlike = (a != b) & ~((a != a) & (b != b)) if hasattr(a, "shape") else a != b
    return bool(unlike.any() if hasattr(unlike, "any") else unlike)
