"""A graph of scalars whose inputs are known as text, evaluated on balls."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flint import arb

from adcli.engine.sparsity.scalars import scalars
from adcli.graph.graph import CONSTANT, INPUT, Graph
from adcli.language.points.bindings import Bindings
from adcli.language.reruns.exact import Bound, Leaf, exact_binding
from adcli.rigorous.ball import Ball, Undecided
from adcli.rigorous.onballs import enclosed

NAMES: dict[str, Callable[[], arb]] = {
    "pi": arb.pi,
    "e": arb.const_e,
    "tau": lambda: 2 * arb.pi(),
    "inf": arb.pos_inf,
}


class Sheet:
    """The elements of a traced graph.

    nodes      per old node, its new one or an array of new ones (as floats)
    undecided  new nodes whose operation the enclosures of the last evaluation did not decide
    """

    def __init__(
        self, graph: Graph, primal: Sequence[Any], leaves: Mapping[int, Leaf], asked: Sequence[int]
    ) -> None:
        found = scalars(graph, primal, asked)
        self.graph, self.nodes, self.primal = found.graph, found.nodes, found.primal
        self.undecided: set[int] = set()
        self._sources: dict[int, tuple[Leaf, int]] = {}
        for k, leaf in leaves.items():
            for position, new in enumerate(elements(self.nodes[k])):
                self._sources[new] = (leaf, position)

    def evaluate(self, given: Mapping[str, Sequence[Ball]]) -> list[Ball]:
        """An enclosure of every node, in the precision that is set; nan where there is none."""
        values: list[Ball] = []
        self.undecided.clear()
        for k, node in enumerate(self.graph.nodes):
            if node[0] == CONSTANT:
                values.append(Ball(self.graph.constants[node[1]]))
            elif node[0] == INPUT:
                values.append(self._leaf(k, values, given))
            else:
                applied = self.graph.operations[node[0]]
                assert applied is not None
                try:
                    values.append(enclosed(applied.operation, applied.count)(*[values[a] for a in node[1:]]))
                except Undecided:
                    self.undecided.add(k)
                    values.append(Ball(arb.nan()))
        return values

    def _leaf(self, k: int, values: Sequence[Ball], given: Mapping[str, Sequence[Ball]]) -> Ball:
        leaf, position = self._sources[k]
        if leaf.kind == "text":
            return Ball(arb(leaf.what))
        if leaf.kind == "name":
            return Ball(NAMES[leaf.what]())
        if leaf.kind == "given":
            return given[leaf.what][position]
        if leaf.kind == "node":
            return values[elements(self.nodes[leaf.what])[position]]
        return Ball(numbers(leaf.what)[position])


def elements(nodes: Any) -> list[int]:
    """The new nodes of an old one, in row-major order."""
    return [int(k) for k in nodes.flat] if hasattr(nodes, "flat") else [int(nodes)]


def numbers(value: Any) -> list[float]:
    """A double, or the elements of an array."""
    return [float(x) for x in value.flat] if hasattr(value, "flat") else [float(value)]


class Points:
    """The bindings of a point, as they were written."""

    def __init__(self, bindings: Bindings, names: Sequence[str]) -> None:
        self._bound: dict[str, tuple[Bound, Sheet | None]] = {}
        for name in names:
            bound = exact_binding(bindings, name)
            tracer, sheet = bound.tracer, None
            if tracer is not None and type(bound.value) is int:
                builder = tracer.builder
                sheet = Sheet(builder.graph(), builder.values, tracer.leaves, [bound.value])
            self._bound[name] = bound, sheet

    def evaluate(self) -> dict[str, list[Ball]]:
        """The elements of each binding, in the precision that is set."""
        found = {}
        for name, (bound, sheet) in self._bound.items():
            if sheet is None:
                texts = isinstance(bound.value, list)
                found[name] = [Ball(arb(x)) for x in (bound.value if texts else numbers(bound.value))]
            else:
                values = sheet.evaluate({})
                found[name] = [values[k] for k in elements(sheet.nodes[bound.value])]
        return found
