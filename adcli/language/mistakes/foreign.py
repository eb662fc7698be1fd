"""Operators and words of other languages, with what is written instead."""

from __future__ import annotations

import re

from adcli.language.mistakes import raised, signs
from adcli.language.mistakes.constructs import mistake
from adcli.language.mistakes.readings import hundredth
from adcli.language.mistakes.stopped import Place
from adcli.text.errors import AdError
from adcli.text.source import Span

PAIRS = {
    "=>": "write >=",
    "=<": "write <=",
    "<>": "write !=",
    "=!": "write !=",
    "===": "write ==",
    "!==": "write !=",
    ":=": "write = in a statement of its own",
    "->": "a function's result has no type: write def f(x):",
    "++": "write x += 1",
    "--": "write x -= 1",
}

WORDS = {
    "lambda": ("there is no lambda here", "write def f(x): return … on a line before"),
    "class": ("there are no classes here", "write functions with def"),
    "function": ("a function is defined with def", "write def f(x): return …"),
    "try": ("there are no exceptions here", "write an if"),
    "except": ("there are no exceptions here", "write an if"),
    "raise": ("there are no exceptions here", "write assert condition"),
    "with": ("there is no with here", "write the statements without it"),
    "global": ("there is no global here", "return the value and assign it: x = f(x)"),
    "nonlocal": ("there is no nonlocal here", "return the value and assign it: x = f(x)"),
    "del": ("there is no del here", "leave it out"),
    "yield": ("there are no generators here but in calls", "return an array: [… for …]"),
    "print": ("results are named with output", "write output x"),
    "let": ("an assignment has no keyword", "write x = 1"),
    "var": ("an assignment has no keyword", "write x = 1"),
    "const": ("an assignment has no keyword", "write x = 1"),
    **{word: (f"`{word}` is not an operator here", f"write {word.lower()}") for word in ("AND", "OR", "NOT")},
    "is": ("`is` is not an operator here", "write =="),
    "then": ("`then` is not written", "write : after the condition"),
    "do": ("`do` is not written", "write : after the condition"),
    "mod": ("`mod` is not an operator here", "write x % y, or mod(x, y)"),
    "at": (
        "`at` stands before the values at the end of a batch file's line",
        "write at x=2 there, and on the command line --at x=2",
    ),
    "input": ("an input is a name", "write input x = 2"),
    "XOR": ("`XOR` is not an operator here", "write !="),
    "xor": ("`xor` is not an operator here", "write !="),
}

LINES = ("NEWLINE", "INDENT", "DEDENT")
PERCENT = "`%` is the remainder of a division, and no percent sign"


def percent(place: Place) -> AdError | None:
    """`5%*x`, `10%`, `10% of x`."""
    text, of = place.source.text, place.kinds(-2, -1) == ["MOD", "NAME"] and place.text(-1) == "of"
    sign = -2 if of else -1
    if place.kind(sign) != "MOD" or ("NUMBER" in place.expected) == of:
        return None
    at = place.span(sign).start
    first = raised.operand_before(text, at)
    share = hundredth(text, first, at)
    if of:
        factor = place.text() if place.kind() in ("NAME", "NUMBER") else "…"
        return mistake(PERCENT, Span(place.source, first, place.span().end), f"write {share}*{factor}")
    return mistake(PERCENT, Span(place.source, first, at + 1), f"write ({share})")


def superscript(place: Place) -> AdError | None:
    """`x^²`, `²x`, `x¹/²`."""
    if place.kind() != "SUPERSCRIPT" or "NUMBER" not in place.expected:
        return None
    text, at = place.source.text, place.span().start
    if place.kind(-1) == "POW":
        message = f"an exponent is written behind `{place.text(-1)}` or raised, not both"
        return mistake(message, place.span(-1, 0), f"write {place.text()}")
    start, end, message, hint = raised.exponent(text, at)
    return mistake(message, Span(place.source, start, end), hint)


def decorator(place: Place) -> AdError | None:
    """`@jit` on the line before a function."""
    if place.kind() not in ("MATMUL", "FILE") or place.kind(-1) not in ("", *LINES):
        return None
    end = next((k for k in range(1, len(place.tokens) - place.at) if place.kind(k) in LINES), 0)
    if not end or place.kind(end + 1) != "DEF":
        return None
    return mistake("there are no decorators here", place.span(0, end - 1), "leave the line out")


