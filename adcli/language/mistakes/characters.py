"""Mistakes that the lexer meets: characters, brackets, margins. Each names what to write instead."""

from __future__ import annotations

import re
from typing import NoReturn
from unicodedata import name, normalize

from adcli.language.grammar.lookalikes import PRIMES, is_lowered, is_raised, spelled
from adcli.language.mistakes import raised, signs
from adcli.language.mistakes.raised import operand_before
from adcli.text.errors import AdError
from adcli.text.source import Source, Span

KIND = r"([\d_]*\.\d*)_(?:4|8|16)(?!\w)"  # 1.0_8 in Fortran
BRACKETS = {"(": ")", "[": "]"}

PRIME = ("a prime means nothing here", "adcli differentiates: write the function itself")

DEGREES = "°º˚"

# Characters that stand for something the language writes otherwise.
CHARACTERS = {
    "&": ("`&` is not an operator here", "write and"),
    "|": ("`|` is not an operator here", "write or, or abs(x) for |x|"),
    "~": ("`~` is not an operator here", "write not"),
    "¬": ("`¬` is not an operator here", "write not"),
    "∧": ("`∧` is not an operator here", "write and"),
    "∨": ("`∨` is not an operator here", "write or"),
    "?": ("`?` is not an operator here", "write a if condition else b"),
    "{": ("there are no braces here", "a block is indented after `:`; a list is written [1, 2]"),
    "}": ("there are no braces here", "a block is indented after `:`; a list is written [1, 2]"),
    "$": ("`$` means nothing here", "a name is written bare, and an expression without dollar signs"),
    "`": ("a backquote means nothing here", "write the text without it"),
    "\\": ("a backslash means nothing here", "write a function by its name, such as sin(x)"),
    "∞": ("`∞` is not a number here", "write inf"),
    "ᵀ": ("`ᵀ` is not an operator here", "write .T"),
    **dict.fromkeys(f"′{PRIMES}", PRIME),
    "∛": ("`∛` is not a function here", "write cbrt(x)"),
    "∑": ("`∑` is not a function here", "write sum(… for i in range(n))"),
    "∏": ("`∏` is not a function here", "write prod(… for i in range(n))"),
    "∫": ("there are no integrals here", "write a sum, such as h*sum(f(i*h) for i in range(n))"),
    "∂": ("`∂` means nothing here", "adcli differentiates: write the function itself"),
    "∇": ("`∇` means nothing here", "adcli differentiates: write the function itself"),
    "⌊": ("`⌊` is not a bracket here", "write floor(x)"),
    "⌋": ("`⌋` is not a bracket here", "write floor(x)"),
    "⌈": ("`⌈` is not a bracket here", "write ceil(x)"),
    "⌉": ("`⌉` is not a bracket here", "write ceil(x)"),
    "‖": ("`‖` is not a bracket here", "write norm(v)"),
    "—": ("`—` is not an operator here", "write -"),
    **{sign: (f"`{sign}` is not a unit here", "write sind(x) for degrees, or x*pi/180") for sign in DEGREES},
    "±": ("`±` is not an operator here", "write + and - in two expressions"),
    "≈": ("`≈` is not an operator here", "write abs(a - b) < 1e-9"),
    "⊗": ("`⊗` is not an operator here", "write outer(a, b)"),
    **{sign: (f"`{sign}` is not an operator here", "write *") for sign in "∙∗•⨯✕⊙"},
    **{sign: (f"`{sign}` is not an operator here", "write /") for sign in "⁄∕"},
}
QUOTES = "“”‘’«»„‚"


def fail(source: Source, start: int, end: int, message: str, hint: str) -> NoReturn:
    """Raises a syntax error for the characters from `start` to `end`."""
    raise AdError("syntax", message, Span(source, start, end), hint=hint)


def empty(source: Source, start: str) -> NoReturn:
    """A text with nothing in it."""
    if start == "bindings":
        fail(source, 0, 0, "empty bindings", "write a name and a value, such as x=2")
    if start == "selection":
        fail(source, 0, 0, "empty selection", "write names, such as x,y")
    fail(source, 0, 0, "empty expression", "write an expression, such as x^2 + 1")


# ---- brackets


def unclosed_bracket(source: Source, at: int) -> NoReturn:
    """`(x + 1`"""
    bracket = source.text[at]
    fail(
        source,
        at,
        at + 1,
        f"`{bracket}` is never closed",
        f"add the `{BRACKETS[bracket]}` that belongs to it",
    )


def extra_bracket(source: Source, at: int) -> NoReturn:
    """`x + 1)`"""
    message = f"`{source.text[at]}` closes nothing"
    fail(source, at, at + 1, message, "remove it, or add the bracket that it closes")


def wrong_bracket(source: Source, opened_at: int, at: int) -> NoReturn:
    """`(x + 1]`"""
    opener, closer = source.text[opened_at], source.text[at]
    place = Span(source, opened_at, opened_at + 1)
    hint = f"the `{opener}` in line {place.line}, column {place.column} is closed by `{BRACKETS[opener]}`"
    fail(source, at, at + 1, f"`{closer}` does not close `{opener}`", hint)


# ---- lines


def indentation(source: Source, margins: list[str], start: int, end: int) -> NoReturn:
    """A line that begins where no line of an open block does."""
    used = source.text[start:end] + "".join(margins)
    if "\t" in used and " " in used:
        fail(source, start, end, "tabs and spaces are mixed in the indentation", "indent with spaces alone")
    hint = f"indent by {' or '.join(str(len(margin)) for margin in margins)} characters"
    fail(source, start, end, "this indentation matches no line above", hint)


