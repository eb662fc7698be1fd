"""A dot that belongs to no number: modules, methods, attributes, names of files, operators of MATLAB."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NoReturn

from adcli.language.mistakes.brackets import arguments_in, closing, fitted, is_closed
from adcli.language.mistakes.elsewhere import NO_CHANCE, accepts, instead, is_module
from adcli.operations import SPELLINGS
from adcli.text.errors import AdError
from adcli.text.source import Source, Span

# What is said about an attribute or a method that is no function of ours.
ATTRIBUTES = {
    "seed": NO_CHANCE,
}
ATTRIBUTE_FORMULAS = {
    "T": "x.T",
    "t": "x.T",
    "H": "x.T",
    "size": "len(x)",
    "ndim": "len(shape(x))",
    "copy": "x",
    "item": "x",
    "tolist": "x",
    "numpy": "x",
    "detach": "x",
    "clone": "x",
    "values": "x",
    "flatten": "reshape(x, -1)",
    "ravel": "reshape(x, -1)",
    "real": "x",
}
METHODS = (
    "dot matmul mm mv outer cross reshape view clip clamp pow solve"  # with arguments besides their value
)
FILES = ("ad", "csv", "tsv", "json", "npy")  # endings
CONSTANTS = {
    "pi": "pi",
    "e": "e",
    "tau": "tau",
    "inf": "inf",
    "infinity": "inf",
    "euler_gamma": "0.5772156649015329",
}
PATH = re.compile(r"(?:\s*\.\s*[^\W\d]\w*)+")
BY_ELEMENT = re.compile(r"\.(\*\*|[\^*/])\s*(-?(?:[^\W\d]\w*|\d[\d.]*)?)")


def dot(source: Source, at: int, start: int) -> NoReturn:
    """Raises what is wrong with a dot; the operand before it begins at `start`."""
    text = source.text
    if start < at and (found := BY_ELEMENT.match(text, at)):
        _by_element(source, start, at, found)
    path = PATH.match(text, at)
    if path is None or start == at:
        _fail(source, at, at + 1, "a dot that belongs to no number", "write a number such as 0.5")
    operand = text[start:at].strip()
    names = re.findall(r"\w+", path[0])
    opening = re.compile(r"\s*\(").match(text, path.end())
    end = path.end() if opening is None else closing(text, opening.end() - 1) + 1
    message = f"values have no `.{names[0]}` here"
    if opening is None or not end:
        if formula := _attribute(operand, names):
            _fail(
                source,
                start,
                path.end(),
                message,
                f"write {fitted(formula, text[:start], text[path.end() :])}",
            )
        _fail(source, at, path.end(), message, _of_a_name(source, operand, names))
    arguments = arguments_in(text[opening.end() : end - 1])
    if names == ["append"] and len(arguments) == 1:
        _fail(source, start, end, message, f"write {operand} = concat({operand}, [{arguments[0]}])")
    formula = _call(operand, names, arguments)
    if formula is None:
        _fail(source, at, path.end(), message, _said(operand, names))
    _fail(source, start, end, message, f"write {fitted(formula, text[:start], text[end:])}")


def _fail(source: Source, start: int, end: int, message: str, hint: str) -> NoReturn:
    raise AdError("syntax", message, Span(source, start, end), hint=hint)


def _by_element(source: Source, start: int, at: int, found: re.Match[str]) -> NoReturn:
    """`x.^2`, `a.*b`: operators on arrays are element by element."""
    text, end, operator = source.text, found.end(), found[1]
    if opening := re.compile(r"[\[(]").match(text, end):
        end = closing(text, opening.start()) + 1
    left, right = text[start:at].strip(), text[found.start(2) : end]
    message = f"`.{operator}` is not an operator here: `{operator}` is element by element"
    if not right:
        _fail(source, at, found.end(1), message, f"write {operator}")
    _fail(source, start, end, message, f"write {left}{operator}{right}")


def _call(operand: str, names: Sequence[str], arguments: Sequence[str]) -> str | None:
    """What to write instead of `operand.name(arguments)`; None where it is not known."""
    root, name = operand.partition(".")[0], names[-1]
    before = names[-2] if len(names) > 1 else root
    if "random" in (root, *operand.split("."), *names[:-1]):
        return None
    if name == "sinc" and len(arguments) == 1:  # NumPy's and PyTorch's
        x = arguments[0]
        return f"sinc(pi*{x if is_closed(x) else f'({x})'})"
    if before == "norm" and (joined := written(before + name, arguments)):  # norm.cdf
        return joined
    if is_module(root) or len(names) > 1 or not _is_method(name, arguments):
        return written(name, arguments)
    if not arguments and name in ATTRIBUTE_FORMULAS:
        return _of(name, operand)
    return written(name, [operand, *arguments])


def _is_method(name: str, arguments: Sequence[str]) -> bool:
    """Whether a value is likely to stand before the dot, and no module."""
    positional = [a for a in arguments if not re.match(r"[^\W\d]\w*\s*=[^=]", a)]
    return not positional or name in METHODS.split() or not written(name, arguments)


def written(name: str, arguments: Sequence[str]) -> str | None:
    """A call of a function of ours with these arguments, or what is the same; None if there is none."""
    count = sum(not re.match(r"[^\W\d]\w*\s*=[^=]", a) for a in arguments)
    if accepts(name, count):
        return f"{name}({', '.join(arguments)})"
    return instead(name, arguments)


def _attribute(operand: str, names: Sequence[str]) -> str | None:
    """What to write instead of an attribute that is not called; None where it is not known."""
    member, root = names[-1], operand.partition(".")[0]
    if is_module(root):
        return CONSTANTS.get(member.lower())
    if member in ATTRIBUTE_FORMULAS:
        return _of(member, operand)
    return written(member, [operand]) if len(names) == 1 and member not in ATTRIBUTES else None


def _of_a_name(source: Source, operand: str, names: Sequence[str]) -> str:
    """What is said about a name with dots in it."""
    if names[-1] in FILES and operand.isidentifier():
        return _for_the_file(source, f"{operand}.{names[-1]}")
    if is_module(operand.partition(".")[0]) or names[-1] in ATTRIBUTES:
        return _said(operand, names)
    return f"a name has no dots: write {'_'.join([*operand.split('.'), *names])}"


def _of(member: str, operand: str) -> str:
    formula = ATTRIBUTE_FORMULAS[member]
    is_alone = re.search(r"\(x[,)]", formula) or formula == "x" or is_closed(operand)
    return re.sub(r"\bx\b", lambda _: operand if is_alone else f"({operand})", formula)


def _said(operand: str, names: Sequence[str]) -> str:
    """What is said about a function that is not ours, with a dot before it."""
    from adcli.language.grammar.vocabulary import CALLS
    from adcli.language.mistakes.spelling import advice

    if "random" in (*operand.split("."), *names[:-1]):
        return NO_CHANCE
    listed = "`adcli functions` lists all"
    return ATTRIBUTES.get(names[-1]) or advice(names[-1], [*SPELLINGS, *CALLS]) or listed


def _for_the_file(source: Source, file: str) -> str:
    """What to write where the name of a file stands for a value."""
    if source.name.startswith("--"):
        path = re.compile(r"[\w./\\~-]*" + re.escape(file)).search(source.text)
        return f"for the file, write @{path[0] if path else file}"
    if file.endswith(".ad"):
        return f"a program is a source of its own: adcli grad {file}"
    return f"write a name, and --at name=@{file}"
