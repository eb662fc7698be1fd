"""Texts of the table as mathematics."""

from __future__ import annotations

import re

from adcli.operations import TABLE
from adcli.operations.operation import Operation
from adcli.operations.table.constants import CONSTANTS

# What stands in rules, and what it reads as: constants as in a book.
READ = {number: text.replace("np.pi", "π").replace("np.", "") for number, text in CONSTANTS.items()}


REPLACED = {
    rf"{re.escape(number)}/(\w+)": rf"1/({text[2:]}*\1)" for number, text in READ.items() if text[:2] == "1/"
}
REPLACED |= {re.escape(number): text for number, text in READ.items()}
REPLACED[r"powslope\((\w+), (\w+)\)"] = r"\2*\1^(\2 - 1)"


SIGNS = {"==": "=", "!=": "≠", "<=": "≤", ">=": "≥", " & ": " and ", " | ": " or "}


def _conditions(text: str) -> str:
    for python, sign in SIGNS.items():
        text = text.replace(python, sign)
    return text


def mathematics(text: str) -> str:
    """A rule's text with hidden operations and numbers replaced by what they stand for."""
    for number, name in REPLACED.items():
        text = re.sub(number, name, text)
    for _ in range(4):  # a definition may name another hidden operation
        text = re.sub(r"([a-z]\w*)\(([^()]*)\)", _expanded, text)
    return re.sub(r"\^1\b(?!\.)", "", re.sub(r"\((\w+) - 0\)", r"\1", text))


def _expanded(call: re.Match[str]) -> str:
    name, arguments = call.groups()
    operation = TABLE.get(name)
    if operation is None or operation.spellings:
        return call[0]
    definition = operation.definition.partition(";")[0]
    if not _is_mathematics(definition):
        return call[0]
    given = [argument.strip() for argument in arguments.split(",")]
    if "*" in arguments:
        names = operation.arguments
    else:
        names = operation.names(len(given))
        definition = _counted(operation, len(given), definition)
    values = dict(zip(names, given, strict=False))
    values = {name: value for name, value in values.items() if not value.startswith("*")}
    definition = re.sub(r"[a-z]\w*", lambda word: _bracketed(values.get(word[0], word[0])), definition)
    before, after = call.string[: call.start()][-1:], call.string[call.end() :][:1]
    if re.fullmatch(r"\w+\([^()]*\)", definition) or not (before or after):
        return definition
    if _is_sum(definition) or before in ("/", "^") or after == "^":
        return f"({definition})"
    return definition


def _counted(operation: Operation, count: int, definition: str) -> str:
    """`e^u1 + e^u2 + …` for as many arguments as there are."""
    if not operation.variadic:
        return definition
    tail = operation.arguments[-1][1:]
    count -= len(operation.arguments) - 1
    return re.sub(
        rf"(\S*){tail}1(\S*) \+ \1{tail}2\2 \+ …",
        lambda terms: " + ".join(f"{terms[1]}{tail}{k}{terms[2]}" for k in range(1, count + 1)),
        definition,
    )


def _bracketed(value: str) -> str:
    return value if re.fullmatch(r"[\w.…]+", value) else f"({value})"


def _is_sum(text: str) -> bool:
    """Whether a `+` or `-` between terms stands outside brackets."""
    depth = 0
    for k, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0 and k > 0 and text[k - 1 : k + 2] in (" + ", " - "):
            return True
    return False


def _is_mathematics(text: str) -> bool:
    """Whether a definition is a formula and not a description in words."""
    return not re.search(r"\b[a-z]{3,}\b(?!\()|∫", text)
