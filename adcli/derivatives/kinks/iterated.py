"""Iterated limits: an output beside the point where one direction is followed far closer than another.

f(x + t d + s e) for t → 0± after s → 0±: its coefficient of s t is the derivative along d of that along
e. The recorded graph is followed element by element, on germs over germs; where a decision turns
out otherwise there, the program runs anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from adcli.derivatives.axes.element import Element
from adcli.derivatives.kinks.sides import Side
from adcli.derivatives.kinks.surroundings import WORK, Direction, Surroundings, holds
from adcli.engine.beside.kinks import kinks_that_matter
from adcli.engine.beside.moved import Lost, beside
from adcli.engine.sparsity.meeting import inputs_behind, partners
from adcli.graph.graph import Graph
from adcli.language.reruns.beside import run_beside
from adcli.language.state.guards import Guard, compared
from adcli.lazy import np
from adcli.numbers.germs.germ import MOST_WORK, Germ, Line, Unknown, value_of
from adcli.operations.operation import UNDEFINED
from adcli.text.errors import AdError

FRUITLESS = 40  # times that other decisions about arrays are met, until they are looked for no more
ORDERS = ((4, 3), (8, 5), (24, 12))  # powers of t, and of s, that are looked at while a tie is undecided


class Step(NamedTuple):
    """A direction, and from which side the point is reached along it: sign 1 is right, -1 left."""

    direction: Direction
    sign: int


@dataclass(frozen=True, slots=True)
class Elements:
    """A recorded graph as one of scalars; `nodes` has, per old node, its new one or an array of them."""

    graph: Graph
    primal: Sequence[Any]
    nodes: Sequence[Any]
    guards: Sequence[Guard]

    def node(self, element: Element) -> int:
        """That of an element of an input."""
        node = self.nodes[element.node]
        return int(node[element.key]) if element.key else int(node)

    def moving(self, direction: Direction) -> Iterator[tuple[int, float]]:
        """The nodes that move along a direction, and how far."""
        for k, part in direction.items():
            if hasattr(part, "shape"):
                yield from (
                    (int(x), float(d)) for x, d in zip(self.nodes[k].flat, part.flat, strict=True) if d
                )
            elif part:
                yield int(self.nodes[k]), float(part)


@dataclass(eq=False)
class Iterated:
    """The iterated limits of the one output of a run, a scalar."""

    around: Surroundings
    least: int = 3  # powers that are looked at of each
    _spent: int = 0

    @cached_property
    def elements(self) -> Elements | None:
        """The graph of scalars; None where an operation is not known by those, or rounds otherwise."""
        trace, graph, primal = self.around.trace, self.around.trace.graph, self.around.primal
        if not graph.shapes:
            return Elements(graph, primal, range(len(graph.nodes)), trace.guards)
        from adcli.engine.sparsity.scalars import scalars

        if sum(getattr(value, "size", 1) for value in primal) > WORK:
            return None
        try:
            found = scalars(graph, primal, range(len(graph.nodes)))
        except (LookupError, AdError, *UNDEFINED):
            return None
        near = [a for k, _ in self.around.kinks for a in graph.arguments(k)]
        if any(_unlike(found.primal, found.nodes[a], primal[a]) for a in near):
            return None  # a tie of the recorded run is none there
        guards = [guard for old in trace.guards for guard in _by_elements(old, found.nodes)]
        return Elements(found.graph, found.primal, found.nodes, guards)

    @cached_property
    def _partners(self) -> dict[int, int]:
        if self.elements is None:
            return {}
        masks = inputs_behind(self.elements.graph)
        tied = compared(guard for guard in self.elements.guards if guard.margin == 0.0)
        everything = 0
        for mask in masks:
            everything |= mask
        return partners(self.elements.graph, masks, [everything] if tied else [])

    def meet(self, direction: Direction, other: Element) -> bool:
        """Whether what moves along a direction comes together with an element in other than a sum."""
        if self.elements is None:
            return True
        mask = self._partners.get(self.elements.node(other), 0)
        return any(mask >> x & 1 for x, _ in self.elements.moving(direction))

    def number(self, *steps: Step) -> Any:
        """The output along the first step, far closer to the point along the next, and so on; or `Lost`."""
        found: Any = Lost()
        for order, small in ORDERS:
            order, small = max(order, self.least), max(small, self.least)
            lines = [Line(small if level else order, level=level) for level in range(len(steps))]
            if self.elements is None or self._spent > MOST_WORK:
                break
            further = self._follow(self.elements, steps, lines)
            self._spent += len(self.elements.graph.nodes) + sum(line.work for line in lines)
            found = found if isinstance(further, Lost) and not isinstance(found, Lost) else further
            decided = not any(line.undecided for line in lines) and _known_far(found, self.least)
            if decided or not all(line.may_go_on for line in lines):
                break
        return found

    def side(self, side: Side, direction: Direction) -> Side:
        """One side of the point; that of arrays by their elements, of which some may be known further."""
        if not self.around.trace.graph.shapes or self.elements is None or not side.own:
            return side
        ((label, output),) = side.outputs.items()
        output = int(self.elements.nodes[output]) if type(output) is int else output
        found = side
        for order, _ in ORDERS:
            line = Line(max(order, self.least))
            numbers = self._numbers(
                self.elements, self._moving(self.elements, [Step(direction, side.sign)], [line])
            )
            self._spent += len(numbers) + line.work
            if not all(holds(guard, numbers) for guard in self.elements.guards):
                break
            outputs = {label: output}
            found = Side(side.sign, self.elements.graph, numbers, outputs, {}, numbers, tied=side.tied)
            if (not line.undecided and _known_far(found.number(label), self.least)) or not line.may_go_on:
                break
        return found

    def kinks_of(self, side: Side) -> Sequence[int]:
        """The nodes at a kink of what runs on a side."""
        if side.graph is self.around.trace.graph:
            return [k for k, _ in self.around.kinks]
        if self.elements is not None and side.graph is self.elements.graph:
            return self._kinks
        outputs = [node for node in side.outputs.values() if type(node) is int]
        values = [value_of(number) for number in side.numbers]
        return [k for k, _ in kinks_that_matter(side.graph, values, outputs)]

    @cached_property
    def _kinks(self) -> Sequence[int]:
        assert self.elements is not None
        (output,) = self.around.trace.outputs.values()
        nodes = [int(self.elements.nodes[output])] if type(output) is int else []
        return [k for k, _ in kinks_that_matter(self.elements.graph, self.elements.primal, nodes)]

    def _moving(self, elements: Elements, steps: Sequence[Step], lines: Sequence[Line]) -> dict[int, Germ]:
        moving: dict[int, Germ] = {}
        for (direction, sign), line in zip(steps, lines, strict=True):
            for x, d in elements.moving(direction):
                moving[x] = line.through(moving.get(x, elements.primal[x]), sign * d)
        return moving

    def _numbers(self, elements: Elements, moving: Mapping[int, Germ]) -> list[Any]:
        (output,) = self.around.trace.outputs.values()
        asked = [int(elements.nodes[output])] if type(output) is int else []
        return beside(elements.graph, elements.primal, moving, [*asked, *compared(elements.guards)])

    def _follow(self, elements: Elements, steps: Sequence[Step], lines: Sequence[Line]) -> Any:
        moving = self._moving(elements, steps, lines)
        numbers = self._numbers(elements, moving)
        if not all(holds(guard, numbers) for guard in elements.guards):
            return self._anew(moving)
        (output,) = self.around.trace.outputs.values()
        return numbers[int(elements.nodes[output])] if type(output) is int else output

    def _anew(self, moving: Mapping[int, Germ]) -> Any:
        """The output where the program decides otherwise; of arrays that is not known."""
        trace = self.around.trace
        if trace.graph.shapes:
            self._spent += MOST_WORK // FRUITLESS
            return Lost()
        named = {name: moving[x] for name, x in trace.inputs.items() if x in moving}
        try:
            run = run_beside(trace.program, trace.point(), named, trace.output)
        except AdError as error:
            return Lost(error.message)
        except (Unknown, *UNDEFINED):
            return Lost()
        (output,) = run.outputs.values()
        return run.numbers[output] if type(output) is int else output


def _known_far(number: Any, least: int) -> bool:
    """Whether a number is known as far as derivatives that are asked for need it."""
    if not isinstance(number, Germ):
        return True
    most = max(least, 2) if not number.line.level else max(least - 1, 1)
    return number.order > most and all(_known_far(c, least - 1) for e, c in number.terms.items() if e <= most)


def _unlike(primal: Sequence[Any], nodes: Any, recorded: Any) -> bool:
    """Whether the elements of a node are other numbers than those recorded."""
    new = [primal[int(k)] for k in nodes.flat] if hasattr(nodes, "flat") else [primal[int(nodes)]]
    return new != (recorded.ravel().tolist() if hasattr(recorded, "ravel") else [recorded])


def _by_elements(guard: Guard, nodes: Sequence[Any]) -> Iterator[Guard]:
    """A decision about arrays as those about their elements."""
    sides = [nodes[x] if type(x) is int else x for x in (guard.a, guard.b)]
    if not any(hasattr(x, "shape") for x in (*sides, guard.outcome)):
        yield replace(guard, a=_int(guard.a, sides[0]), b=_int(guard.b, sides[1]))
        return
    spread = np.broadcast_arrays(*sides, guard.outcome)
    for a, b, outcome in zip(*(x.flat for x in spread), strict=True):
        yield replace(guard, a=_int(guard.a, a), b=_int(guard.b, b), outcome=bool(outcome))


def _int(old: Any, new: Any) -> Any:
    """A node is told from a number by its kind."""
    return int(new) if type(old) is int else float(new)
