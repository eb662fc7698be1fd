"""The sweeps step by step: what every node computed, and what was passed between them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any

from adcli.derivatives.chosen import Chosen, Element, choose_inputs
from adcli.derivatives.gradient import dense, scalar_output, sweep, zeros
from adcli.derivatives.steps import Contribution, Decision, Partial, Step, Steps
from adcli.derivatives.turns import loops
from adcli.derivatives.warnings import derivative_notices
from adcli.engine.choose import Choice, Mode, choose
from adcli.engine.costs import Cost, forward_cost, reverse_cost
from adcli.engine.sweeps import careful, forward, reverse, rules_of
from adcli.errors import AdError
from adcli.graph.graph import LEAF, Graph, active, dependents
from adcli.language.bindings import Bindings, point_of
from adcli.language.calls import nearest
from adcli.language.guards import Guard
from adcli.language.program import Program, Trace
from adcli.operations import Form
from adcli.operations.evaluate import UNDEFINED

MENTIONED = 12  # names that an error lists


def trace(
    program: Program,
    bindings: Bindings,
    *,
    wrt: str | None = None,
    output: str | None = None,
    mode: str = "auto",
    seed: str | None = None,
) -> Steps:
    """The steps of both sweeps at a point.

    `seed` names the one input along which the forward sweep goes. The other arguments, and the
    errors, are those of `gradient`.
    """
    point, notices = point_of(program, bindings)
    run = program.trace(point, output, keep=True)
    label, node = scalar_output(run)
    chosen = choose_inputs(run, wrt)
    sheet = _Sheet(run, chosen, node if type(node) is int else None)
    seeds, elements, choice = _choose(sheet, mode, seed)
    if choice.mode == "forward":
        sheet.sweep_forward(elements)
    else:
        sheet.sweep_backward()
    derivatives = sweep(run, node, seeds, choice)
    shapes = [
        () if key else run.graph.shapes.get(x, ()) for x, key in zip(seeds.nodes, seeds.keys, strict=True)
    ]
    return Steps(
        source=program.title,
        inputs=run.point(),
        output=label,
        value=run.value(node),
        steps=tuple(map(sheet.step, sheet.rows)),
        result=None if sheet.output is None else sheet.row_of.get(sheet.output),
        gradient={
            name: zeros(shape) if d is None else d
            for name, shape, d in zip(seeds.names, shapes, derivatives, strict=True)
        },
        seeds=tuple(element.label for element in elements) if choice.mode == "forward" else (),
        decisions=tuple(_decisions(run, sheet.rows, sheet.inputs)),
        loops=tuple(loops(program.syntax, sheet.places())),
        mode=choice.mode,
        reason=choice.reason,
        sweeps=choice.sweeps,
        costs=sheet.costs(),
        multiline="\n" in program.source.text.strip(),
        warnings=(*notices, *run.notices, *derivative_notices(run, node, seeds, derivatives)),
    )


def _choose(sheet: _Sheet, mode: str, seed: str | None) -> tuple[Chosen, list[Element], Choice]:
    """The inputs to differentiate by, their elements to take sweeps along, and the mode.

    Elements that the output does not depend on take no sweep. Raises AdError for a seed that is
    none of the inputs.
    """
    if seed is None:
        return sheet.chosen, sheet.elements, choose(len(sheet.elements), 1, mode)
    if mode == "reverse":
        raise AdError("usage", "--seed is for forward mode", hint="leave out --mode reverse, or --seed")
    elements = {element.label: element for element in sheet.chosen.elements(sheet.run.graph.shapes)}
    if seed not in elements:
        near = nearest(seed, list(elements))
        hint = f"did you mean `{near}`?" if near else f"there are: {', '.join(list(elements)[:MENTIONED])}"
        raise AdError("name", f"there is no input `{seed}` to take the tangent along", hint=hint)
    element = elements[seed]
    choice = Choice("forward", 1, f"forward: 1 sweep along {seed}, as asked")
    return Chosen((seed,), (element.node,), (element.key,)), [element], choice


class _Sheet:
    """The steps while they are being worked out, by nodes of the graph.

    rows      the nodes that get a step, in order; `row_of` the other way round
    names     the name of each of them
    partials  of each node, by the arguments that pass a derivative on
    """

    def __init__(self, run: Trace, chosen: Chosen, output: int | None) -> None:
        self.run, self.chosen, self.output = run, chosen, output
        graph = run.graph
        self.active = active(graph, chosen.nodes)
        self.used = dependents(graph, [] if output is None else [output])
        reached = _depending(graph, chosen.nodes)
        self.elements = [e for e in chosen.elements(graph.shapes) if self.used[e.node]]
        operations = [k for k, node in enumerate(graph.nodes) if reached[k] and node[0] >= LEAF]
        given = list(dict.fromkeys(chosen.nodes))  # v[0] and v[1] are elements of one node
        self.inputs = len(given)
        self.rows = [*given, *operations]
        self.row_of = {k: row for row, k in enumerate(self.rows)}
        known = {k: name for name, k in run.inputs.items()}
        letter = _letter(list(run.inputs))
        names = (*(known[k] for k in given), *(f"{letter}{n}" for n in range(1, len(operations) + 1)))
        self.names = dict(zip(self.rows, names, strict=True))
        self.rules = rules_of(graph)
        self.partials = {k: self._partials(k) for k in operations if self.active[k]}
        self.tangents: list[list[Any]] = []
        self.adjoints: list[Any] = [None] * len(graph.nodes)
        self.contributions: dict[int, list[Contribution]] = {}

    def _partials(self, k: int) -> tuple[Partial, ...]:
        found = []
        for position, a in enumerate(self.run.graph.arguments(k)):
            if self.active[a]:
                partial = self._partial(k, position)
                if partial is not None:
                    found.append(partial)
        return tuple(found)

    def _partial(self, k: int, position: int) -> Partial | None:
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

    def sweep_forward(self, elements: Sequence[Element]) -> None:
        """One sweep a seed."""
        graph, primal = self.run.graph, self.run.primal
        self.tangents = [
            forward(graph, primal, {e.node: e.seed(graph.shapes.get(e.node, ()))}) for e in elements
        ]

    def sweep_backward(self) -> None:
        """The reverse sweep, noting every contribution as it is added."""
        if self.output is None:
            return
        graph = self.run.graph
        known = {(k, p.position): p.value for k, partials in self.partials.items() for p in partials}

        def record(k: int, position: int, part: Any) -> None:
            target = graph.nodes[k][1 + position]
            product = (
                part if part is None or isinstance(part, float) else +dense(part)
            )  # it may be added into
            entry = Contribution(self.row_of[k], position, known.get((k, position)), product)
            self.contributions.setdefault(target, []).append(entry)

        self.adjoints = reverse(graph, self.run.primal, {self.output: 1.0}, self.active, record=record)

    def places(self) -> list[int]:
        """The node of the syntax tree that each row comes from; -1 for the inputs."""
        return [*[-1] * self.inputs, *(self.run.places[k] for k in self.rows[self.inputs :])]

    def step(self, k: int) -> Step:
        """The finished step of a node."""
        run = self.run
        arguments = run.graph.arguments(k)
        return Step(
            node=k,
            name=self.names[k],
            applied=run.graph.applied(k),
            operands=tuple(self.names.get(a, run.primal[a]) for a in arguments),
            value=run.primal[k],
            span=run.span(k),
            partials=self.partials.get(k, ()),
            tangents=tuple(dense(tangents[k]) for tangents in self.tangents),
            adjoint=dense(self.adjoints[k]),
            contributions=tuple(self.contributions.get(k, ())),
            active=bool(self.active[k]),
            used=bool(self.used[k]),
        )

    def costs(self) -> dict[Mode, Cost]:
        """What each mode takes for all chosen inputs."""
        nodes = self.run.graph.nodes
        edges: list[list[int]] = [[] for _ in nodes]
        for k, partials in self.partials.items():
            edges[k] = [nodes[k][1 + partial.position] for partial in partials]
        return {
            "forward": forward_cost(edges, [element.node for element in self.elements]),
            "reverse": reverse_cost(edges, self.output if self.elements else None),
        }


def _depending(graph: Graph, chosen: Sequence[int]) -> bytearray:
    """Per node, whether its value was computed from a chosen input (steps and comparisons included)."""
    marks = bytearray(len(graph.nodes))
    for k in chosen:
        marks[k] = 1
    for k, node in enumerate(graph.nodes):
        if node[0] >= LEAF and not marks[k]:
            marks[k] = any(marks[a] for a in node[1:])
    return marks


def _letter(names: Sequence[str]) -> str:
    """A letter for the operations that no input's name begins with, as v1 would: v if it is free."""
    taken = {name[0] for name in names if name[1:].isdecimal()}
    return next(letter for letter in "vwuztsrqp" if letter not in taken)


def _decisions(run: Trace, rows: Sequence[int], inputs: int) -> list[Decision]:
    """The guards, each with its place among the steps."""
    operations = rows[inputs:]
    return [
        Decision(
            before=inputs + bisect_left(operations, guard.after),
            text=" ".join(run.program.syntax.text(guard.place).split()),
            outcome=guard.outcome,
            margin=guard.margin,
            value=_bound(guard, run),
            span=run.program.syntax.span(guard.place),
        )
        for guard in run.guards
    ]


def _bound(guard: Guard, run: Trace) -> float | None:
    return float(run.value(guard.b)) if guard.operation == "is" else None
