"""What each of the rarer instructions does.

A handler gets the tracer, the frame and the instruction. It returns None to go on, a place to
jump to, or CALLED or STOPPED when another frame is next.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from adcli.errors import AdError
from adcli.language import functions, structures
from adcli.language.code import Op
from adcli.language.frames import CALLED, STOPPED, Builtin, Closure, Frame
from adcli.language.keys import element_key, key_of, subscript
from adcli.operations import TABLE, find
from adcli.operations.lazy import Lazy

if TYPE_CHECKING:
    from adcli.language import indexing
    from adcli.language.tracer import Tracer
else:
    indexing = Lazy("adcli.language.indexing")

Answer = int | None
Handler = Callable[["Tracer", Frame, tuple[Any, ...]], Answer]


def nary(t: Tracer, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, result, slot, arguments, place = i
    f.registers[result] = structures.nary(t, slot, tuple(f.registers[a] for a in arguments), place)
    return None


def input_(t: Tracer, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, result, name, default, shape, place = i
    if name in t.point:
        value = t.point[name]
    elif default is not None:
        value = structures.result(t, f.registers[default], place)
        if not t.exact and (type(value) is int or getattr(value, "node", None) is not None):
            message = f"the default of `{name}` depends on an input, and a default is a constant expression"
            hint = f"give a number, or write {name} = … on a line without input"
            raise AdError("name", message, t.syntax.span(place), hint=hint)
    else:
        raise AdError("missing", f"no value for `{name}`", t.syntax.span(place))
    sizes = tuple(structures.whole(t, f.registers[s], place) for s in shape)
    f.registers[result] = t.inputs[name] = t.new_input(name, value, sizes, place)
    return None


def given(t: Tracer, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, target, name = i
    return target if name in t.point else None


def outer(t: Tracer, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, result, levels, register, name, place = i
    registers = f.registers
    for _ in range(levels):
        registers = registers[0]
    if registers[register] is None:
        raise AdError("name", f"`{name}` has no value here yet", t.syntax.span(place))
    f.registers[result] = registers[register]
    return None


def closure(t: Tracer, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, result, code = i
    defaults = tuple(None if d is None else f.registers[d] for d in code.defaults)
    f.registers[result] = Closure(code, f.registers, defaults)
    return None


def call(t: Tracer, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, result, function, arguments, named, place = i
    callee = f.registers[function]
    values = [f.registers[a] for a in arguments]
    if isinstance(callee, Builtin):
        f.registers[result] = _call_builtin(t, callee.name, values, place)
        return None
    if not isinstance(callee, Closure):
        raise _not_a_function(t, callee, place)
    if len(t.frames) >= t.limits.depth:
        raise AdError(
            "budget",
            f"calls nested more than {t.limits.depth:,} deep: does `{callee.code.name}` call itself forever?",
            t.syntax.span(place),
            hint="--max-depth N allows more",
        )
    registers = list(callee.code.registers)
    registers[0] = callee.outside
    _bind_arguments(t, callee, registers, values, {n: f.registers[r] for n, r in named}, place)
    t.frames.append(Frame(callee.code, 0, registers, result))
    return CALLED


def _bind_arguments(
    t: Tracer, callee: Closure, registers: list[Any], values: list[Any], named: dict[str, Any], place: int
) -> None:
    code = callee.code
    if len(values) > len(code.names):
        raise _wrong_count(t, code.name, len(code.names), len(values), place)
    given = dict(zip(code.names, values, strict=False))
    for name, value in named.items():
        if name not in code.names:
            raise AdError("name", f"{code.name} has no argument `{name}`", t.syntax.span(place))
        if name in given:
            raise AdError("syntax", f"{code.name} got `{name}` twice", t.syntax.span(place))
        given[name] = value
    for name, register, default in zip(code.names, code.parameters, callee.defaults, strict=True):
        value = given.get(name, default)
        if value is None:
            raise _wrong_count(t, code.name, len(code.names), len(values), place)
        registers[register] = value


def _wrong_count(t: Tracer, name: str, wanted: int, got: int, place: int) -> AdError:
    plural = "" if wanted == 1 else "s"
    return AdError("syntax", f"{name} takes {wanted} argument{plural}, got {got}", t.syntax.span(place))


def _not_a_function(t: Tracer, callee: Any, place: int) -> AdError:
    function, arguments, _ = t.syntax.parts[place]
    name, inside = t.syntax.text(function), ", ".join(map(t.syntax.text, arguments))
    what = structures.kind_of(callee) if not structures.is_scalar(callee) else "a number"
    return AdError(
        "name",
        f"`{name}` is {what}, not a function",
        t.syntax.span(place),
        hint=f"for a product write {name}*({inside})",
    )


def _call_builtin(t: Tracer, name: str, values: list[Any], place: int) -> Any:
    operation = find(name, len(values))
    if operation is None:
        return functions.call(t, name, values, {}, place)
    return structures.nary(t, t.slot(operation, len(values)), tuple(values), place)


def builtin(t: Tracer, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, result, name, arguments, named, place = i
    values = [f.registers[a] for a in arguments]
    f.registers[result] = functions.call(t, name, values, {n: f.registers[r] for n, r in named}, place)
    return None


def return_(t: Tracer, f: Frame, i: tuple[Any, ...]) -> Answer:
    value = f.registers[i[1]] if i[1] else None
    t.frames.pop()
    t.frames[-1].registers[f.result] = value
    return CALLED


def iterate(t: Tracer, f: Frame, i: tuple[Any, ...]) -> Answer:
    f.registers[i[1]] = structures.iterate(t, f.registers[i[2]], i[3])
    return None


def tuple_(t: Tracer, f: Frame, i: tuple[Any, ...]) -> Answer:
    f.registers[i[1]] = tuple(f.registers[k] for k in i[2])
    return None


def unpack(t: Tracer, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, results, value, place = i
    items = structures.items(t, f.registers[value], place)
    if len(items) != len(results):
        message = f"{len(results)} names for {len(items)} values"
        raise AdError("shape", message, t.syntax.span(place))
    for register, item in zip(results, items, strict=True):
        f.registers[register] = item
    return None


def not_(t: Tracer, f: Frame, i: tuple[Any, ...]) -> Answer:
    f.registers[i[1]] = structures.negated(t, f.registers[i[2]], i[3])
    return None


def truth(t: Tracer, f: Frame, i: tuple[Any, ...]) -> Answer:
    f.registers[i[1]] = structures.condition(t, f.registers[i[2]], i[3])
    return None


def output(t: Tracer, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, labels, registers, place = i
    t.outputs.update(_labelled(t, f, labels, registers, place))
    return None


def result(t: Tracer, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, labels, registers, place = i
    t.result = _labelled(t, f, labels, registers, place)
    return None


def _labelled(
    t: Tracer, f: Frame, labels: tuple[str, ...], registers: tuple[int, ...], place: int
) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for label, register in zip(labels, registers, strict=True):
        value = f.registers[register]
        if isinstance(value, tuple):
            found |= {f"{label}[{n}]": structures.result(t, item, place) for n, item in enumerate(value)}
        else:
            found[label] = structures.result(t, value, place)
    return found


def assert_(t: Tracer, f: Frame, i: tuple[Any, ...]) -> Answer:
    if not structures.truth(t, f.registers[i[1]], i[2]):
        condition = t.syntax.parts[i[2]][0]
        raise AdError("domain", "the assertion does not hold", t.syntax.span(condition))
    return None


def select(t: Tracer, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, no, condition, place = i
    chosen = f.registers[condition]
    if structures.is_array(chosen):
        mask = chosen.value != 0
        t.enter(f, place, mask)
        if mask.any() and not mask.all():
            return None
        chosen = bool(mask.all())
        if not chosen:
            t.turn()
    chosen = structures.truth(t, chosen, place)
    t.selected(place, chosen)
    return None if chosen else int(no)


def chosen(t: Tracer, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, end, result, value, place = i
    if not t.selects_at(f, place):
        f.registers[result] = f.registers[value]
        return int(end)
    if not t.chooses_all():
        t.turn()
        return None
    f.registers[result] = _beside(t, f.registers[value], place)
    return int(end)


def _beside(t: Tracer, x: Any, place: int) -> Any:
    """The value of a `where` on arrays that chose one side in all elements."""
    from adcli.language import arrays

    return arrays.spread(t, t.leave(), structures.number(t, x, place, arrays_too=True), place)


def join(t: Tracer, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, result, then, otherwise, place = i
    if not t.selects_at(f, place):
        f.registers[result] = f.registers[otherwise]
        return None
    if t.chooses_none():
        f.registers[result] = _beside(t, f.registers[otherwise], place)
        return None
    from adcli.language import arrays

    sides = [structures.number(t, f.registers[r], place, arrays_too=True) for r in (then, otherwise)]
    condition = arrays.Array(t.leave().astype(float))
    f.registers[result] = arrays.elementwise(t, TABLE["where"], [condition, *sides], place)
    return None


def short(t: Tracer, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, end, a, when, _ = i
    return end if f.registers[a] is when else None


def combine(t: Tracer, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, result, a, b, either, place = i
    x, y = f.registers[a], structures.condition(t, f.registers[b], place)
    both = isinstance(x, bool) and isinstance(y, bool)
    f.registers[result] = y if both else structures.combined(t, x, y, either, place)
    return None


def list_(t: Tracer, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, result, items, place = i
    if items is None:
        f.registers[result] = []
        return None
    found = f.registers[items] if isinstance(items, int) else [f.registers[k] for k in items]
    f.registers[result] = structures.array(t, found, place)
    return None


def append(t: Tracer, f: Frame, i: tuple[Any, ...]) -> Answer:
    t.count_item()
    f.registers[i[1]].append(f.registers[i[2]])
    return None


def slice_(t: Tracer, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, result, *ends, _ = i
    f.registers[result] = slice(*(None if e is None else f.registers[e] for e in ends))
    return None


def index(t: Tracer, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, result, base, subscripts, place = i
    registers = f.registers
    x = registers[base]
    key = element_key(x, registers, subscripts) if structures.is_array(x) else None
    if key is None:
        registers[result] = subscript(t, x, [registers[s] for s in subscripts], place)
        return None
    registers[result] = indexing.read_element(t, x, key, place)
    return None


def store(t: Tracer, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, base, subscripts, value, place = i
    registers = f.registers
    if not structures.is_array(registers[base]):
        registers[base] = structures.array(t, registers[base], place)
    item = structures.number(t, registers[value], place, arrays_too=True)
    key = element_key(registers[base], registers, subscripts) if structures.is_scalar(item) else None
    if key is None:
        whole_key = key_of(t, [registers[s] for s in subscripts], place, registers[base].shape)
        indexing.write(t, registers, base, whole_key, item, place)
    else:
        indexing.write_element(t, registers, base, key, item, place)
    return None


def transpose(t: Tracer, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, result, a, place = i
    f.registers[result] = functions.call(t, "transpose", [f.registers[a]], {}, place)
    return None


def file(t: Tracer, f: Frame, i: tuple[Any, ...]) -> Answer:
    from adcli.language.files import read_array
    from adcli.language.literals import Reader

    _, result, path, place = i
    numbers, span = Reader(), t.syntax.span(place)
    f.registers[result] = structures.constant(read_array(t.folder / path, span, numbers))
    t.lost += numbers.notices(span, f" in {path}")
    return None


def stop(t: Tracer, f: Frame, i: tuple[Any, ...]) -> Answer:
    return STOPPED


HANDLERS: dict[int, Handler] = {
    Op.NARY: nary, Op.INPUT: input_, Op.GIVEN: given, Op.OUTER: outer, Op.CALL: call, Op.RETURN: return_,
    Op.CLOSURE: closure, Op.ITERATE: iterate, Op.TUPLE: tuple_, Op.UNPACK: unpack, Op.NOT: not_,
    Op.TRUTH: truth, Op.OUTPUT: output, Op.RESULT: result, Op.ASSERT: assert_, Op.BUILTIN: builtin,
    Op.SELECT: select, Op.STOP: stop, Op.CHOSEN: chosen, Op.JOIN: join, Op.SHORT: short, Op.COMBINE: combine,
    Op.LIST: list_, Op.APPEND: append, Op.SLICE: slice_, Op.INDEX: index, Op.STORE: store,
    Op.TRANSPOSE: transpose, Op.FILE: file,
}  # fmt: skip
