"""Syntax tree → instructions, in one pass without recursion.

The nodes of a subtree are a contiguous range in post-order, which for most of them is the order of
execution: such a range is compiled by a loop. Nodes whose children do not simply run one after the
other (`a if c else b`, loops, functions …) are *unfolded* into a list of tasks: ranges to compile,
and small steps in between. A stack of tasks takes the place of recursion.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

from adcli.errors import AdError
from adcli.language.calls import function_value
from adcli.language.code import Code, Compiled, Op
from adcli.language.emission import PLAIN
from adcli.language.scope import CONSTANTS, Scope, target_names
from adcli.language.syntax import ABSENT, Kind, Syntax
from adcli.language.unfolding import UNFOLD
from adcli.language.units import Label, Range, Task, Unit
from adcli.operations import TABLE, Operation


class Compiler:
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
        self.unfolding = self._unfolding()

    def _unfolding(self) -> dict[int, list[int]]:
        """Per node where one or more subtrees that are unfolded begin, their roots."""
        found: dict[int, list[int]] = {}
        syntax = self.syntax
        for k, kind in enumerate(syntax.kinds):
            if (kind in UNFOLD and kind != Kind.CALL) or (kind == Kind.CALL and self._is_where(k)):
                found.setdefault(syntax.lows[k], []).append(k)
        return found

    def _is_where(self, k: int) -> bool:
        function = self.syntax.parts[k][0]
        return self.syntax.kinds[function] == Kind.NAME and self.syntax.text(function) == "where"

    # tasks

    def run(self, tasks: list[Task]) -> None:
        """Does the tasks, the last one first, with what they unfold into."""
        while tasks:
            task = tasks.pop()
            if callable(task):
                task()
            else:
                self._compile_range(*task, tasks)

    def whole(self, node: int) -> Range:
        """The task that compiles a subtree."""
        return self.syntax.lows[node], node

    def _compile_range(self, low: int, high: int, tasks: list[Task]) -> None:
        kinds, unfolding = self.syntax.kinds, self.unfolding
        if not unfolding:
            for k in range(low, high + 1):
                PLAIN[kinds[k]](self, k)
            return
        for k in range(low, high + 1):
            if k in unfolding:
                roots = unfolding[k]
                position = bisect_right(roots, high)
                if position:
                    root = roots[position - 1]
                    tasks.append((root + 1, high))
                    tasks.extend(reversed(UNFOLD[kinds[root]](self, root)))
                    return
            PLAIN[kinds[k]](self, k)

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
            self.slot[k] = self.unit.constant(function_value(self, k, name))


def compile_program(syntax: Syntax, scope: Scope, given: frozenset[str] = frozenset()) -> Compiled:
    """The instructions of a program; `given` names what of ours (`e`) the point makes inputs."""
    compiler = Compiler(syntax, scope, given)
    for name, node in order_of_inputs(scope, given).items():
        if name not in scope.declared and name not in scope.parameters:
            compiler.emit(Op.INPUT, compiler.main.variable(0, name), name, None, (), node)
    statements = syntax.parts[syntax.root][0] if syntax.kinds[syntax.root] == Kind.PROGRAM else ()
    if statements and not scope.has_output and scope.main_function is None:
        compiler.end_with(statements[-1])
    compiler.run([compiler.whole(syntax.root)])
    if scope.main_function is not None and not scope.has_output:
        _call_main(compiler, scope.main_function)
    compiler.emit(Op.STOP)
    operations = [(TABLE[name], count) for name, count in compiler.operations]
    variables = {name: slot for (home, name), slot in compiler.main.slots.items() if home == 0}
    values = syntax.parts[syntax.root][1] if syntax.kinds[syntax.root] == Kind.BINDINGS else ()
    return Compiled(compiler.main.code, operations, variables, tuple(compiler.slot[k] for k in values))


def _call_main(c: Compiler, k: int) -> None:
    """A file that is only a function: its parameters are the inputs, its value the output."""
    name, parameters, _ = c.syntax.parts[k]
    function = c.main.variable(0, name)
    arguments = []
    code = next(i[2] for i in reversed(c.main.code.instructions) if i[0] == Op.CLOSURE and i[1] == function)
    for parameter, default in zip(parameters, code.defaults, strict=True):
        arguments.append(c.unit.register())
        c.emit(Op.INPUT, arguments[-1], c.syntax.parts[parameter][0], default, (), parameter)
    result = c.unit.register()
    c.emit(Op.CALL, result, function, tuple(arguments), (), k)
    c.emit(Op.RESULT, (name,), (result,), k)


def order_of_inputs(scope: Scope, given: frozenset[str]) -> dict[str, int]:
    """The inputs in order, with the node that shows each; `given` among them."""
    if not given:
        return scope.inputs
    found = scope.inputs | {name: scope.ours_read[name] for name in given}
    return dict(sorted(found.items(), key=lambda item: item[1]))
