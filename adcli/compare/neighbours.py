"""The program's values beside a point, along one input.

While every decision is made as at the traced point, the recorded graph is the program, and only
those of its nodes that depend on the input are computed anew, without anything that
differentiation needs. Where a decision is made otherwise the program runs anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, NamedTuple

from adcli.compare.elements import Element
from adcli.engine.sweeps import reverse
from adcli.errors import AdError
from adcli.graph.graph import LEAF, active, dependents
from adcli.language.guards import COMPARISONS, Guard
from adcli.language.program import Trace
from adcli.operations import Form
from adcli.operations.evaluate import UNDEFINED, evaluator, fault, ieee
from adcli.operations.rules import FLOATS, product

SELECTIVE = (Form.SELECTING, Form.CONSTANT)


class Sample(NamedTuple):
    """The outputs at a point, and what the selecting operations chose there."""

    outputs: tuple[float, ...]
    choices: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Missing:
    """Why there is no value to use: a decision is taken otherwise (`crosses`), or a domain ends."""

    why: str
    crosses: bool = False


class Replay:
    """A trace's graph as a function of one of its inputs."""

    def __init__(self, trace: Trace, element: Element, outputs: Sequence[Element]) -> None:
        graph = trace.graph
        self.trace = trace
        self.x = trace.inputs[element.name]
        self.outputs = [trace.outputs[output.name] for output in outputs]
        moved = affected(trace, self.x)
        self.guards = [g for g in trace.guards if _moves(g.a, moved) or _moves(g.b, moved)]
        wanted = [node for node in self.outputs if type(node) is int]
        decisive = [node for g in self.guards for node in (g.a, g.b) if type(node) is int]
        needed = dependents(graph, [*wanted, *decisive])
        chosen = dependents(graph, wanted)
        self.steps: list[tuple[int, Any, tuple[int, ...]]] = []
        self.selecting: list[int] = []
        for k, node in enumerate(graph.nodes):
            applied = graph.operations[node[0]]
            if applied is None or not moved[k] or not needed[k]:
                continue
            self.steps.append((k, evaluator(applied.operation, True), node[1:]))
            if chosen[k] and applied.operation.form in SELECTIVE:
                self.selecting.append(k)

    def at(self, value: float) -> Sample | Missing:
        """The outputs where the input has this value."""
        return self._sample(self._moved(value))

    def derivative(self, value: float, k: int) -> float | None:
        """The derivative of output k there by AD; None where the graph is no longer the program."""
        values = self._moved(value)
        node = self.outputs[k]
        if isinstance(self._sample(values), Missing) or type(node) is not int:
            return None
        adjoint = reverse(self.trace.graph, values, {node: 1.0}, active(self.trace.graph, [self.x]))[self.x]
        return 0.0 if adjoint is None else float(adjoint)

    def _moved(self, value: float) -> list[Any]:
        values = list(self.trace.primal)
        values[self.x] = value
        return values

    def _sample(self, values: list[Any]) -> Sample | Missing:
        """Computes the nodes that depend on the input, and the outputs, in place."""
        broken = self._run(values)
        for guard in self.guards:
            if broken is not None and guard.after > broken[0]:
                break
            if (
                COMPARISONS[guard.operation](_value(values, guard.a), _value(values, guard.b))
                != guard.outcome
            ):
                return _crossing(self.trace, guard)
        if broken is not None:
            return Missing(broken[1])
        outputs = tuple(_value(values, node) for node in self.outputs)
        if not all(map(isfinite, outputs)):
            return Missing("overflows")
        return Sample(outputs, self.choices(values))

    def _run(self, values: list[Any]) -> tuple[int, str] | None:
        """Computes the nodes; the first that has no value, and why, if there is one."""
        for k, evaluate, arguments in self.steps:
            operands = [values[a] for a in arguments]
            try:
                values[k] = evaluate(*operands)
            except UNDEFINED:
                applied = self.trace.graph.applied(k)
                assert applied is not None
                error = fault(applied.operation, *operands)
                if error is not None:
                    return k, f"{error.message}"
                values[k] = ieee(applied.operation, *operands)
            if values[k] != values[k]:
                return k, "undefined"
        return None

    def choices(self, values: Sequence[Any]) -> tuple[Any, ...]:
        """What each selecting operation passes on, and where each step stands."""
        return tuple(choice(self.trace, values, k) for k in self.selecting)

    def selection(self, position: int) -> str:
        """The text of one of the choices."""
        return text_of(self.trace, self.selecting[position])


