"""What lies beside the point of a run: what its outputs do there, along one input or a direction.

The recorded graph is followed on germs. Where a decision turns out otherwise beside the point than
at it, the program runs anew with the decisions of that side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from adcli.derivatives.axes.element import Element
from adcli.derivatives.axes.wrt import size_of
from adcli.derivatives.kinks.sides import Both, Side, differ
from adcli.engine.beside.kinks import bending, kinked, kinks_that_matter
from adcli.engine.beside.moved import Lost, beside
from adcli.engine.sparsity.reaching import everywhere, sources
from adcli.graph.evaluation import completed
from adcli.graph.reach import dependents
from adcli.language.program import Trace
from adcli.language.reruns.beside import run_beside
from adcli.language.state.guards import COMPARISONS, Guard, compared
from adcli.numbers.germs.germ import Germ, Line, Unknown, value_of
from adcli.numbers.germs.germ import compared as order_beside
from adcli.operations import Kink
from adcli.operations.arrays.keys import shape_of
from adcli.operations.operation import UNDEFINED
from adcli.text.errors import AdError

Direction = Mapping[int, Any]  # by input nodes, numbers or arrays
ORDERS = (3, 6, 12, 24)  # powers of t that are looked at, one after the other, while a tie is undecided
WORK = 100_000  # nodes that are followed for one answer
MOST_ELEMENTS = 100  # whose one-sided derivatives are told
MOST_LOOKED = 1000  # inputs along which both sides are looked at
GLANCE = 16  # nodes that do not move take as long as one that does
ALIKE = 32  # elements of an array take as long as one node


@dataclass(eq=False)
class Surroundings:
    """What lies beside the point of a run; computed where it is asked for."""

    trace: Trace
    order: int = 1  # as far as outputs have to be known, where that can be had
    _known: dict[str, Both | None] = field(default_factory=dict)
    _spent: int = 0

    @cached_property
    def nodes(self) -> list[int]:
        """The outputs' nodes, and those that decisions hang on."""
        found = [node for node in self.trace.outputs.values() if type(node) is int]
        return [*found, *self.tied, *self.decided]

    @cached_property
    def tied(self) -> list[int]:
        """The nodes of decisions at a tie, and of indices and bounds."""
        return compared(guard for guard in self.trace.guards if guard.margin == 0.0)

    @cached_property
    def decided(self) -> list[int]:
        """The nodes of the other decisions, which only a jump can overturn."""
        return compared(guard for guard in self.trace.guards if guard.margin != 0.0)

    @cached_property
    def primal(self) -> list[Any]:
        """The value of every node, those of arrays that were not kept included."""
        return completed(self.trace.graph, self.trace.primal)

    @cached_property
    def kinks(self) -> list[tuple[int, Kink]]:
        """The nodes at a kink that an output or a decision was computed from."""
        graph, values = self.trace.graph, self.trace.primal
        read = (a for k in kinked(graph) for a in graph.arguments(k)) if graph.shapes else ()
        if any(values[a] is None for a in read):
            values = self.primal
        outputs = [node for node in self.trace.outputs.values() if type(node) is int]
        return kinks_that_matter(graph, values, [*outputs, *self.tied], self.decided)

    def leading(self, outputs: Sequence[int]) -> set[int]:
        """The kinks that one of these outputs, or a decision, was computed from."""
        graph = self.trace.graph
        bending = dependents(graph, [*outputs, *self.tied])
        jumping = dependents(graph, [*outputs, *self.tied, *self.decided])
        return {k for k, kink in self.kinks if (jumping if kink.jumps else bending)[k]}

    @cached_property
    def ties(self) -> list[Guard]:
        """The decisions that hang on an exact tie."""
        return [g for g in self.trace.guards if g.margin == 0.0 and g.operation != "is"]

    @cached_property
    def size(self) -> int:
        """How many nodes it takes to follow a direction once; many elements of an array count as one."""
        graph = self.trace.graph
        return len(graph.nodes) + sum(map(size_of, graph.shapes.values())) // ALIKE

    @cached_property
    def sources(self) -> dict[int, Any]:
        """Per input, the elements on which what bends here, or is decided at a tie, hangs."""
        graph = self.trace.graph
        marks: dict[int, Any] = {}
        bent = [bending(graph, self.trace.primal, k, kink) for k, kink in self.kinks]
        tied = ({x: everywhere(graph.shapes.get(x, ()))} for x in compared(self.ties))
        for found in (*bent, *tied):
            for x, mark in found.items():
                marks[x] = marks[x] + mark if x in marks else mark
        return sources(graph, self.trace.primal, marks)

    def parts(self, element: Element) -> bool:
        """Whether an element of an input could move anything that bends here or is decided at a tie."""
        mark = self.sources.get(element.node)
        if mark is None or isinstance(mark, float):
            return bool(mark)
        return bool(mark[element.key].any())

    @property
    def plain(self) -> bool:
        """Whether nothing bends or jumps at the point."""
        return not self.kinks and not self.ties

    def along(self, element: Element) -> Both | None:
        """Both sides along one element of an input; None where that would take too long."""
        return self.towards(element.label, {element.node: self.unit(element)})

    def unit(self, element: Element) -> Any:
        """1 for the element; for one of an array, its unit vector."""
        return element.unit(self.trace.graph.shapes.get(element.node, ()))

    def towards(self, name: str, direction: Direction) -> Both | None:
        """Both sides along a direction, which is known by its name; None where that would take too long."""
        if name not in self._known:
            self._spent += self.size // GLANCE
            too_much = max(self.size, self._spent) > WORK or len(self._known) >= MOST_LOOKED
            self._known[name] = None if too_much else self._both(direction)
        return self._known[name]

    def _both(self, direction: Direction) -> Both:
        return Both(self._side(direction, -1), self._side(direction, 1), self.primal)

    def _side(self, direction: Direction, sign_: int) -> Side:
        for order in ORDERS:
            if order > ORDERS[0] and max(order * len(self.trace.graph.nodes), self._spent) > WORK:
                break
            line = Line(order)
            side = self._follow(direction, sign_, line)
            if (not line.undecided and self._known_far(side)) or not line.may_go_on:
                break
        return side

    def _known_far(self, side: Side) -> bool:
        """Whether every output is known as far as it has to be."""
        numbers = [side.number(label) for label in self.trace.outputs]
        return all(n.order > self.order for n in numbers if isinstance(n, Germ))

    def _follow(self, direction: Direction, sign_: int, line: Line) -> Side:
        trace = self.trace
        germs = {x: line.through(self.primal[x], sign_ * d) for x, d in direction.items()}
        numbers = beside(trace.graph, self.primal, germs, self.nodes)
        self._spent += weight(numbers)
        if all(holds(guard, numbers) for guard in trace.guards) and not self._lost_unchosen(numbers):
            tied = any(_stays(guard, numbers) for guard in self.ties)
            return Side(sign_, trace.graph, numbers, trace.outputs, trace.inputs, numbers, tied=tied)
        named = {name: germs[x] for name, x in trace.inputs.items() if x in germs}
        try:
            run = run_beside(trace.program, trace.point(), named, trace.output)
        except AdError as error:
            return Side(sign_, trace.graph, (), {}, {}, numbers, False, error.message)
        except (Unknown, *UNDEFINED):
            return Side(sign_, trace.graph, (), {}, {}, numbers, False)
        self._spent += weight(run.numbers)
        return Side(sign_, run.graph, run.numbers, run.outputs, run.inputs, numbers, own=False, tied=run.tied)

    def _lost_unchosen(self, numbers: Sequence[Any]) -> bool:
        """Whether an output is lost, maybe in elements that a `where` did not choose: a run would tell."""
        lost = any(isinstance(numbers[x], Lost) for x in self.trace.outputs.values() if type(x) is int)
        return lost and any(
            guard.selecting and hasattr(guard.outcome, "shape") for guard in self.trace.guards
        )


