"""The cards of functions: what is told of each, from the table of operations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from adcli.export.notation.mathematics import _conditions, mathematics
from adcli.language.grammar.vocabulary import CALLS
from adcli.operations import ROOMS, SPELLINGS, TABLE
from adcli.operations.operation import Form, Operation

SHARED = "ties share the derivative evenly"


COMPOSED = "composed"  # the form of a function that is made of other operations, or of none


MADE = "Made of other operations on arrays"


@dataclass(frozen=True, slots=True)
class Card:
    """One function: how it is called, what it is, and its derivative by each argument.

    Of a linear or bilinear function on arrays, the derivative by an argument u is what du contributes
    to dy.
    """

    name: str
    call: str
    form: str
    arguments: tuple[str, ...]
    aliases: tuple[str, ...]
    definition: str
    derivative: dict[str, str]
    domain: str
    kinks: tuple[str, ...]
    options: tuple[str, ...] = ()  # named arguments

    def derivative_text(self) -> str:
        """The derivative on one line: by the only argument, or by each."""
        if self.form in (Form.LINEAR.value, Form.BILINEAR.value, Form.WHOLE.value):
            return f"dy = {' + '.join(self.derivative.values())}"
        if len(self.arguments) == 1 or self.form == COMPOSED:
            return "".join(self.derivative.values())
        return ", ".join(f"d/d{name} = {text}" for name, text in self.derivative.items())


def card(operation: Operation) -> Card:
    """The card of an operation."""
    names = [name.replace("*", "") + ("1, …" if name.startswith("*") else "") for name in operation.arguments]
    called = operation.spellings[0] if operation.spellings else operation.name
    call = f"{called}({', '.join(names)})"
    if operation.symbol:
        call = operation.symbol.format(**{name: name for name in operation.arguments})
    return Card(
        name=called,
        call=call,
        form=operation.form.value,
        arguments=operation.arguments,
        aliases=operation.spellings[call.startswith(f"{called}(") :],
        definition=operation.definition,
        derivative=dict(_derivatives(operation)),
        domain=operation.domain or "all reals",
        kinks=tuple(kink.says for kink in operation.kinks) + (SHARED,) * operation.split,
        options=_options(called, operation),
    )


def _options(name: str, operation: Operation) -> tuple[str, ...]:
    """The named arguments, which only the forms on whole arrays take."""
    whole = operation.form in (Form.LINEAR, Form.BILINEAR, Form.WHOLE)
    return CALLS[name].options if whole and name in CALLS else ()


def composed(name: str) -> Card:
    """The card of a function that is no operation of its own."""
    entry = CALLS[name]
    arguments = re.findall(r"[a-z]\w*", entry.call.partition("(")[2])
    return Card(
        name=name,
        call=entry.call,
        form=COMPOSED,
        arguments=tuple(arguments),
        aliases=(),
        definition=entry.definition,
        derivative={"the whole": entry.derivative},
        domain="all reals",
        kinks=(),
        options=entry.options,
    )


def groups() -> list[tuple[str, list[Card]]]:
    """All functions of the language, by the rooms of the table; a room's docstring is its heading."""
    found = []
    for room in ROOMS:
        cards = [card(operation) for operation in room.OPERATIONS if operation.spellings or operation.symbol]
        if cards:
            found.append((re.split(r"[.:;]", room.__doc__ or room.__name__)[0], cards))
    return [*found, (MADE, [composed(name) for name, entry in CALLS.items() if entry.call])]


def named(name: str) -> list[Card]:
    """The functions that a name, an alias or a sign means."""
    signs = [
        operation
        for operation in TABLE.values()
        if (operation.name == name and operation.definition)
        or re.sub(r"\{\w+\}| ", "", operation.symbol) == name
    ]
    operations = dict.fromkeys((*SPELLINGS.get(name, ()), *signs))
    cards = [card(operation) for operation in operations]
    return [*cards, composed(name)] if name in CALLS and CALLS[name].call else cards


def names() -> list[str]:
    """Everything that can be called."""
    return sorted({*SPELLINGS, *CALLS})


def hidden_in(texts: str) -> dict[str, str]:
    """The hidden operations that texts name, with their definitions."""
    hidden = {}
    for name in dict.fromkeys(re.findall(r"[a-z]\w*(?=\()", texts)):
        operation = TABLE.get(name)
        if operation is not None and not operation.spellings and not operation.symbol:
            arguments = ", ".join(operation.arguments).replace("*u", "u1, …")
            hidden[f"{name}({arguments})"] = operation.definition
    return hidden


def _derivatives(operation: Operation) -> Iterator[tuple[str, str]]:
    for k, argument in enumerate(operation.arguments):
        name = argument.replace("*", "")
        if operation.form in (Form.LINEAR, Form.BILINEAR):
            yield name, _with_tangent(operation, k)
        elif operation.form is Form.WHOLE and k == 0:
            yield "the whole", operation.differential
        elif operation.form is Form.CONSTANT:
            yield name, "0"
        elif operation.form is Form.SELECTING:
            passed = operation.passes[min(k, len(operation.passes) - 1)]
            if passed is not None:
                yield name, f"{passed.weight} where {_conditions(passed.where)}"
        elif operation.form is Form.ELEMENTWISE:
            partial = operation.partials[min(k, len(operation.partials) - 1)]
            if partial is not None:
                yield name, mathematics(partial)


def _with_tangent(operation: Operation, position: int) -> str:
    """A linear operation's call with the tangent in place of one argument."""
    arguments = [
        f"d{name[1:]}1, …" if name.startswith("*") else f"d{name}" if k == position else name
        for k, name in enumerate(operation.arguments)
    ]
    return f"{(operation.spellings or (operation.name,))[0]}({', '.join(arguments)})"
