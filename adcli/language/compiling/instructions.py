"""Instructions: what the tracer runs.

A syntax tree becomes one flat list of instructions per function, with jumps for control flow, on
numbered registers. An instruction is a tuple that begins with its opcode; registers are numbers;
`place` is the node of the syntax tree it comes from.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from adcli.operations import Operation

Instruction = tuple[Any, ...]


class Op:
    """The opcodes, with what follows them. (An enum's members take four times as long to look up.)"""

    BINARY = 0  # result, operation slot, a, b, place
    UNARY = 1  # result, operation slot, a, place
    MOVE = 2  # result, a, place
    JUMP = 3  # target
    UNLESS = 4  # target, condition, place: jumps where the condition is false
    NEXT = 5  # target, iterator, result, place: jumps where the iterator is at its end
    COMPARE = 6  # result, operation, a, b, place
    NARY = 7  # result, operation slot, arguments, place
    INPUT = 8  # result, name, default register or None, sizes, place
    GIVEN = 9  # target, name: jumps where the point gives a value
    OUTER = 10  # result, levels, register, name, place: a variable of an enclosing function
    CALL = 11  # result, function, arguments, named, place
    RETURN = 12  # value
    CLOSURE = 13  # result, code
    ITERATE = 14  # result, value, place
    TUPLE = 15  # result, items
    UNPACK = 16  # results, value, place
    NOT = 17  # result, a, place
    TRUTH = 18  # result, a, place: a bool
    OUTPUT = 19  # labels, values, place
    RESULT = 20  # labels, values, place: the value of a last statement
    ASSERT = 21  # condition, place
    BUILTIN = 22  # result, name, arguments, named, place: a function on arrays, ranges, lists
    LIST = 23  # result, items (None: none yet; a register: those of its list), place
    INDEX = 24  # result, base, subscripts, place
    STORE = 25  # base, subscripts, value, place: base[subscripts] = value
    APPEND = 26  # list, value
    SLICE = 27  # result, start, stop, step (None: left out), place
    TRANSPOSE = 28  # result, a, place
    FILE = 29  # result, path, place
    SELECT = 30  # target, condition, place: `where`; jumps where the condition is false
    CHOSEN = 31  # target, result, value, place: the first side of `where` is done
    JOIN = 32  # result, value, other, place: the second side of `where` is done
    SHORT = 33  # target, a, when, place: jumps where a is the bool `when`
    COMBINE = 34  # result, a, b, either, place: `and`, or (either) `or`
    STOP = 35


@dataclass(slots=True, eq=False)
class Code:
    """The instructions of the top level, or of one function.

    registers   what a frame starts with: constants in their places, None elsewhere
    variables   register -> name, for messages
    parameters  registers of the parameters, in order; `names` are theirs
    defaults    per parameter the register, outside, of its default value; or None
    """

    name: str
    instructions: list[Instruction] = field(default_factory=list)
    registers: list[Any] = field(default_factory=lambda: [None])
    variables: dict[int, str] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    parameters: tuple[int, ...] = ()
    defaults: tuple[int | None, ...] = ()


@dataclass(slots=True, eq=False)
class Compiled:
    """A whole program, ready to be traced at any point."""

    main: Code
    operations: list[tuple[Operation, int]]  # what the operation slots stand for
    variables: dict[str, int]  # top-level names -> registers
    results: tuple[int, ...] = ()  # of bindings: the register of each value


class Builtin:
    """A function of ours as a value, as in `simpson(sin, 0, 1)`."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name
