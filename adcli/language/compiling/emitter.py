"""What the compiler offers to the files that emit instructions: registers, labels, names."""

from __future__ import annotations

from typing import Any

from adcli.language.compiling.instructions import Builtin, Code, Op
from adcli.language.compiling.scope import Scope, target_names
from adcli.language.compiling.units import Label, Range, Unit
from adcli.language.grammar.tree import ABSENT, Kind, Syntax
from adcli.language.grammar.vocabulary import CONSTANTS, is_ours
from adcli.operations import Operation
from adcli.text.errors import AdError


class Emitter:
    """Compiles one program; `given` are the names of constants and functions that the point binds."""

    def __init__(self, syntax: Syntax, scope: Scope, given: frozenset[str] = frozenset()) -> None:
        self.syntax = syntax
        self.scope = scope
        self.inputs = set(scope.inputs) | given
        self.operations: dict[tuple[str, int], int] = {}
        self.unit = self.main = Unit(Code("program"), None)
        self.homes: dict[int, Unit] = {}  # id of a region -> the unit its names live in
        self.slot = [0] * len(syntax.kinds)  # per node, the register that holds its value
        self.tail: set[int] = set()

    def whole(self, node: int) -> Range:
        """The task that compiles a subtree."""
        return self.syntax.lows[node], node

    # registers and instructions

    def emit(self, *instruction: Any) -> None:
        """Appends an instruction to the unit at hand."""
        self.unit.code.instructions.append(instruction)

    def jump(self, op: int, label: Label, *rest: Any) -> None:
        """Appends an instruction whose first operand is the place of a label, known now or later."""
        if label.at is None:
            label.jumps.append(len(self.unit.code.instructions))
        self.emit(op, label.at, *rest)

    def bind(self, label: Label) -> None:
        """Puts a label here, and its place into the jumps that waited for it."""
        code = self.unit.code.instructions
        label.at = len(code)
        for k in label.jumps:
            code[k] = (code[k][0], label.at, *code[k][2:])

    def operation(self, operation: Operation, count: int) -> int:
        """The slot of an operation with so many arguments."""
        return self.operations.setdefault((operation.name, count), len(self.operations))

    def result(self, k: int, *operands: int) -> int:
        """A register for the value of node k: a new one, or that of an operand, which it takes the place of.

        So an array is let go as soon as nothing will read it.
        """
        own = self.unit.temporary
        for slot in operands:
            if slot in own:
                break
        else:
            slot = self.unit.register()
            own.add(slot)
        self.slot[k] = slot
        return slot

    def error(self, message: str, node: int, hint: str = "", kind: Any = "syntax") -> AdError:
        """An error with the place of a node."""
        return AdError(kind, message, self.syntax.span(node), hint=hint)

    # what the last statement is worth

    def end_with(self, statement: int) -> None:
        """Marks the last statement: without `output`, its value is the program's."""
        self.tail.add(statement)

    def pass_tail(self, k: int, blocks: tuple[int, ...]) -> None:
        """Where an `if` or a loop is last, so is the last statement of its blocks."""
        if k in self.tail:
            self.tail.update(self.syntax.parts[b][0][-1] for b in blocks if b != ABSENT)

    def last_value(self, k: int) -> None:
        """Emits the value of a statement that is last."""
        if k not in self.tail:
            return
        kind, parts = self.syntax.kinds[k], self.syntax.parts[k]
        if kind == Kind.EXPRESSION:
            nodes = self.items(parts[0])
            labels = ("f",) if nodes == (parts[0],) else tuple(map(self.syntax.text, nodes))
        else:
            nodes = tuple(target_names(self.syntax, parts[1] if kind == Kind.AUGMENT else parts[0][0]))
            labels = tuple(map(self.syntax.text, nodes))
        self.emit(Op.RESULT, labels, tuple(self.slot[n] for n in nodes), k)

    def items(self, k: int) -> tuple[int, ...]:
        """The items of a tuple, or the node alone."""
        return self.syntax.parts[k][0] if self.syntax.kinds[k] == Kind.TUPLE else (k,)

    # names

    def is_euler(self, k: int) -> bool:
        """Whether a node is the constant e: e^x is exp(x), to the last digit."""
        return (
            self.syntax.kinds[k] == Kind.NAME
            and self.syntax.parts[k][0] == "e"
            and not self.is_variable(k, "e")
        )

    def home(self, node: int, name: str) -> tuple[Unit, int]:
        """The unit in which a name lives, and the key of its region there."""
        region = self.scope.local_region(node, name) if self.scope.regions else None
        if region is None:
            return self.main, 0
        return self.homes.get(id(region), self.unit), id(region)

    def target(self, node: int) -> int:
        """The register of a NAME that is assigned to."""
        name = self.syntax.parts[node][0]
        unit, key = self.home(node, name)
        slot = self.slot[node] = unit.variable(key, name)
        return slot

    def is_variable(self, node: int, name: str) -> bool:
        """Whether a name means an input or a variable at a node."""
        scope = self.scope
        if name in self.inputs or name in scope.bound:
            return True
        return bool(scope.regions) and scope.local_region(node, name) is not None

    def name(self, k: int) -> None:
        """Finds, or fetches, the register of a NAME."""
        name = self.syntax.parts[k][0]
        if not self.scope.regions and (known := self.main.slots.get((0, name))) is not None:
            self.slot[k] = known
            return
        if k in self.scope.targets:
            self.target(k)
            return
        if not self.is_variable(k, name):
            self._name_of_ours(k, name)
            return
        unit, key = self.home(k, name)
        slot = unit.variable(key, name)
        if unit is self.unit:
            self.slot[k] = slot
            return
        levels, at = 0, self.unit
        while at is not unit:
            assert at.parent is not None
            levels, at = levels + 1, at.parent
        self.emit(Op.OUTER, self.result(k), levels, slot, name, k)

    def _name_of_ours(self, k: int, name: str) -> None:
        """A constant, or a function's name as an argument."""
        if k in self.scope.callees:
            return
        if name in CONSTANTS:
            self.slot[k] = self.unit.constant(CONSTANTS[name])
        else:
            self.slot[k] = self.unit.constant(self.function_value(k, name))

    def function_value(self, node: int, name: str) -> Builtin:
        """One of our functions, named without a call."""
        if not is_ours(name):
            raise self.unknown_function(node, name)
        return Builtin(name)

    def unknown_function(self, node: int, name: str) -> AdError:
        """The error of a function that does not exist, with what was meant by it."""
        raise NotImplementedError
