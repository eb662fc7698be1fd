"""AD's derivatives of scalar outputs by scalar inputs, as they are from both sides of the point."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

from adcli.derivatives.axes.element import Element as Moving
from adcli.derivatives.axes.places import Element
from adcli.derivatives.diagnosis.firstorder import may_bend, with_sides
from adcli.derivatives.kinks.bends import outputs_told
from adcli.derivatives.kinks.settled import Settled, settled
from adcli.derivatives.kinks.sides import Both
from adcli.derivatives.kinks.surroundings import Surroundings
from adcli.engine.sweeps.reverse import reverse
from adcli.graph.reach import active, dependents
from adcli.language.program import Trace
from adcli.text.notices import Notice


class Slopes:
    """The derivatives of all outputs of a run by some inputs.

    adjoints  per output, those of all nodes; none where it depends on no input
    seen      what lies beside the point
    """

    def __init__(self, trace: Trace, outputs: Sequence[Element], inputs: Sequence[Element]) -> None:
        self.trace, self.outputs, self.inputs = trace, outputs, inputs
        self.around = Surroundings(trace)
        self.adjoints = [adjoints_of(trace, output, inputs) for output in outputs]
        self._columns = {element.label: j for j, element in enumerate(inputs)}
        self._swept = {
            (i, j): element.of(adjoints[element.node]) if adjoints else 0.0
            for i, adjoints in enumerate(self.adjoints)
            for j, element in enumerate(inputs)
        }
        self.seen = self._settled()

    def _settled(self) -> Settled:
        if not may_bend(self.trace) and all(map(isfinite, self._swept.values())):
            return Settled(self.around)
        moving = [Moving(element.label, element.node, element.index) for element in self.inputs]
        return settled(self.around, outputs_told(self.trace), moving, self._swept)

    def of(self, i: int, element: Element) -> float:
        """The derivative of output i by an input."""
        place = i, self._columns[element.label]
        return self.seen.numbers.get(place, self._swept[place])

    def tie(self, i: int, element: Element) -> bool:
        """Whether an operation on the way bends or jumps at the point, and output i with it."""
        return self.parted(i, element) and self._bends(i, element)

    def _bends(self, i: int, element: Element) -> bool:
        both, node = self._both(element), self.outputs[i].node
        if both is None or type(node) is not int or not self.around.kinks:
            return False
        marks = dependents(self.trace.graph, [node])
        return any(marks[k] and both.bends(k) for k, _ in self.around.kinks)

    def _both(self, element: Element) -> Both | None:
        return self.around.along(Moving(element.label, element.node, element.index))

    def told(self) -> tuple[Notice, ...]:
        """What is known of the point, ties that part no derivative apart."""
        general = [notice for notice in self.seen.notices if notice.kind == "kink" and notice.input is None]
        return with_sides(self.trace, general, [element.node for element in self.inputs], self.seen.ties)

    def parted(self, i: int, element: Element) -> bool:
        """Whether the derivative of output i is not the same from both sides, as far as is known."""
        return (i, self._columns[element.label]) in self.seen.parted

    def sides(self, i: int, element: Element) -> tuple[float, float] | None:
        """The one-sided derivatives of output i, where they are known and differ."""
        both = self._both(element)
        if both is None or not self.parted(i, element):
            return None
        output = self.outputs[i]
        found = both.slopes(output.name, self.trace.value(self.trace.outputs[output.name]))
        left, right = (None if side is None else output.of(side) for side in found)
        if left is None or right is None or left != left or right != right:
            return None
        return left, right


def adjoints_of(trace: Trace, output: Element, inputs: Sequence[Element]) -> list[Any]:
    """The adjoint of every node, from 1 at an output; none where it depends on no input."""
    if type(output.node) is not int:
        return []
    seed = output.seed(trace.value(output.node))
    return reverse(
        trace.graph, trace.primal, {output.node: seed}, active(trace.graph, [i.node for i in inputs])
    )
