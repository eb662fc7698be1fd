"""Notation of mathematics and of other systems, found in the text around a mistake."""

from __future__ import annotations

import re

from adcli.language.mistakes.brackets import arguments_in, closing, fitted
from adcli.language.mistakes.elsewhere import IN_SQUARE_BRACKETS, instead
from adcli.operations import SPELLINGS

OPERAND_ENDS = re.compile(r"[\w.)\]]")


def absolute_value(text: str, at: int) -> tuple[int, int, str] | None:
    """The bars that begin at `at`, as calls of abs: where they begin and end, and what to write.

    A bar opens where a value may begin, and closes where one has ended. None where bars do not
    belong together in one line, as in `a || b`.
    """
    before = text[:at].rstrip()
    if text.startswith("||", at) and before and OPERAND_ENDS.match(before[-1]):
        return None
    name = re.search(r"\b[^\W\d]\w*$", text[:at])
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
            written = re.sub(r"abs\(\s+", "abs(", written)
            return at - len(name[0]) if name else at, k + 1, _applied(name[0], written) if name else written
    return None


def _applied(name: str, absolute: str) -> str:
    """`abs|x|`, `ln|x|`, and `y|x|`, which is a product."""
    if name == "abs":
        return absolute
    return f"{name}({absolute})" if name in SPELLINGS else f"{name}*{absolute}"


# A sign that opens or separates something, and what the whole is written as.
WHOLE: dict[str, tuple[str, str]] = {
    "⌊": (r"⌊([^⌊⌋\n]*)⌋", r"floor(\1)"),
    "⌈": (r"⌈([^⌈⌉\n]*)⌉", r"ceil(\1)"),
    "‖": (r"‖([^‖\n]*)‖", r"norm(\1)"),
    "{": (r"(?:(?<=\^)|(?<=\w))\{([^{}\n]*)\}", r"(\1)"),
    "\\": (r"\\frac\s*\{([^{}\n]*)\}\s*\{([^{}\n]*)\}", r"((\1)/(\2))"),
}
TEX = {"cdot": "*", "times": "*", "div": "/", "left": "", "right": "", "le": "<=", "ge": ">=", "infty": "inf"}


def whole(text: str, at: int) -> tuple[int, int, str] | None:
    """What begins with a sign of mathematics or TeX: where it begins and ends, and what to write."""
    if text[at] in WHOLE:
        pattern, written = WHOLE[text[at]]
        if found := re.compile(pattern).match(text, at):
            return at, found.end(), found.expand(written)
    if word := re.compile(r"\\([A-Za-z]+)").match(text, at):
        braces = re.compile(r"\s*\{([^{}\n]*)\}").match(text, word.end())
        if braces and word[1] in SPELLINGS:
            return at, braces.end(), f"{word[1]}({braces[1]})"
        return at, word.end(), TEX.get(word[1], word[1])
    if text[at] == "?":
        choice = re.compile(r"([^\n;=?:]*)\?([^\n;?:]*):([^\n;?:#]*)").match(text, _start_of(text, at))
        if choice:
            condition, then, other = (part.strip() for part in choice.groups())
            blank = len(choice[1]) - len(choice[1].lstrip())
            return choice.start() + blank, choice.end(), f"{then} if {condition} else {other}"
    return None


def _start_of(text: str, at: int) -> int:
    """Where the expression around a place begins: after a line's end, `;` or `=`."""
    return max(text.rfind(sign, 0, at) for sign in "\n;=") + 1


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
    from adcli.language.mistakes.members import written

    for within in reversed(list(re.finditer(r"([^\W\d]\w*)\[", inside))):  # the inner ones first
        end = closing(inside, within.end() - 1)
        formula = None if end < 0 else _in_round_brackets(within[1], inside[within.end() : end])
        if formula is not None:
            before, behind = inside[: within.start()], inside[end + 1 :]
            inside = before + fitted(formula, before, behind) + behind
    arguments = arguments_in(inside)
    if known := IN_SQUARE_BRACKETS.get((name, len(arguments))):
        return known.format(*arguments)
    return instead(name, arguments) or written(name.lower(), arguments)


def rows_of_matlab(text: str, opening: int) -> tuple[int, str] | None:
    """`[1, 2; 3, 4]`: where it ends, and the matrix as lists of lists; None where it is something else."""
    end = closing(text, opening)
    if end < 0 or ";" not in text[opening:end]:
        return None
    rows = [", ".join(re.split(r"\s*,\s*|\s+", row.strip())) for row in text[opening + 1 : end].split(";")]
    return end + 1, f"[{', '.join(f'[{row}]' for row in rows if row)}]"


TEMPERATURE = re.compile(r"\s*[CFK]\b")
IN_DEGREES = re.compile(r"\b(sin|cos|tan)\(\s*-?\s*$")  # a call of whose argument this is the beginning


def degrees(text: str, at: int, start: int) -> str:
    """What is written for an angle, or a temperature, before the sign at `at`; nothing where there is none.

    Of radians always: as a value by itself, `sind(30)` would be the sine.
    """
    operand = text[start:at].strip()
    if not operand:
        return ""
    if TEMPERATURE.match(text, at + 1):
        return f"leave the unit out, and write the number alone: {operand}"
    call = IN_DEGREES.search(text, 0, start)
    whole = call and text[at + 1 :].lstrip().startswith(")")
    return f"write {operand}*pi/180" + (f", or {call[1]}d(…) for degrees" if call and whole else "")
