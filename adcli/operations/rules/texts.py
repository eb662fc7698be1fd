"""The texts of the table, compiled for a kind of number, each at most once a process."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any, Protocol

from adcli.operations.operation import Form, Operation
from adcli.operations.rules.quotients import QUOTIENTS, polypassed_of, powpassed_of

Product = Callable[..., Any]


PYTHON = {"and", "or", "not", "if", "else", "None", "True", "False"}


class Applied(Protocol):
    """An operation as a graph applies it (see `graph.Applied`)."""

    @property
    def operation(self) -> Operation: ...
    @property
    def count(self) -> int: ...
    @property
    def attributes(self) -> tuple[Any, ...]: ...
    @property
    def tensor(self) -> bool: ...


class Numbers:
    """A kind of number: what sweeps, selections and the rules of arrays ask of it (see `adcli.numbers`).

    function  name -> the function that the texts of the table mean by it, on such numbers
    apply     (name, *arguments, fixed=(), attributes=()) -> an operation of arrays on such numbers
    plain     whether a number is its value and nothing else, as those of Python and NumPy are
    """

    plain = False

    def __init__(self, name: str, function: Callable[[str], Any], apply: Callable[..., Any]) -> None:
        self.name = name
        self.function = function
        self.apply = apply

    @property
    def of_arrays(self) -> Numbers:
        """The kind of number that nodes carry which are arrays."""
        return self

    def applying(self, owned: bool) -> Callable[..., Any]:
        """`apply`; one that is `owned` may take the number it is given over, and change it."""
        return self.apply

    def compiled(self, parameters: str, text: str) -> Callable[..., Any]:
        """The text as a function of the parameters."""
        text = _starred(parameters.split(", "), text)
        code = compile(f"lambda {parameters}: {text}", f"<{text}>", "eval")
        names = set(re.findall(r"(?<![.\w])[A-Za-z_]\w*", text)) - set(parameters.split(", ")) - PYTHON
        return eval(code, {name: self._named(name) for name in names})  # type: ignore[no-any-return]

    def _named(self, name: str) -> Any:
        if name == "powpassed":
            return powpassed_of(self.function("pow"), self.function("powslope"))
        if name == "polypassed":
            return polypassed_of(self.function("polygamma"))
        return QUOTIENTS[name] if name in QUOTIENTS else self.function(name)


def _starred(parameters: list[str], text: str) -> str:
    """`*u` in a text of an operation with any number of arguments: all parameters u1, u2, …"""
    if "*" not in text:
        return text

    def numbered(match: re.Match[str]) -> str:
        return ", ".join(name for name in parameters if re.fullmatch(match[1] + r"\d+", name))

    return re.sub(r"(?:(?<=\()|(?<=, ))\*(\w+)", numbered, text)


def _own(operation: Operation, count: int, position: int, text: str) -> str:
    """The text for one of any number of arguments: `u` is that one, `*others` are the others."""
    head = len(operation.arguments) - 1
    if not operation.variadic or position < head:
        return text
    names = operation.names(count)
    text = re.sub(rf"(?<![\w*]){operation.arguments[-1][1:]}\b", names[position], text)
    return text.replace("*others", ", ".join(names[head:position] + names[position + 1 :]))


def python_of(text: str) -> str:
    """A text of the table in Python's spelling (`x^2` is the only power it may hold)."""
    return re.sub(r"\b([a-z]\w*)\^2", r"(\1*\1)", text)


SQUARES = re.compile(r"(-?[\d.]+)/((?:onepsq|onemsq|asecden|acschden)\(x\))")  # x² or -x² at a large x
EXACT = {"1": "w", "-1": "-w", "0.5": "w*0.5"}  # numbers whose product with w does not round


def _product_text(partial: str) -> str:
    """w times the partial; `1/d` becomes `w/d`, which rounds once less, and likewise `-1/d` and `0.5/d`.

    Other quotients and powers are formed so that they stay in range (see `quotients`).
    """
    partial = python_of(partial)
    if partial == "1":
        return "+w"  # a fresh array, so that a sweep may add into it
    if partial == "-1":
        return "-w"
    if found := SQUARES.fullmatch(partial):
        return f"oversquare({EXACT.get(found[1]) or f'w*{found[1]}'}, {found[2]}, x)"
    for number, times_w in EXACT.items():
        if partial.startswith(f"{number}/"):
            return times_w + partial.removeprefix(number)
    if partial == "powslope(u, v)":
        return "powpassed(w, u, v)"
    if partial == "polygamma(n + 1, x)":
        return "polypassed(w, n, x)"
    if parts := _quotient(partial):
        return f"over(w, {parts[0]}, {parts[1]})"
    return f"w*({partial})"


def _quotient(text: str) -> tuple[str, str] | None:
    """Numerator and denominator of a text that is one quotient and no sum, product or call."""
    depth, slash = 0, 0
    for k, character in enumerate(text):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth == 0 and character == "/":
            slash = k
        elif depth == 0 and k and (character in "+-" or (slash and character in "*,")):
            return None
    return (text[:slash], text[slash + 1 :]) if slash else None


@cache
def product(operation: Operation, count: int, position: int, numbers: Numbers) -> Product:
    """The function (w, *arguments, y) -> w times the partial by the argument at `position`.

    It returns None where nothing is passed on. It is both sweeps' rule: the forward one calls it
    with the argument's tangent, the reverse one with the result's adjoint.
    """
    parameters = ", ".join(("w", *operation.names(count), "y"))
    if operation.form is Form.SELECTING:
        return numbers.compiled(parameters, _passed_text(operation, count, position))
    partial = partial_text(operation, count, position)
    return numbers.compiled(parameters, "None" if partial is None else _product_text(partial))


def partial_text(operation: Operation, count: int, position: int) -> str | None:
    """The partial by the argument at `position` of a call with `count` arguments; None: there is none."""
    place = min(position, len(operation.arguments) - 1)
    partial = operation.partials[place] if place < len(operation.partials) else None
    return None if partial is None else _own(operation, count, position, partial)


def _passed_text(operation: Operation, count: int, position: int) -> str:
    names = operation.names(count)
    passes = operation.passes[min(position, len(operation.passes) - 1)]
    if passes is None:
        return "None"
    where, weight = passes.where, passes.weight
    if operation.split:
        weight = f"1/({' + '.join(f'1.0*({name} == y)' for name in names)})"
        where = f"{names[position]} == y"
    return f"passed(w, {where}, {weight})"


def passed(w: Any, where: bool, weight: Any) -> Any:
    return w * weight if where else None


def passed_on(w: Any, where: Any, weight: Any) -> Any:
    """What a selection passes on; element by element where the condition is an array."""
    if getattr(where, "ndim", 0) == 0:
        return passed(w, bool(where), weight)
    from adcli.operations.arrays.absent import restricted

    return restricted(w * weight, where)


def powslope_of(power: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """The derivative of u^v by u: v u^(v - 1), and 0 where v is 0, even at u = 0."""

    def powslope(u: Any, v: Any) -> Any:
        if type(v) is float:
            if v == 2.0:
                return 2.0 * u
            if v == 1.0 or v == 0.0:
                return v
        return v * power(u, v - 1.0)

    return powslope
