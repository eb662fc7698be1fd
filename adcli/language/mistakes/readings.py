"""What reads two ways: refused, with both spellings."""

from __future__ import annotations

import re

from adcli.language.grammar.tree import Kind, Syntax
from adcli.language.mistakes.characters import fail
from adcli.language.mistakes.constructs import mistake
from adcli.language.mistakes.raised import operand_before
from adcli.language.mistakes.signs import differentiated, leibniz
from adcli.text.errors import AdError
from adcli.text.source import Source, Span

BASES = r"[xX][0-9a-fA-F]+|[bB][01]+|[oO][0-7]+"
# Behind 1 these are the marks of other languages: nobody multiplies by it.
IMAGINARY = ("i", "j", "im", "I", "J")
LONG = ("l", "L")
MACHINE = ("f16", "f32", "f64")
COUNTING = ("add", "sub", "mul", "floordiv", "mod", "pow")
FAR = 5_000  # nodes above a product
LENGTHS = ("len", "shape")
WHOLE = ("floor", "ceil", "round", "trunc", "int", "max", "min")


# ---- a number and the letters behind it


def check_coefficient(source: Source, start: int, number: str, at: int, end: int) -> None:
    """Refuse what only looks like a number times a name; they touch at `at`."""
    letters = source.text[at:end]
    text = number + letters
    if letters == "e":
        hint = f"write {number}*e for a product with e = 2.718…, or {number}e0 for a number with an exponent"
        fail(source, start, end, f"`{text}` is neither a number nor a product", hint)
    if number == "0" and re.fullmatch(BASES, letters):
        hint = f"write {int(text, 0)}, or 0*{letters} for a product"
        fail(source, start, end, f"`{text}` is not a number here", hint)
    if letters in IMAGINARY and re.fullmatch(r"1(\.0*)?", number):
        hint = f"write {letters} for a variable of that name"
        fail(source, start, end, "there are no complex numbers here", hint)
    if letters.startswith("_"):
        hint = "an underscore stands between two digits, as in 1_000"
        if letters.strip("_"):
            hint = f"{hint}: write {number}, or {number}*{letters}"
        fail(source, start, end, f"`{text}` is not a number", hint)
    if letters in MACHINE or (letters in LONG and float(number) == 1):
        two_ways(source, start, end, number, letters)
    if letters[0] in "dDfFqQ":
        _check_marks(source, start, number, at, end)


def _check_marks(source: Source, start: int, number: str, at: int, end: int) -> None:
    """`1.5d0`, `1.0d-3`, `3.0f0`, `1.0f`: an exponent or a mark of Fortran, Julia or C, or a name."""
    letters = source.text[at:end]
    has_point, has_exponent = "." in number, "e" in number.lower()
    if letters in ("f", "F") and (has_point or has_exponent):
        two_ways(source, start, end, number, letters)
    if has_exponent or not (letters[1:].isdecimal() or len(letters) == 1):
        return
    if letters[0] in "qQ" and not has_point:
        return
    if len(letters) > 1:
        two_ways(source, start, end, f"{number}e{letters[1:]}", letters, number)
    signed = re.compile(r"([-+−–])([0-9]+)(?![0-9.])").match(source.text, end)
    if signed:
        sign = "+" if signed[1] == "+" else "-"
        exponent = f"{number}e{sign.strip('+')}{signed[2]}"
        two_ways(source, start, signed.end(), exponent, f"{letters} {sign} {signed[2]}", number)


def two_ways(source: Source, start: int, end: int, one: str, name: str, number: str = "") -> None:
    """A number that is `one`, or a product with a name."""
    message = f"`{source.text[start:end]}` reads two ways"
    fail(source, start, end, message, f"write {one} or {number or one}*{name}")


# ---- quotients, remainders and percent


def quotient_and_product(tree: Syntax, span: Span, quotient: int) -> AdError:
    """`1/2x`."""
    text = span.source.text
    sign = re.compile(r"//|[/÷%]").search(text, tree.ends[tree.parts[quotient][1]])
    assert sign is not None
    above = text[span.start : sign.start()].strip()
    product = text[sign.end() : span.end].strip()
    below = text[sign.end() : tree.ends[quotient]].strip()
    factor = text[tree.ends[quotient] : span.end].strip()
    over = sign[0]
    if (rest := leibniz(text, sign.start())) is not None:
        return mistake("a derivative is no part of an expression", span, differentiated(rest))
    hint = f"write {above}{over}({below}*{factor}) or ({above}{over}{below})*{factor}"
    return mistake(f"`{product}` after `{over}` reads two ways", span, hint)


def is_percent(text: str, at: int) -> bool:
    """Whether the `%` there may be meant as percent, by the blanks and the sign behind it.

    `10 % -3`, `a%-b` and `10%3` are remainders; `10% + 250`, `10%-3`, `x% - 3` and `20% x` read two ways.
    """
    behind = re.compile(r"(\s*)([-+−–]?)(\s*)([^\W\d]|\()?").match(text, at + 1)
    assert behind is not None
    apart, sign, apart_from_sign, begins_name = behind.groups()
    touches = not text[at - 1].isspace()
    after_number = re.search(r"(?:^|[^\w.)\]])[0-9._]+(?:[eE][-+]?[0-9]+)?\s*$", text[max(0, at - 40) : at])
    if not sign:
        return bool(after_number and touches and apart and begins_name)
    if apart_from_sign:
        return True
    return touches or not apart if after_number else bool(touches and apart)


