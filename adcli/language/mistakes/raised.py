"""Mistakes with superscripts, subscripts and fractions: where each is, what it is, what to write instead."""

from __future__ import annotations

import re
from unicodedata import normalize

from adcli.language.grammar.lookalikes import exponents, is_lowered, is_raised, raised_around

Mistake = tuple[int, int, str, str]  # start, end, message, hint


def exponent(text: str, at: int) -> Mistake:
    """`2ˣ`, `xᵃ⁺ᵇ`: what is raised is an exponent, and only whole numbers are read as one."""
    start, end = raised_around(text, at)
    ways, message = exponents(text[start:end]), f"`{text[start:end]}` is not an exponent here"
    if text[end : end + 1] == "√":
        operand = operand_after(text, end + 1)
        return start, end + 1 + len(operand), message, f"write root({operand.strip('()')}, {ways[0]})"
    first = operand_before(text, start)
    base = text[first:start].strip()
    for k in range(len(base), 0, -1):  # x²yⁿ: the base of ⁿ is y
        if is_raised(base[k - 1]):
            first, base = first + k, base[k:]
            break
    if not base:
        return start, end, f"`{text[start:end]}` is an exponent of nothing", f"write {ways[0]}"
    if text[end : end + 1] == "(" and base.isalpha() and len(base) > 1:  # sinⁿ(x)
        argument = operand_after(text, end)
        base, end = base + argument, end + len(argument)
    if ways[0] == "(-T)":
        return first, end, message, f"write inv({base}).T"
    return first, end, message, "write " + " or ".join(f"{base}^{way}" for way in ways)


def subscript(text: str, at: int) -> Mistake:
    """`2ₓ`, `xₙ₊₁`: letters and digits that are part of a name, where there is one."""
    end = at
    while end < len(text) and is_lowered(text[end]):
        end += 1
    first = operand_before(text, at)
    name = normalize("NFKC", text[first:at].strip())
    if is_raised(text[at - 1 : at]):
        start, _end = raised_around(text, at - 1)
        hint = f"write {text[first:start]}{text[at:end]}{text[start:at]}"
        return first, end, f"`{text[at:end]}` stands behind an exponent", hint
    if name.isidentifier():
        below = normalize("NFKC", text[at:end]).replace("+", "_plus_").replace("−", "_minus_")
        below = re.sub(r"\W", "_", below)
        message = f"`{text[at]}` does not stand in a name: letters and digits do"
        return first, end, message, f"write {name}{below}, or {name}[…] for an element"
    plain = normalize("NFKC", text[at:end])
    message = f"`{text[at:end]}` is a subscript of no name"
    if plain.isidentifier() and name:
        return first, end, message, f"write {name}*{plain} for a product, or a name before it"
    return at, end, message, "a subscript stands right behind a name, such as x₁"


def fraction(text: str, at: int) -> Mistake:
    """`½x`, `3½`."""
    plain = normalize("NFKC", text[at]).replace("⁄", "/")
    message = f"`{text[at]}` is not a number here"
    if plain.endswith("/"):
        return at, at + 1, message, f"write {plain}"
    first = operand_before(text, at)
    before = text[first:at].strip()
    if re.fullmatch(r"[0-9]+", before):
        return first, at + 1, message, f"write ({before} + {plain})"
    sign = "*" if before and not text[at - 1].isspace() else ""
    return at, at + 1, message, f"write {sign}({plain})"


def operand_after(text: str, at: int) -> str:
    """The operand that begins there: something in brackets, or a name or a number."""
    if text[at : at + 1] != "(":
        match = re.compile(r"[\w.]*").match(text, at)
        return match[0] if match else ""
    depth = 0
    for k in range(at, len(text)):
        depth += (text[k] == "(") - (text[k] == ")")
        if depth == 0:
            return text[at : k + 1]
    return text[at:]


def operand_before(text: str, at: int) -> int:
    """Where the operand that ends before `at` begins: a number, a name, a call, something in brackets."""
    start = end = len(text[:at].rstrip())
    depth = 0
    while start:
        character = text[start - 1]
        if character in ")]":
            if depth == 0 and start != end and text[start] not in "([":
                break
            depth += 1
        elif character in "([":
            if depth == 0:
                break
            depth -= 1
        elif depth == 0 and not (character.isalnum() or character in "_."):
            break
        start -= 1
    return start if start < end else at
