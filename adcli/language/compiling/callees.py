"""Functions that are not known, or called otherwise: what was meant."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from adcli.language.grammar.tree import Kind
from adcli.language.grammar.vocabulary import CALLS
from adcli.language.mistakes import signs
from adcli.language.mistakes.brackets import fitted
from adcli.language.mistakes.constructs import THOUSANDS
from adcli.language.mistakes.elsewhere import instead
from adcli.language.mistakes.spelling import advice
from adcli.operations import SPELLINGS, find
from adcli.text.errors import AdError
from adcli.text.source import Span

if TYPE_CHECKING:
    from adcli.language.compiling.emitter import Emitter


def meant_call(c: Emitter, k: int, name: str) -> tuple[str, Span] | None:
    """What to write instead of a call, and where, if that is known from its name and arguments."""
    _, arguments, named = c.syntax.parts[k]
    if any(c.syntax.kinds[a] == Kind.GENERATOR for a in arguments):
        return None
    texts = [c.syntax.text(a) for a in arguments]
    number = ",".join(texts)  # sin(2,5)
    if find(name, 1) and re.fullmatch(r"\d+,\d+", number) and f"({number})" in c.syntax.text(k):
        both = [number.replace(",", "")] if re.fullmatch(THOUSANDS, number) else []
        both.append(number.replace(",", "."))
        return f"write {' or '.join(f'{name}({x})' for x in both)}", c.syntax.span(k)
    if named:
        by_name = {n: c.syntax.text(value) for n, value in named}
        formula = _by_position(name, texts, by_name)
    else:
        formula = instead(name, texts)
    if formula is None:
        return None
    text, (_, start, end) = c.syntax.source.text, c.syntax.span(k)
    module = re.search(r"(?:\b[^\W\d]\w*\.)+$", text[:start])
    start = module.start() if module else start
    hint = f"write {fitted(formula, text[:start], text[end:])}"
    return hint, Span(c.syntax.source, start, end)


ALSO_CALLED = {"base": "b", "a_min": "lo", "a_max": "hi", "min": "lo", "max": "hi"}  # parameters


def _by_position(name: str, texts: list[str], named: Mapping[str, str]) -> str | None:
    """`log(x, base=2)` as log(x, 2), where each named argument is a parameter that has no value yet."""
    operation = find(name, len(texts) + len(named))
    if operation is None or operation.variadic:
        return None
    left = {ALSO_CALLED.get(n, n): text for n, text in named.items()}
    rest = [left.pop(parameter, None) for parameter in operation.arguments[len(texts) :]]
    return None if left or None in rest else f"{name}({', '.join([*texts, *map(str, rest)])})"


def misfit(name: str, count: int, named: Sequence[str]) -> tuple[str, str]:
    """What to say, and the hint, where an operation is called with arguments that it does not take."""
    known = SPELLINGS[name]
    numbers = sorted({len(op.arguments) for op in known})
    wanted = " or ".join(map(str, numbers)) + (" or more" if known[0].variadic else "")
    plural = "" if wanted == "1" else "s"
    parameters = [(*(n.lstrip("*") for n in op.arguments), *(["…"] if op.variadic else [])) for op in known]
    calls = [f"{name}({', '.join(names)})" for names in parameters]
    hint = f"it is called as {' or '.join(dict.fromkeys(calls))}"
    if named:
        return f"{name} has no named argument `{named[0]}`", hint
    return f"{name} takes {wanted} argument{plural}, got {count}", hint


def not_a_function(c: Emitter, k: int, name: str) -> AdError:
    """`x(y + 1)`, where a product was meant."""
    _, arguments, _ = c.syntax.parts[k]
    inside = [c.syntax.text(a) for a in arguments]
    hint = of_a_variable(name, inside)
    if name == "e" and inside:
        hint += f", for the exponential exp({', '.join(inside)})"
    return c.error(f"`{name}` is a number, not a function", k, hint, kind="name")


def of_a_variable(name: str, inside: Sequence[str]) -> str:
    """What to write instead of a call of what may be a number or an array."""
    if not inside:
        return f"write {name}"
    hint = f"for a product write {name}*({', '.join(inside)})"
    if len(inside) == 1 and re.fullmatch(r"[1-9]\d*", inside[0]):
        hint += f", for an element (they count from 0) {name}[{int(inside[0]) - 1}]"
    return hint


def _factors(c: Emitter, node: int, name: str) -> tuple[str, str] | None:
    """A variable and a function that are written as one name: `xsin(x)`."""
    for k in range(1, len(name) - 1):
        if c.is_variable(node, name[:k]) and (name[k:] in SPELLINGS or name[k:] in CALLS):
            return name[:k], name[k:]
    return None


SHORTEST = 2  # letters of a name that may be a variable before a bracket


def unknown_function(c: Emitter, node: int, name: str, call: int | None = None) -> AdError:
    """A function that does not exist, with what was meant by it."""
    message = f"there is no function `{name}`"
    if call is not None and (rest := signs.leibniz(c.syntax.source.text, c.syntax.starts[node])) is not None:
        return c.error(message, node, signs.differentiated(rest), kind="name")
    if call is not None and (meant := meant_call(c, call, name)):
        return AdError("name", message, meant[1], hint=meant[0])
    known = [*SPELLINGS, *CALLS, *c.scope.functions]
    told = advice(name, known, call is not None)
    hint = told or "`adcli functions` lists all; `def` makes a new one"
    if call is not None and not told:
        inside = [c.syntax.text(a) for a in c.syntax.parts[call][1]]
        if inside and len(name) <= SHORTEST:
            hint = of_a_variable(name, inside)
        elif factors := _factors(c, node, name):
            hint = f"did you mean {factors[0]}*{factors[1]}({', '.join(inside)})? (a name is never split)"
    return c.error(message, node, hint, kind="name")
