"""The instructions of the nodes whose children have simply run before them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from adcli.language.compiling.calls import emit_call
from adcli.language.compiling.instructions import Op
from adcli.language.grammar.tree import ABSENT, Kind
from adcli.operations import TABLE

if TYPE_CHECKING:
    from adcli.language.compiling.emitter import Emitter

ARITHMETIC = frozenset(("add", "sub", "mul", "div"))
DIRECT = (Kind.BINARY, Kind.UNARY, Kind.CALL)  # their last instruction may write to a variable itself


def number(c: Emitter, k: int) -> None:
    c.slot[k] = c.unit.constant(c.syntax.parts[k][0])


def name(c: Emitter, k: int) -> None:
    c.name(k)


def binary(c: Emitter, k: int) -> None:
    operation, left, right = c.syntax.parts[k]
    if k in c.scope.begun:
        return
    if left in c.scope.begun:
        _finish_sums(c, left)
    a, b = c.slot[left], c.slot[right]
    if operation in ARITHMETIC:  # what most nodes are, without a call
        unit, operations = c.unit, c.operations
        result = a if a in unit.temporary else b
        if result not in unit.temporary:
            result = unit.register()
            unit.temporary.add(result)
        c.slot[k] = result
        slot = operations.setdefault((operation, 2), len(operations))
        unit.code.instructions.append((Op.BINARY, result, slot, a, b, k))
    elif operation == "matmul":
        c.emit(Op.BUILTIN, c.result(k, a, b), "matmul", (a, b), (), k)
    elif operation == "pow" and c.is_euler(left):
        c.emit(Op.UNARY, c.result(k, b), c.operation(TABLE["exp"], 1), b, k)
    else:
        c.emit(Op.BINARY, c.result(k, a, b), c.operation(TABLE[operation], 2), a, b, k)


def _finish_sums(c: Emitter, k: int) -> None:
    """Adds up, from the left: all terms of a + b - c are computed first, as in the textbooks' tables."""
    sums = []
    while k in c.scope.begun:
        sums.append(k)
        k = c.syntax.parts[k][1]
    for node in reversed(sums):
        operation, left, right = c.syntax.parts[node]
        slot = c.operation(TABLE[operation], 2)
        a, b = c.slot[left], c.slot[right]
        c.emit(Op.BINARY, c.result(node, a, b), slot, a, b, node)


def unary(c: Emitter, k: int) -> None:
    operation, operand = c.syntax.parts[k]
    if operation == "pos":
        c.slot[k] = c.slot[operand]
    else:
        a = c.slot[operand]
        c.emit(Op.UNARY, c.result(k, a), c.operation(TABLE["neg"], 1), a, k)


def negation(c: Emitter, k: int) -> None:
    c.emit(Op.NOT, c.result(k), c.slot[c.syntax.parts[k][0]], k)


def index(c: Emitter, k: int) -> None:
    if k not in c.scope.targets:
        _read(c, k)


def _read(c: Emitter, k: int) -> None:
    base, subscripts = c.syntax.parts[k]
    c.emit(Op.INDEX, c.result(k), c.slot[base], tuple(c.slot[s] for s in subscripts), k)


def slice_(c: Emitter, k: int) -> None:
    ends = (None if part == ABSENT else c.slot[part] for part in c.syntax.parts[k])
    c.emit(Op.SLICE, c.result(k), *ends, k)


def transpose(c: Emitter, k: int) -> None:
    c.emit(Op.TRANSPOSE, c.result(k), c.slot[c.syntax.parts[k][0]], k)


def list_(c: Emitter, k: int) -> None:
    if k not in c.scope.targets:
        c.emit(Op.LIST, c.result(k), tuple(c.slot[item] for item in c.syntax.parts[k][0]), k)


def tuple_(c: Emitter, k: int) -> None:
    if k not in c.scope.targets:
        c.emit(Op.TUPLE, c.result(k), tuple(c.slot[item] for item in c.syntax.parts[k][0]))


def file(c: Emitter, k: int) -> None:
    c.emit(Op.FILE, c.result(k), c.syntax.parts[k][0], k)


def assign(c: Emitter, k: int) -> None:
    targets, value = c.syntax.parts[k]
    first = targets[0]
    if c.syntax.kinds[first] == Kind.NAME and c.syntax.kinds[value] in DIRECT and _retarget(c, first, value):
        value, targets = first, targets[1:]
    for target in targets:
        store(c, target, c.slot[value], k)
    c.last_value(k)


