"""Syntax errors: a token that cannot stand where it was found.

`error` asks one check after another whether it knows the mistake; the last one says what was found
and what was expected, in the words of the language.
"""

from __future__ import annotations

import re

from adcli.language.grammar.tables import Tables, Token
from adcli.language.mistakes import foreign
from adcli.language.mistakes.constructs import FUNCTION, decimal_comma, mistake
from adcli.language.mistakes.stopped import Place
from adcli.text.errors import AdError
from adcli.text.source import Source, Span

OPERANDS = {"NAME", "NUMBER", "TRUE", "FALSE", "PYTHON_TRUE", "PYTHON_FALSE"}
OPERAND_STARTS = OPERANDS | {"LPAR", "LSQB"}
OPERAND_ENDS = OPERANDS | {"RPAR", "RSQB", "SUPERSCRIPT", "TRANSPOSE"}
OPERATORS = {"ADD", "SUB", "MUL", "DIV", "FLOORDIV", "MOD", "MATMUL", "POW"}
OPERATORS |= {"EQ", "NE", "LT", "LE", "GT", "GE", "AND", "OR", "NOT", "SET", "COMMA"}
BEFORE_A_VALUE = OPERATORS | {"IF", "ELIF", "ELSE", "WHILE", "IN", "ASSERT"}
LINE_ENDS = {"NEWLINE", "$END", "SEMICOLON", "INDENT", "DEDENT"}


def error(source: Source, tokens: list[Token], at: int, grammar: Tables, start: str) -> AdError:
    """The error for a token that the parser cannot read."""
    if grammar.terminals[tokens[at][0]] == "JUXT":  # the user sees the factor after it
        tokens = tokens[:at] + tokens[at + 1 :]
    place = Place(source, tokens, at, grammar, start)
    for check in CHECKS:
        if found := check(place):
            return found
    return found_and_expected(place)


# ---- checks


def comma_in_number(place: Place) -> AdError | None:
    """`3,5`"""
    for first in (-2, -1):
        if not place.bracket and place.kinds(first, first + 2) == ["NUMBER", "COMMA", "NUMBER"]:
            span = _numbers_in_a_row(place, first)
            if span.text.replace(",", "").replace(" ", "").isdigit():
                return decimal_comma(span)
    return None


def binding(place: Place) -> AdError | None:
    """What goes wrong in `--at`."""
    if place.start != "bindings":
        return None
    kind = place.kind()
    for k in (-2, -1):
        if not place.bracket and place.kinds(k, k + 2) == ["NUMBER", "COMMA", "NUMBER"]:
            return decimal_comma(_numbers_in_a_row(place, k))
    if kind == "SET" and place.kind(-1) == "NAME":
        text, at = place.source.text, place.span(-1).start
        head = text[:at].strip()
        hint = f"write {head}{'…' if head.endswith('=') else ''}, {text[at:].strip()}"
        return mistake("a comma is missing between two bindings", place.span(-1), hint)
    if kind == "SEMICOLON":
        bindings = [part.strip() for part in place.source.text.split(";")]
        hint = f"write {', '.join(filter(None, bindings))}"
        return mistake("bindings are separated by commas", place.span(), hint)
    if "SET" in place.expected and place.kind(-1) == "NAME":
        name = place.text(-1)
        value = place.text(1) if kind in ("EQ", "COLON") and place.kind(1) == "NUMBER" else "2"
        return mistake(f"`{name}` has no value", place.span(-1), f"write {name}={value}")
    if place.kind(-1) == "COMMA" and "NAME" in place.expected and kind in ("$END", "COMMA"):
        return mistake(
            "a binding is missing after `,`", place.span(-1), "write what comes next, or remove it"
        )
    if kind == "NUMBER" and "NAME" in place.expected and "NUMBER" not in place.expected:
        return mistake(f"`{place.text()}` has no name", place.span(), f"write x={place.text()}")
    return None


def _numbers_in_a_row(place: Place, first: int) -> Span:
    """Where the number `first`, and those that follow it after commas, stand."""
    last = first + 2
    while place.kinds(last + 1, last + 2) == ["COMMA", "NUMBER"]:
        last += 2
    return place.span(first, last)