class Rerun:
    """The program itself as a function of one element of its point: for graphs with arrays."""

    def __init__(
        self, trace: Trace, element: Element, outputs: Sequence[Element], output: str | None
    ) -> None:
        self.trace = trace
        self.element = element
        self.outputs = outputs
        self.output = output
        self.point = trace.point()

    def at(self, value: float) -> Sample | Missing:
        """The outputs where the element has this value."""
        try:
            there = self.trace.program.trace(self.element.moved(self.point, value), self.output)
        except AdError as error:
            return Missing(error.message)
        for here, guard in zip(self.trace.guards, there.guards, strict=False):
            if (here.place, _plain(here.outcome)) != (guard.place, _plain(guard.outcome)):
                return _crossing(self.trace, here)
        outputs = tuple(output.of(there.value(there.outputs[output.name])) for output in self.outputs)
        if not all(map(isfinite, outputs)):
            return Missing("overflows")
        return Sample(outputs, self.choices_of(there))

    def derivative(self, value: float, k: int) -> float | None:
        """The derivative of output k there by AD; None where there is none."""
        try:
            there = self.trace.program.trace(self.element.moved(self.point, value), self.output)
        except AdError:
            return None
        output, x = self.outputs[k], there.inputs[self.element.name]
        node = there.outputs[output.name]
        if type(node) is not int:
            return None
        seed = output.seed(there.value(node))
        return self.element.of(reverse(there.graph, there.primal, {node: seed}, active(there.graph, [x]))[x])

    def choices_of(self, trace: Trace) -> tuple[Any, ...]:
        """What each selecting operation of a run passes on."""
        return tuple(
            choice(trace, trace.primal, k)
            for k, node in enumerate(trace.graph.nodes)
            if node[0] >= LEAF and _selects(trace, k)
        )

    def choices(self, _: Sequence[Any]) -> tuple[Any, ...]:
        """What is chosen at the traced point."""
        return self.choices_of(self.trace)

    def selection(self, position: int) -> str:
        """The text of one of the choices."""
        nodes = [
            k for k, node in enumerate(self.trace.graph.nodes) if node[0] >= LEAF and _selects(self.trace, k)
        ]
        return text_of(self.trace, nodes[position]) if position < len(nodes) else ""


Run = Replay | Rerun


def run_of(trace: Trace, element: Element, outputs: Sequence[Element], output: str | None) -> Run:
    """The cheapest way to the values of a trace along an element; `output` is the one asked for."""
    if trace.graph.shapes:
        return Rerun(trace, element, outputs, output)
    return Replay(trace, element, outputs)


def affected(trace: Trace, x: int) -> bytearray:
    """Per node, whether it was computed from node x."""
    marks = bytearray(len(trace.graph.nodes))
    marks[x] = 1
    for k, node in enumerate(trace.graph.nodes):
        if node[0] >= LEAF and not marks[k]:
            marks[k] = any(marks[a] for a in node[1:])
    return marks


def choice(trace: Trace, values: Sequence[Any], k: int) -> Any:
    """The piecewise constant part of a node: a step's value; a selection's weights."""
    applied = trace.graph.applied(k)
    assert applied is not None
    if applied.operation.form is Form.CONSTANT:
        return _plain(values[k])
    operands = [values[a] for a in trace.graph.arguments(k)]
    rules = (product(applied.operation, applied.count, i, FLOATS) for i in range(applied.count))
    return tuple(rule(1.0, *operands, values[k]) for rule in rules)


def _plain(value: Any) -> Any:
    """A number or an array as something that compares as a whole."""
    return value.tobytes() if hasattr(value, "tobytes") else value


def _selects(trace: Trace, k: int) -> bool:
    applied = trace.graph.applied(k)
    if applied is None or k in trace.graph.shapes:
        return applied is not None and applied.operation.form is Form.CONSTANT
    return applied.operation.form in SELECTIVE


def _moves(x: Any, moved: bytearray) -> bool:
    return type(x) is int and bool(moved[x])


def _value(values: Sequence[Any], x: Any) -> float:
    return float(values[x]) if type(x) is int else float(x)


def text_of(trace: Trace, k: int) -> str:
    """The source text of a node, on one line."""
    span = trace.span(k)
    return "" if span is None else " ".join(span.text.split())


def _crossing(trace: Trace, guard: Guard) -> Missing:
    span = trace.program.syntax.span(guard.place)
    return Missing(f"`{' '.join(span.text.split())}` (line {span.line}) is decided otherwise", crosses=True)
