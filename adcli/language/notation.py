"""Notation of mathematics and of other systems, found in the text around a mistake."""

from __future__ import annotations

import re

from adcli.language.brackets import arguments_in, closing, fitted
from adcli.language.elsewhere import instead

OPERAND_ENDS = re.compile(r"[\w.)\]]")


def absolute_value(text: str, at: int) -> tuple[int, int, str] | None:
    """The bars that begin at `at`, as calls of abs: where they begin and end, and what to write.

    A bar opens where a value may begin, and closes where one has ended. None where bars do not
    belong together in one line, as in `a || b`.
    """
    before = text[:at].rstrip()
    if text.startswith("||", at) and before and OPERAND_ENDS.match(before[-1]):
        return None
    start = at - len("abs") if re.search(r"\babs$", text[:at]) else at  # abs|x|
    written, depth, value_ended = "", 0, False
    for k in range(at, len(text)):
        character = text[k]
        if character == "\n":
            return None
        if character != "|":
            written += character
            value_ended = bool(OPERAND_ENDS.match(character)) or (value_ended and character.isspace())
        elif value_ended:
            written, depth = written.rstrip() + ")", depth - 1
        else:
            written, depth = written + "abs(", depth + 1
        if depth == 0:
            return start, k + 1, re.sub(r"abs\(\s+", "abs(", written)
    return None


def leibniz(text: str, at: int) -> str | None:
    """What is differentiated in `d/dx x^2`, whose operator is at `at`: all of the rest of its line."""
    for found in re.finditer(r"\b(?:d(?:\^?\d|[²³])?|∂[²³]?)\s*/\s*(?:d|∂)[^\W\d]\w*(?:\^\d|[²³])?\s*", text):
        if found.start() <= at <= found.end():
            rest = re.compile(r"[ \t*·]*([^\n;#]*)").match(text, found.end())
            return rest[1].strip() if rest else None
    return None


def differentiated(rest: str) -> str:
    """The hint for a derivative that is asked for in the expression itself."""
    return (
        f"adcli differentiates: write {rest} alone"
        if rest
        else "adcli differentiates: write the function alone"
    )


def comment(text: str, at: int) -> tuple[int, str] | None:
    """Where a comment of MATLAB or C begins in the line of `at`, and its sign, if words behind it say so."""
    start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
    line = text[start : len(text) if end < 0 else end]
    word = r"[^\W\d]\w*"
    found = re.match(r"\s*(%+|//|/\*|--(?=\s+\w))", line) or re.search(
        rf"(?:^|\s)(%+|//|/\*|--)\s*(?:{word}[ \t]+{word}\b|{word}[\s.!,:]*$)", line
    )
    return None if found is None else (start + found.start(1), found[1])


def conditional(text: str, at: int) -> tuple[int, int, str] | None:
    """`if(c, a, b)` around or before `at`: where it begins and ends, and as a call of where."""
    found = None
    for begin in re.finditer(r"\b[iI][fF]\s*\(", text[: at + 1]):
        end = closing(text, begin.end() - 1)
        if end >= 0 and len(arguments_in(text[begin.end() : end])) == 3:
            found = found or (begin.start(), end + 1)
    if found is None:
        return None
    return *found, re.sub(r"\b[iI][fF]\s*\(", "where(", text[found[0] : found[1]])


def square_call(text: str, name: str, after: int) -> tuple[int, str] | None:
    """`Sin[x]`, with the bracket at `after`: where it ends, and what to write."""
    end = closing(text, after) if text.startswith("[", after) else -1
    formula = None if end < 0 else _in_round_brackets(name, text[after + 1 : end])
    if formula is None:
        return None
    return end + 1, fitted(formula, text[: after - len(name)], text[end + 1 :])


def _in_round_brackets(name: str, inside: str) -> str | None:
    """A call with its arguments in square brackets, those inside it too; None if it is of no function."""
    from adcli.language.members import written

    for within in reversed(list(re.finditer(r"([^\W\d]\w*)\[", inside))):  # the inner ones first
        end = closing(inside, within.end() - 1)
        formula = None if end < 0 else _in_round_brackets(within[1], inside[within.end() : end])
        if formula is not None:
            before, behind = inside[: within.start()], inside[end + 1 :]
            inside = before + fitted(formula, before, behind) + behind
    arguments = arguments_in(inside)
    return instead(name, arguments) or written(name.lower(), arguments)
