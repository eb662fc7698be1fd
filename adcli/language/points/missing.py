"""What is said where an input has no value."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable

from adcli.language.grammar.tree import Kind
from adcli.language.grammar.vocabulary import CONSTANTS, is_ours
from adcli.language.mistakes import signs
from adcli.language.mistakes.spelling import LONGEST_NAME, nearest
from adcli.language.program import Program
from adcli.language.values import general
from adcli.operations import find
from adcli.text.errors import AdError
from adcli.text.source import Span

SHORT = re.compile(r"[^\W\d]?\d*")  # a name as people write it right behind that of a function: x, x1, 2


def without_value(program: Program, missing: list[str], unused: list[str]) -> AdError:
    name, message = missing[0], f"no value for `{missing[0]}`"
    if error := _of_another_notation(program, missing):
        return error
    others = [n for n in program.inputs() if n not in missing]
    near = nearest(name, unused)
    if near:
        hint = f"`{near}` is bound, but nothing uses it: did you mean `{name}`?"
    else:
        hint = (
            _meant(name, [*others, *missing[1:], *unused])
            or f"add --at {','.join(_to_add(program, n) for n in missing)}"
        )
        if is_ours(name):
            return general.without_argument(name, program.first_seen(name), hint)
    return AdError("missing", message, program.first_seen(name), hint=hint)


def reject_assignment_in_output(program: Program, missing: Container[str]) -> None:
    """Raise AdError for `output u, v = f(x)`, where it reads as an input u and an output v."""
    syntax = program.syntax
    seen = Counter(syntax.parts[k][0] for k, kind in enumerate(syntax.kinds) if kind == Kind.NAME)
    for k, kind in enumerate(syntax.kinds):
        if kind != Kind.OUTPUT:
            continue
        names: list[int] = []
        for item in syntax.parts[k][0]:
            if syntax.kinds[item] == Kind.NAME:
                names.append(item)
            elif names and syntax.kinds[item] == Kind.ASSIGN:
                if any(syntax.parts[n][0] not in missing or seen[syntax.parts[n][0]] > 1 for n in names):
                    continue
                span = Span(syntax.source, syntax.starts[names[0]], syntax.ends[item])
                targets = span.text.partition("=")[0].strip()
                hint = f"write {span.text} on a line before, and output {targets}"
                raise AdError(
                    "syntax", "an output has one name, and is no assignment to several", span, hint=hint
                )
            else:
                names = []


def _of_another_notation(program: Program, missing: list[str]) -> AdError | None:
    """`Sin[x]`, `d/dx * x^2`, `x % comment`, `Pi`, where they read as names that have no value."""
    for name in missing:
        span = program.first_seen(name)
        text = span.source.text
        if call := signs.square_call(text, name, span.end):
            end, formula = call
            whole = Span(span.source, span.start, end)
            return AdError("syntax", "a call has round brackets", whole, hint=f"write {formula}")
        if (rest := signs.leibniz(text, span.start)) is not None:
            hint = signs.differentiated(rest)
            return AdError("syntax", "a derivative is no part of an expression", span, hint=hint)
        if (sign := signs.comment(text, span.start)) and sign[0] < span.start:
            hint = f"add --at {name}=…; a comment begins with #, and not with {sign[1]}"
            return AdError("missing", f"no value for `{name}`", span, hint=hint)
        if name.lower() in CONSTANTS and name not in CONSTANTS and len(name) > 1:
            hint = f"did you mean `{name.lower()}`? or add --at {name}=…"
            return AdError("missing", f"no value for `{name}`", span, hint=hint)
    return None


def _to_add(program: Program, name: str) -> str:
    """`x=…`; `x=[…]` for what is declared as an array."""
    declared = program.scope.declared.get(name)
    shape = () if declared is None else program.syntax.parts[declared][1]
    return f"{name}={'[…]' if shape else '…'}"


def _meant(name: str, others: Iterable[str]) -> str | None:
    """`sinx` and `xy`, where sin(x) and x*y were meant."""
    if len(name) > LONGEST_NAME:
        return None
    known = set(others) | set(CONSTANTS)
    for length in range(len(name) - 1, 1, -1):
        head, tail = name[:length], name[length:]
        if find(head, 1) is not None and (tail in known or SHORT.fullmatch(tail)):
            told = "(calls need brackets)" if tail in known else f"or add --at {name}=…"
            return f"did you mean {head}({tail})? {told}"
    for length in range(1, len(name)):
        head, tail = name[:length], name[length:]
        if "π" in (head, tail) or (head in known and tail in known):
            return f"did you mean {head}*{tail}? (a name is never split)"
    return None