def operator(place: Place) -> AdError | None:
    """An operator of another language."""
    for first, last in ((-1, 1), (-1, 0), (0, 1), (-2, -1)):
        if place.at + first < 0 or place.at + last >= len(place.tokens):
            continue
        text = place.text(first, last)
        if text == "->" and (function := _function(place)):
            return function
        if hint := PAIRS.get(text):
            return mistake(f"`{text}` is not an operator here", place.span(first, last), hint)
    return None


def word(place: Place) -> AdError | None:
    """A word of another language."""
    for k in (-1, 0):
        if place.kind(k) == "NAME" and place.text(k) == "is" and place.kind(k + 1) == "NOT":
            return mistake("`is not` is not an operator here", place.span(k, k + 1), "write !=")
        if place.kind(k) == "NAME" and (known := WORDS.get(place.text(k))):
            neighbour = place.kind(k + 1) if k else place.kind(-1)
            if neighbour in ("NAME", "NUMBER", "COLON", "NOT", "LSQB") or place.text(k) == "lambda":
                return _of_a_word(place, k, *known)
    return None


FUNCTION = r"([^\W\d]\w*)\s*=\s*(?:lambda\s+([\w, ]+):|\(?([\w, ]+)\)?\s*->)\s*([^\n;#]+)"


def _of_a_word(place: Place, k: int, message: str, hint: str) -> AdError:
    """A word of another language: with what follows it, where all of that is kept."""
    text, word = place.source.text, place.text(k)
    if word in ("let", "var", "const", "print"):
        rest = re.compile(r"\s*([^\n;#]*)").match(text, place.span(k).end)
        assert rest is not None
        span = Span(place.source, place.span(k).start, rest.end())
        return mistake(message, span, f"write {'output ' if word == 'print' else ''}{rest[1].strip()}")
    return _function(place) or mistake(message, place.span(k), hint)


def _function(place: Place) -> AdError | None:
    """`f = lambda x: x^2`, `f = x -> x^2`."""
    for found in re.finditer(FUNCTION, place.source.text):
        if found.start() <= place.span().start <= found.end():
            name, one, other, body = found.groups()
            span = Span(place.source, *found.span())
            hint = f"write def {name}({(one or other).strip()}): return {body.strip()}"
            return mistake("a function is defined with def", span, hint)
    return None


def notation_of_others(place: Place) -> AdError | None:
    """`if(c, a, b)`, `d/dx x^2`, `x % a comment`."""
    text, at = place.source.text, place.span().start
    if place.bracket == "LSQB" and place.kind() in ("SEMICOLON", "NUMBER", "NAME"):
        opening = text.rfind("[", 0, at)
        if matrix := signs.rows_of_matlab(text, opening):
            span = Span(place.source, opening, matrix[0])
            return mistake("the rows of a matrix are lists", span, f"write {matrix[1]}")
    if found := signs.conditional(text, place.span().end):
        start, end, formula = found
        span = Span(place.source, start, end)
        return mistake("`if` is no function", span, f"write {formula}")
    if (rest := signs.leibniz(text, at)) is not None:
        return mistake("a derivative is no part of an expression", place.span(), signs.differentiated(rest))
    if place.start == "program" and not place.bracket and (sign := signs.comment(text, at)):
        start, sign_text = sign
        if start <= place.span().end:
            span = Span(place.source, start, start + len(sign_text))
            return mistake(f"a comment begins with #, and not with {sign_text}", span, "write #")
    return None


def span_of_numbers(place: Place) -> AdError:
    """`for i = 1:10`, with both ends in it."""
    name = place.text(-1)
    ends = re.compile(r"=\s*(\d+)\s*:\s*(\w+)").match(place.source.text, place.span().start)
    if ends is None:
        return mistake("`for` takes its values with `in`", place.span(), f"write for {name} in range(n):")
    above = str(int(ends[2]) + 1) if ends[2].isdecimal() else f"{ends[2]} + 1"
    span = Span(place.source, place.span(-2).start, ends.end())
    return mistake("`for` takes its values with `in`", span, f"write for {name} in range({ends[1]}, {above})")
