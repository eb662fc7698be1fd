"""What the grammar reads and the language refuses: found while the tree is built."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any, NoReturn

from adcli.language.grammar.tree import ABSENT, Kind, Syntax
from adcli.operations import SPELLINGS
from adcli.text.errors import AdError
from adcli.text.source import Span

# Functions that nobody has a variable named after, so that `sin^2(x)` is no product.
FUNCTION = r"(?:a|arc)?(?:sin|cos|tan|cot|sec|csc)[hd]?|log|log2|log10|log1p|ln|exp|sqrt|cbrt|abs"
SUPERSCRIPTS = str.maketrans("⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "+-0123456789")
THOUSANDS = r"(?<![\w.])[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]+)?(?![\w.])"
DECIMAL_COMMA = r"(?<![\w.])([0-9]+),(\s*)([0-9]+(?:[eE][+-]?[0-9]+)?)(?![\w.])"


class Refusal(Exception):
    """Raised by an action: the parser knows the text of the whole construct, and makes it an error."""

    def __init__(self, explain: Callable[..., AdError], *about: Any) -> None:
        super().__init__()
        self.explain = explain
        self.about = about

    def error(self, tree: Syntax, start: int, end: int) -> AdError:
        """The error for the construct from `start` to `end`."""
        return self.explain(tree, Span(tree.source, start, end), *self.about)


def mistake(message: str, span: Span, hint: str) -> AdError:
    """A syntax error with its place and what to write instead."""
    return AdError("syntax", message, span, hint=hint)


# ---- products


def function_power(tree: Syntax, left: int) -> int | None:
    """The power at the end of a left factor whose base is a function's name, as in `2 sin^2`."""
    while True:
        if tree.kinds[left] == Kind.UNARY:
            left = tree.parts[left][1]
        elif tree.kinds[left] == Kind.BINARY:
            operation, base, right = tree.parts[left]
            is_name = operation == "pow" and tree.kinds[base] == Kind.NAME
            if is_name and re.fullmatch(FUNCTION, tree.parts[base][0]):
                return left
            left = right
        else:
            return None


def power_before_argument(tree: Syntax, span: Span, power: int) -> AdError:
    """`sin^2(x)`."""
    _pow, base, exponent = tree.parts[power]
    function, raised = tree.parts[base][0], tree.text(exponent).translate(SUPERSCRIPTS)
    argument = span.source.text[tree.ends[power] : span.end].strip()
    applied = function + (argument if argument.startswith("(") else f"({argument})")
    hint = f"write {applied}^{raised}"
    if raised.strip("()") == "-1":
        inverse = _inverse(function, applied.removeprefix(function)[1:-1])
        hint = f"write {inverse} for the inverse, or 1/{applied}" if inverse else f"write 1/{applied}"
    span = Span(span.source, tree.starts[power], span.end)
    return mistake("a power of a function's value is written after the argument", span, hint)


INVERSES = {"exp": "log", "log": "exp", "ln": "exp", "log10": "10^", "log2": "2^", "log1p": "expm1"}


def _inverse(function: str, argument: str) -> str | None:
    """The inverse of a function, of an argument; None where there is none."""
    if function in INVERSES:
        return f"{INVERSES[function]}({argument})"
    bare = function.removeprefix("arc") if function.startswith("arc") else function.removeprefix("a")
    inverse = bare if bare != function and function != "abs" else f"a{function}"
    return f"{inverse}({argument})" if inverse in SPELLINGS and function != "abs" else None


# ---- assignments


def no_target(tree: Syntax, node: int) -> int | None:
    """A node within `node` that nothing can be assigned to, or None."""
    pending = [node]
    while pending:
        whole = node = pending.pop()
        while tree.kinds[node] == Kind.INDEX:
            node = tree.parts[node][0]
        if tree.kinds[node] == Kind.TUPLE and node == whole:
            pending += reversed(tree.parts[node][0])
        elif tree.kinds[node] != Kind.NAME:
            return whole
    return None


def not_assignable(tree: Syntax, span: Span, node: int) -> AdError:
    """`2 = x`, `f(x) = x^2`."""
    kind, text = tree.kinds[node], tree.text(node)
    if kind == Kind.CALL:
        body = re.compile(r"[^\n;#]*").match(span.source.text, span.end)
        assert body is not None
        hint = f"write def {text}: return {body[0].strip() or '…'}  (on a line of its own)"
        return mistake("a function is defined with def", tree.span(node), hint)
    if kind == Kind.NUMBER:
        message = f"`{text}` is a number: nothing can be assigned to it"
    elif kind == Kind.LIST:
        return mistake(
            "a list is no target", tree.span(node), f"write {text[1:-1].strip()} = … without brackets"
        )
    else:
        message = "only a name or an element of an array can stand left of `=`"
    return mistake(message, tree.span(node), "a comparison is written ==")


def not_augmentable(tree: Syntax, span: Span, target: int) -> AdError:
    """`a, b += 1`."""
    return mistake(
        "only a name or an element of an array can be updated",
        tree.span(target),
        "write one update a statement",
    )


