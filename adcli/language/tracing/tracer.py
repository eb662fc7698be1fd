"""Runs a program at a point and records what ran as a graph.

A register holds a float (a constant), an int (the node of a scalar that depends on an input), a
bool, a tuple, a function, or something that `structures` knows. Control flow is decided by the
values at the point; each decision that depends on an input leaves a guard. Frames are a list of
our own, so that neither deep programs nor deep recursion meet Python's limits.
"""

from __future__ import annotations

from math import inf
from sys import getrefcount

from adcli.language.state.faults import locate
from adcli.language.state.registers import Frame
from adcli.language.state.run import STOPPED, Run
from adcli.language.tracing.handlers import HANDLERS
from adcli.language.values import comparisons, general
from adcli.language.values.comparisons import compare
from adcli.operations.lossy import LOST, TINY
from adcli.operations.operation import UNDEFINED
from adcli.text.errors import AdError, OutOfTime

BINARY, UNARY, MOVE, JUMP, UNLESS, NEXT, COMPARE = range(7)


def _references() -> int:
    """How many references this interpreter counts to what one register and one variable hold."""
    registers = [object()]
    x = registers[0]
    return getrefcount(x)


ALONE = _references()
AT_ONCE = 100_000  # steps between two looks at the budget


class Tracer(Run):
    """The loop that runs the instructions of a program at a point."""

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
                            size = abs(value)
                            if not TINY <= size < inf or size < LOST * abs(x) or size == 1.0:
                                value = self.unusual(slot, value, place, x, y)
                            registers[result] = value
                            continue
                except UNDEFINED:
                    frame.at = at
                    registers[result] = self.exceptional(slot, (x, y), place)
                    continue
                frame.at = at
                spare = x if result == a and getrefcount(x) <= ALONE else None
                registers[result] = general.binary(self, slot, x, y, place, spare)
            elif op == UNARY:
                _, result, slot, a, place = instruction
                x = registers[a]
                try:
                    if type(x) is int:
                        registers[result] = unary(codes[slot], x, place)
                        continue
                    if type(x) is float:
                        value = self.compiled.operations[slot][0].value(x)
                        if not TINY <= abs(value) < inf or abs(value) == 1.0:
                            value = self.unusual(slot, value, place, x)
                        registers[result] = value
                        continue
                except UNDEFINED:
                    frame.at = at
                    registers[result] = self.exceptional(slot, (x,), place)
                    continue
                frame.at = at
                registers[result] = general.unary(self, slot, x, place)
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
                if value is False or not comparisons.truth(self, value, instruction[3]):
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

    def unbound(self, frame: Frame, register: int, place: int) -> AdError:
        """A variable that has no value yet."""
        name = frame.code.variables.get(register)
        if name is None:
            return general.without_value(self, general.value_node(self, place))
        return AdError("name", f"`{name}` has no value here yet", self.syntax.span(place))
