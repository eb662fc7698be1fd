"""One run of a program: what the operations ask of it. The loop itself is `tracing.tracer`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import isfinite, isinf, prod
from pathlib import Path
from typing import Any

from adcli.graph import Builder
from adcli.language.compiling.instructions import Compiled, Op
from adcli.language.grammar.tree import Syntax
from adcli.language.state.budget import Budget, Limits
from adcli.language.state.guards import Guard
from adcli.language.state.registers import Frame, is_array, plain_value, with_node
from adcli.language.state.selections import Selections
from adcli.operations import Operation
from adcli.operations.lossy import lossy
from adcli.operations.operation import UNDEFINED
from adcli.operations.rules.evaluate import fault, ieee
from adcli.text.errors import AdError
from adcli.text.notices import Notice
from adcli.text.source import in_short

Named = dict[str, Any]  # arguments by name


Function = Callable[["Run", list[Any], Named, int], Any]  # positional and named arguments, place


Answer = int | None  # what a handler answers: a place to go to, or None to go on


CALLED, STOPPED = -1, -2  # where another frame is next


MOST_AXES = 32  # what every version of NumPy can do


def check_size(t: Run, shape: tuple[int, ...], place: int) -> None:
    """Refuses an array that the budget could not keep, before it is made."""
    if len(shape) > MOST_AXES:
        message = f"an array has at most {MOST_AXES} axes, not {len(shape)}"
        raise AdError("shape", message, t.syntax.span(place))
    if any(length < 0 for length in shape):
        raise AdError("shape", "an array with a negative length", t.syntax.span(place))
    # an array without elements may not be of any length either
    t.budget.afford(max(prod(shape), *shape, 0), t.syntax.span(place))


HERE = Path()
PLACED = {Op.BINARY, Op.UNARY, Op.MOVE, Op.UNLESS, Op.NEXT, Op.COMPARE, Op.NARY, Op.CALL, Op.BUILTIN}

RESCALE = "rescale, or work with logarithms, so that nothing overflows on the way"


class Run:
    """One run of a program at one point.

    inputs     name -> node (or array) of each input that was met
    outputs    label -> value of the `output` statements, or of the last statement
    guards     the decisions that depended on an input
    skipped    what a selection did not compute, for `unconnected`
    overflows  places of constants that overflowed
    lossy      whether digits were lost in what was computed from constants
    near       whether a decision may hang on rounding
    lost       warnings of numbers in files that no double is near
    exact      whether constants are kept as nodes (see `language.exact`)
    follows    whether the builder tells the values of operations (see `language.beside`)
    """

    exact = False
    follows = False

    def __init__(
        self, syntax: Syntax, compiled: Compiled, point: Mapping[str, Any], limits: Limits, keep: bool = False
    ) -> None:
        self.syntax = syntax
        self.compiled = compiled
        self.point = point
        self.budget = Budget(limits)
        self.builder = Builder()
        self.codes = [self.builder.code(operation, count) for operation, count in compiled.operations]
        self.inputs: dict[str, Any] = {}
        self.outputs: dict[str, Any] = {}
        self.result: dict[str, Any] = {}
        self.guards: list[Guard] = []
        self.skipped: list[int] = []
        self.overflows: list[int] = []
        self.lossy = self.near = False
        self.lost: list[Notice] = []
        self.keep = keep
        self.selections = Selections()
        self.folder = HERE  # where `@file` looks
        self.dialect: Any = None  # of tables there: a Dialect
        self.globals = list(compiled.main.registers)
        self.frames = [Frame(compiled.main, 0, self.globals, 0)]

    def told(self, outputs: Iterable[Any]) -> list[Notice]:
        """Notices of what is no longer in the graph, and matters to the outputs."""
        return []

    def tangents(self) -> dict[str, dict[int, Any]] | None:
        """Per input, the tangents that a sweep begins from where the graph is not the whole one."""
        return None

    # what handlers ask for

    def new_input(self, name: str, value: Any, shape: tuple[int, ...], place: int) -> Any:
        """A new input with its value at the point: a node, or an array with one."""
        plain = plain_value(value)
        got = getattr(plain, "shape", ())
        if shape and got != shape:
            message = f"`{name}` has the shape {list(shape)}, and the value given has {list(got) or 'none'}"
            raise AdError("shape", message, self.syntax.span(place))
        node = self.builder.input(plain)
        self.builder.places[node] = place
        return with_node(plain, node) if got else node

    def settled(self, x: Any) -> Any:
        """An input or output outside the tracer: a node with its value, or a constant's value."""
        if not is_array(x):
            return float(x) if isinstance(x, bool) else x
        if x.node is None:
            return x.value
        self.builder.values[x.node] = x.value
        x.pinned = True
        return x.node

    def slot(self, operation: Operation, count: int) -> int:
        """The operation slot of an operation that the program does not name itself."""
        key = (operation, count)
        if key not in self.compiled.operations:
            self.compiled.operations.append(key)
        while len(self.codes) < len(self.compiled.operations):
            self.codes.append(self.builder.code(*self.compiled.operations[len(self.codes)]))
        return self.compiled.operations.index(key)

    def scalar(self, slot: int, numbers: list[Any], place: int) -> Any:
        """An operation on floats and nodes: a float where all are, else a node."""
        operation = self.compiled.operations[slot][0]
        try:
            if all(type(x) is float for x in numbers):
                value = operation.value(*numbers)
                return self.unusual(slot, value, place, *numbers)
            nodes = tuple(x if type(x) is int else self.builder.constant(x) for x in numbers)
            return self.builder.nary(self.codes[slot], nodes, place)
        except UNDEFINED:
            return self.exceptional(slot, tuple(numbers), place)

    # what the loop hands over

    def exceptional(self, slot: int, arguments: tuple[Any, ...], place: int) -> Any:
        """An operation that raised: a domain error, or an overflow to infinity."""
        operation = self.compiled.operations[slot][0]
        values = tuple(self.builder.values[x] if type(x) is int else x for x in arguments)
        error = fault(operation, *values)
        if error is not None:
            raise error
        value = ieee(operation, *values)
        nodes = [x if type(x) is int else self.builder.constant(x) for x in arguments]
        if all(type(x) is float for x in arguments):
            return self.not_finite(value, place, *values)
        return self.builder.given(self.codes[slot], tuple(nodes), value, place)

    def unusual(self, slot: int, value: float, place: int, *arguments: float) -> float:
        """A constant that is not finite, or may have lost digits: by underflow, or since a sum cancels."""
        if not isfinite(value):
            return self.not_finite(value, place, *arguments)
        self.lossy = self.lossy or lossy(self.compiled.operations[slot][0], value, arguments)
        return value

    def not_finite(self, value: float, place: int, *arguments: float) -> float:
        """A constant that is inf or nan: noted as an overflow, or refused."""
        if value != value:
            raise self.undefined_at(place)
        if all(map(isfinite, arguments)):
            self.overflows.append(place)
        return value

    def spend(self, steps: int) -> None:
        """Counts steps against the budget, here and now."""
        if self.budget.spent + steps > self.budget.limits.steps:
            self.budget.spend(steps, self.syntax.span(self.place_now()))
        self.budget.spent += steps

    def place_now(self) -> int:
        """The node of the syntax tree nearest to what is running."""
        for frame in reversed(self.frames):
            for k in range(min(frame.at, len(frame.code.instructions)) - 1, -1, -1):
                place = frame.code.instructions[k][-1]
                if frame.code.instructions[k][0] in PLACED and isinstance(place, int):
                    return place
        return self.syntax.root

    def sides(self, x: Any, y: Any) -> tuple[float, float]:
        """Two scalars as a comparison sees them."""
        return self.value_of(x), self.value_of(y)

    def array_sides(self, x: Any, y: Any) -> tuple[Any, Any]:
        """The same where one of them at least is an array."""
        return tuple(v.value if is_array(v) else self.value_of(v) for v in (x, y))  # type: ignore[return-value]

    def value_of(self, x: Any) -> float:
        """The value at the point of a scalar."""
        return self.builder.values[x] if type(x) is int else float(x)

    def undefined_at(self, place: int, from_nan: str = "") -> AdError:
        """The error of a nan in an array or constant; `from_nan` says why, or else an overflow before it."""
        syntax = self.syntax
        if from_nan:
            return AdError("undefined", f"undefined: {from_nan}", syntax.span(place))
        before = [*self.overflows, *(n for n in syntax.lost if isinf(syntax.parts[n][0]))]
        within = [n for n in before if syntax.lows[place] <= n < place]
        texts = dict.fromkeys(in_short(syntax.text(n)) for n in within or before[-1:])
        message = "undefined: an operand is infinite" + (
            f" ({' and '.join(texts)} overflowed)" if texts else ""
        )
        return AdError("undefined", message, syntax.span(place), hint=RESCALE if texts else "")
