"""What each of the rarer instructions does.

A handler gets the tracer, the frame and the instruction. It returns None to go on, a place to
jump to, or CALLED or STOPPED when another frame is next.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from adcli.errors import AdError
from adcli.language import structures
from adcli.language.calls import Builtin
from adcli.language.code import Op
from adcli.language.frames import CALLED, STOPPED, Closure, Frame
from adcli.operations import find

if TYPE_CHECKING:
    from adcli.language.tracer import Tracer

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
        value = f.registers[default]
    else:
        raise AdError("missing", f"no value for `{name}`", t.syntax.span(place))
    f.registers[result] = t.inputs[name] = t.new_input(name, value, place)
    return None


def given(t: Tracer, f: Frame, i: tuple[Any, ...]) -> Answer:
    return i[1] if i[2] in t.point else None  # type: ignore[no-any-return]


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
            f"calls nested more than {t.limits.depth:,} deep: does `{callee.code.name}` ever stop calling itself?",
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
        "name", f"`{name}` is {what}, not a function", t.syntax.span(place), hint=f"for a product write {name}*({inside})"
    )


def _call_builtin(t: Tracer, name: str, values: list[Any], place: int) -> Any:
    operation = find(name, len(values))
    if operation is None:
        return structures.builtin(t, name, values, {}, place)
    return structures.nary(t, t.slot(operation, len(values)), tuple(values), place)


def builtin(t: Tracer, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, result, name, arguments, named, place = i
    values = [f.registers[a] for a in arguments]
    f.registers[result] = structures.builtin(t, name, values, {n: f.registers[r] for n, r in named}, place)
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
    f.registers[i[1]] = not structures.truth(t, f.registers[i[2]], i[3])
    return None


def truth(t: Tracer, f: Frame, i: tuple[Any, ...]) -> Answer:
    f.registers[i[1]] = structures.truth(t, f.registers[i[2]], i[3])
    return None


def output(t: Tracer, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, labels, registers, place = i
    t.outputs.update(_labelled(t, f, labels, registers, place))
    return None


def result(t: Tracer, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, labels, registers, place = i
    t.result = _labelled(t, f, labels, registers, place)
    return None


def _labelled(t: Tracer, f: Frame, labels: tuple[str, ...], registers: tuple[int, ...], place: int) -> dict[str, Any]:
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
    _, no, _, condition, place = i
    chosen = structures.truth(t, f.registers[condition], place)
    t.selected(place, chosen)
    return None if chosen else no  # type: ignore[no-any-return]


def stop(t: Tracer, f: Frame, i: tuple[Any, ...]) -> Answer:
    return STOPPED


HANDLERS: dict[int, Handler] = {
    Op.NARY: nary, Op.INPUT: input_, Op.GIVEN: given, Op.OUTER: outer, Op.CALL: call, Op.RETURN: return_,
    Op.CLOSURE: closure, Op.ITERATE: iterate, Op.TUPLE: tuple_, Op.UNPACK: unpack, Op.NOT: not_,
    Op.TRUTH: truth, Op.OUTPUT: output, Op.RESULT: result, Op.ASSERT: assert_, Op.BUILTIN: builtin,
    Op.SELECT: select, Op.STOP: stop,
}  # fmt: skip
