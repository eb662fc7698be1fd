"""Runs a program at a point and records what ran as a graph.

A register holds a float (a constant), an int (the node of a scalar that depends on an input), a
bool, a tuple, a function, or something that `structures` knows. Control flow is decided by the
values at the point; each decision that depends on an input leaves a guard. Frames are a list of
our own, so that neither deep programs nor deep recursion meet Python's limits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import inf, isfinite
from pathlib import Path
from sys import getrefcount
from typing import Any

from adcli.errors import AdError, Notice, OutOfTime
from adcli.graph import Builder
from adcli.language import structures
from adcli.language.budget import Budget, Limits
from adcli.language.code import Compiled, Op
from adcli.language.faults import locate
from adcli.language.findings import undefined_at
from adcli.language.frames import STOPPED, Frame
from adcli.language.guards import Guard, compare
from adcli.language.handlers import HANDLERS
from adcli.language.selections import Selections
from adcli.language.syntax import Syntax
from adcli.operations import Operation
from adcli.operations.folding import LOST, TINY, lossy
from adcli.operations.operation import UNDEFINED
from adcli.operations.rules.evaluate import fault, ieee

BINARY, UNARY, MOVE, JUMP, UNLESS, NEXT, COMPARE = range(7)

HERE = Path()


def _references() -> int:
    """How many references this interpreter counts to what one register and one variable hold."""
    registers = [object()]
    x = registers[0]
    return getrefcount(x)


ALONE = _references()
AT_ONCE = 100_000  # steps between two looks at the budget


class Tracer:
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

    def run(self) -> None:
        """Runs to the end, or raises an AdError with its place."""
        try:
            while self.frames:
                frame = self.frames[-1]
                try:
                    if self._run_frame(frame):
                        return
                except AdError as error:
                    raise locate(self, frame, error) from None
        except OutOfTime as stopped:
            self._locate_stop(stopped)
            raise

    def _locate_stop(self, stopped: OutOfTime) -> None:
        """Says where the program was: the loop of `_run_frame` alone knows how far it had come."""
        loop = stopped.__traceback__ and stopped.__traceback__.tb_next
        if loop is not None:
            frame, running = self.frames[-1], loop.tb_frame.f_locals.get("instruction")
            if running in frame.code.instructions:
                frame.at = frame.code.instructions.index(running) + 1
        if stopped.span is None:
            stopped.span = self.syntax.span(self.place_now())

    def _run_frame(self, frame: Frame) -> bool:
        """The hot loop: runs a frame until it calls, returns or stops (True)."""
        registers, code, at = frame.registers, frame.code.instructions, frame.at
        builder, codes = self.builder, self.codes
        unary, binary, constant = builder.unary, builder.binary, builder.constant
        steps = 0
        while True:
            instruction = code[at]
            at += 1
            op = instruction[0]
            if op == BINARY:
                _, result, slot, a, b, place = instruction
                x, y = registers[a], registers[b]
                try:
                    if type(x) is int:
                        if type(y) is int:
                            registers[result] = binary(codes[slot], x, y, place)
                            continue
                        if type(y) is float:
                            registers[result] = binary(codes[slot], x, constant(y), place)
                            continue
                    elif type(x) is float:
                        if type(y) is int:
                            registers[result] = binary(codes[slot], constant(x), y, place)
                            continue
                        if type(y) is float:
                            value = self.compiled.operations[slot][0].value(x, y)
                            if not TINY <= abs(value) < inf or abs(value) < LOST * abs(x):
                                value = self.unusual(slot, value, place, x, y)
                            registers[result] = value
                            continue
                except UNDEFINED:
                    frame.at = at
                    registers[result] = self.exceptional(slot, (x, y), place)
                    continue
                frame.at = at
                spare = x if result == a and getrefcount(x) <= ALONE else None
                registers[result] = structures.binary(self, slot, x, y, place, spare)
            elif op == UNARY:
                _, result, slot, a, place = instruction
                x = registers[a]
                try:
                    if type(x) is int:
                        registers[result] = unary(codes[slot], x, place)
                        continue
                    if type(x) is float:
                        value = self.compiled.operations[slot][0].value(x)
                        if not TINY <= abs(value) < inf:
                            value = self.unusual(slot, value, place, x)
                        registers[result] = value
                        continue
                except UNDEFINED:
                    frame.at = at
                    registers[result] = self.exceptional(slot, (x,), place)
                    continue
                frame.at = at
                registers[result] = structures.unary(self, slot, x, place)
            elif op == MOVE:
                value = registers[instruction[2]]
                if value is None:
                    frame.at = at
                    raise self.unbound(frame, instruction[2], instruction[3])
                registers[instruction[1]] = value
            elif op == JUMP:
                target = instruction[1]
                steps += at - target
                if steps > AT_ONCE:
                    frame.at = at
                    self.spend(steps)
                    steps = 0
                at = target
            elif op == COMPARE:
                _, result, operation, a, b, place = instruction
                frame.at = at
                registers[result] = compare(self, operation, registers[a], registers[b], place)
            elif op == UNLESS:
                value = registers[instruction[2]]
                if value is True:
                    continue
                frame.at = at
                if value is False or not structures.truth(self, value, instruction[3]):
                    at = instruction[1]
            elif op == NEXT:
                value = next(registers[instruction[2]], None)
                if value is None:
                    at = instruction[1]
                else:
                    registers[instruction[3]] = value
            else:
                frame.at = at
                handled = HANDLERS[op](self, frame, instruction)
                if handled is not None:
                    if handled < 0:
                        self.spend(steps + 1)
                        return handled == STOPPED
                    at = handled

    def told(self, outputs: Iterable[Any]) -> list[Notice]:
        """Notices of what is no longer in the graph, and matters to the outputs."""
        return []

    def tangents(self) -> dict[str, dict[int, Any]] | None:
        """Per input, the tangents that a sweep begins from where the graph is not the whole one."""
        return None

    # what handlers ask for

    def new_input(self, name: str, value: Any, shape: tuple[int, ...], place: int) -> Any:
        """A new input with its value at the point: a node, or an array with one."""
        plain = structures.plain_value(value)
        got = getattr(plain, "shape", ())
        if shape and got != shape:
            message = f"`{name}` has the shape {list(shape)}, and the value given has {list(got) or 'none'}"
            raise AdError("shape", message, self.syntax.span(place))
        node = self.builder.input(plain)
        self.builder.places[node] = place
        return structures.with_node(plain, node) if got else node

    def settled(self, x: Any) -> Any:
        """An input or output outside the tracer: a node with its value, or a constant's value."""
        if not structures.is_array(x):
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
            raise undefined_at(self, place)
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

    def unbound(self, frame: Frame, register: int, place: int) -> AdError:
        """A variable that has no value yet."""
        name = frame.code.variables.get(register)
        if name is None:
            return structures.without_value(self, structures.value_node(self, place))
        return AdError("name", f"`{name}` has no value here yet", self.syntax.span(place))

    def sides(self, x: Any, y: Any) -> tuple[float, float]:
        """Two scalars as a comparison sees them."""
        return self.value_of(x), self.value_of(y)

    def array_sides(self, x: Any, y: Any) -> tuple[Any, Any]:
        """The same where one of them at least is an array."""
        return tuple(v.value if structures.is_array(v) else self.value_of(v) for v in (x, y))  # type: ignore[return-value]

    def value_of(self, x: Any) -> float:
        """The value at the point of a scalar."""
        return self.builder.values[x] if type(x) is int else float(x)


PLACED = {Op.BINARY, Op.UNARY, Op.MOVE, Op.UNLESS, Op.NEXT, Op.COMPARE, Op.NARY, Op.CALL, Op.BUILTIN}
