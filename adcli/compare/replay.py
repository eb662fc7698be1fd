"""The program's values beside a point, along one scalar of its inputs.

While every decision is made as at the traced point, the recorded graph is the program, and only
those of its nodes that depend on the input are computed anew, without anything that
differentiation needs. Where a decision is made otherwise the program has to run anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from typing import Any, NamedTuple

from adcli.derivatives.axes.places import Element
from adcli.derivatives.kinks.surroundings import Surroundings
from adcli.engine.sweeps.reverse import reverse
from adcli.graph.graph import Applied
from adcli.graph.reach import active, computed_from, dependents
from adcli.language.program import Trace
from adcli.language.state.guards import COMPARISONS, Guard
from adcli.lazy import np
from adcli.operations import Form
from adcli.operations.operation import UNDEFINED
from adcli.operations.rules.evaluate import evaluator, fault, ieee, tensor_evaluator
from adcli.operations.rules.floats import FLOATS
from adcli.operations.rules.onarrays import ARRAYS
from adcli.operations.rules.sweeping import pulls
from adcli.operations.rules.texts import python_of
from adcli.text.errors import AdError
from adcli.text.source import on_one_line

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


class Dependent:
    """The part of a graph that depends on one of its inputs, ready to be computed anew."""

    def __init__(self, trace: Trace, x: int, outputs: tuple[Element, ...]) -> None:
        graph = trace.graph
        self.trace, self.x, self.outputs = trace, x, outputs
        self.nodes = [trace.outputs[output.name] for output in outputs]
        self.moved = computed_from(graph, [x])
        self.guards = [g for g in trace.guards if _moves(g.a, self.moved) or _moves(g.b, self.moved)]
        wanted = [node for node in self.nodes if type(node) is int]
        decisive = [node for g in self.guards for node in (g.a, g.b) if type(node) is int]
        needed = dependents(graph, [*wanted, *decisive])
        chosen = dependents(graph, wanted)
        evaluators = [None if applied is None else _evaluator(applied) for applied in graph.operations]
        self.steps: list[tuple[int, Any, tuple[int, ...]]] = []
        self.selecting: list[int] = []
        for k, node in enumerate(graph.nodes):
            applied = graph.operations[node[0]]
            if applied is None or not self.moved[k] or not needed[k]:
                continue
            self.steps.append((k, evaluators[node[0]], node[1:]))
            if chosen[k] and applied.operation.form in SELECTIVE:
                self.selecting.append(k)
        self.here = self.choices(trace.primal)

    @cached_property
    def around(self) -> Surroundings:
        """What lies beside the point."""
        return Surroundings(self.trace)

    def choices(self, values: Sequence[Any]) -> tuple[Any, ...]:
        """What each selecting operation passes on, and where each step stands."""
        return tuple(choice(self.trace, values, k) for k in self.selecting)


class Replay:
    """A trace's graph as a function of one scalar of its inputs."""

    def __init__(self, dependent: Dependent, element: Element) -> None:
        self.dependent, self.element, self.trace = dependent, element, dependent.trace

    def at(self, value: float) -> Sample | Missing:
        """The outputs where the scalar has this value."""
        return self._sample(self._moved(value))

    def derivative(self, value: float, k: int) -> float | None:
        """The derivative of output k there by AD; None where the graph is no longer the program."""
        values = self._moved(value)
        node, x, graph = self.dependent.nodes[k], self.dependent.x, self.trace.graph
        if isinstance(self._sample(values), Missing) or type(node) is not int:
            return None
        seed = self.dependent.outputs[k].seed(values[node])
        return self.element.of(reverse(graph, values, {node: seed}, active(graph, [x]))[x])

    def selection(self, position: int) -> str:
        """The text of one of the choices."""
        return text_of(self.trace, self.dependent.selecting[position])

    def _moved(self, value: float) -> list[Any]:
        values = list(self.trace.primal)
        x = self.dependent.x
        values[x] = self.element.replaced(values[x], value)
        return values

    def _sample(self, values: list[Any]) -> Sample | Missing:
        """Computes the nodes that depend on the input, and the outputs, in place."""
        broken = self._run(values)
        for guard in self.dependent.guards:
            if broken is not None and guard.after > broken[0]:
                break
            if not _holds(guard, values):
                return _crossing(self.trace, guard)
        if broken is not None:
            return Missing(broken[1])
        pairs = zip(self.dependent.outputs, self.dependent.nodes, strict=True)
        outputs = tuple(output.of(_value(values, node)) for output, node in pairs)
        if not all(map(isfinite, outputs)):
            return Missing("overflows")
        return Sample(outputs, self.dependent.choices(values))

    def _run(self, values: list[Any]) -> tuple[int, str] | None:
        """Computes the nodes; the first that has no value, and why, if there is one."""
        for k, evaluate, arguments in self.dependent.steps:
            operands = [values[a] for a in arguments]
            try:
                values[k] = evaluate(*operands)
            except AdError as error:
                return k, error.message
            except UNDEFINED:
                applied = self.trace.graph.applied(k)
                assert applied is not None
                outside = fault(applied.operation, *operands)
                if outside is not None:
                    return k, outside.message
                values[k] = ieee(applied.operation, *operands)
            if differs(values[k], values[k]):
                return k, "undefined"
        return None


