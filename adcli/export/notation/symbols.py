"""Operations and their rules as mathematics, with names or numbers put in for the arguments.

Everything comes from the table: an operation's `symbol`, its partials, and the definitions of the
hidden operations that partials name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from adcli.export.notation.mathematics import mathematics
from adcli.graph.graph import Applied
from adcli.operations import Form, Operation
from adcli.operations.rules.texts import partial_text

JUXTAPOSED = re.compile(r"(?<=[\w)|.]) (?=[\w(|])")  # `x log(x)`: a product without a sign
LESS_ONE = re.compile(r"\((\(-[\d.e+-]+\)|[\d.]+) - 1\)")  # an exponent that is known
ATOM = re.compile(r"[\w.]+|\w+\([^()]*\)")  # what needs no brackets in a product


class Template(NamedTuple):
    """A text with gaps: pieces of text, and positions of arguments (-1: the result)."""

    pieces: tuple[str | int, ...]

    def filled(self, operands: Sequence[str], result: str) -> str:
        """The text with operands put in; negative numbers in brackets."""
        texts = [*map(bracketed, operands), bracketed(result)]  # -1 is the last one
        text = "".join(texts[piece] if isinstance(piece, int) else piece for piece in self.pieces)
        return _tidy(text)


def expression(applied: Applied, operands: Sequence[str]) -> str:
    """A call as the language writes it: `x1*x2`, `log(v1)`."""
    operation = applied.operation
    if operation.written is not None:
        return operation.written(operands, applied.attributes)
    if operation.symbol:
        return _call(operation, applied.count).filled(operands, "")
    name = operation.spellings[0] if operation.spellings else operation.name
    return f"{name}({', '.join(operands)})"


def partial(applied: Applied, position: int, operands: Sequence[str], result: str) -> str:
    """The partial by the argument at `position`; empty where the rule is no such text.

    A selection that splits a tie has a number for its rule, which only the point tells.
    """
    template = _rule(applied.operation, applied.count, position)
    return "" if template is None else template.filled(operands, result)


def factor(text: str) -> str:
    """A text as a factor of a product: in brackets, unless it is a name, a number or a call."""
    return text if ATOM.fullmatch(text) else f"({text})"


def bracketed(text: str) -> str:
    """A negative number in brackets; names and other numbers as they are."""
    return f"({text})" if text.startswith("-") else text


@cache
def _call(operation: Operation, count: int) -> Template:
    pieces: list[str | int] = []
    names = operation.names(count)
    for k, piece in enumerate(re.split(r"\{(\w+)\}", operation.symbol)):
        pieces.append(names.index(piece) if k % 2 else piece)
    return Template(tuple(pieces))


@cache
def _rule(operation: Operation, count: int, position: int) -> Template | None:
    if operation.form is Form.SELECTING:
        chosen = operation.passes[min(position, len(operation.passes) - 1)]
        text = None if chosen is None or operation.split else chosen.weight
    elif operation.form is Form.ELEMENTWISE and operation.pull is None:
        text = partial_text(operation, count, position)
    else:
        text = None
    if text is None:
        return None
    names = [*operation.names(count), "y"]
    gaps = re.compile(rf"(?<![A-Za-z0-9_])({'|'.join(names)})(?![A-Za-z0-9_(])")
    pieces: list[str | int] = []
    for k, piece in enumerate(gaps.split(JUXTAPOSED.sub("*", mathematics(text)))):
        pieces.append((-1 if piece == "y" else names.index(piece)) if k % 2 else piece)
    return Template(tuple(pieces))


def _tidy(text: str) -> str:
    """The text without brackets and exponents that say nothing: `((-3))`, `x^(2 - 1)`."""
    if "(" not in text:
        return text
    text = LESS_ONE.sub(lambda match: bracketed(f"{float(match[1].strip('()')) - 1:.15g}"), text)
    text = re.sub(r"(?<=[(,|])( ?)\((-[\d.e+-]+)\)(?=[,)|])", r"\1\2", text)
    text = re.sub(r"^\((-[\d.e+-]+)\)(?!\^)", r"\1", text)
    return re.sub(r"\^1(?![\d.])", "", text)