def _retarget(c: Emitter, target: int, value: int) -> bool:
    """Lets the last instruction write its result to the variable, instead of moving it there."""
    code, register = c.unit.code, c.slot[target]
    last = code.instructions[-1] if code.instructions else ()
    if len(last) < 2 or last[0] not in (Op.BINARY, Op.UNARY, Op.NARY) or last[1] != c.slot[value]:
        return False
    if last[1] in code.variables:
        return False
    code.instructions[-1] = (last[0], register, *last[2:])
    return True


def store(c: Emitter, target: int, register: int, k: int) -> None:
    """Assigns a register to a NAME, an INDEX, or a TUPLE of those."""
    pairs = [(target, register)]
    while pairs:
        node, value = pairs.pop()
        kind, parts = c.syntax.kinds[node], c.syntax.parts[node]
        if kind == Kind.NAME:
            c.emit(Op.MOVE, c.slot[node], value, k)
        elif kind == Kind.INDEX:
            _store_item(c, node, value)
        else:
            registers = tuple(c.unit.register() for _ in parts[0])
            c.emit(Op.UNPACK, registers, value, node)
            pairs += reversed(list(zip(parts[0], registers, strict=True)))


def _store_item(c: Emitter, target: int, value: int) -> None:
    """A[i][j] = v is r = A[i]; r[j] = v; A[i] = r: arrays are values, and A[i] is one of its own."""
    chain, parts = [target], c.syntax.parts
    while c.syntax.kinds[base := parts[chain[-1]][0]] == Kind.INDEX:
        chain.append(base)
    for k in reversed(chain[1:]):
        _read(c, k)
    for k in chain:
        base, subscripts = parts[k]
        c.emit(Op.STORE, c.slot[base], tuple(c.slot[s] for s in subscripts), value, k)
        value = c.slot[base]


def augment(c: Emitter, k: int) -> None:
    operation, target, value = c.syntax.parts[k]
    a, b = c.slot[target], c.slot[value]
    result = c.result(k)
    if operation == "matmul":
        c.emit(Op.BUILTIN, result, "matmul", (a, b), (), k)
    else:
        c.emit(Op.BINARY, result, c.operation(TABLE[operation], 2), a, b, k)
    if c.syntax.kinds[target] == Kind.NAME:
        slot = c.target(target)
        if not _retarget(c, target, k):
            c.emit(Op.MOVE, slot, result, k)
    else:
        store(c, target, result, k)
    c.last_value(k)


def output(c: Emitter, k: int) -> None:
    labels, registers = [], []
    for item in c.syntax.parts[k][0]:
        if c.syntax.kinds[item] == Kind.ASSIGN:
            for target in c.syntax.parts[item][0]:
                labels.append(c.syntax.text(target))
                registers.append(c.slot[target])
        else:
            labels.append(c.syntax.text(item))
            registers.append(c.slot[item])
    c.emit(Op.OUTPUT, tuple(labels), tuple(registers), k)


def expression(c: Emitter, k: int) -> None:
    c.last_value(k)


def return_(c: Emitter, k: int) -> None:
    value = c.syntax.parts[k][0]
    c.emit(Op.RETURN, 0 if value == ABSENT else c.slot[value])


def assert_(c: Emitter, k: int) -> None:
    c.emit(Op.ASSERT, c.slot[c.syntax.parts[k][0]], k)


def break_(c: Emitter, k: int) -> None:
    c.jump(Op.JUMP, c.unit.loops[-1][1])


def continue_(c: Emitter, k: int) -> None:
    c.jump(Op.JUMP, c.unit.loops[-1][0])


def nothing(c: Emitter, k: int) -> None:
    """A node that only groups its children."""


PLAIN: dict[int, Callable[[Any, int], None]] = {
    Kind.NUMBER: number, Kind.NAME: name, Kind.BINARY: binary, Kind.UNARY: unary, Kind.NOT: negation,
    Kind.CALL: emit_call, Kind.INDEX: index, Kind.SLICE: slice_, Kind.TRANSPOSE: transpose, Kind.LIST: list_,
    Kind.TUPLE: tuple_, Kind.FILE: file, Kind.ASSIGN: assign, Kind.AUGMENT: augment, Kind.OUTPUT: output,
    Kind.EXPRESSION: expression, Kind.RETURN: return_, Kind.ASSERT: assert_, Kind.BREAK: break_,
    Kind.CONTINUE: continue_, Kind.PASS: nothing, Kind.BLOCK: nothing, Kind.PROGRAM: nothing,
    Kind.BINDINGS: nothing, Kind.POINT: nothing, Kind.PARAMETER: nothing, Kind.SELECTION: nothing,
}  # fmt: skip
