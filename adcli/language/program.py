"""A program: a text that was read, and can be traced at any point."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from adcli.graph import Graph
from adcli.language.compiling.scope import Scope, order_of_inputs, scope_of
from adcli.language.grammar.decimals import lost, notice
from adcli.language.grammar.tree import ABSENT, Syntax
from adcli.language.grammar.vocabulary import CONSTANTS
from adcli.language.reading.parser import parse
from adcli.language.state.budget import Limits
from adcli.language.state.guards import Guard
from adcli.language.state.registers import is_array, is_scalar
from adcli.language.tracing import straight
from adcli.lazy import Lazy
from adcli.text.errors import AdError
from adcli.text.notices import Notice
from adcli.text.source import Source, Span

if TYPE_CHECKING:
    from adcli.language.compiling import compiler
    from adcli.language.compiling.instructions import Compiled
    from adcli.language.state import findings
    from adcli.language.tracing import tracer as tracing
    from adcli.language.tracing.tracer import Tracer
else:  # a plain expression is run without them
    compiler = Lazy("adcli.language.compiling.compiler")
    findings = Lazy("adcli.language.state.findings")
    tracing = Lazy("adcli.language.tracing.tracer")

T = TypeVar("T", bound="Tracer")

NONE: frozenset[str] = frozenset()
DEFAULT_LIMITS = Limits()
CONSTANT = "`{0}` is the constant {1} here; to make it an input, bind it: --at {0}=…"


@dataclass(frozen=True, slots=True, eq=False)
class Trace:
    """A run of a program at a point: the graph, and what is known about it.

    graph    what ran; `primal` the value of each of its nodes, `places` their syntax nodes
    inputs   name -> node; `outputs` label -> node, or a float or array where it depends on no input
    guards   the decisions; `notices` what to know about the values
    touched  nodes that a selection did not choose: their inputs are not unconnected
    output   the output that was asked for
    lossy    whether digits were lost in what was computed from constants, which the graph does not show
    near     whether a decision may hang on rounding
    carried  where the graph is only the last stretch of a long run: per input, the tangents of its leaves
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
    carried: Mapping[str, dict[int, Any]] | None = None
    lossy: bool = False
    near: bool = False

    @property
    def whole(self) -> bool:
        """Whether the graph is all that ran."""
        return self.carried is None

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
        """The inputs in order, and whether each has a default; names of ours that `bound` binds too."""
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
        node = self.scope.inputs.get(name, self.scope.ours_read.get(name, self.syntax.root))
        return self.syntax.span(node)

    def notes_at(self, bound: Mapping[str, Any]) -> tuple[str, ...]:
        """What a reader may have overlooked, where these names are bound."""
        names = sorted(self.scope.doubtful.difference(bound))
        return tuple(CONSTANT.format(name, CONSTANTS[name]) for name in names)

    def given(self, point: Mapping[str, Any]) -> frozenset[str]:
        """The names of constants and functions that a point binds, and which are inputs then."""
        read = self.scope.ours_read
        return frozenset(name for name in read if name in point) if read else NONE

    def trace(
        self,
        point: Mapping[str, Any],
        output: str | None = None,
        keep: bool = False,
        along: Sequence[str] | None = None,
    ) -> Trace:
        """Runs the program at a point (name -> value; defaults fill in) and records its graph.

        `keep` keeps the values of all arrays, also of those that no rule reads. With `along`, inputs
        whose tangents are all that is wanted, a long run lets go of its graph as it goes (see
        `language.stretches`).
        Raises AdError where a value is missing or undefined, or a budget is spent.
        """
        given = self.given(point)
        if output is None:
            plain = straight.run(self.syntax, self.scope, order_of_inputs(self.scope, given), point)
            if plain is not None:
                builder, inputs, value = plain
                graph = builder.graph()
                return Trace(self, graph, builder.values, builder.places, inputs, {"f": value}, [], (), [])
        if along is not None:
            from adcli.language.tracing.stretches import Stretching

            return self.recorded(self.tracer(point, Stretching, along), output)
        return self.recorded(self.tracer(point, tracing.Tracer, keep), output)

    def tracer(self, point: Mapping[str, Any], kind: Callable[..., T], *more: Any) -> T:
        """A tracer of some kind for this program; `more` is for its making."""
        return kind(self.syntax, self.compiled(point), point, self.limits, *more)

    def compiled(self, point: Mapping[str, Any]) -> Compiled:
        """The instructions, where the point binds these names. Raises AdError (name, syntax)."""
        given = self.given(point)
        compiled = self._compiled.get(given)
        if compiled is None:
            compiled = self._compiled[given] = compiler.compile_program(self.syntax, self.scope, given)
        return compiled

    def recorded(self, tracer: Tracer, output: str | None = None) -> Trace:
        """What a tracer of this program records when it runs."""
        tracer.run()
        outputs = {label: tracer.settled(x) for label, x in self.outputs(tracer, output).items()}
        told = tracer.told(outputs.values())
        notices = (*literals(self.syntax), *told, *findings.overflows(tracer), *findings.boundaries(tracer))
        findings.refuse_nan(tracer, outputs)
        return Trace(
            self,
            tracer.builder.graph(),
            tracer.builder.values,
            tracer.builder.places,
            {name: tracer.settled(x) for name, x in tracer.inputs.items()},
            outputs,
            tracer.guards,
            notices,
            tracer.skipped,
            output,
            tracer.tangents(),
            tracer.lossy,
            tracer.near,
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
    if value is None or not (is_scalar(value) or is_array(value)):
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


def load(source: Source) -> Program:
    """Reads a program. Raises AdError (syntax, name) with the place."""
    syntax = parse(source)
    return Program(source, syntax, scope_of(syntax))
