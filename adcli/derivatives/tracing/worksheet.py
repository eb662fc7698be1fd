"""The steps of a trace while they are worked out, and afterwards one by one as they are asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, overload

from adcli.answers.steps import Contribution, Partial, Step
from adcli.derivatives.axes.element import Element
from adcli.derivatives.axes.outputs import dense, zeros
from adcli.derivatives.axes.wrt import Chosen
from adcli.derivatives.tracing.variables import Variables
from adcli.engine.sweeps.costs import Account, Counting
from adcli.engine.sweeps.forward import forward
from adcli.engine.sweeps.partials import careful
from adcli.engine.sweeps.reverse import reverse, rules_of
from adcli.graph.graph import LEAF
from adcli.graph.reach import active, computed_from, dependents
from adcli.language.program import Trace
from adcli.operations import Form
from adcli.operations.operation import UNDEFINED


class Worksheet(Sequence[Step]):
    """The steps of one output: the chosen inputs, then what was computed from them.

    A run may have millions of nodes, of which people look at a few; so a step is put together when
    it is asked for.

    rows      the node of each step; `row_of` the step of each node, or -1
    given     the names of the inputs, with their steps
    elements  the elements of inputs that the output depends on
    """

    def __init__(self, run: Trace, chosen: Chosen, output: int | None) -> None:
        self.run, self.chosen, self.output = run, chosen, output
        graph = run.graph
        self.active = active(graph, chosen.nodes)
        self.used = dependents(graph, [] if output is None else [output])
        self.elements = [e for e in chosen.elements(graph.shapes) if self.used[e.node]]
        names = {k: name for name, k in run.inputs.items()}
        inputs = list(dict.fromkeys(chosen.nodes))  # v[0] and v[1] are elements of one node
        self.given = {names[k]: row for row, k in enumerate(inputs)}
        self.labels = list(self.given)
        self.letter = _letter(list(run.inputs))
        reached = computed_from(graph, chosen.nodes)
        self.rows = inputs + [k for k, node in enumerate(graph.nodes) if reached[k] and node[0] >= LEAF]
        self.row_of = [-1] * len(graph.nodes)
        for row, k in enumerate(self.rows):
            self.row_of[k] = row
        self.result = None if output is None or self.row_of[output] < 0 else self.row_of[output]
        self.rules = rules_of(graph)
        self.variables = Variables(run.program.syntax)
        self.tangents: list[list[Any]] = []
        self.adjoints: list[Any] = [None] * len(graph.nodes)
        self.received: dict[int, list[tuple[int, int, Any]]] = {}
        self.assembled: dict[int, Step] = {}

    # the sweeps

    def sweep_forward(self, elements: Sequence[Element]) -> None:
        """One sweep a seed, also through what only decisions use, which a derivative leaves out."""
        graph, primal = self.run.graph, self.run.primal
        for e in elements:
            self.tangents.append(forward(graph, primal, {e.node: e.seed(graph.shapes.get(e.node, ()))}))

    def sweep_backward(self) -> None:
        """The reverse sweep, noting every contribution as it is added."""
        if self.output is None:
            return
        nodes, received = self.run.graph.nodes, self.received

        def record(k: int, position: int, part: Any) -> None:
            if part is not None and not isinstance(part, float):
                part = +dense(part)  # a copy, since the sweep may add into it
            received.setdefault(nodes[k][1 + position], []).append((k, position, part))

        self.adjoints = reverse(
            self.run.graph, self.run.primal, {self.output: 1.0}, self.active, record=record
        )

    def account(self) -> Account:
        """What the derivative by all elements costs."""
        outputs = [] if self.output is None or not self.elements else [self.output]
        inputs = [element.node for element in self.elements]
        counting = Counting(self.run.graph, self.run.primal, inputs, outputs)
        return counting.account([[k] for k in inputs], [outputs] if outputs else [])

    # the steps

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, row: int) -> Step: ...
    @overload
    def __getitem__(self, row: slice) -> list[Step]: ...
    def __getitem__(self, row: int | slice) -> Step | list[Step]:
        if isinstance(row, slice):
            return [self.step(k) for k in self.rows[row]]
        return self.step(self.rows[row])

    def step(self, k: int) -> Step:
        """The step of a node."""
        step = self.assembled.get(k)
        if step is None:
            step = self.assembled[k] = self._assembled(k)
        return step

    def _assembled(self, k: int) -> Step:
        run = self.run
        arguments = run.graph.arguments(k)
        return Step(
            node=k,
            name=self.name(k),
            applied=run.graph.applied(k),
            operands=tuple(run.primal[a] if self.row_of[a] < 0 else self.name(a) for a in arguments),
            value=run.primal[k],
            span=run.span(k),
            partials=self.partials(k) if arguments and self.active[k] else (),
            tangents=tuple(dense(tangents[k]) for tangents in self.tangents),
            adjoint=dense(self.adjoints[k]),
            contributions=tuple(self.contribution(*entry) for entry in self.received.get(k, ())),
            active=bool(self.active[k]),
            used=bool(self.used[k]),
            variable=self.variables.of(run.places[k], run.graph.applied(k)) if arguments else None,
        )

    def name(self, k: int) -> str:
        """An input's own name; v1, v2, … for the operations."""
        row, inputs = self.row_of[k], len(self.given)
        return f"{self.letter}{row - inputs + 1}" if row >= inputs else self.labels[row]

    def places(self) -> list[int]:
        """The node of the syntax tree that each step comes from; -1 for the inputs."""
        inputs = len(self.given)
        return [*[-1] * inputs, *(self.run.places[k] for k in self.rows[inputs:])]

    def contribution(self, k: int, position: int, part: Any) -> Contribution:
        """What node k passed on to its argument at `position`."""
        partial = None if part is None else self.partial(k, position)
        return Contribution(self.row_of[k], position, None if partial is None else partial.value, part)

    def partials(self, k: int) -> tuple[Partial, ...]:
        """The partials of a node by the arguments that pass a derivative on."""
        arguments = enumerate(self.run.graph.arguments(k))
        found = [self.partial(k, position) for position, a in arguments if self.active[a]]
        return tuple(partial for partial in found if partial is not None)

    def partial(self, k: int, position: int) -> Partial | None:
        """The rule's product with 1; None where it passes nothing."""
        graph, primal = self.run.graph, self.run.primal
        code, *arguments = graph.nodes[k]
        applied = graph.operations[code]
        assert applied is not None
        if applied.operation.form not in (Form.ELEMENTWISE, Form.SELECTING):
            return Partial(position, None)
        try:
            one = 1.0 if k not in graph.shapes else zeros(graph.shapes[k]) + 1.0
            value = self.rules[code][position](one, *[primal[a] for a in arguments], primal[k])
        except UNDEFINED:
            value = careful(graph, k, position, 1.0, primal)
        return None if value is None else Partial(position, dense(value))


def _letter(names: Sequence[str]) -> str:
    """What the names of the operations begin with: v, unless an input has such a name (v1)."""
    taken = {name[0] for name in names if name[1:].isdecimal()}
    return next((letter for letter in "vwuztsrqp" if letter not in taken), "step")
