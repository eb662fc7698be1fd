"""The nodes whose children do not simply run one after the other, as lists of tasks."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from adcli.language.compiling.calls import check_where
from adcli.language.compiling.instructions import Code, Op
from adcli.language.compiling.plain import store
from adcli.language.compiling.units import Label, Task, Unit
from adcli.language.grammar.tree import ABSENT, Kind

if TYPE_CHECKING:
    from adcli.language.compiling.emitter import Emitter


def conditional(c: Emitter, k: int) -> list[Task]:
    """One of two values; the other is not computed."""
    then, condition, otherwise = c.syntax.parts[k]
    result, no, end = c.unit.register(), Label(), Label()

    def first_is_done() -> None:
        c.emit(Op.MOVE, result, c.slot[then], then)
        c.jump(Op.JUMP, end)
        c.bind(no)

    def second_is_done() -> None:
        c.emit(Op.MOVE, result, c.slot[otherwise], otherwise)
        c.bind(end)
        c.slot[k] = result

    return [
        c.whole(condition),
        _jump_unless(c, no, condition),
        *(c.whole(then), first_is_done),
        *(c.whole(otherwise), second_is_done),
    ]


def where(c: Emitter, k: int) -> list[Task]:
    """The same; for a condition on arrays both sides, each in its elements."""
    condition, then, otherwise = check_where(c, k)
    result, no, end = c.unit.register(), Label(), Label()

    def select() -> None:
        c.jump(Op.SELECT, no, c.slot[condition], k)

    def first_is_done() -> None:
        c.jump(Op.CHOSEN, end, result, c.slot[then], k)
        c.bind(no)

    def second_is_done() -> None:
        c.emit(Op.JOIN, result, c.slot[then], c.slot[otherwise], k)
        c.bind(end)
        c.slot[k] = result

    return [
        *(c.whole(condition), select),
        *(c.whole(then), first_is_done),
        *(c.whole(otherwise), second_is_done),
    ]


def and_(c: Emitter, k: int) -> list[Task]:
    return _short_circuit(c, k, either=False)


def or_(c: Emitter, k: int) -> list[Task]:
    return _short_circuit(c, k, either=True)


def _short_circuit(c: Emitter, k: int, either: bool) -> list[Task]:
    left, right = c.syntax.parts[k]
    result, end = c.unit.register(), Label()

    def after_left() -> None:
        c.emit(Op.TRUTH, result, c.slot[left], left)
        c.jump(Op.SHORT, end, result, either, left)

    def after_right() -> None:
        c.emit(Op.COMBINE, result, result, c.slot[right], either, right)
        c.bind(end)
        c.slot[k] = result

    return [c.whole(left), after_left, c.whole(right), after_right]


def compare(c: Emitter, k: int) -> list[Task]:
    """a < b < c: each operand once, and the later ones only where the earlier hold."""
    operations, operands = c.syntax.parts[k]
    result, chain, end = c.unit.register(), c.unit.register(), Label()
    tasks: list[Task] = [c.whole(operands[0])]

    def step(position: int) -> Callable[[], None]:
        def emit() -> None:
            a, b = c.slot[operands[position]], c.slot[operands[position + 1]]
            c.emit(Op.COMPARE, result, operations[position], a, b, k)
            if position:
                c.emit(Op.COMBINE, chain, chain, result, False, k)
            elif len(operations) > 1:
                c.emit(Op.MOVE, chain, result, k)
            if position + 1 < len(operations):
                c.jump(Op.SHORT, end, chain, False, k)
            else:
                c.bind(end)
                c.slot[k] = chain if len(operations) > 1 else result

        return emit

    for position in range(len(operations)):
        tasks += [c.whole(operands[position + 1]), step(position)]
    return tasks


def if_(c: Emitter, k: int) -> list[Task]:
    condition, block, otherwise = c.syntax.parts[k]
    no, end = Label(), Label()
    c.pass_tail(k, (block, otherwise))

    def after_block() -> None:
        if otherwise != ABSENT:
            c.jump(Op.JUMP, end)
        c.bind(no)

    tasks: list[Task] = [
        c.whole(condition),
        lambda: c.jump(Op.UNLESS, no, c.slot[condition], condition),
        c.whole(block),
        after_block,
    ]
    if otherwise != ABSENT:
        tasks += [c.whole(otherwise), lambda: c.bind(end)]
    return tasks


def while_(c: Emitter, k: int) -> list[Task]:
    condition, block = c.syntax.parts[k]
    again, end = Label(), Label()
    c.pass_tail(k, (block,))

    def after_block() -> None:
        c.jump(Op.JUMP, again)
        c.unit.loops.pop()
        c.bind(end)

    return [
        lambda: _open_loop(c, again, end),
        c.whole(condition),
        lambda: c.jump(Op.UNLESS, end, c.slot[condition], condition),
        c.whole(block),
        after_block,
    ]


def _open_loop(c: Emitter, again: Label, end: Label) -> None:
    c.unit.loops.append((again, end))
    c.bind(again)


def for_(c: Emitter, k: int) -> list[Task]:
    target, iterable, block = c.syntax.parts[k]
    c.pass_tail(k, (block,))
    head, close = _loop(c, target, iterable, in_loops=True)
    return [*head, c.whole(block), close]


def _loop(c: Emitter, target: int, iterable: int, in_loops: bool) -> tuple[list[Task], Callable[[], None]]:
    """The tasks that start a loop over an iterable, and the one that closes it."""
    again, end = Label(), Label()

    def begin() -> None:
        iterator, item = c.unit.register(), c.unit.register()
        c.emit(Op.ITERATE, iterator, c.slot[iterable], iterable)
        if in_loops:
            c.unit.loops.append((again, end))
        c.bind(again)
        if c.syntax.kinds[target] == Kind.NAME:
            c.jump(Op.NEXT, end, iterator, c.target(target), target)
        else:
            c.jump(Op.NEXT, end, iterator, item, target)
            store(c, target, item, target)

    def close() -> None:
        c.jump(Op.JUMP, again)
        if in_loops:
            c.unit.loops.pop()
        c.bind(end)

    return [c.whole(iterable), c.whole(target), begin], close


def comprehension(c: Emitter, k: int) -> list[Task]:
    element, clauses = c.syntax.parts[k]
    items = c.unit.register()
    tasks: list[Task] = [lambda: c.emit(Op.LIST, items, None, k)]
    closers: list[Task] = []
    for clause in clauses:
        if c.syntax.kinds[clause] == Kind.FOR_CLAUSE:
            target, iterable = c.syntax.parts[clause]
            head, close = _loop(c, target, iterable, in_loops=False)
            tasks += head
            closers.append(close)
        else:
            condition, skip = c.syntax.parts[clause][0], Label()
            tasks += [c.whole(condition), _jump_unless(c, skip, condition)]
            closers.append(_binder(c, skip))

    def append() -> None:
        c.emit(Op.APPEND, items, c.slot[element])

    def finish() -> None:
        if c.syntax.kinds[k] == Kind.GENERATOR:
            c.slot[k] = items
        else:
            c.emit(Op.LIST, c.result(k), items, k)

    return [*tasks, c.whole(element), append, *reversed(closers), finish]


def _jump_unless(c: Emitter, label: Label, condition: int) -> Callable[[], None]:
    return lambda: c.jump(Op.UNLESS, label, c.slot[condition], condition)


def _binder(c: Emitter, label: Label) -> Callable[[], None]:
    return lambda: c.bind(label)


def def_(c: Emitter, k: int) -> list[Task]:
    """A function: its defaults outside, its body in a unit of its own."""
    name, parameters, block = c.syntax.parts[k]
    region = next(c.scope.around(k - 1))
    defaults = [c.syntax.parts[p][1] for p in parameters]
    outside = c.unit

    def open_unit() -> None:
        slots = tuple(None if d == ABSENT else c.slot[d] for d in defaults)
        names = tuple(c.syntax.parts[p][0] for p in parameters)
        unit = Unit(Code(name, names=names, defaults=slots), c.unit)
        c.homes[id(region)] = unit
        unit.code.parameters = tuple(unit.variable(id(region), n) for n in names)
        c.unit = unit

    def close_unit() -> None:
        c.emit(Op.RETURN, 0)
        code, c.unit = c.unit.code, outside
        unit, key = c.home(k, name) if c.scope.regions else (c.main, 0)
        c.emit(Op.CLOSURE, unit.variable(key, name), code)

    return [*(c.whole(d) for d in defaults if d != ABSENT), open_unit, c.whole(block), close_unit]


def input_(c: Emitter, k: int) -> list[Task]:
    tasks: list[Task] = []
    for declaration in c.syntax.parts[k][0]:
        tasks += _declare(c, declaration)
    return tasks


def _declare(c: Emitter, k: int) -> list[Task]:
    """An input with a default: the default is computed only where the point gives no value."""
    name, shape, default = c.syntax.parts[k]
    given = Label()
    register = c.main.variable(0, name)
    default_register = c.unit.register()

    def finish() -> None:
        if default != ABSENT:
            c.emit(Op.MOVE, default_register, c.slot[default], default)
            c.bind(given)
        own_default = None if default == ABSENT else default_register
        c.emit(Op.INPUT, register, name, own_default, tuple(c.slot[s] for s in shape), k)

    tasks: list[Task] = [c.whole(s) for s in shape]
    if default != ABSENT:
        tasks += [lambda: c.jump(Op.GIVEN, given, name), c.whole(default)]
    return [*tasks, finish]


UNFOLD: dict[int, Callable[[Any, int], list[Task]]] = {
    Kind.CONDITIONAL: conditional, Kind.AND: and_, Kind.OR: or_, Kind.COMPARE: compare, Kind.IF: if_,
    Kind.WHILE: while_, Kind.FOR: for_, Kind.COMPREHENSION: comprehension, Kind.GENERATOR: comprehension,
    Kind.DEF: def_, Kind.INPUT: input_, Kind.CALL: where,
}  # fmt: skip
