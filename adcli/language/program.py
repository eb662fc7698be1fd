"""A program: a text that was read, and can be traced at any point."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import isfinite, isinf
from typing import Any, TypeVar

from adcli.errors import AdError, Notice
from adcli.graph import Graph
from adcli.graph.graph import LEAF
from adcli.language import straight, structures
from adcli.language.budget import Limits
from adcli.language.code import Compiled
from adcli.language.compiler import compile_program, order_of_inputs
from adcli.language.guards import SIGNS, Guard
from adcli.language.literals import lost, notice
from adcli.language.parser import parse
from adcli.language.scope import CONSTANTS, Scope, scope_of
from adcli.language.syntax import ABSENT, Syntax
from adcli.language.tracer import Tracer
from adcli.source import Source, Span, in_short

T = TypeVar("T", bound=Tracer)

NONE: frozenset[str] = frozenset()
DEFAULT_LIMITS = Limits()
EULER = "`e` is the constant 2.718281828459045 here; to make it an input, bind it: --at e=…"


@dataclass(frozen=True, slots=True, eq=False)
class Trace:
    """A run of a program at a point: the graph, and what is known about it.

    graph    what ran; `primal` the value of each of its nodes, `places` their syntax nodes
    inputs   name -> node; `outputs` label -> node, or a float or array where it depends on no input
    guards   the decisions; `notices` what to know about the values
    touched  nodes that a selection did not choose: their inputs are not unconnected
    output   the output that was asked for
    """

    program: Program
    graph: Graph
    primal: list[Any]
    places: list[int]
    inputs: dict[str, Any]
    outputs: dict[str, Any]
    guards: list[Guard]
    notices: tuple[Notice, ...]
    touched: list[int]
    output: str | None = None

    def span(self, node: int) -> Span | None:
        """Where in the source a node comes from."""
        place = self.places[node]
        return None if place < 0 else self.program.syntax.span(place)

    def value(self, x: Any) -> Any:
        """The value at the point of an input or output."""
        return self.primal[x] if type(x) is int else x

    def point(self) -> dict[str, Any]:
        """Every input with its value."""
        return {name: self.value(x) for name, x in self.inputs.items()}


@dataclass(slots=True, eq=False)
class Program:
    """An expression, or a program, as it was read; `limits` are the budgets of its runs."""

    source: Source
    syntax: Syntax
    scope: Scope
    limits: Limits = DEFAULT_LIMITS
    _compiled: dict[frozenset[str], Compiled] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """What answers call the program: its text, or the name of its file."""
        return self.source.title

    def inputs(self, bound: Mapping[str, Any] | None = None) -> dict[str, bool]:
        """The inputs in order, and whether each has a default; constants that `bound` binds too."""
        given = self.given(bound or {})
        if not self.scope.declared and not self.scope.parameters:
            return dict.fromkeys(order_of_inputs(self.scope, given), False)
        return {name: self._has_default(name) for name in order_of_inputs(self.scope, given)}

    def _has_default(self, name: str) -> bool:
        node = self.scope.declared.get(name)
        if node is not None:
            return bool(self.syntax.parts[node][2] != ABSENT)
        node = self.scope.parameters.get(name)
        return node is not None and bool(self.syntax.parts[node][1] != ABSENT)

    def first_seen(self, name: str) -> Span:
        """Where an input stands first."""
        node = self.scope.inputs.get(name, self.scope.constants_read.get(name, self.syntax.root))
        return self.syntax.span(node)

    def notes_at(self, bound: Mapping[str, Any]) -> tuple[str, ...]:
        """What a reader may have overlooked, where these names are bound."""
        return (EULER,) if self.scope.euler_beside_base and "e" not in bound else ()

    def given(self, point: Mapping[str, Any]) -> frozenset[str]:
        """The constants' names that a point binds, and which are inputs then."""
        read = self.scope.constants_read
        return frozenset(name for name in CONSTANTS if name in point and name in read) if read else NONE

    def trace(
        self,
        point: Mapping[str, Any],
        output: str | None = None,
        keep: bool = False,
    ) -> Trace:
        """Runs the program at a point (name -> value; defaults fill in) and records its graph.

        `keep` keeps the values of all arrays, also of those that no rule reads.
        Raises AdError where a value is missing or undefined, or a budget is spent.
        """
        given = self.given(point)
        if output is None:
            plain = straight.run(self.syntax, self.scope, order_of_inputs(self.scope, given), point)
            if plain is not None:
                builder, inputs, value = plain
                graph = builder.graph()
                return Trace(self, graph, builder.values, builder.places, inputs, {"f": value}, [], (), [])
        return self.recorded(self.tracer(point, Tracer, keep), output)

    def tracer(self, point: Mapping[str, Any], kind: Callable[..., T], *more: Any) -> T:
        """A tracer of some kind for this program; `more` is for its making."""
        return kind(self.syntax, self.compiled(point), point, self.limits, *more)

    def compiled(self, point: Mapping[str, Any]) -> Compiled:
        """The instructions, where the point binds these names. Raises AdError (name, syntax)."""
        given = self.given(point)
        compiled = self._compiled.get(given)
        if compiled is None:
            compiled = self._compiled[given] = compile_program(self.syntax, self.scope, given)
        return compiled

    def recorded(self, tracer: Tracer, output: str | None = None) -> Trace:
        """What a tracer of this program records when it runs."""
        tracer.run()
        return Trace(
            self,
            tracer.builder.graph(),
            tracer.builder.values,
            tracer.builder.places,
            {name: tracer.settled(x) for name, x in tracer.inputs.items()},
            {label: tracer.settled(x) for label, x in self.outputs(tracer, output).items()},
            tracer.guards,
            (*literals(self.syntax), *overflows(tracer), *_boundaries(tracer)),
            tracer.skipped,
            output,
        )

    def outputs(self, tracer: Tracer, output: str | None) -> dict[str, Any]:
        """The outputs of a run, or the one asked for, as its registers hold them."""
        outputs = tracer.outputs or tracer.result
        if output is not None:
            labels = [output] if output in outputs else listed(output)
            return {label: _output(tracer, outputs, label) for label in labels}
        if not outputs:
            end = len(self.source.text.rstrip())
            span = Span(self.source, max(0, end - 1), end)
            raise AdError("missing", "the program has no output", span, hint="end it with `output NAME`")
        return outputs


