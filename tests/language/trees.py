"""Syntax trees as nested tuples, the texts that they are printed as, and programs at random."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from adcli.language.grammar.tree import ABSENT, Kind, Syntax
from adcli.language.reading.parser import parse
from adcli.text.source import Source

Nested = tuple[Any, ...]  # (kind, *parts) with nodes in place of their numbers

SIGNS = {
    "add": "+", "sub": "-", "mul": "*", "div": "/", "floordiv": "//", "mod": "%", "matmul": "@", "pow": "^",
    "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "neg": "-", "pos": "+",
}  # fmt: skip
LEVELS = {"add": 6, "sub": 6, "mul": 7, "div": 7, "floordiv": 7, "mod": 7, "matmul": 7, "pow": 9}


def read(text: str, start: str = "program") -> Syntax:
    return parse(Source(text), start)


def nested(tree: Syntax, node: int | None = None) -> Nested:
    """A node and all below it, without places."""
    node = tree.root if node is None else node
    kind, parts = tree.kinds[node], tree.parts[node]
    if kind in (Kind.NUMBER, Kind.NAME, Kind.FILE):
        return (kind, *parts)
    return (kind, *(_inner(tree, part) for part in parts))


def _inner(tree: Syntax, part: Any) -> Any:
    if isinstance(part, tuple):
        return tuple(_inner(tree, item) for item in part)
    return nested(tree, part) if isinstance(part, int) and part != ABSENT else part


def expression_of(text: str) -> Nested:
    """The one expression of a text."""
    _program, statements = nested(read(text))
    ((_expression, value),) = statements
    return tuple(value)


# ---- printing

CONDITIONAL, OR, AND, NOT, COMPARE, UNARY, POSTFIX, ATOM = 1, 2, 3, 4, 5, 8, 10, 11


def show(node: Any, least: int = 0) -> str:
    """An expression's text, in brackets where it binds looser than `least`."""
    text, level = _text(node)
    return f"({text})" if level < least else text


def _text(node: Any) -> tuple[str, int]:
    match node:
        case (Kind.NUMBER, value):
            return repr(value), ATOM
        case (Kind.NAME, name):
            return name, ATOM
        case (Kind.BINARY, "pow", base, exponent):
            return f"{show(base, POSTFIX)}^{show(exponent, UNARY)}", LEVELS["pow"]
        case (Kind.BINARY, operation, left, right):
            level = LEVELS[operation]
            return f"{show(left, level)} {SIGNS[operation]} {show(right, level + 1)}", level
        case (Kind.UNARY, operation, operand):
            return f"{SIGNS[operation]}{show(operand, UNARY)}", UNARY
        case (Kind.COMPARE, operations, operands):
            signs = ["", *(f" {SIGNS[name]} " for name in operations)]
            return "".join(s + show(x, 6) for s, x in zip(signs, operands, strict=True)), COMPARE
        case (Kind.AND, left, right):
            return f"{show(left, AND)} and {show(right, NOT)}", AND
        case (Kind.OR, left, right):
            return f"{show(left, OR)} or {show(right, AND)}", OR
        case (Kind.NOT, operand):
            return f"not {show(operand, NOT)}", NOT
        case (Kind.CONDITIONAL, then, condition, otherwise):
            return (
                f"{show(then, OR)} if {show(condition, OR)} else {show(otherwise, CONDITIONAL)}",
                CONDITIONAL,
            )
        case _:
            return _text_with_brackets(node)


def _text_with_brackets(node: Any) -> tuple[str, int]:
    match node:
        case (Kind.CALL, function, arguments, named):
            shown = [show(x) for x in arguments] + [f"{name}={show(x)}" for name, x in named]
            return f"{show(function)}({', '.join(shown)})", POSTFIX
        case (Kind.INDEX, base, subscripts):
            return f"{show(base, POSTFIX)}[{', '.join(map(show, subscripts))}]", POSTFIX
        case (Kind.SLICE, *bounds):
            start, stop, step = ("" if bound == ABSENT else show(bound) for bound in bounds)
            return f"{start}:{stop}" + (f":{step}" if step else ""), 0
        case (Kind.TRANSPOSE, operand):
            return f"{show(operand, POSTFIX)}.T", POSTFIX
        case (Kind.LIST, items):
            return f"[{', '.join(map(show, items))}]", ATOM
        case (Kind.TUPLE, items):
            return f"({', '.join(map(show, items))}{',' * (len(items) == 1)})", ATOM
        case (Kind.COMPREHENSION, element, clauses):
            return f"[{show(element)} {' '.join(map(show, clauses))}]", ATOM
        case (Kind.GENERATOR, element, clauses):
            return f"{show(element)} {' '.join(map(show, clauses))}", ATOM
        case (Kind.FOR_CLAUSE, target, iterable):
            return f"for {show(target)} in {show(iterable, OR)}", ATOM
        case (Kind.IF_CLAUSE, condition):
            return f"if {show(condition, OR)}", ATOM
    raise AssertionError(node)


