"""Calls: which function a name means, with how many arguments."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING

from adcli.errors import AdError
from adcli.language.code import Op
from adcli.language.frames import Builtin
from adcli.language.functions import FUNCTIONS, is_ours, takes
from adcli.language.scope import CONSTANTS
from adcli.language.syntax import Kind
from adcli.operations import SPELLINGS, find

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
    return c.error(message, k, hint)


def misfit(name: str, count: int, named: Sequence[str]) -> tuple[str, str]:
    """What to say, and the hint, where an operation is called with arguments that it does not take."""
    known = SPELLINGS[name]
    numbers = sorted({len(op.arguments) for op in known})
    wanted = " or ".join(map(str, numbers)) + (" or more" if known[0].variadic else "")
    plural = "" if wanted == "1" else "s"
    example = ", ".join(n.lstrip("*") for n in known[0].arguments)
    hint = f"write {name}({example})"
    if named:
        return f"{name} has no named argument `{named[0]}`", hint
    return f"{name} takes {wanted} argument{plural}, got {count}", hint


def not_a_function(c: Compiler, k: int, name: str) -> AdError:
    """`x(y + 1)`, where a product was meant."""
    _, arguments, _ = c.syntax.parts[k]
    inside = ", ".join(map(c.syntax.text, arguments))
    return c.error(
        f"`{name}` is a number, not a function", k, f"for a product write {name}*({inside})", kind="name"
    )


NO_SORTING = "nothing is sorted here; min(a, b) and max(a, b) put two numbers in order"

# Functions of Python and NumPy that are spelled otherwise here, or not needed.
PYTHONS = {
    "print": "results are named with output: write output x",
    "float": "every number is a double: leave it out",
    "int": "write trunc(x)",
    "bool": "a number is true when it is not 0: leave it out",
    "array": "write the list alone: [1, 2, 3]",
    "asarray": "leave it out",
    "list": "leave it out, or write [… for …]",
    "tuple": "leave it out",
    "copy": "an assignment copies: leave it out",
    "arange": "write range(n)",
    "zeros_like": "write zeros(len(x)), or 0*x",
    "ones_like": "write ones(len(x)), or 0*x + 1",
    "full": "write c*ones(n)",
    "identity": "write eye(n)",
    "concatenate": "write concat(a, b)",
    "hstack": "write concat(a, b), or concat(A, B, axis=1)",
    "vstack": "write stack(a, b), or concat(A, B)",
    "append": "write concat(x, [v])",
    "map": "write [f(v) for v in x]",
    "filter": "write [v for v in x if …]",
    "reversed": "write x[::-1]",
    "any": "write max(…) > 0",
    "all": "write min(…) > 0",
    "size": "write len(x)",
    "sort": NO_SORTING,
    "sorted": NO_SORTING,
    "argsort": NO_SORTING,
    "argmax": "write max(x): there are values, and no positions",
    "argmin": "write min(x): there are values, and no positions",
    "ravel": "write reshape(x, -1)",
    "square": "write x^2",
    "float64": "every number is a double: leave it out",
    "diff": "write x[1:] - x[:-1]",
    "flip": "write x[::-1]",
    "roll": "write concat(x[-1:], x[:-1])",
    "tile": "write concat(x, x)",
    "trapz": "write sum((y[1:] + y[:-1])/2*(x[1:] - x[:-1]))",
    "trapezoid": "write sum((y[1:] + y[:-1])/2*(x[1:] - x[:-1]))",
    "fmod": "write x - y*trunc(x/y); mod(x, y) has the sign of y",
    "remainder": "write mod(x, y)",
    "comb": "write factorial(n)/(factorial(k)*factorial(n - k))",
    "isclose": "write abs(a - b) < 1e-9",
    "squeeze": "write reshape(x, n)",
    "expand_dims": "write reshape(x, n, 1)",
    "column_stack": "write stack(a, b, axis=1)",
    "median": NO_SORTING,
    "reciprocal": "write 1/x",
    "divmod": "write x // y and x % y",
    "isinstance": "there are only numbers and arrays: leave it out",
    "grad": "adcli grad is the command; a program computes the value",
}


def unknown_function(c: Compiler, node: int, name: str, call: int | None = None) -> AdError:
    """A function that does not exist, with its nearest neighbour."""
    known = [*SPELLINGS, *FUNCTIONS, *c.scope.functions]
    hint = advice(name, known)
    if name not in PYTHONS and call is not None and not nearest(name, known) and len(name) <= 2:
        inside = ", ".join(map(c.syntax.text, c.syntax.parts[call][1]))
        hint = f"for a product write {name}*({inside})"
    return c.error(f"there is no function `{name}`", node, hint, kind="name")


def advice(name: str, known: list[str]) -> str:
    """What to write instead of a function that is not among the known ones."""
    if name in PYTHONS:
        return PYTHONS[name]
    near = nearest(name, known)
    return f"did you mean `{near}`?" if near else "`adcli functions` lists all; `def` makes a new one"


LONGEST_NAME = 100  # characters of a name that somebody may have misspelt


def nearest(name: str, names: list[str]) -> str | None:
    """The most similar of the names, if one is similar at all."""
    lowered = {n.lower(): n for n in names}
    if name.lower() in lowered:
        return lowered[name.lower()]
    if len(name) > LONGEST_NAME:
        return None
    found = get_close_matches(name, names, 1, 0.7)
    return found[0] if found else None
