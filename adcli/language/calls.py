"""Calls: which function a name means, with how many arguments."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from adcli.errors import AdError
from adcli.language import notation
from adcli.language.brackets import fitted
from adcli.language.code import Op
from adcli.language.elsewhere import instead
from adcli.language.frames import Builtin
from adcli.language.functions import FUNCTIONS, is_ours, takes
from adcli.language.refusals import THOUSANDS
from adcli.language.scope import CONSTANTS
from adcli.language.spelling import advice
from adcli.language.syntax import Kind
from adcli.operations import SPELLINGS, find
from adcli.source import Span

if TYPE_CHECKING:
    from adcli.language.compiler import Compiler


def emit_call(c: Compiler, k: int) -> None:
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


def _is_callable_variable(c: Compiler, function: int) -> bool:
    """Whether a name before a bracket is a variable that may hold a function, not one of ours."""
    name = c.syntax.parts[function][0]
    if name in c.scope.functions or (c.scope.regions and c.scope.local_region(function, name) is not None):
        return True
    return c.is_variable(function, name) and not is_ours(name)


def check_where(c: Compiler, k: int) -> tuple[int, int, int]:
    """The condition and the two values of a call of `where`."""
    _, arguments, named = c.syntax.parts[k]
    if len(arguments) != 3 or named:
        raise c.error(f"where takes 3 arguments, got {len(arguments)}", k, "write where(condition, a, b)")
    condition, then, otherwise = arguments
    return condition, then, otherwise


def function_value(c: Compiler, node: int, name: str) -> Builtin:
    """One of our functions, named without a call."""
    if not is_ours(name):
        raise unknown_function(c, node, name)
    return Builtin(name)


def _no_such_call(c: Compiler, k: int, name: str, count: int, named: Sequence[str]) -> AdError:
    function = c.syntax.parts[k][0]
    if name in CONSTANTS or (c.is_variable(function, name) and name not in SPELLINGS):
        return not_a_function(c, k, name)
    if name not in SPELLINGS:
        return unknown_function(c, function, name, k)
    message, hint = misfit(name, count, named)
    if meant := _meant(c, k, name):
        return AdError("syntax", message, meant[1], hint=meant[0])
    return c.error(message, k, hint)


def _meant(c: Compiler, k: int, name: str) -> tuple[str, Span] | None:
    """What to write instead of a call, and where, if that is known from its name and arguments."""
    _, arguments, named = c.syntax.parts[k]
    if any(c.syntax.kinds[a] == Kind.GENERATOR for a in arguments):
        return None
    texts = [c.syntax.text(a) for a in arguments]
    number = ",".join(texts)  # sin(2,5)
    if find(name, 1) and re.fullmatch(r"\d+,\d+", number) and f"({number})" in c.syntax.text(k):
        both = [number.replace(",", "")] if re.fullmatch(THOUSANDS, number) else []
        both.append(number.replace(",", "."))
        return f"write {' or '.join(f'{name}({x})' for x in both)}", c.syntax.span(k)
    if named:
        by_name = {n: c.syntax.text(value) for n, value in named}
        formula = _by_position(name, texts, by_name)
    else:
        formula = instead(name, texts)
    if formula is None:
        return None
    text, (_, start, end) = c.syntax.source.text, c.syntax.span(k)
    module = re.search(r"(?:\b[^\W\d]\w*\.)+$", text[:start])
    start = module.start() if module else start
    hint = f"write {fitted(formula, text[:start], text[end:])}"
    return hint, Span(c.syntax.source, start, end)


ALSO_CALLED = {"base": "b", "a_min": "lo", "a_max": "hi", "min": "lo", "max": "hi"}  # parameters


def _by_position(name: str, texts: list[str], named: Mapping[str, str]) -> str | None:
    """`log(x, base=2)` as log(x, 2), where each named argument is a parameter that has no value yet."""
    operation = find(name, len(texts) + len(named))
    if operation is None or operation.variadic:
        return None
    left = {ALSO_CALLED.get(n, n): text for n, text in named.items()}
    rest = [left.pop(parameter, None) for parameter in operation.arguments[len(texts) :]]
    return None if left or None in rest else f"{name}({', '.join([*texts, *map(str, rest)])})"


def misfit(name: str, count: int, named: Sequence[str]) -> tuple[str, str]:
    """What to say, and the hint, where an operation is called with arguments that it does not take."""
    known = SPELLINGS[name]
    numbers = sorted({len(op.arguments) for op in known})
    wanted = " or ".join(map(str, numbers)) + (" or more" if known[0].variadic else "")
    plural = "" if wanted == "1" else "s"
    parameters = [(*(n.lstrip("*") for n in op.arguments), *(["…"] if op.variadic else [])) for op in known]
    calls = [f"{name}({', '.join(names)})" for names in parameters]
    hint = f"it is called as {' or '.join(dict.fromkeys(calls))}"
    if named:
        return f"{name} has no named argument `{named[0]}`", hint
    return f"{name} takes {wanted} argument{plural}, got {count}", hint


def not_a_function(c: Compiler, k: int, name: str) -> AdError:
    """`x(y + 1)`, where a product was meant."""
    _, arguments, _ = c.syntax.parts[k]
    inside = [c.syntax.text(a) for a in arguments]
    hint = of_a_variable(name, inside)
    if name == "e" and inside:
        hint += f", for the exponential exp({', '.join(inside)})"
    return c.error(f"`{name}` is a number, not a function", k, hint, kind="name")


def of_a_variable(name: str, inside: Sequence[str]) -> str:
    """What to write instead of a call of what may be a number or an array."""
    if not inside:
        return f"write {name}"
    hint = f"for a product write {name}*({', '.join(inside)})"
    if len(inside) == 1 and re.fullmatch(r"[1-9]\d*", inside[0]):
        hint += f", for an element (they count from 0) {name}[{int(inside[0]) - 1}]"
    return hint


def _factors(c: Compiler, node: int, name: str) -> tuple[str, str] | None:
    """A variable and a function that are written as one name: `xsin(x)`."""
    for k in range(1, len(name) - 1):
        if c.is_variable(node, name[:k]) and (name[k:] in SPELLINGS or name[k:] in FUNCTIONS):
            return name[:k], name[k:]
    return None


SHORTEST = 2  # letters of a name that may be a variable before a bracket


def unknown_function(c: Compiler, node: int, name: str, call: int | None = None) -> AdError:
    """A function that does not exist, with what was meant by it."""
    message = f"there is no function `{name}`"
    if (
        call is not None
        and (rest := notation.leibniz(c.syntax.source.text, c.syntax.starts[node])) is not None
    ):
        return c.error(message, node, notation.differentiated(rest), kind="name")
    if call is not None and (meant := _meant(c, call, name)):
        return AdError("name", message, meant[1], hint=meant[0])
    known = [*SPELLINGS, *FUNCTIONS, *c.scope.functions]
    told = advice(name, known, call is not None)
    hint = told or "`adcli functions` lists all; `def` makes a new one"
    if call is not None and not told:
        inside = [c.syntax.text(a) for a in c.syntax.parts[call][1]]
        if inside and len(name) <= SHORTEST:
            hint = of_a_variable(name, inside)
        elif factors := _factors(c, node, name):
            hint = f"did you mean {factors[0]}*{factors[1]}({', '.join(inside)})? (a name is never split)"
    return c.error(message, node, hint, kind="name")
