"""Syntax tree → instructions, in one pass without recursion.

The nodes of a subtree are a contiguous range in post-order, which for most of them is the order of
execution: such a range is compiled by a loop. Nodes whose children do not simply run one after the
other (`a if c else b`, loops, functions …) are *unfolded* into a list of tasks: ranges to compile,
and small steps in between. A stack of tasks takes the place of recursion.
"""

from __future__ import annotations

from bisect import bisect_right

from adcli.language.compiling.callees import unknown_function
from adcli.language.compiling.control import UNFOLD
from adcli.language.compiling.emitter import Emitter
from adcli.language.compiling.instructions import Compiled, Op
from adcli.language.compiling.plain import PLAIN
from adcli.language.compiling.scope import Scope, order_of_inputs
from adcli.language.compiling.units import Task
from adcli.language.grammar.tree import Kind, Syntax
from adcli.operations import TABLE
from adcli.text.errors import AdError


class Compiler(Emitter):
    """Compiles one program: unfolds its syntax tree into tasks, and does them."""

    def __init__(self, syntax: Syntax, scope: Scope, given: frozenset[str] = frozenset()) -> None:
        super().__init__(syntax, scope, given)
        self.unfolding = self._unfolding()

    def unknown_function(self, node: int, name: str) -> AdError:
        return unknown_function(self, node, name)

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