def missing_operator(place: Place) -> AdError | None:
    """Two operands beside each other."""
    beside = place.kind(-1) in OPERAND_ENDS and place.kind() in OPERAND_STARTS
    if not beside or "MUL" not in place.expected:
        return None
    left, right, both = place.text(-1), place.text(), place.span(-1, 0)
    if left == "√" or (place.kind(-1) == "NAME" and re.fullmatch(FUNCTION, left)):
        operand = _operand(place)
        span = Span(place.source, both.start, place.span().start + len(operand))
        argument = operand if operand.startswith("(") else f"({operand})"
        return mistake("a function's argument stands in brackets", span, f"write {left}{argument}")
    if right.startswith(".") and place.kind(-1) == "NUMBER" and both.text == left + right:
        return mistake(f"`{both.text}` is not a number", both, "write one decimal point in a number")
    if both.text == f"{left} {right}" and place.kind(-1) == place.kind() == "NUMBER" and len(right) == 3:
        return mistake("there are no spaces in a number", both, f"write {left}{right} or {left}_{right}")
    is_plain = place.kind(-1) in ("NAME", "NUMBER") and place.kind() in ("NAME", "NUMBER")
    is_bare = right == "√" and place.kind(1) in ("NAME", "NUMBER")
    factor = f"√({_operand(place, 1)})" if is_bare else _operand(place)
    hint = f"write {left}*{factor}" if is_plain else f"write * between `{left}` and `{right}`"
    if place.bracket and "COMMA" in place.expected:
        hint += ", or a comma"
    return mistake(f"an operator is missing between `{left}` and `{right}`", both, hint)


def _operand(place: Place, first: int = 0) -> str:
    """The text of the factor found, or of one further on: `x`, `2x`, `f(x)`."""
    k = first
    if place.kind(k) == "NUMBER" and place.kind(k + 1) == "JUXT":
        k += 2
    if place.kind(k) == "NAME" and place.kind(k + 1) == "LPAR":
        depth = 0
        while True:
            k += 1
            depth += {"LPAR": 1, "LSQB": 1, "RPAR": -1, "RSQB": -1}.get(place.kind(k), 0)
            if depth == 0:
                break
    return place.text(first, k)


def conditional_without_else(place: Place) -> AdError | None:
    """`a if c`"""
    if "ELSE" not in place.expected or place.kind() not in LINE_ENDS | {"RPAR", "RSQB", "COMMA", "COLON"}:
        return None
    first = place.find_back("IF")
    span = place.span(first, -1) if first is not None else place.span()
    hint = f"write … {span.text} else 0"
    return mistake("`if` within an expression needs an `else`", span, hint)


def comparison(place: Place) -> AdError | None:
    """`=` in a condition or in brackets."""
    if place.kind() != "SET" or "EQ" not in place.expected:
        return None
    hint = f"write {place.text(-1)} == {place.text(1)}"
    return mistake("a comparison is written ==", place.span(-1, 1), hint)


def missing_colon(place: Place) -> AdError | None:
    """`while x > 0`"""
    if "COLON" not in place.expected or place.kind() not in LINE_ENDS:
        return None
    first = place.find_back("IF", "ELIF", "ELSE", "WHILE", "FOR", "DEF")
    if first is None:
        return None
    text = place.text(first, -1)
    return mistake(f"a `:` is missing after `{text}`", place.span(), f"write {text}:")


def blocks(place: Place) -> AdError | None:
    """Lines that are indented where no block begins, or are not where one does; `else if`; `for x = …`."""
    kind = place.kind()
    if kind == "INDENT":
        span = place.span(1)
        return mistake(
            "this line is indented, but no block begins here", span, "indent only after a line with `:`"
        )
    if place.kinds(-2, -1) == ["COLON", "NEWLINE"]:
        return mistake(
            "the block after `:` is missing", place.span(-2), "write it indented on the next lines, or pass"
        )
    if kind == "IF" and place.kind(-1) == "ELSE":
        return mistake("`else if` is one word", place.span(-1, 0), "write elif")
    if kind == "SET" and "IN" in place.expected:
        return foreign.span_of_numbers(place)
    if kind in ("ELSE", "ELIF") and "ELSE" not in place.expected:
        hint = (
            "begin it on a new line, under its `if`"
            if place.find_back("IF") is not None
            else "write its if first"
        )
        return mistake(f"`{place.text()}` without an `if` before it", place.span(), hint)
    return None


