"""Second derivatives from all sides of the point, where something bends or jumps there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from math import copysign, inf, isfinite, nan
from typing import Any, NamedTuple

from adcli.derivatives.axes.element import Element
from adcli.derivatives.kinks.iterated import Iterated, Step
from adcli.derivatives.kinks.sides import CLOSE, Both, Side, close, steepness
from adcli.derivatives.kinks.surroundings import MOST_ELEMENTS, Direction, Surroundings
from adcli.engine.beside.moved import Lost
from adcli.engine.sweeps.reverse import reverse
from adcli.graph.reach import active
from adcli.numbers.germs.germ import Germ, Unknown, value_of
from adcli.numbers.germs.onarrays import GERMS
from adcli.numbers.germs.onscalars import kink_of
from adcli.operations.operation import UNDEFINED

SECOND = 2  # the order to which outputs have to be known beside the point
Sides = tuple[float | None, ...]


class Second(NamedTuple):
    """The derivative along a direction of that by an element, from the left and from the right.

    Where beside the point the derivative by the element is not the same from its two sides, either
    side has two numbers; none is known, or there is none, where one is None. `jumps` tells whether
    they are infinite since that derivative jumps, `lost` whether one is None though there may be one.
    """

    both: Both
    along: str
    by: str
    left: Sides
    right: Sides
    jumps: bool = False
    lost: bool = False

    @property
    def number(self) -> float | None:
        """The one that all sides give, if they do."""
        first, *others = (*self.left, *self.right)
        same = first is not None and all(other is not None and close(other, first) for other in others)
        return first if same and not self.jumps else None


@dataclass(eq=False)
class Seconds:
    """The second derivatives by some elements of the one output of a run, a scalar, from all sides."""

    around: Surroundings
    elements: Sequence[Element]

    @cached_property
    def iterated(self) -> Iterated:
        """The limits that are asked for where the point cannot be left along one line."""
        return Iterated(self.around)

    @cached_property
    def label(self) -> str:
        """The output."""
        return next(iter(self.around.trace.outputs))

    @cached_property
    def slopes(self) -> dict[str, float]:
        """The first derivatives that there are, by the elements' labels."""
        trace, found = self.around.trace, {}
        value = trace.value(trace.outputs[self.label])
        for element in islice(self.elements, MOST_ELEMENTS):
            both = self.around.along(element)
            slope = None if both is None else both.agreed(self.label, value)
            if slope is not None and isfinite(slope):
                found[element.label] = slope
        return found

    def all(self) -> Iterator[Second]:
        """Those by all pairs of elements, each in both orders."""
        for element in islice(self.elements, MOST_ELEMENTS):
            both = self.around.along(element) if element.label in self.slopes else None
            if both is not None:
                yield self._twice(both, element)
                others = [other for other in self.elements if other is not element]
                yield from self.along(element.label, {element.node: self.around.unit(element)}, both, others)

    def along(
        self, name: str, direction: Direction, both: Both, others: Sequence[Element]
    ) -> Iterator[Second]:
        """The derivatives along a direction of those by others."""
        left, right = (self._beside(side, direction) for side in (both.left, both.right))
        for other in others:
            slope = self.slopes.get(other.label)
            if slope is not None:
                yield _second(both, name, other.label, left(other), right(other), slope)

    def _twice(self, both: Both, element: Element) -> Second:
        direction = {element.node: self.around.unit(element)}
        sides = [self.iterated.side(side, direction) for side in (both.left, both.right)]
        numbers = [side.number(self.label) for side in sides]
        left, right = (n.slope() if isinstance(n, Germ) else _still(n) for n in numbers)
        return _second(both, element.label, element.label, (-left,), (right,), self.slopes[element.label])

    def _beside(self, side: Side, direction: Direction) -> Callable[[Element], tuple[Any, ...]]:
        """What the derivatives by other elements are on one side: germs, two where their sides differ."""
        side = self.iterated.side(side, direction)
        stays = self.iterated.elements is not None and self._stays(side)
        decided = bool(self.around.ties) and bool(self.around.trace.graph.shapes)
        adjoints = None
        if not stays or decided:
            adjoints = adjoints_beside(side, self.label, [self._node(side, x)[0] for x in self.elements])

        def swept(other: Element) -> Any:
            node, shape = self._node(side, other)
            if adjoints is None:
                return Lost()
            found = _element(adjoints[node], other, shape) if type(node) is int else 0.0
            return found if isfinite(value_of(found)) else Lost()

        def beside(other: Element) -> tuple[Any, ...]:
            found = (Lost(),) if stays else (swept(other),)
            if isinstance(found[0], Lost):
                found = self._closer(side, direction, other)
            if decided and any(isinstance(number, Lost) for number in found):
                number = swept(other)  # other decisions about arrays are not followed any closer
                if not isinstance(number, Lost) and alike(number, self.slopes[other.label], upto=0):
                    found = (number,)
            return found

        return beside

    def _node(self, side: Side, element: Element) -> tuple[Any, tuple[int, ...]]:
        """That of an element on one side, and the shape where it is that of a whole array."""
        elements, trace = self.iterated.elements, self.around.trace
        if elements is not None and side.graph is elements.graph:
            return elements.node(element), ()
        name = next(name for name, x in trace.inputs.items() if x == element.node)
        return side.inputs.get(name), trace.graph.shapes.get(element.node, ())

    def _closer(self, side: Side, direction: Direction, other: Element) -> tuple[Any, ...]:
        """The derivatives by an element from its two sides, just beside the point."""
        iterated = self.iterated
        if iterated.elements is None:
            return (Lost(),)
        if not iterated.meet(direction, other):
            return (self.slopes[other.label],)
        step, unit = Step(direction, side.sign), {other.node: self.around.unit(other)}
        line = side.number(self.label)
        found = [slope_from(iterated.number(step, Step(unit, sign)), line, sign) for sign in (-1, 1)]
        same = not any(isinstance(number, Lost) for number in found) and alike(*found)
        return (found[1],) if same else tuple(found)

    def _stays(self, side: Side) -> bool:
        """Whether the line on one side stays at a kink, or at a tie on which a decision hangs."""
        if side.tied or any(isinstance(number, Lost) for number in side.numbers):
            return True
        return any(_at_kink(side, k) for k in self.iterated.kinks_of(side))


