"""Runs a program just beside a point: with the decisions that a direction gives.

Every number is followed along a line, as x + t d, t → 0+, as a germ (see `engine.germs`) while the
program runs. So a comparison at a tie is decided by the first power of t in which its sides differ, a
floor at a whole number by the side from which it is reached, and a branch that is not defined at the
point itself, as sin(x)/x at 0, by its limit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from adcli.engine.beside.moved import Lost, moved_by
from adcli.graph.builder import Builder
from adcli.graph.graph import Graph, Shape
from adcli.language.compiling.instructions import Compiled
from adcli.language.grammar.tree import Syntax
from adcli.language.program import Program
from adcli.language.state.budget import Limits
from adcli.language.state.registers import is_array
from adcli.language.state.selections import Selections
from adcli.language.tracing.tracer import Tracer
from adcli.numbers.germs.germ import Germ, Unknown, compared, value_of
from adcli.text.errors import AdError


class Follower(Builder):
    """A builder that follows each node beside the point; its values are the limits."""

    def __init__(self, selections: Selections) -> None:
        super().__init__(strict=False)
        self.beside: list[Any] = []
        self.selections = selections

    def _append(self, value: Any, place: int, shape: Shape = ()) -> int:
        if len(self.beside) == len(self.values):
            self.beside.append(value)
        return super()._append(value, place, shape)

    def unary(self, code: int, a: int, place: int = -1) -> int:
        return self.nary(code, (a,), place)

    def binary(self, code: int, a: int, b: int, place: int = -1) -> int:
        return self.nary(code, (a, b), place)

    def nary(self, code: int, arguments: tuple[int, ...], place: int = -1) -> int:
        return self.given(code, arguments, None, place)

    def given(
        self, code: int, arguments: tuple[int, ...], value: Any, place: int = -1, shape: Shape = ()
    ) -> int:
        """The node of an operation.

        Raises AdError where there is nothing beside the point, Unknown where nothing is known of it.
        """
        node = (code, *arguments)
        k = self._index.get(node)
        if k is not None:
            return k
        numbers = [self.beside[a] for a in arguments]
        for germ in numbers:
            if isinstance(germ, Germ):
                germ.line.mask = self.selections.mask
        number = moved_by(self.operations[code], numbers)
        if isinstance(number, Lost):
            if not number.why:
                raise Unknown
            raise AdError("domain", number.why)
        k = self._index[node] = len(self.nodes)
        self.nodes.append(node)
        self.beside.append(number)
        return self._append(value_of(number), place, shape)


class Beside(Tracer):
    """One run just beside the point: some inputs move, each as its germ."""

    builder: Follower
    follows = True

    def __init__(
        self,
        syntax: Syntax,
        compiled: Compiled,
        point: Mapping[str, Any],
        limits: Limits,
        moving: Mapping[str, Germ],
    ) -> None:
        super().__init__(syntax, compiled, point, limits)
        self.builder = Follower(self.selections)
        self.codes = [self.builder.code(operation, count) for operation, count in self.compiled.operations]
        self.moving = moving

    def new_input(self, name: str, value: Any, shape: tuple[int, ...], place: int) -> Any:
        x = super().new_input(name, value, shape, place)
        if name in self.moving:
            self.builder.beside[x.node if is_array(x) else x] = self.moving[name]
        return x

    def sides(self, x: Any, y: Any) -> tuple[float, float]:
        """Two numbers that compare as x and y do beside the point."""
        return float(compared(self.beside(x), self.beside(y))), 0.0

    def array_sides(self, x: Any, y: Any) -> tuple[Any, Any]:
        from adcli.numbers.germs.germ import order_of

        return order_of(self.beside(x), self.beside(y)), 0.0

    def beside(self, x: Any) -> Any:
        """What a number in a register is beside the point."""
        if is_array(x):
            return x.value if x.node is None else self.builder.beside[x.node]
        return self.builder.beside[x] if type(x) is int else float(x)


@dataclass(frozen=True, slots=True)
class Run:
    """A run just beside the point: its graph, every node there, and which are inputs and outputs.

    tied  whether a decision hangs on a tie there, too
    """

    graph: Graph
    numbers: list[Any]
    outputs: dict[str, Any]
    inputs: dict[str, Any]
    tied: bool


def run_beside(
    program: Program, point: Mapping[str, Any], moving: Mapping[str, Germ], output: str | None
) -> Run:
    """Runs a program just beside the point, where inputs move as germs. `output` is the one asked for.

    Raises AdError where the program has no value there, Unknown where none is known.
    """
    tracer = program.tracer(point, Beside, moving)
    tracer.run()
    outputs = {label: _node(x) for label, x in program.outputs(tracer, output).items()}
    inputs = {label: _node(x) for label, x in tracer.inputs.items()}
    tied = any(guard.margin == 0.0 and guard.operation != "is" for guard in tracer.guards)
    return Run(tracer.builder.graph(), tracer.builder.beside, outputs, inputs, tied)


def _node(x: Any) -> Any:
    """The node of a number in a register; a constant is its value."""
    if is_array(x):
        return x.value if x.node is None else x.node
    return float(x) if isinstance(x, bool) else x