def types(place: Place) -> AdError | None:
    """`x: float`, and the label of a batch line."""
    if place.kind() != "COLON" or place.kind(-1) != "NAME":
        return None
    name = place.text(-1)
    if place.find_back("DEF") is not None:
        return mistake("parameters have no types here", place.span(), f"write {name} alone")
    return mistake("`:` ends the first line of a block", place.span(), f"write {name} = …")


def arguments(place: Place) -> AdError | None:
    """`f(a=1, x)`"""
    if place.bracket != "LPAR" or place.find_back("SET", "LPAR", "DEF") is None:
        return None
    if place.kinds(-2, -1) == ["COMMA", "NAME"] and place.expected == {"SET"}:
        span = place.span(-1)
    elif place.kind(-1) == "COMMA" and place.expected == {"NAME", "RPAR"} and place.kind() in OPERAND_STARTS:
        span = place.span()
    else:
        return None
    return mistake("an argument without a name follows one with a name", span, "put it first")


def keyword(place: Place) -> AdError | None:
    """A word of the language where a value or a name belongs, or after a value."""
    word, span = place.text(), place.span()
    if place.kind().lower().removeprefix("python_") != word.lower():
        return None
    if "MUL" in place.expected and word == "for":
        return mistake("`for` within an expression stands in brackets", span, "write [… for … in …]")
    if "MUL" in place.expected and (word == "in" or place.kinds(0, 1) == ["NOT", "IN"]):
        return mistake("`in` belongs to `for`", span, "compare with == and or")
    if "NAME" in place.expected:
        hint = (
            f"choose another name, such as {word}_"
            if place.kind(1) in BEFORE_A_VALUE
            else "write a value here"
        )
        return mistake(f"`{word}` is a word of the language, not a name", span, hint)
    return None


def missing_value(place: Place) -> AdError | None:
    """`2 +`, `f()`, `@file` in an expression"""
    if "NUMBER" not in place.expected:
        return None
    kind, before = place.kind(), place.kind(-1)
    if kind in ("RPAR", "RSQB") and before in ("LPAR", "LSQB"):
        return mistake(
            "there is nothing between the brackets", place.span(-1, 0), "write a value between them"
        )
    if before in BEFORE_A_VALUE and kind in LINE_ENDS | {"RPAR", "RSQB", "COLON"}:
        hint = "write what comes next, or remove it"
        return mistake(f"a value is missing after `{place.text(-1)}`", place.span(-1), hint)
    if kind == "FILE":
        return mistake("a file is no value here", place.span(), f"write a name, and --at name={place.text()}")
    return None


CHECKS = (
    foreign.decorator,
    foreign.notation_of_others,
    foreign.operator,
    foreign.percent,
    foreign.superscript,
    comma_in_number,
    foreign.word,
    binding,
    blocks,
    conditional_without_else,
    missing_colon,
    types,
    arguments,
    missing_operator,
    comparison,
    missing_value,
    keyword,
)


# ---- found and expected

ENDS = {"NEWLINE": "the end of the line", "$END": "the end", "DEDENT": "the end of the block"}
PHRASES = {
    "NAME": "a name",
    "RPAR": "`)`",
    "RSQB": "`]`",
    "COMMA": "`,`",
    "COLON": "`:`",
    "SET": "`=`",
    "IN": "`in`",
    "ELSE": "`else`",
    "LPAR": "`(`",
    "NEWLINE": "the end of the line",
    "$END": "the end",
}


def found_and_expected(place: Place) -> AdError:
    """What is said where no check knows the mistake."""
    expected = place.expected
    if "NUMBER" in expected:
        phrases = ["a value"] + [PHRASES[name] for name in ("RPAR", "RSQB") if name in expected]
    else:
        phrases = ["an operator"] if "ADD" in expected else []
        phrases += [phrase for name, phrase in PHRASES.items() if name in expected]
    listed = ", ".join(phrases[:-1]) + " or " + phrases[-1] if len(phrases) > 1 else phrases[0]
    kind = place.kind()
    found = ENDS.get(kind) or f"`{place.text()}`"
    return mistake(f"found {found} where {listed} was expected", place.span(), "")
