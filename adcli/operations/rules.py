"""The texts of the table, compiled for a kind of number.

A kind of number (`Numbers`) says what the functions in a text are: on floats those of `math`, on
arrays those of NumPy, on graph handles those that append a node. The operators are Python's own.
Compiled texts are kept, so each is compiled at most once a process.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial
from typing import Any, Protocol

from adcli.operations import TABLE
from adcli.operations.operation import Form, Operation, Rule
from adcli.operations.values.powers import powslope

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
    """A kind of number: the functions that the texts of the table are compiled with."""

    def __init__(self, name: str, function: Callable[[str], Any], apply: Callable[..., Any]) -> None:
        self.name = name
        self.function = function
        self.apply = apply  # (name, *arguments, attributes=()) for linear and bilinear operations

    def compiled(self, parameters: str, text: str) -> Callable[..., Any]:
        """The text as a function of the parameters."""
        text = _starred(parameters.split(", "), text)
        code = compile(f"lambda {parameters}: {text}", f"<{text}>", "eval")
        names = set(re.findall(r"(?<![.\w])[A-Za-z_]\w*", text)) - set(parameters.split(", ")) - PYTHON
        return eval(code, {name: self.function(name) for name in names})  # type: ignore[no-any-return]


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


EXACT = {"1": "w", "-1": "-w", "0.5": "w*0.5"}  # numbers whose product with w does not round


def _product_text(partial: str) -> str:
    """w times the partial; `1/d` becomes `w/d`, which rounds once less, and likewise `-1/d` and `0.5/d`."""
    partial = python_of(partial)
    if partial == "1":
        return "+w"  # a fresh array, so that a sweep may add into it
    if partial == "-1":
        return "-w"
    for number, times_w in EXACT.items():
        if partial.startswith(f"{number}/"):
            return times_w + partial.removeprefix(number)
    return f"w*({partial})"


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


def floats(name: str) -> Any:
    if name == "passed":
        return passed
    if name == "powslope":
        return powslope
    return TABLE[name].value


def passed(w: Any, where: bool, weight: Any) -> Any:
    return w * weight if where else None


def passed_on(w: Any, where: Any, weight: Any) -> Any:
    """What a selection passes on; element by element where the condition is an array."""
    if getattr(where, "ndim", 0) == 0:
        return passed(w, bool(where), weight)
    from adcli.operations.absent import restricted

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


def pushing(applied: Applied, position: int, numbers: Numbers, owned: bool = False) -> Product:
    """The forward rule by one argument: (ṫ, *arguments, y) -> its contribution to the tangent of y.

    With `owned`, arrays only, it may take ṫ over.
    """
    return _sweeping(applied, position, numbers, applied.operation.push, owned)


def pulling(applied: Applied, position: int, numbers: Numbers, sharing: bool = False) -> Product:
    """The reverse rule: (ȳ, *arguments, y) -> its contribution to the argument's adjoint.

    With `sharing`, arrays only, that may be ȳ itself: where no rule `updates` adjoints in place.
    """
    if sharing and _arrays_for(numbers) is ARRAYS:
        operation = applied.operation
        if operation.form is Form.ELEMENTWISE and partial_text(operation, applied.count, position) == "1":
            return _shared
    return _sweeping(applied, position, numbers, applied.operation.pull, owned=True)


def pulls(applied: Applied, numbers: Numbers, sharing: bool = False) -> tuple[Product, ...]:
    """The reverse rules by all arguments."""
    if not applied.tensor:
        return _products(applied.operation, applied.count, numbers)
    return tuple(pulling(applied, position, numbers, sharing) for position in range(applied.count))


def _shared(w: Any, *rest: Any) -> Any:
    return w


@cache
def _products(operation: Operation, count: int, numbers: Numbers) -> tuple[Product, ...]:
    return tuple(product(operation, count, position, numbers) for position in range(count))


def joining(applied: Applied, numbers: Numbers, taking: bool = False) -> Product | None:
    """The forward rule for all tangents at once, of operations that have one.

    With `taking`, arrays only, it may take the tangents over.
    """
    joint = applied.operation.joint
    if joint is None:
        return None
    apply, attributes = _applying(_arrays_for(numbers), owned=taking), applied.attributes
    return lambda tangents, *rest: joint(apply, 0, tangents, rest[:-1], rest[-1], attributes)


def _sweeping(applied: Applied, position: int, numbers: Numbers, rule: Rule | None, owned: bool) -> Product:
    if not applied.tensor:
        return product(applied.operation, applied.count, position, numbers)
    numbers = _arrays_for(numbers)
    if rule is None:
        rule = applied.operation.pull
        if rule is None:
            elementwise = product(applied.operation, applied.count, position, numbers)
            return _on_dense(elementwise)
    apply, attributes, chosen = _applying(numbers, owned), applied.attributes, rule
    return lambda w, *rest: chosen(apply, position, w, rest[:-1], rest[-1], attributes)


def _applying(numbers: Numbers, owned: bool) -> Callable[..., Any]:
    """How a rule performs operations; on numbers that are not its own it leaves them as they are."""
    if numbers is not ARRAYS:
        return numbers.apply
    from adcli.operations.onarrays import apply

    return apply if owned else partial(apply, owned=False)


def _arrays_for(numbers: Numbers) -> Numbers:
    """Nodes that are arrays carry arrays where nodes that are scalars carry floats."""
    return ARRAYS if numbers is FLOATS else numbers


def _on_dense(rule: Product) -> Product:
    import numpy as np

    from adcli.operations.absent import laid_out

    def on_dense(w: Any, *rest: Any) -> Any:
        with np.errstate(all="ignore"):
            return rule(laid_out(w), *rest)

    return on_dense


def _no_tensors(name: str, *arguments: Any, attributes: tuple[Any, ...] = ()) -> Any:
    raise AssertionError(f"{name} is an operation on arrays")


FLOATS = Numbers("floats", floats, _no_tensors)


def _arrays(name: str) -> Any:
    from adcli.operations.onarrays import function

    return function(name)


def _apply_arrays(name: str, *arguments: Any, **more: Any) -> Any:
    from adcli.operations.onarrays import apply

    return apply(name, *arguments, **more)


ARRAYS = Numbers("arrays", _arrays, _apply_arrays)  # NumPy is imported where there are any