def _evaluator(applied: Applied) -> Any:
    """The value of an operation; on arrays AdError where an element lies outside its domain."""
    operation = applied.operation
    if not applied.tensor:
        return evaluator(operation, True)
    evaluate = tensor_evaluator(operation, applied.attributes)
    if not operation.faults:
        return evaluate
    parameters = ", ".join(operation.names(applied.count))
    faults = [(ARRAYS.compiled(parameters, python_of(f[0])), f[1]) for f in operation.faults]

    def within(*operands: Any) -> Any:
        value = evaluate(*operands)
        if operation.form is Form.SELECTING or not np.isfinite(value).all():
            for outside, message in faults:
                if np.any(outside(*operands)):
                    raise AdError("domain", message)
        return value

    return within


def _holds(guard: Guard, values: Sequence[Any]) -> bool:
    """Whether a decision is the one that was recorded."""
    outcome = COMPARISONS[guard.operation](_value(values, guard.a), _value(values, guard.b))
    return not differs(outcome, guard.outcome)


def differs(a: Any, b: Any) -> bool:
    """Whether two numbers, or any elements of two arrays, differ."""
    unlike = a != b
    return bool(unlike.any()) if hasattr(unlike, "any") else bool(unlike)


def choice(trace: Trace, values: Sequence[Any], k: int) -> Any:
    """The piecewise constant part of a node: a step's value; a selection's weights."""
    applied = trace.graph.applied(k)
    assert applied is not None
    if applied.operation.form is Form.CONSTANT:
        return _plain(values[k])
    operands = [values[a] for a in trace.graph.arguments(k)]
    one: Any = 1.0
    if k in trace.graph.shapes:
        one = np.ones(trace.graph.shapes[k])
    return tuple(_plain(rule(one, *operands, values[k])) for rule in pulls(applied, FLOATS))


def _plain(value: Any) -> Any:
    """A number or an array as something that compares as a whole."""
    if value is None or isinstance(value, float):
        return value
    from adcli.operations.arrays.absent import dense

    value = dense(value)
    return value.tobytes() if hasattr(value, "tobytes") else value


def _moves(x: Any, moved: bytearray) -> bool:
    return type(x) is int and bool(moved[x])


def _value(values: Sequence[Any], x: Any) -> Any:
    return values[x] if type(x) is int else x


def text_of(trace: Trace, k: int) -> str:
    """The source text of a node, on one line."""
    span = trace.span(k)
    return "" if span is None else on_one_line(span.text)


def _crossing(trace: Trace, guard: Guard) -> Missing:
    span = trace.program.syntax.span(guard.place)
    return Missing(f"`{on_one_line(span.text)}` (line {span.line}) is decided otherwise", crosses=True)
