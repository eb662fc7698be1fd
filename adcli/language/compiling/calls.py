"""Calls: which function a name means, with how many arguments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from adcli.language.compiling.callees import meant_call, misfit, not_a_function, unknown_function
from adcli.language.compiling.instructions import Op
from adcli.language.grammar.tree import Kind
from adcli.language.grammar.vocabulary import CONSTANTS, is_ours, takes
from adcli.operations import SPELLINGS, find
from adcli.text.errors import AdError

if TYPE_CHECKING:
    from adcli.language.compiling.emitter import Emitter


def emit_call(c: Emitter, k: int) -> None:
    """The instruction of a call whose arguments stand in their registers."""
    function, arguments, named = c.syntax.parts[k]
    registers = tuple([c.slot[a] for a in arguments])
    pairs = tuple([(name, c.slot[value]) for name, value in named])
    if c.syntax.kinds[function] != Kind.NAME or _is_callable_variable(c, function):
        c.emit(Op.CALL, c.result(k), c.slot[function], registers, pairs, k)
        return
    name = c.syntax.parts[function][0]
    operation = find(name, len(registers))
    is_generator = bool(arguments) and c.syntax.kinds[arguments[0]] == Kind.GENERATOR
    if takes(name, len(registers), bool(pairs) or is_generator):
        c.emit(Op.BUILTIN, c.result(k), name, registers, pairs, k)
    elif operation is not None and not pairs and not is_generator:
        slot = c.operation(operation, len(registers))
        if len(registers) == 1:
            c.emit(Op.UNARY, c.result(k, *registers), slot, registers[0], k)
        elif len(registers) == 2:
            c.emit(Op.BINARY, c.result(k, *registers), slot, *registers, k)
        else:
            c.emit(Op.NARY, c.result(k, *registers), slot, registers, k)
    else:
        raise _no_such_call(c, k, name, len(registers), [name for name, _ in named])


def _is_callable_variable(c: Emitter, function: int) -> bool:
    """Whether a name before a bracket is a variable that may hold a function, not one of ours."""
    name = c.syntax.parts[function][0]
    if name in c.scope.functions or (c.scope.regions and c.scope.local_region(function, name) is not None):
        return True
    return c.is_variable(function, name) and not is_ours(name)


def check_where(c: Emitter, k: int) -> tuple[int, int, int]:
    """The condition and the two values of a call of `where`."""
    _, arguments, named = c.syntax.parts[k]
    if len(arguments) != 3 or named:
        raise c.error(f"where takes 3 arguments, got {len(arguments)}", k, "write where(condition, a, b)")
    condition, then, otherwise = arguments
    return condition, then, otherwise


def _no_such_call(c: Emitter, k: int, name: str, count: int, named: Sequence[str]) -> AdError:
    function = c.syntax.parts[k][0]
    if name in CONSTANTS or (c.is_variable(function, name) and name not in SPELLINGS):
        return not_a_function(c, k, name)
    if name not in SPELLINGS:
        return unknown_function(c, function, name, k)
    message, hint = misfit(name, count, named)
    if meant := meant_call(c, k, name):
        return AdError("syntax", message, meant[1], hint=meant[0])
    return c.error(message, k, hint)
