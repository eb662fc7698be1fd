"""The instructions of functions: making one, calling it, and coming back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adcli.language.compiling.instructions import Builtin
from adcli.language.functions import table
from adcli.language.grammar import vocabulary
from adcli.language.state.registers import Closure, Frame, is_scalar, kind_of
from adcli.language.state.run import CALLED, Answer
from adcli.language.values import general
from adcli.operations import find
from adcli.text.errors import AdError
from adcli.text.numerals import counted

if TYPE_CHECKING:
    from adcli.language.state.run import Run


def closure(t: Run, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, result, code = i
    defaults = tuple(None if d is None else f.registers[d] for d in code.defaults)
    f.registers[result] = Closure(code, f.registers, defaults)
    return None


def call(t: Run, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, result, function, arguments, named, place = i
    callee = f.registers[function]
    values = [f.registers[a] for a in arguments]
    if isinstance(callee, Builtin):
        options = {n: f.registers[r] for n, r in named}
        f.registers[result] = _call_builtin(t, callee.name, values, options, place)
        return None
    if not isinstance(callee, Closure):
        raise _not_a_function(t, callee, place)
    if len(t.frames) >= t.budget.limits.depth:
        t.budget.enter(len(t.frames), callee.code.name, t.syntax.span(place))
    registers = list(callee.code.registers)
    registers[0] = callee.outside
    _bind_arguments(t, callee, registers, values, {n: f.registers[r] for n, r in named}, place)
    t.frames.append(Frame(callee.code, 0, registers, result))
    return CALLED


def _bind_arguments(
    t: Run, callee: Closure, registers: list[Any], values: list[Any], named: dict[str, Any], place: int
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


def _wrong_count(t: Run, name: str, wanted: int, got: int, place: int) -> AdError:
    message = f"{name} takes {counted(wanted, 'argument')}, got {got}"
    return AdError("syntax", message, t.syntax.span(place))


def _not_a_function(t: Run, callee: Any, place: int) -> AdError:
    from adcli.language.compiling.callees import of_a_variable

    function, arguments, _ = t.syntax.parts[place]
    name, inside = t.syntax.text(function), [t.syntax.text(a) for a in arguments]
    if callee is None:
        hint = f"define {name} above its first call"
        return AdError("name", f"`{name}` has no value here yet", t.syntax.span(place), hint=hint)
    what = kind_of(callee) if not is_scalar(callee) else "a number"
    return AdError(
        "name",
        f"`{name}` is {what}, not a function",
        t.syntax.span(place),
        hint=of_a_variable(name, inside),
    )


def _call_builtin(t: Run, name: str, values: list[Any], named: dict[str, Any], place: int) -> Any:
    if vocabulary.takes(name, len(values), bool(named)):
        return table.call(t, name, values, named, place)
    operation = find(name, len(values))
    if operation is None or named:
        from adcli.language.compiling.callees import misfit

        message, hint = misfit(name, len(values), list(named))
        raise AdError("syntax", message, t.syntax.span(place), hint=hint)
    return general.nary(t, t.slot(operation, len(values)), tuple(values), place)


def builtin(t: Run, f: Frame, i: tuple[Any, ...]) -> Answer:
    _, result, name, arguments, named, place = i
    values = [f.registers[a] for a in arguments]
    f.registers[result] = table.call(t, name, values, {n: f.registers[r] for n, r in named}, place)
    return None


def return_(t: Run, f: Frame, i: tuple[Any, ...]) -> Answer:
    value = f.registers[i[1]] if i[1] else None
    t.frames.pop()
    t.frames[-1].registers[f.result] = value
    return CALLED
