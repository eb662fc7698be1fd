"""Runs of a program that keep what every number was written as.

A double is what a literal rounds to. Here every literal, constant of mathematics and default is an
input of the graph that knows its text, and nothing is folded: so the graph computes exactly what
the text says, once its inputs have exact values. Control flow is that of the doubles; the guards
tell on what it hangs, constant decisions included.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from adcli.graph.graph import CONSTANT
from adcli.language.compiling.compiler import compile_program
from adcli.language.compiling.instructions import Code, Compiled, Op
from adcli.language.grammar.decimals import Written
from adcli.language.grammar.lookalikes import legible
from adcli.language.grammar.tree import Kind, Syntax
from adcli.language.grammar.vocabulary import CONSTANTS
from adcli.language.points.bindings import Bindings, constant_scope
from adcli.language.program import Program, Trace
from adcli.language.reading.parser import parse
from adcli.language.state.budget import Limits
from adcli.language.state.registers import is_array
from adcli.language.tracing.tracer import Tracer
from adcli.language.values import general
from adcli.text.source import Source


@dataclass(frozen=True, slots=True)
class Leaf:
    """Where the value of an input of the graph comes from.

    kind   `text` (a decimal), `name` (pi, e, tau, inf), `double` (exactly that number, or array),
           `node` (the same as that node), `given` (what the point binds to that name)
    """

    kind: Literal["text", "name", "double", "node", "given"]
    what: Any


@dataclass(frozen=True, slots=True)
class Otherwise:
    """A decision that is to turn out otherwise: the guard at this position, as if both sides were `equal`."""

    guard: int
    equal: bool


class ExactTracer(Tracer):
    """A tracer that folds nothing; `leaves` tells what each input of the graph is."""

    exact = True

    def __init__(self, syntax: Syntax, compiled: Compiled, point: Mapping[str, Any], limits: Limits) -> None:
        super().__init__(syntax, compiled, point, limits, keep=True)
        self.leaves: dict[int, Leaf] = {}
        self.otherwise: Otherwise | None = None
        self._known: dict[Any, int] = {}
        for code in codes_of(compiled.main):
            code.registers = [self._leaf(x) if isinstance(x, float) else x for x in code.registers]
        self.globals = self.frames[0].registers = list(compiled.main.registers)

    def scalar(self, slot: int, numbers: list[Any], place: int) -> Any:
        return super().scalar(slot, [self._node(x) for x in numbers], place)

    def sides(self, x: Any, y: Any) -> tuple[float, float]:
        a, b = super().sides(x, y)
        other = self.otherwise
        if other is None or len(self.guards) != other.guard or not (type(x) is int or type(y) is int):
            return a, b
        return (a, a) if other.equal else (b, a)

    def new_input(self, name: str, value: Any, shape: tuple[int, ...], place: int) -> Any:
        default = value.node if is_array(value) else value if type(value) is int else None
        known = name in self.point or default is None
        x = super().new_input(name, self.value_of(value) if type(value) is int else value, shape, place)
        node = x.node if is_array(x) else x
        if name in self.point:
            self.leaves[node] = Leaf("given", name)
        else:
            double = Leaf("double", self.builder.values[node])
            self.leaves[node] = double if known else Leaf("node", default)
        return x

    def _leaf(self, number: float) -> int:
        """The node of a literal or of a constant."""
        if isinstance(number, Written):
            leaf = Leaf("text", number.text)
        else:
            name = next((name for name, value in CONSTANTS.items() if value == number), None)
            leaf = Leaf("double", number) if name is None else Leaf("name", name)
        if leaf not in self._known:
            node = self._known[leaf] = self.builder.input(float(number))
            self.leaves[node] = leaf
        return self._known[leaf]

    def _node(self, x: Any) -> int:
        return x if type(x) is int else self.builder.constant(float(x))


def codes_of(main: Code) -> Iterator[Code]:
    """A program's code, and that of its functions."""
    waiting = [main]
    while waiting:
        code = waiting.pop()
        yield code
        waiting += [i[2] for i in code.instructions if i[0] == Op.CLOSURE]


@dataclass(frozen=True, slots=True)
class ExactTrace:
    """A run, with what the inputs of its graph are."""

    trace: Trace
    leaves: dict[int, Leaf]


@dataclass(frozen=True, slots=True)
class Bound:
    """A binding: the graph of its constant expression, and where the value is: a node, or a double.

    From a file it is the texts of its elements.
    """

    tracer: ExactTracer | None
    value: Any


def exact_trace(
    program: Program, point: Mapping[str, Any], output: str | None = None, otherwise: Otherwise | None = None
) -> ExactTrace:
    """Runs a program at a point as `Program.trace` does, and keeps its numbers' texts."""
    syntax = written(program.syntax)
    compiled = unfolded(compile_program(syntax, program.scope, program.given(point)))
    tracer = ExactTracer(syntax, compiled, point, program.limits)
    tracer.otherwise = otherwise
    return ExactTrace(program.recorded(tracer, output), tracer.leaves)


def unfolded_trace(
    program: Program, point: Mapping[str, Any], output: str | None = None, otherwise: Otherwise | None = None
) -> Trace:
    """Runs a program at a point; what was computed from constants stands in the graph, too."""
    exact = exact_trace(program, point, output, otherwise)
    trace, literals = exact.trace, [k for k, leaf in exact.leaves.items() if leaf.kind in ("text", "name")]
    nodes, constants = list(trace.graph.nodes), list(trace.graph.constants)
    for k in literals:
        nodes[k] = (CONSTANT, len(constants))
        constants.append(trace.primal[k])
    return replace(trace, graph=replace(trace.graph, nodes=nodes, constants=constants))


def exact_binding(bindings: Bindings, name: str) -> Bound:
    """What a binding was written as; a number of an array's file or a caller is the double that it is."""
    if name in bindings.texts:
        return Bound(None, bindings.texts[name])
    span = bindings.spans.get(name)
    text = "" if span is None else span.text
    if not text or text.startswith("@"):
        return Bound(None, bindings.values[name])
    syntax = written(parse(Source(f"{name}={text}", "--at"), "bindings"))
    compiled = unfolded(compile_program(syntax, constant_scope(syntax)))
    tracer = ExactTracer(syntax, compiled, {}, Limits())
    tracer.run()
    [node] = syntax.parts[syntax.root][1]
    value = general.result(tracer, tracer.globals[compiled.results[0]], node)
    return Bound(tracer, tracer.settled(value))


def written(syntax: Syntax) -> Syntax:
    """The tree with numbers that know their texts."""
    parts = list(syntax.parts)
    for k, kind in enumerate(syntax.kinds):
        if kind == Kind.NUMBER:
            parts[k] = (Written(parts[k][0], _decimal(syntax.text(k), parts[k][0])),)
    return replace(syntax, parts=parts)


def _decimal(text: str, value: float) -> str:
    """The text of a number as a plain decimal; other signs (², true) are whole numbers."""
    text = legible(text.replace("_", ""))
    return text if text[0] in ".0123456789" and text.isascii() else str(int(value))


def unfolded(compiled: Compiled) -> Compiled:
    """The same instructions, with arithmetic left to `ExactTracer.scalar`."""
    for code in codes_of(compiled.main):
        for k, instruction in enumerate(code.instructions):
            if instruction[0] == Op.BINARY:
                _, result, slot, a, b, place = instruction
                code.instructions[k] = (Op.NARY, result, slot, (a, b), place)
            elif instruction[0] == Op.UNARY:
                _, result, slot, a, place = instruction
                code.instructions[k] = (Op.NARY, result, slot, (a,), place)
    return compiled