def _output(tracer: Tracer, outputs: Mapping[str, Any], label: str) -> Any:
    """An output, or a variable at the top level, by its label."""
    if label in outputs:
        return outputs[label]
    variables = tracer.compiled.variables
    register = variables.get(label)
    value = None if register is None else tracer.globals[register]
    if value is None or not (structures.is_scalar(value) or structures.is_array(value)):
        names = ", ".join([*outputs, *(n for n in variables if n not in outputs)])
        raise AdError("name", f"there is no output `{label}`", hint=f"there are: {names}")
    return value


def listed(text: str) -> list[str]:
    """The parts of a text between the commas outside its brackets."""
    parts, depth = [""], 0
    for piece in re.split(r"([(\[\]),])", text):
        depth += (piece in ("(", "[")) - (piece in (")", "]"))
        if piece == "," and not depth:
            parts.append("")
        else:
            parts[-1] += piece
    return [part.strip() for part in parts]


def literals(syntax: Syntax) -> list[Notice]:
    """The numbers in a text that no double is near."""
    found = [(k, syntax.text(k), syntax.parts[k][0]) for k in syntax.lost]
    return [notice(text, kind, syntax.span(k)) for k, text, value in found if (kind := lost(text, value))]


def overflows(tracer: Tracer) -> list[Notice]:
    """Values that are infinite although their operands are finite; raises where one is nan."""
    values, syntax, builder = tracer.builder.values, tracer.syntax, tracer.builder
    places = list(tracer.overflows)
    if builder.shapes:  # of arrays, the tracer has looked at every element itself
        values = [x if type(x) is float else 0.0 for x in values]
    if not all(map(isfinite, values)):
        for k, value in enumerate(values):
            operands = [values[a] for a in builder.nodes[k][1:]] if builder.nodes[k][0] > 1 else [value]
            if value != value:
                raise undefined(tracer, k)
            if not isfinite(value) and all(map(isfinite, operands)):
                places.append(builder.places[k])
    return [notice(syntax.text(p), "overflow", syntax.span(p)) for p in dict.fromkeys(places)]


def undefined(tracer: Tracer, k: int) -> AdError:
    """The error of a node whose value is nan: it names the input or the overflow that came before."""
    builder, syntax = tracer.builder, tracer.syntax
    place = builder.places[k]
    given: dict[int, float] = {}
    computed: dict[int, float] = {}
    for a in builder.nodes[k][1:] if builder.nodes[k][0] >= LEAF else [k]:
        value = builder.values[a]
        if builder.places[a] >= 0 and type(value) is float and not isfinite(value):
            (computed if builder.nodes[a][0] >= LEAF else given)[builder.places[a]] = value
    within = (n for n in syntax.lost if syntax.lows[place] <= n < place)
    computed |= {n: syntax.parts[n][0] for n in within if isinf(syntax.parts[n][0])}
    told = [f"{in_short(syntax.text(n))} is {value}" for n, value in given.items()]
    told += [f"{in_short(syntax.text(n))} overflowed to {value}" for n, value in computed.items()]
    if not told:
        arrays = (builder.values[a] for a in builder.nodes[k][1:] if a in builder.shapes)
        from_nan = any((array != array).any() for array in arrays)
        told.append(f"{in_short(syntax.text(place))} is nan" if from_nan else "an operand is infinite")
    message = f"undefined: {' and '.join(told)}"
    hint = "rescale, or work with logarithms, so that nothing overflows on the way" if computed else ""
    return AdError("undefined", message, syntax.span(place), hint=hint)


def _boundaries(tracer: Tracer) -> list[Notice]:
    """Decisions that hang on an exact tie."""
    notices = {}
    for guard in tracer.guards:
        if guard.margin == 0.0 and guard.place not in notices and guard.operation != "is":
            text = in_short(tracer.syntax.text(guard.place))
            sign = SIGNS[guard.operation]
            message = f"the two sides of `{sign}` are equal in `{text}`: the function may bend or jump here"
            notices[guard.place] = Notice("boundary", message, tracer.syntax.span(guard.place))
    return list(notices.values())


def load(source: Source) -> Program:
    """Reads a program. Raises AdError (syntax, name) with the place."""
    syntax = parse(source)
    return Program(source, syntax, scope_of(syntax))


__all__ = ["Program", "Trace", "load"]
