"""One account of costs at a point: of the evaluation, of both modes, and of a recursion instead of a sweep.

What is counted is multiplications by partials (*products*) and additions (*sums*), on scalars: an
operation on an array counts once for each element that it computes. Only nodes between an input
and an output count, since no sweep goes through others. A factorisation of an n by n matrix is
reckoned as n³ products.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, NamedTuple

from adcli.engine.sweeps.reverse import rules_of
from adcli.engine.sweeps.tape import tape_kept
from adcli.graph.graph import Graph, Shape
from adcli.graph.reach import active, leading
from adcli.operations import Form
from adcli.operations.operation import UNDEFINED, Operation

MOST_BITS = 1 << 32  # nodes times sweeps; beyond, all sweeps of a mode count as if they were one
MOST_VISITS = 1 << 1024
SCALAR_FORMS = (Form.ELEMENTWISE, Form.SELECTING, Form.CONSTANT)
CUBIC = {"det": 1, "logdet": 1, "solve": 1, "inv": 2, "cofactors": 2, "cofactors_along": 4}


@dataclass(frozen=True, slots=True)
class Cost:
    """The work of all sweeps of a mode; `at_most` where it was not counted sweep by sweep."""

    sweeps: int
    products: int
    sums: int
    at_most: bool = False

    @property
    def operations(self) -> int:
        """Products and sums together."""
        return self.products + self.sums


class Edge(NamedTuple):
    """The way from a node to one of its arguments, with its work in a sweep.

    argument  the node that passes its tangent on, or receives the adjoint
    products  multiplications by partials, in either mode
    onward    additions within the rule of forward mode, `back` within that of reverse mode
    adding    additions where the adjoint is not the first that the argument receives
    """

    argument: int
    products: int
    onward: int
    back: int
    adding: int


Groups = Sequence[Iterable[int]]  # the nodes that are seeded together, sweep by sweep


@dataclass(frozen=True, slots=True)
class Account:
    """What a derivative costs at a point.

    evaluation        operations of the evaluation
    forward, reverse  all sweeps of a mode
    tape              bytes that reverse mode keeps: the graph and its values
    nodes             those that reverse sweeps visit, each once a sweep
    recursion         visits by a recursion that follows every path from an output, without an order
                      (MOST_VISITS stands for all that is more)
    """

    evaluation: int
    forward: Cost
    reverse: Cost
    tape: int
    nodes: int
    recursion: int

    def of(self, mode: str) -> Cost:
        """The cost of a mode."""
        return self.forward if mode == "forward" else self.reverse


class Counting:
    """The edges of a graph that lead from `inputs` to `outputs` at a point, and counts along them."""

    def __init__(
        self, graph: Graph, primal: Sequence[Any], inputs: Sequence[int], outputs: Sequence[int]
    ) -> None:
        self.graph, self.primal = graph, primal
        self.outputs = outputs
        self.sizes = {k: prod(shape) for k, shape in graph.shapes.items()}
        self.rules = rules_of(graph)
        self.marks = active(graph, inputs)
        leads = leading(graph, list(set(outputs)))
        self.edges = [self._edges(k) if self.marks[k] and leads[k] else () for k in range(len(graph))]

    def account(self, seeds: Groups, adjoints: Groups) -> Account:
        """The account of forward sweeps along groups of inputs, or reverse ones from groups of outputs."""
        return Account(
            evaluation=self._evaluation(),
            forward=self.forward(seeds),
            reverse=self.reverse(adjoints),
            tape=tape_kept(self.graph, self.primal),
            nodes=self._reached(),
            recursion=self._recursion(),
        )

    def forward(self, seeds: Groups) -> Cost:
        """One forward sweep a group."""
        masks, times = self._seeded(seeds)  # bit i: the tangent of sweep i is there
        products = sums = 0
        for k, edges in enumerate(self.edges):
            there = masks[k]
            size = self.sizes.get(k, 1)
            for edge in edges:
                mask = masks[edge.argument]
                count = mask.bit_count()
                products += count * edge.products
                sums += count * edge.onward + (mask & there).bit_count() * size
                there |= mask
            masks[k] = there
        return Cost(len(seeds), times * products, times * sums, times > 1)

    def reverse(self, adjoints: Groups) -> Cost:
        """One reverse sweep a group."""
        masks, times = self._seeded(adjoints)
        products = sums = 0
        for k in range(len(masks) - 1, -1, -1):
            mask = masks[k]
            count = mask.bit_count()
            for edge in self.edges[k] if count else ():
                there = masks[edge.argument]
                products += count * edge.products
                sums += count * edge.back + (mask & there).bit_count() * edge.adding
                masks[edge.argument] = there | mask
        return Cost(len(adjoints), times * products, times * sums, times > 1)

    def _seeded(self, groups: Groups) -> tuple[list[int], int]:
        """Per node, the sweeps that start there; and how many sweeps one bit stands for."""
        masks = [0] * len(self.edges)
        together = len(groups) > 1 and len(groups) * len(masks) > MOST_BITS
        for i, group in enumerate(groups):
            for k in group:
                masks[k] |= 1 if together else 1 << i
        return masks, len(groups) if together else 1

    def _reached(self) -> int:
        reached = bytearray(len(self.edges))
        for k in self.outputs:
            reached[k] = 1
        for k in range(len(reached) - 1, -1, -1):
            for edge in self.edges[k] if reached[k] else ():
                reached[edge.argument] = 1
        return sum(reached)

    def _recursion(self) -> int:
        """Over all outputs: a visit of the node, and one of each argument for every path to it."""
        visits = [1] * len(self.edges)
        for k, edges in enumerate(self.edges):
            if edges:
                visits[k] = min(1 + sum(visits[edge.argument] for edge in edges), MOST_VISITS)
        return min(sum(visits[k] for k in self.outputs), MOST_VISITS)

    def _evaluation(self) -> int:
        graph, count = self.graph, 0
        for k in range(len(graph)):
            applied = graph.applied(k)
            if applied is not None:
                if applied.operation.form in SCALAR_FORMS:
                    count += self.sizes.get(k, 1)
                else:
                    edge = self._edge(k, applied.operation, graph.arguments(k)[0])
                    count += edge.products + edge.onward
        return count

    def _edges(self, k: int) -> Sequence[Edge]:
        applied = self.graph.applied(k)
        if applied is None:
            return ()
        operation = applied.operation
        asked = operation.form is Form.SELECTING or None in operation.partials
        return [
            self._edge(k, operation, a)
            for position, a in enumerate(self.graph.arguments(k))
            if self.marks[a] and not (asked and self._passes_nothing(k, position))
        ]

    def _passes_nothing(self, k: int, position: int) -> bool:
        """Whether the rule passes nothing on at the point: a selection that chose another argument."""
        code, *arguments = self.graph.nodes[k]
        values = [self.primal[a] for a in arguments]
        try:
            return self.rules[code][position](1.0, *values, self.primal[k]) is None
        except UNDEFINED:
            return False

    def _edge(self, k: int, operation: Operation, a: int) -> Edge:
        shapes, size, own = self.graph.shapes, self.sizes.get(k, 1), self.sizes.get(a, 1)
        adding = min(own, size) if operation.updates else own
        form = operation.form
        if form in SCALAR_FORMS:
            return Edge(a, size, 0, max(0, size - own), adding)
        if form is Form.LINEAR:
            if operation.moves == "scatter":
                return Edge(a, 0, max(0, own - size), 0, adding)
            if operation.moves == "gather":
                return Edge(a, 0, 0, max(0, size - own), adding)
            return Edge(a, 0, size - 1, size - 1, adding)
        if form is Form.BILINEAR:
            sides = [shapes.get(b, ()) for b in self.graph.arguments(k)]
            products = _products(operation, size, sides)
            return Edge(a, products, products - size, max(0, products - own), adding)
        if operation.name in CUBIC:
            products = CUBIC[operation.name] * shapes[self.graph.arguments(k)[0]][-1] ** 3
            return Edge(a, products, products, products, adding)
        return Edge(a, own, max(0, own - size), 0, adding)


def _products(operation: Operation, size: int, sides: Sequence[Shape]) -> int:
    """The multiplications of a bilinear operation, which each of its derivatives takes again."""
    if operation.name == "matmul":
        return size * sides[0][-1]
    return 2 * size if operation.name == "cross" else max(size, *map(prod, sides))
