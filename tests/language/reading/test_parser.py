"""The tree of a text: precedence, statements, places, depth, and the tree's own promises."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from adcli.language.grammar.tree import ABSENT, Kind, Syntax
from adcli.language.reading.parser import parse
from adcli.text.errors import AdError
from adcli.text.source import Source
from tests.language.trees import EXPRESSIONS, PROGRAMS, expression_of, lines, nested, read, show

SAMPLES = sorted((Path(__file__).parents[3] / "samples").glob("*.ad"))


@pytest.mark.parametrize(
    ("text", "bracketed"),
    [
        ("-x^2", "-(x^2)"),
        ("2^3^2", "2^(3^2)"),
        ("2^-x^2", "2^(-(x^2))"),
        ("a - b - c", "(a - b) - c"),
        ("a/b*c", "(a/b)*c"),
        ("-x*y", "(-x)*y"),
        ("a + b*c", "a + (b*c)"),
        ("a @ b + c", "(a @ b) + c"),
        ("x**2", "x^2"),
        ("not a == b and c or d", "((not (a == b)) and c) or d"),
        ("a if b else c if d else f", "a if b else (c if d else f)"),
        ("a or b if c else d", "(a or b) if c else d"),
        ("x² + y³", "x^2 + y^3"),
        ("-x²", "-(x^2)"),
        ("2x", "2*x"),
        ("2x^2", "2*(x^2)"),
        ("3(x+1)", "3*(x+1)"),
        ("(x+1)(x-1)", "(x+1)*(x-1)"),
        ("f(x)(y)", "f(x)*(y)"),
        ("2 sin(x)y", "(2*sin(x))*y"),
        ("x[0]y", "x[0]*y"),
        ("x²y", "x^2*y"),
        ("2x/3", "(2*x)/3"),
        ("2exp(x)", "2*exp(x)"),
        ("2 np.sin(x)", "2*sin(x)"),
        ("math.pi", "pi"),
        ("np.linalg.inv(A)", "inv(A)"),
        ("√(x)", "sqrt(x)"),
        ("2π", "2*pi"),
        ("a − b × c ÷ d · f", "a - b*c/d*f"),
        ("a ≤ b ≠ c ≥ d", "a <= b != c >= d"),
        ("ﬁ", "fi"),
        ("x₁", "x1"),
        ("A.T.T", "(A.T).T"),
        ("A.T^2", "(A.T)^2"),
        ("(x)[0]", "x[0]"),
        ("f(a, b,)", "f(a, b)"),
        ("[1, 2,]", "[1, 2]"),
        ("1_000.5 + 5. + .5 + 1E3", "1000.5 + 5.0 + 0.5 + 1000"),
    ],
)
def test_reads_the_same(text: str, bracketed: str) -> None:
    assert expression_of(text) == expression_of(bracketed)


NUMBER, NAME = Kind.NUMBER, Kind.NAME
X, Y = (NAME, "x"), (NAME, "y")
ONE, TWO, THREE = (NUMBER, 1.0), (NUMBER, 2.0), (NUMBER, 3.0)


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("1 < x <= y", (Kind.COMPARE, ("lt", "le"), (ONE, X, Y))),
        ("x[1:]", (Kind.INDEX, X, ((Kind.SLICE, ONE, ABSENT, ABSENT),))),
        ("x[:, ::2]", (Kind.INDEX, X, ((Kind.SLICE, *[ABSENT] * 3), (Kind.SLICE, ABSENT, ABSENT, TWO)))),
        ("x[:1:2]", (Kind.INDEX, X, ((Kind.SLICE, ABSENT, ONE, TWO),))),
        ("x[1::]", (Kind.INDEX, X, ((Kind.SLICE, ONE, ABSENT, ABSENT),))),
        ("x[1:2:]", (Kind.INDEX, X, ((Kind.SLICE, ONE, TWO, ABSENT),))),
        ("f(x, k=1)", (Kind.CALL, (NAME, "f"), (X,), (("k", ONE),))),
        ("f()", (Kind.CALL, (NAME, "f"), (), ())),
        ("f(k=1)", (Kind.CALL, (NAME, "f"), (), (("k", ONE),))),
        ("x, y", (Kind.TUPLE, (X, Y))),
        ("(x,)", (Kind.TUPLE, (X,))),
        ("[]", (Kind.LIST, ())),
        ("true + False", (Kind.BINARY, "add", ONE, (NUMBER, 0.0))),
        ("[x for x, y in x if y if x]", (
            Kind.COMPREHENSION, X,
            ((Kind.FOR_CLAUSE, (Kind.TUPLE, (X, Y)), X), (Kind.IF_CLAUSE, Y), (Kind.IF_CLAUSE, X)),
        )),
        ("f(x for x in y)", (Kind.CALL, (NAME, "f"), ((Kind.GENERATOR, X, ((Kind.FOR_CLAUSE, X, Y),)),), ())),
    ],
)  # fmt: skip
def test_expressions_have_these_trees(text: str, tree: Any) -> None:
    assert expression_of(text) == tree


def statements(text: str) -> tuple[Any, ...]:
    return tuple(nested(read(text))[1])


PASS: Any = (Kind.BLOCK, ((Kind.PASS,),))


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("x = y = 1", (Kind.ASSIGN, (X, Y), ONE)),
        ("x, y = y, x", (Kind.ASSIGN, ((Kind.TUPLE, (X, Y)),), (Kind.TUPLE, (Y, X)))),
        ("x, y = 0, 1", (Kind.ASSIGN, ((Kind.TUPLE, (X, Y)),), (Kind.TUPLE, ((NUMBER, 0.0), ONE)))),
        ("x[1] @= 2", (Kind.AUGMENT, "matmul", (Kind.INDEX, X, (ONE,)), TWO)),
        ("x **= 2", (Kind.AUGMENT, "pow", X, TWO)),
        ("input x = 2, y", (
            Kind.INPUT, ((Kind.DECLARATION, "x", (), TWO), (Kind.DECLARATION, "y", (), ABSENT)))),
        ("input x[2, 3]", (Kind.INPUT, ((Kind.DECLARATION, "x", (TWO, THREE), ABSENT),))),
        ("output x, y = 1", (Kind.OUTPUT, (X, (Kind.ASSIGN, (Y,), ONE)))),
        ("output -x", (Kind.OUTPUT, ((Kind.UNARY, "neg", X),))),
        ("output(x)", (Kind.OUTPUT, (X,))),
        ("output = x", (Kind.ASSIGN, ((NAME, "output"),), X)),
        ("output - x", (Kind.EXPRESSION, (Kind.BINARY, "sub", (NAME, "output"), X))),
        ("input = x", (Kind.ASSIGN, ((NAME, "input"),), X)),
        ("if x: pass", (Kind.IF, X, PASS, ABSENT)),
        ("if x: pass\nelse: pass", (Kind.IF, X, PASS, PASS)),
        ("if x:\n  pass\nelif y:\n  pass\nelse:\n  pass", (
            Kind.IF, X, PASS, (Kind.BLOCK, ((Kind.IF, Y, PASS, PASS),)))),
        ("while x:\n\n  # why\n  pass\n", (Kind.WHILE, X, PASS)),
        ("for x, y in x: pass", (Kind.FOR, (Kind.TUPLE, (X, Y)), X, PASS)),
        ("def f(x, y=1): pass", (
            Kind.DEF, "f", ((Kind.PARAMETER, "x", ABSENT), (Kind.PARAMETER, "y", ONE)), PASS)),
        ("def f(): return", (Kind.DEF, "f", (), (Kind.BLOCK, ((Kind.RETURN, ABSENT),)))),
        ("def f(): return 0, 1", (
            Kind.DEF, "f", (), (Kind.BLOCK, ((Kind.RETURN, (Kind.TUPLE, ((NUMBER, 0.0), ONE))),)))),
        ("assert x", (Kind.ASSERT, X)),
    ],
)  # fmt: skip
def test_statements_have_these_trees(text: str, tree: Any) -> None:
    assert statements(text) == (tree,)


@pytest.mark.parametrize(
    "text",
    [
        "x = 1\nx = x + 1\nx",
        "x = 1; x = x + 1; x",
        "\ufeffx = 1\r\nx = x + 1;\r\nx\r\n",
        "  x = 1\n  x = x + 1\n  x",
        '"""A docstring\nof two lines."""\nimport math\nx = 1\n# why\nx = (x\n\n+ 1)\nx',
        "from math import (sin,\n  cos)\nx = 1\nx = x + 1\nx",
        "x = 1; import math as m\nx = \\\n  x + 1\n\nx # the end",
    ],
)
def test_line_ends_do_not_matter(text: str) -> None:
    assert statements(text) == statements("x=1\nx=x+1\nx")


def test_a_block_statement_follows_a_semicolon_and_holds_the_rest_of_the_line() -> None:
    assert statements("x = 1; for y in x: x += y; if y: break\nx") == statements(
        "x = 1\nfor y in x:\n    x += y\n    if y:\n        break\nx"
    )


def test_else_belongs_to_the_statement_that_began_the_line() -> None:
    assert statements("if x: if y: pass\nelse: pass") == statements("if x:\n  if y:\n    pass\nelse:\n  pass")


def test_bindings_are_names_with_values() -> None:
    assert nested(read("x=-1e-3, v = [1,\n2], w=@a b.csv", "bindings")) == (
        Kind.BINDINGS,
        ("x", "v", "w"),
        ((Kind.UNARY, "neg", (NUMBER, 1e-3)), (Kind.LIST, (ONE, TWO)), (Kind.FILE, "a b.csv")),
    )
    assert nested(read("@point.json", "bindings")) == (Kind.BINDINGS, ("",), ((Kind.POINT, "point.json"),))


def test_a_selection_is_names_and_elements() -> None:
    assert nested(read("x, y[1]", "selection")) == (Kind.SELECTION, (X, (Kind.INDEX, Y, (ONE,))))


# ---- places


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("2*(x + 1)", ["2", "x", "1", "x + 1", "2*(x + 1)"]),
        ("((x)) - (y)", ["x", "y", "((x)) - (y)"]),
        ("x²", ["x", "²", "x²"]),
        ("f( (x), y )", ["f", "x", "y", "f( (x), y )"]),
        ("x[ 1: ]", ["x", "1", "1:", "x[ 1: ]"]),
        ("2 (x)", ["2", "x", "2 (x)"]),
    ],
)
def test_spans_include_the_brackets_of_operands(text: str, spans: list[str]) -> None:
    tree = read(text)
    assert [tree.text(node) for node in range(tree.root - 1)] == spans


def test_places_are_those_of_the_text() -> None:
    tree = read("\ufeffx\r\ny = 1\r\n")
    span = tree.span(tree.root - 1)
    assert (span.line, span.column, span.text) == (2, 1, "y = 1")


# ---- depth and size


@pytest.mark.parametrize(
    "text",
    [
        " + ".join(["x"] * 100_000),
        "(" * 100_000 + "x" + ")" * 100_000,
        "f(" * 10_000 + "x" + ")" * 10_000,
        "^".join(["x"] * 10_000),
        "-" * 10_000 + "x",
        "[" * 10_000 + "]" * 10_000,
        "x if y else " * 10_000 + "x",
        "x" + "[0]" * 10_000,
        "if x: pass\n" + "elif x: pass\n" * 5_000,
        "".join(" " * k + "if x:\n" for k in range(500)) + " " * 500 + "pass",
    ],
)
def test_no_depth_is_too_deep(text: str) -> None:
    well_formed(read(text))


# ---- promises of the tree


def well_formed(tree: Syntax) -> None:
    """Post-order, and the nodes of every subtree contiguous."""
    parents = [0] * len(tree.kinds)
    for node, parts in enumerate(tree.parts):
        kind = tree.kinds[node]
        children = [] if kind in (Kind.NUMBER, Kind.NAME, Kind.FILE) else list(_children(parts))
        reached = node
        for child in reversed(children):
            assert child == reached - 1
            reached = tree.lows[child]
            parents[child] += 1
            assert tree.starts[node] <= tree.starts[child] <= tree.ends[child] <= tree.ends[node]
        assert tree.lows[node] == reached
    assert parents == [1] * tree.root + [0]


def _children(parts: tuple[Any, ...]) -> list[int]:
    found: list[int] = []
    for part in parts:
        if isinstance(part, tuple):
            found += _children(part)
        elif isinstance(part, int) and part != ABSENT:
            found.append(part)
    return sorted(found)


@given(EXPRESSIONS)
def test_print_then_parse_is_the_identity(tree: Any) -> None:
    assert expression_of(show(tree)) == tree


@given(PROGRAMS)
def test_print_then_parse_is_the_identity_for_programs(program: Any) -> None:
    tree = read(lines(program))
    assert nested(tree) == program
    well_formed(tree)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_samples_are_well_formed(path: Path) -> None:
    well_formed(read(path.read_text(encoding="utf-8")))


def test_a_source_keeps_its_name_and_first_line() -> None:
    with pytest.raises(AdError) as caught:
        parse(Source("\ufeffx +* 2", "points.batch", first_line=7))
    span = caught.value.span
    assert span is not None
    assert (span.source.name, span.line, span.column) == ("points.batch", 7, 4)
