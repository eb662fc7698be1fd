"""What each of the rarer instructions does.

A handler gets the tracer, the frame and the instruction. It returns None to go on, a place to
jump to, or CALLED or STOPPED when another frame is next.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adcli.language.compiling.instructions import Op
from adcli.language.functions import table
from adcli.language.state.registers import Frame, Zipped, constant, is_array, is_scalar
from adcli.language.state.run import STOPPED, Answer, Run
from adcli.language.tracing.calling import builtin, call, closure, return_
from adcli.language.tracing.choosing import chosen, join, select
from adcli.language.values import comparisons, elements, general, updates
from adcli.language.values.keys import element_key, key_of, subscript
from adcli.text.errors import AdError

Handler = Callable[[Run, Frame, tuple[Any, ...]], Answer]


def nary(t: Run, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, result, slot, arguments, place = i
    f.registers[result] = general.nary(t, slot, tuple(f.registers[a] for a in arguments), place)
    return None


def input_(t: Run, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, result, name, default, shape, place = i
    if name in t.point:
        value = t.point[name]
    elif default is not None:
        value = general.result(t, f.registers[default], place)
        if not t.exact and (type(value) is int or getattr(value, "node", None) is not None):
            message = f"the default of `{name}` depends on an input, and a default is a constant expression"
            hint = f"give a number, or write {name} = … on a line without input"
            raise AdError("name", message, t.syntax.span(place), hint=hint)
    else:
        raise AdError("missing", f"no value for `{name}`", t.syntax.span(place))
    sizes = tuple(general.whole(t, f.registers[s], place) for s in shape)
    f.registers[result] = t.inputs[name] = t.new_input(name, value, sizes, place)
    return None


def given(t: Run, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, target, name = i
    return target if name in t.point else None


def outer(t: Run, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, result, levels, register, name, place = i
    registers = f.registers
    for _ in range(levels):
        registers = registers[0]
    if registers[register] is None:
        raise AdError("name", f"`{name}` has no value here yet", t.syntax.span(place))
    f.registers[result] = registers[register]
    return None


def iterate(t: Run, f: Frame, i: tuple[Any, ...]) -> Answer:
    f.registers[i[1]] = elements.iterate(t, f.registers[i[2]], i[3])
    return None


def tuple_(t: Run, f: Frame, i: tuple[Any, ...]) -> Answer:
    f.registers[i[1]] = tuple(f.registers[k] for k in i[2])
    return None


def unpack(t: Run, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, results, value, place = i
    items = elements.items(t, f.registers[value], place)
    if len(items) != len(results):
        message = f"{len(results)} names for {len(items)} values"
        raise AdError("shape", message, t.syntax.span(place))
    for register, item in zip(results, items, strict=True):
        f.registers[register] = item
    return None


def not_(t: Run, f: Frame, i: tuple[Any, ...]) -> Answer:
    f.registers[i[1]] = comparisons.negated(t, f.registers[i[2]], i[3])
    return None


def truth(t: Run, f: Frame, i: tuple[Any, ...]) -> Answer:
    f.registers[i[1]] = comparisons.condition(t, f.registers[i[2]], i[3])
    return None


def output(t: Run, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, labels, registers, place = i
    t.outputs.update(_labelled(t, f, labels, registers, place))
    return None


def result(t: Run, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, labels, registers, place = i
    t.result = _labelled(t, f, labels, registers, place)
    return None


def _labelled(
    t: Run, f: Frame, labels: tuple[str, ...], registers: tuple[int, ...], place: int
) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for label, register in zip(labels, registers, strict=True):
        value = f.registers[register]
        if isinstance(value, (tuple, Zipped)):
            found |= {f"{label}[{n}]": general.result(t, item, place) for n, item in enumerate(value)}
        else:
            found[label] = general.result(t, value, place)
    return found


def assert_(t: Run, f: Frame, i: tuple[Any, ...]) -> Answer:
    if not comparisons.truth(t, f.registers[i[1]], i[2]):
        condition = t.syntax.parts[i[2]][0]
        raise AdError("domain", "the assertion does not hold", t.syntax.span(condition))
    return None


def short(t: Run, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, end, a, when, _ = i
    return end if f.registers[a] is when else None


def combine(t: Run, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, result, a, b, either, place = i
    x, y = f.registers[a], comparisons.condition(t, f.registers[b], place)
    both = isinstance(x, bool) and isinstance(y, bool)
    f.registers[result] = y if both else comparisons.combined(t, x, y, either, place)
    return None


def list_(t: Run, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, result, items, place = i
    if items is None:
        f.registers[result] = []
        return None
    found = f.registers[items] if isinstance(items, int) else [f.registers[k] for k in items]
    f.registers[result] = general.array(t, found, place)
    return None


def append(t: Run, f: Frame, i: tuple[Any, ...]) -> Answer:
    t.spend(1)
    f.registers[i[1]].append(f.registers[i[2]])
    return None


def slice_(t: Run, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, result, *ends, _ = i
    f.registers[result] = slice(*(None if e is None else f.registers[e] for e in ends))
    return None


def index(t: Run, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, result, base, subscripts, place = i
    registers = f.registers
    x = registers[base]
    key = element_key(x, registers, subscripts) if is_array(x) else None
    if key is None:
        registers[result] = subscript(t, x, [registers[s] for s in subscripts], place)
        return None
    registers[result] = elements.read_element(t, x, key, place)
    return None


def store(t: Run, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, base, subscripts, value, place = i
    registers = f.registers
    if not is_array(registers[base]):
        registers[base] = general.array(t, registers[base], place)
    item = general.number(t, registers[value], place, arrays_too=True)
    key = element_key(registers[base], registers, subscripts) if is_scalar(item) else None
    if key is None:
        whole_key = key_of(t, [registers[s] for s in subscripts], place, registers[base].shape)
        updates.write(t, registers, base, whole_key, item, place)
    else:
        updates.write_element(t, registers, base, key, item, place)
    return None


def transpose(t: Run, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, result, a, place = i
    f.registers[result] = table.call(t, "transpose", [f.registers[a]], {}, place)
    return None


def file(t: Run, f: Frame, i: tuple[Any, ...]) -> Answer:
    from adcli.language.files.arrays import read_array
    from adcli.language.grammar.decimals import Reader

    _, result, path, place = i
    numbers, span = Reader(), t.syntax.span(place)
    f.registers[result] = constant(read_array(t.folder / path, span, numbers, t.dialect))
    t.lost += numbers.notices(span, f" in {path}")
    return None


def stop(t: Run, f: Frame, i: tuple[Any, ...]) -> Answer:
    return STOPPED


HANDLERS: dict[int, Handler] = {
    Op.NARY: nary, Op.INPUT: input_, Op.GIVEN: given, Op.OUTER: outer, Op.CALL: call, Op.RETURN: return_,
    Op.CLOSURE: closure, Op.ITERATE: iterate, Op.TUPLE: tuple_, Op.UNPACK: unpack, Op.NOT: not_,
    Op.TRUTH: truth, Op.OUTPUT: output, Op.RESULT: result, Op.ASSERT: assert_, Op.BUILTIN: builtin,
    Op.SELECT: select, Op.STOP: stop, Op.CHOSEN: chosen, Op.JOIN: join, Op.SHORT: short, Op.COMBINE: combine,
    Op.LIST: list_, Op.APPEND: append, Op.SLICE: slice_, Op.INDEX: index, Op.STORE: store,
    Op.TRANSPOSE: transpose, Op.FILE: file,
}  # fmt: skip