def misplaced_import(source: Source, at: int) -> NoReturn:
    """`x = import math`"""
    end = source.text.index(" ", at)
    fail(source, at, end, "an import stands on a line of its own", "the functions are there without import")


# ---- characters


def string(source: Source, start: int, end: int) -> NoReturn:
    """A string that is no docstring."""
    text = source.text
    if _is_prime(text, start):
        _prime(source, start)
    if prefix := re.compile(r"\b[fFrRbBuU]{1,2}$").search(text, 0, start):
        start = prefix.start()
    line = text[text.rfind("\n", 0, start) + 1 : start].strip()
    hint = "remove the quotes: names and formulas are written bare"
    if line.startswith("assert"):
        hint = "an assertion is a condition alone: leave the text out"
    elif source.name.startswith("--") and "." in text[start:end]:
        hint = f"for the file, write @{text[start:end].strip(chr(34) + chr(39))}"
    fail(source, start, end, "there are no strings here", hint)


def unreadable(source: Source, at: int) -> NoReturn:
    """A character that begins no token, or that ends what would be a name without it."""
    text = source.text
    if kind := re.compile(KIND).match(text, at):
        number, end = kind[1], kind.end()
        hint = f"write {number}, or {kind[0].replace('_', '')} for a number with more digits"
        fail(source, at, end, f"`{kind[0]}` reads two ways: Fortran has the kind of a number there", hint)
    start = at
    while text[at] not in CHARACTERS and _in_a_name(text, at, start) and at + 1 < len(text):
        at += 1
    character = text[at]
    if character not in CHARACTERS or is_raised(text[at - 1 : at]) or is_raised(text[at + 1 : at + 2]):
        if is_raised(character):
            fail(source, *raised.exponent(text, at))
        if is_lowered(character):
            fail(source, *raised.subscript(text, at))
    if character == "|" and (bars := signs.absolute_value(text, at)):
        start, end, formula = bars
        fail(source, start, end, "an absolute value is written as a function", f"write {formula}")
    if character in "{}" and source.name.startswith("--"):
        fail(source, at, at + 1, "there are no braces here", "write names and values alone, such as x=2, y=3")
    if found := signs.whole(text, at):
        start, end, formula = found
        message = CHARACTERS[character][0]
        fail(source, start, end, message, f"write {formula}" if formula else "leave it out")
    for sign, word in (("&&", "and"), ("||", "or")):
        if text.startswith(sign, at):
            fail(source, at, at + 2, f"`{sign}` is not an operator here", f"write {word}")
    if character == "!":
        _exclamation(source, at)
    if character == ".":
        from adcli.language.mistakes.members import dot

        dot(source, at, operand_before(text, at))
    if _is_prime(text, at):
        _prime(source, at)
    if character in "\"'":
        fail(source, at, at + 1, "this quote is never closed, and there are no strings here", "remove it")
    if character in QUOTES:
        fail(
            source,
            at,
            at + 1,
            f"`{character}` is a quote, and there are no strings here",
            "remove the quotes",
        )
    if character in DEGREES and (hint := signs.degrees(text, at, operand_before(text, at))):
        fail(source, at, at + 1, CHARACTERS[character][0], hint)
    _character(source, at, character)


def _in_a_name(text: str, at: int, start: int) -> bool:
    """Whether the character may stand in a name that begins at `start`."""
    return bool(spelled("x" + text[at] if at > start else text[at]))


def _is_prime(text: str, at: int) -> bool:
    """Whether a quote is a derivative's prime, as in f'(x)."""
    return text[at] == "'" and (text[at - 1 : at].isalnum() or text[at - 1 : at] == ")")


def _prime(source: Source, at: int) -> NoReturn:
    """`f'(x)`, a derivative, or `A'`, MATLAB's transpose."""
    text = source.text
    if text.startswith("(", at + 1) or text.startswith("''", at):
        _character(source, at, "′")
    start = operand_before(text, at)
    hint = f"for a transpose, write {text[start:at]}.T; for a derivative, the function: adcli differentiates"
    fail(source, start, at + 1, "a prime means nothing here", hint)


def _character(source: Source, at: int, character: str) -> NoReturn:
    plain = normalize("NFKC", character)
    known = f"U+{ord(character):04X} {name(character, 'without a name')}"
    if character in CHARACTERS:
        message, hint = CHARACTERS[character]
        if character == "~" and operand_before(source.text, at) < at:
            hint = "for about the same, compare: abs(a - b) < 1e-9"
        if character == "{" and source.text[at - 1 : at] == "^":
            hint = "write ^(…)"
    elif "⁄" in plain:
        fail(source, *raised.fraction(source.text, at))
    elif "\udc80" <= character <= "\udcff":  # a byte that Python could not decode
        message, hint = f"the byte 0x{ord(character) & 0xFF:02X} is no text", "give the text in UTF-8"
    elif not character.isprintable():
        message, hint = f"an invisible character, {known}", "remove it"
    else:
        message, hint = f"`{character}` ({known}) means nothing here", "remove it, or write a name in letters"
        if plain != character and len(plain) == 1 and plain.isascii():
            hint = f"write {plain}"
    fail(source, at, at + 1, message, hint)


def _exclamation(source: Source, at: int) -> NoReturn:
    start = operand_before(source.text, at)
    if start == at:
        fail(source, at, at + 1, "`!` is not an operator here", "write not")
    operand = source.text[start:at].strip()
    if factor := re.compile(r"\d[\d_.]*(?![eE]\d)(?=[^\W\d])").match(operand):  # 2x! is 2 times x!
        start, operand = start + factor.end(), operand[factor.end() :]
    operand = operand[1:-1] if operand.startswith("(") else operand
    fail(source, start, at + 1, "a factorial is written as a function", f"write factorial({operand})")
