"""Brackets in a text that is not parsed: where they close, and where they are needed."""

from __future__ import annotations

import re
from collections.abc import Mapping


def is_closed(text: str) -> bool:
    """Whether no operator outside brackets is in a text: `x`, `1.5`, `f(x + 1)`, `(a + b)`."""
    if re.fullmatch(r"[^\W\d]\w*|\d[\d_.]*(?:[eE]\d+)?", text):
        return True
    begins = re.match(r"(?:[^\W\d]\w*)?[(\[]", text)
    return begins is not None and closing(text, begins.end() - 1) == len(text) - 1


def closing(text: str, opening: int) -> int:
    """Where the bracket is that closes one; -1 if there is none."""
    depth = 0
    for k in range(opening, len(text)):
        depth += (text[k] in "([{") - (text[k] in ")]}")
        if depth == 0:
            return k
    return -1


def arguments_in(text: str) -> list[str]:
    """The arguments between the brackets of a call, as they are written."""
    found, depth, start = [], 0, 0
    for k, character in enumerate(text):
        depth += (character in "([{") - (character in ")]}")
        if character == "," and depth == 0:
            found.append(text[start:k].strip())
            start = k + 1
    rest = text[start:].strip()
    return [*found, rest] if rest else found


def fitted(formula: str, before: str, after: str) -> str:
    """A formula in the place of a call, in brackets where the text around it would take it apart."""
    left, right = before.rstrip(" \t")[-1:], after.lstrip(" \t")[:1]
    if is_closed(formula) or (left in "([,;=:\n" and right in ")],;:#\n"):
        return formula
    base, _, exponent = formula.partition("^")
    is_power = bool(exponent) and is_closed(base) and is_closed(exponent)
    return (
        formula
        if is_power and left not in "^*" and right != "^" and not after.lstrip().startswith("**")
        else f"({formula})"
    )


def substituted(formula: str, arguments: Mapping[str, str]) -> str:
    """The formula with texts in place of its parameters, in brackets where they need them."""

    def put(match: re.Match[str]) -> str:
        text = arguments[match[0]]
        before, after = formula[: match.start()].rstrip(), formula[match.end() :].lstrip()
        alone = before.endswith(("(", ",", "[")) and after.startswith((")", ",", "]"))
        return text if alone or not (before or after) or is_closed(text) else f"({text})"

    return re.sub(rf"\b(?:{'|'.join(arguments)})\b(?!\()", put, formula)