def shape_and_default(tree: Syntax, span: Span, name: str) -> AdError:
    """`input w[3] = 2`."""
    default = span.source.text[span.start : span.end].partition("=")[2].strip()
    return mistake(
        "an input has a shape or a default value, not both", span, f"write input {name} = {default}"
    )


def check_decimal_commas(tree: Syntax, items: tuple[int, ...], spaced: bool = True) -> None:
    """Refuse `1,5` outside brackets, and `1, 5` unless a space tells that it is a list."""
    text, commas = tree.source.text, re.compile(f"{DECIMAL_COMMA}|{THOUSANDS}")
    for left, right in pairwise(items):
        comma = text.find(",", tree.ends[left], tree.starts[right])
        for found in commas.finditer(text, tree.starts[left], tree.ends[right]):
            if found[1] is None:
                raise decimal_comma(Span(tree.source, found.start(), found.end()))
            if found.end(1) == comma and (spaced or not found[2]):
                thousands = re.compile(THOUSANDS).match(text, found.start())
                end = thousands.end() if thousands else found.end()
                raise decimal_comma(Span(tree.source, found.start(), end))


def bare_items(tree: Syntax, node: int) -> tuple[int, ...]:
    """The items of a tuple without brackets."""
    text = tree.text(node)
    if tree.kinds[node] != Kind.TUPLE or (text[0] == "(" and text[-1] == ")"):
        return ()
    return tuple(tree.parts[node][0])


def decimal_comma(span: Span) -> AdError:
    """`3,5` and `1,000`."""
    whole, _comma, decimals = span.text.partition(",")
    numbers = [f"{whole}.{decimals.strip()}"] if not {",", "."} & set(decimals) else []
    if re.fullmatch(THOUSANDS, span.text):
        numbers.insert(0, span.text.replace(",", ""))
    if not numbers:
        return mistake("numbers in a row are a list", span, f"write [{span.text}]")
    hint = f"write {', '.join(numbers)}, or [{span.text}] for a list"
    message = "a number is written with a decimal point"
    return mistake(message if len(numbers) == 1 else f"{message}, and without commas", span, hint)


# ---- functions


def check_parameters(tree: Syntax, parameters: list[int]) -> None:
    """Refuses a parameter that is there twice, or has no default behind one that has."""
    names: set[str] = set()
    defaults = False
    for node in parameters:
        name, default = tree.parts[node]
        if name in names:
            raise mistake(f"the parameter `{name}` is there twice", tree.span(node), "give each its own name")
        if defaults and default == ABSENT:
            hint = f"put `{name}` first, or give it a default value"
            raise mistake(f"`{name}` without a default value follows one with it", tree.span(node), hint)
        names.add(name)
        defaults = default != ABSENT


def repeated_argument(tree: Syntax, span: Span, named: list[tuple[str, int]]) -> AdError:
    """`f(a=1, a=2)`."""
    names = [name for name, _node in named]
    twice = next(name for k, name in enumerate(names) if name in names[:k])
    return mistake(f"the argument `{twice}` is given twice", span, "give each argument once")


JUMPS = {int(Kind.RETURN), int(Kind.BREAK), int(Kind.CONTINUE)}


def check_jumps(tree: Syntax) -> None:
    """`return` stands in a function, `break` and `continue` in a loop of the same function.

    And they stand last in their block: what comes after them would never run.
    """
    if JUMPS.isdisjoint(tree.kinds):
        return
    around: list[tuple[int, bool]] = []  # open functions (True) and loops: first node of each
    functions = 0
    wrong: int | None = None
    for node in range(tree.root, -1, -1):  # from the outside in, backwards
        while around and node < around[-1][0]:
            functions -= around.pop()[1]
        kind = tree.kinds[node]
        if kind == Kind.BLOCK:
            _check_reached(tree, tree.parts[node][0])
        elif kind in (Kind.DEF, Kind.WHILE, Kind.FOR):
            around.append((tree.lows[node], kind == Kind.DEF))
            functions += kind == Kind.DEF
        elif kind in JUMPS and not (functions if kind == Kind.RETURN else around and not around[-1][1]):
            wrong = node
    if wrong is not None:
        _misplaced_jump(tree, wrong)


def _check_reached(tree: Syntax, statements: tuple[int, ...]) -> None:
    for jump, after in pairwise(statements):
        if tree.kinds[jump] in JUMPS:
            word = tree.text(jump).split()[0]
            same_line = tree.span(jump).line == tree.span(after).line
            hint = "a block on one line goes to the line's end: write this on the next" if same_line else ""
            raise mistake(f"this never runs: it stands after `{word}`", tree.span(after), hint)


def _misplaced_jump(tree: Syntax, node: int) -> NoReturn:
    if tree.kinds[node] == Kind.RETURN:
        raise mistake(
            "`return` outside a function", tree.span(node), "write output … for the program's result"
        )
    word = tree.text(node)
    raise mistake(f"`{word}` outside a loop", tree.span(node), f"`{word}` belongs in a while or for block")