def lines(node: Any, margin: str = "") -> str:
    """The lines of a program, a block or a statement."""
    match node:
        case (Kind.PROGRAM | Kind.BLOCK, statements):
            return "".join(lines(statement, margin) for statement in statements)
        case (Kind.IF, condition, block, otherwise):
            head = f"{margin}if {show(condition)}:\n{lines(block, margin + '  ')}"
            return head if otherwise == ABSENT else f"{head}{margin}else:\n{lines(otherwise, margin + '  ')}"
        case (Kind.WHILE, condition, block):
            return f"{margin}while {show(condition)}:\n{lines(block, margin + '  ')}"
        case (Kind.FOR, target, iterable, block):
            return f"{margin}for {show(target)} in {show(iterable)}:\n{lines(block, margin + '  ')}"
        case (Kind.DEF, name, parameters, block):
            shown = ", ".join(p[1] if p[2] == ABSENT else f"{p[1]}={show(p[2])}" for p in parameters)
            return f"{margin}def {name}({shown}):\n{lines(block, margin + '  ')}"
        case (Kind.OUTPUT, items):
            shown = ", ".join(lines(x)[:-1] if x[0] == Kind.ASSIGN else show(x) for x in items)
            return f"{margin}output {shown}\n"
        case (Kind.ASSIGN, targets, value):
            return f"{margin}{''.join(show(target) + ' = ' for target in targets)}{show(value)}\n"
        case (Kind.AUGMENT, operation, target, value):
            return f"{margin}{show(target)} {SIGNS[operation]}= {show(value)}\n"
        case (Kind.RETURN, value):
            return f"{margin}return {show(value)}\n"
        case (Kind.ASSERT, condition):
            return f"{margin}assert {show(condition)}\n"
        case (Kind.EXPRESSION, value):
            return f"{margin}{show(value)}\n"
    raise AssertionError(node)


# ---- trees at random

WORDS = st.sampled_from(["x", "y1", "θ", "lambda", "sin", "input", "at", "f_2"])
NAMES = st.builds(lambda name: (Kind.NAME, name), WORDS)
NUMBERS = st.builds(lambda value: (Kind.NUMBER, value), st.floats(0, 1e300))
TARGETS = NAMES | st.builds(lambda items: (Kind.TUPLE, tuple(items)), st.lists(NAMES, min_size=2, max_size=3))


def _tuples(strategy: st.SearchStrategy[Any], least: int = 0) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(strategy, min_size=least, max_size=3).map(tuple)


def _larger(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    def node(kind: int, *parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        return st.tuples(st.just(kind), *parts)

    comparison = _tuples(st.tuples(st.sampled_from(["eq", "ne", "lt", "le", "gt", "ge"]), inner), 1)
    clauses = st.tuples(node(Kind.FOR_CLAUSE, TARGETS, inner)) | st.tuples(
        node(Kind.FOR_CLAUSE, TARGETS, inner), node(Kind.IF_CLAUSE, inner)
    )
    bound = st.just(ABSENT) | inner
    subscript = inner | node(Kind.SLICE, bound, bound, bound)
    named = st.dictionaries(WORDS, inner, max_size=2).map(lambda named: tuple(named.items()))
    return st.one_of(
        node(Kind.BINARY, st.sampled_from(sorted(LEVELS)), inner, inner),
        node(Kind.UNARY, st.sampled_from(["neg", "pos"]), inner),
        st.builds(
            lambda first, rest: (Kind.COMPARE, tuple(r[0] for r in rest), (first, *(r[1] for r in rest))),
            inner,
            comparison,
        ),
        node(Kind.AND, inner, inner) | node(Kind.OR, inner, inner) | node(Kind.NOT, inner),
        node(Kind.CONDITIONAL, inner, inner, inner),
        node(Kind.CALL, NAMES, _tuples(inner), named),
        node(Kind.CALL, NAMES, st.tuples(node(Kind.GENERATOR, inner, clauses)), st.just(())),
        node(Kind.INDEX, inner, _tuples(subscript, 1)) | node(Kind.TRANSPOSE, inner),
        node(Kind.LIST, _tuples(inner)) | node(Kind.TUPLE, _tuples(inner, 1)),
        node(Kind.COMPREHENSION, inner, clauses),
    )


EXPRESSIONS: st.SearchStrategy[Any] = st.recursive(NAMES | NUMBERS, _larger, max_leaves=12)


def _blocks(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    block = st.tuples(st.just(Kind.BLOCK), _tuples(inner, 1))
    parameters = st.lists(WORDS, max_size=2, unique=True).map(
        lambda names: tuple((Kind.PARAMETER, name, ABSENT) for name in names)
    )
    return st.one_of(
        st.tuples(st.just(Kind.IF), EXPRESSIONS, block, st.just(ABSENT) | block),
        st.tuples(st.just(Kind.WHILE), EXPRESSIONS, block),
        st.tuples(st.just(Kind.FOR), TARGETS, EXPRESSIONS, block),
        st.tuples(st.just(Kind.DEF), WORDS, parameters, block),
    )


PLACES = NAMES | st.tuples(st.just(Kind.INDEX), NAMES, _tuples(EXPRESSIONS, 1))
ASSIGNMENTS = st.tuples(st.just(Kind.ASSIGN), _tuples(TARGETS | PLACES, 1), EXPRESSIONS)
SIMPLE = st.one_of(
    st.tuples(st.just(Kind.EXPRESSION), EXPRESSIONS),
    ASSIGNMENTS,
    st.tuples(st.just(Kind.AUGMENT), st.sampled_from(sorted(LEVELS)), PLACES, EXPRESSIONS),
    st.tuples(st.just(Kind.ASSERT), EXPRESSIONS),
    st.tuples(
        st.just(Kind.OUTPUT),
        _tuples(EXPRESSIONS | st.tuples(st.just(Kind.ASSIGN), st.tuples(NAMES), EXPRESSIONS), 1),
    ),
)
PROGRAMS = st.tuples(st.just(Kind.PROGRAM), _tuples(st.recursive(SIMPLE, _blocks, max_leaves=6), 1))