def percent_or_remainder(tree: Syntax, span: Span, at: int) -> AdError:
    """`10% + 250`."""
    text = span.source.text
    left, right = text[span.start : at].rstrip(), text[at + 1 : span.end].strip()
    sign, operand = (right[0], right[1:].lstrip()) if right[0] in "+-−–" else ("", right)
    share = hundredth(text, span.start, at)
    if sign:
        hint = f"write {share} {sign} {operand} or {left} % ({sign}{operand})"
    else:
        hint = f"write {share}*{operand} for percent, or {left} % {operand} for the remainder"
    return mistake(f"`{span.text}` reads two ways", span, hint)


def hundredth(text: str, start: int, at: int) -> str:
    """What stands before a `%`, with its last factor in hundredths."""
    left = text[start:at].rstrip()
    first = max(operand_before(text, at), start)
    before = text[start:first]
    if not before.strip() or before.rstrip().endswith(("^", "**")):
        return f"{left}/100"
    return f"{before}({text[first:at].rstrip()}/100)"


# ---- lists of one number


def repeats(tree: Syntax, left: int, right: int) -> bool:
    """Whether Python would repeat a list of one number, where arrays multiply: `[0]*3`, `[x]*len(v)`."""
    for repeated, count in ((left, right), (right, left)):
        if tree.kinds[repeated] == Kind.LIST and len(tree.parts[repeated][0]) == 1:
            (item,) = tree.parts[repeated][0]
            if tree.kinds[item] in (Kind.LIST, Kind.TUPLE, Kind.COMPREHENSION):
                return False
            return _is_count(tree, count, names=_is_start(tree, item))
    return False


def _is_start(tree: Syntax, node: int) -> bool:
    """Whether it is 0 or 1, which nobody puts in a list to multiply it by a number."""
    return tree.kinds[node] == Kind.NUMBER and tree.parts[node][0] in (0.0, 1.0)


def _is_count(tree: Syntax, node: int, names: bool, resolve: bool = True) -> bool:
    """Whether this is made of whole numbers and lengths: 3, len(v) - 1.

    So it may be of all names, or of those that stand for such: `resolve`.
    """
    pending = [node]
    while pending:
        node = pending.pop()
        kind, parts = tree.kinds[node], tree.parts[node]
        if kind == Kind.BINARY and parts[0] in COUNTING:
            pending += parts[1:]
        elif kind == Kind.NUMBER:
            if not tree.text(node).replace("_", "").isdecimal():
                return False
        elif kind == Kind.INDEX and tree.kinds[parts[0]] == Kind.CALL:
            pending.append(parts[0])
        elif kind == Kind.CALL:
            if tree.text(parts[0]) not in LENGTHS + WHOLE * names:
                return False
        elif kind != Kind.NAME or not (names or (resolve and _is_assigned_count(tree, parts[0]))):
            return False
    return True


def _is_assigned_count(tree: Syntax, name: str) -> bool:
    """Whether all that is assigned to a name, not too far above, are whole numbers and lengths."""
    found = False
    for node in range(max(0, len(tree.kinds) - FAR), len(tree.kinds)):
        if tree.kinds[node] == Kind.ASSIGN:
            targets, value = tree.parts[node]
            if any(tree.kinds[t] == Kind.NAME and tree.parts[t][0] == name for t in targets):
                found = _is_count(tree, value, names=False, resolve=False)
                if not found:
                    return False
    return found


def repeated_list(tree: Syntax, span: Span, left: int, right: int) -> AdError:
    """`[0]*3`."""
    first = tree.kinds[left] == Kind.LIST and len(tree.parts[left][0]) == 1
    repeated, count = (left, right) if first else (right, left)
    item = tree.parts[repeated][0][0]
    element, times = tree.text(item), tree.text(count)
    factors = [_factor(tree, item), _factor(tree, count)]
    product = "*".join(factors if first else reversed(factors))
    value = tree.parts[item][0] if tree.kinds[item] == Kind.NUMBER else None
    index = next(name for name in "kij_" if not re.search(rf"\b{name}\b", f"{element} {times}"))
    copies = {0.0: f"zeros({times})", 1.0: f"ones({times})"}.get(value, "") if value is not None else ""
    copies = copies or f"[{element} for {index} in range({times})]"
    message = f"`{span.text}` reads two ways: Python repeats the list, and arrays multiply"
    return mistake(message, span, f"write {copies} or [{product}]")


def _factor(tree: Syntax, node: int) -> str:
    """The text of a node, as it stands within a product."""
    simple = (Kind.NUMBER, Kind.NAME, Kind.CALL, Kind.INDEX, Kind.TRANSPOSE, Kind.LIST)
    text = tree.text(node)
    return text if tree.kinds[node] in simple else f"({text})"