def _second(
    both: Both, along: str, by: str, left: Sequence[Any], right: Sequence[Any], slope: float
) -> Second:
    """From the derivatives by an element on either side, and that at the point."""
    return Second(
        both, along, by,
        tuple(rate(number, slope, -1) for number in left),
        tuple(rate(number, slope, 1) for number in right),
        any(not isinstance(n, Lost) and not alike(n, slope, upto=0) for n in (*left, *right)),
        any(isinstance(n, Lost) and not n.why for n in (*left, *right)),
    )  # fmt: skip


def _at_kink(side: Side, k: int) -> bool:
    """Whether a node that is at a kink at the point is so beside it; of arrays that may be."""
    applied = side.graph.applied(k)
    if applied is None or applied.tensor:
        return True
    return kink_of(applied.operation, [side.numbers[a] for a in side.graph.arguments(k)]) is not None


def _still(number: Any) -> Any:
    """The derivative of what does not move; nan where nothing is known."""
    return nan if isinstance(number, Lost) else 0.0


def _element(number: Any, element: Element, shape: tuple[int, ...]) -> Any:
    """That of an adjoint of its node."""
    if number is None:
        return 0.0
    if not shape:
        return number
    from adcli.numbers.germs.germ import picker

    return picker(number, shape)(element.key)


def slope_from(number: Any, start: Any, sign: int) -> Any:
    """(f(s) - f(0))/s for s → 0 from one side, as a germ along the other directions; or `Lost`."""
    if isinstance(number, Lost) or isinstance(start, Lost):
        return number if isinstance(number, Lost) else start
    moves = isinstance(number, Germ) and number.line.level > 0
    if not alike(number.limit if moves else number, start):
        return inf
    if not moves:
        return 0.0
    if any(0 < e < 1 and not alike(c, 0.0) for e, c in number.terms.items()):
        return inf
    return Lost() if number.order <= 1 else number.terms.get(1, 0.0) * sign


def rate(number: Any, start: float, sign: int) -> float | None:
    """(g(t) - g(0))/t for t → 0 from one side; None where it is not known, or there is none.

    A difference of the limit from g(0) that is no more than rounding is 0.
    """
    if isinstance(number, Lost):
        return None
    if number != number:
        return None
    if not isinstance(number, Germ):
        return 0.0 if close(number, start) else copysign(inf, number - start) * sign
    rise = number - start
    if alike(number, start, upto=0):
        rise = Germ(number.line, {e: c for e, c in rise.terms.items() if e > 0}, number.order)
    found: float | None = steepness(rise, sign)
    return found


def alike(a: Any, b: Any, upto: Any = inf) -> bool:
    """Whether two numbers are equal but for rounding, or germs are, in the powers up to one."""
    if not isinstance(a, Germ) and not isinstance(b, Germ):
        return bool(close(a, b))
    sizes = [abs(value_of(c)) for x in (a, b) for c in (x.terms.values() if isinstance(x, Germ) else [x])]
    most = CLOSE * max(sizes, default=0.0)
    return all(abs(value_of(c)) <= most for e, c in (a - b).terms.items() if e <= upto)


def adjoints_beside(side: Side, label: str, inputs: Sequence[Any]) -> Sequence[Any] | None:
    """The adjoints of inputs beside the point, by their nodes, as germs; None where that is not known."""
    node = side.outputs.get(label)
    if node is None or any(isinstance(n, Lost) for n in side.numbers):
        return None
    if type(node) is not int:
        return [None] * len(side.numbers)
    marks = active(side.graph, [x for x in inputs if type(x) is int])
    try:
        adjoints = reverse(side.graph, side.numbers, {node: 1.0}, marks, GERMS)
    except (Unknown, *UNDEFINED):
        return None
    if not side.graph.shapes:
        return adjoints
    from adcli.operations.arrays.absent import dense

    return [None if adjoint is None else dense(adjoint) for adjoint in adjoints]