def weight(numbers: Sequence[Any]) -> int:
    """How many nodes were followed; many elements of an array count as one."""
    moved = (next(iter(number.terms.values()), 0.0) for number in numbers if isinstance(number, Germ))
    return sum(1 + size_of(shape_of(coefficient)) // ALIKE for coefficient in moved)


def holds(guard: Guard, numbers: Sequence[Any]) -> bool:
    """Whether a decision is the same beside the point."""
    a, b = (numbers[x] if type(x) is int else x for x in (guard.a, guard.b))
    if isinstance(a, Lost) or isinstance(b, Lost):
        return False
    if not isinstance(a, Germ) and not isinstance(b, Germ):
        outcome = COMPARISONS[guard.operation](a, b)
        return not differ(outcome, guard.outcome)
    if hasattr(guard.outcome, "shape"):
        from adcli.numbers.germs.germ import order_of

        return not differ(COMPARISONS[guard.operation](order_of(a, b), 0.0), guard.outcome)
    if guard.operation == "is":
        return bool((value_of(a) == value_of(b)) == guard.outcome)
    return bool(COMPARISONS[guard.operation](order_beside(a, b), 0) == guard.outcome)


def _stays(guard: Guard, numbers: Sequence[Any]) -> bool:
    """Whether a decision that hangs on a tie at the point does so beside it, too."""
    a, b = (numbers[x] if type(x) is int else x for x in (guard.a, guard.b))
    if isinstance(a, Lost) or isinstance(b, Lost):
        return True
    equal = a == b
    return bool(equal.any() if hasattr(equal, "any") else equal)
