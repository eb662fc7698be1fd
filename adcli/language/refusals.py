"""What the grammar reads and the language refuses: found while the tree is built."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from adcli.errors import AdError
from adcli.language.syntax import ABSENT, Kind, Syntax
from adcli.source import Span

# Functions that nobody has a variable named after, so that `sin^2(x)` is no product.
FUNCTION = re.compile(r"(?:a|arc)?(?:sin|cos|tan|cot|sec|csc)[hd]?|log|log2|log10|ln|exp|sqrt|cbrt|abs")

Explain = Callable[..., AdError]


class Refusal(Exception):
    """Raised by an action. The parser knows the text of the whole construct, and makes it an AdError."""

    def __init__(self, explain: Explain, *about: Any) -> None:
        super().__init__()
        self.explain = explain
        self.about = about

    def error(self, tree: Syntax, start: int, end: int) -> AdError:
        return self.explain(tree, Span(tree.source, start, end), *self.about)


# ---- products


def function_power(tree: Syntax, left: int) -> int | None:
    """The power at the end of a left factor whose base is a function's name, as in `2 sin^2`."""
    while True:
        if tree.kinds[left] == Kind.UNARY:
            left = tree.parts[left][1]
        elif tree.kinds[left] == Kind.BINARY:
            operation, base, right = tree.parts[left]
            if operation == "pow" and tree.kinds[base] == Kind.NAME and FUNCTION.fullmatch(tree.parts[base][0]):
                return left
            left = right
        else:
            return None


def power_before_argument(tree: Syntax, span: Span, power: int, right: int) -> AdError:
    _pow, base, exponent = tree.parts[power]
    function = tree.parts[base][0]
    raised = tree.text(exponent).translate(str.maketrans("⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "+-0123456789"))
    argument = span.source.text[tree.ends[power] : span.end].strip()
    argument = argument if argument.startswith("(") else f"({argument})"
    span = Span(span.source, tree.starts[power], span.end)
    inverse = f"a{function}{argument}, or 1/{function}{argument}" if raised == "-1" else ""
    hint = f"write {inverse or f'{function}{argument}^{raised}'}"
    return AdError("syntax", "the power of a function's value is written after its argument", span, hint=hint)


def two_readings(tree: Syntax, span: Span, quotient: int, right: int) -> AdError:
    text = span.source.text
    operation, left, divisor = tree.parts[quotient]
    sign = re.compile(r"//|[/÷%]").search(text, tree.ends[left])
    assert sign is not None
    above = text[span.start : sign.start()].strip()
    below = text[sign.end() : tree.ends[quotient]].strip()
    factor = text[tree.ends[quotient] : span.end].strip()
    message = f"`{text[sign.end():span.end].strip()}` after `{sign[0]}` reads two ways"
    hint = f"write {above}{sign[0]}({below}*{factor}) or ({above}{sign[0]}{below})*{factor}"
    return AdError("syntax", message, span, hint=hint)


# ---- assignments


def no_target(tree: Syntax, node: int) -> int | None:
    """A node within `node` that nothing can be assigned to, or None."""
    pending = [node]
    while pending:
        node = pending.pop()
        while tree.kinds[node] == Kind.INDEX:
            node = tree.parts[node][0]
        if tree.kinds[node] == Kind.TUPLE:
            pending += reversed(tree.parts[node][0])
        elif tree.kinds[node] != Kind.NAME:
            return node
    return None


def not_assignable(tree: Syntax, span: Span, node: int, wrong: int) -> AdError:
    return AdError("syntax", "nothing can be assigned to this", tree.span(wrong))


def not_augmentable(tree: Syntax, span: Span, target: int, operation: str) -> AdError:
    return AdError("syntax", "nothing can be assigned to this", tree.span(target))


def shape_and_default(tree: Syntax, span: Span, name: str) -> AdError:
    return AdError("syntax", "an input has a shape or a default value, not both", span)


def check_decimal_commas(tree: Syntax, items: tuple[int, ...], spaced: bool = True) -> None: ...


def check_parameters(tree: Syntax, parameters: list[int]) -> None: ...


def repeated_argument(tree: Syntax, span: Span, named: Any) -> AdError:
    return AdError("syntax", "an argument is given twice", span)
