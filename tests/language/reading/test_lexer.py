"""Tokens: what a piece of text is, and what depends on its place."""

from __future__ import annotations

import pytest

from adcli.language.reading.lexer import lexer
from adcli.text.source import Source


def tokens(text: str, lines: bool = False) -> str:
    """The tokens' values, in one line."""
    return " ".join(value for _terminal, value, _start, _end in lexer().tokens(Source(text), lines)[:-1])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2x", "2 mul x"),
        ("2 x", "2 mul x"),
        ("(x)(y)[0]z", "lpar x rpar mul lpar y rpar lsqb 0 rsqb mul z"),
        ("f(x)", "f lpar x rpar"),
        ("x y", "x y"),
        ("x²y", "x ² mul y"),
        ("[2\n x]", "lsqb 2 x rsqb"),
        ("2 if x", "2 if x"),
        ("2 np.sin(x)", "2 mul sin lpar x rpar"),
        ("x**-y//=z", "x pow sub y floordiv_set z"),
        ("a.T", "a transpose"),
        ("ifx orb notc in_", "ifx orb notc in_"),
        ("ϕ µ", "φ μ"),
        ("x # y\n", "x"),
        ("x\u00a0+\u2003y", "x add y"),
    ],
)
def test_texts_fall_into_these_tokens(text: str, expected: str) -> None:
    assert tokens(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x\ny", "x newline y newline"),
        ("\n\n  x\n\n  # why\n  y\n", "x newline y newline"),
        ("if x:\n  y\nz", "if x colon newline indent y newline dedent z newline"),
        (
            "if x:\n  if y:\n    z",
            "if x colon newline indent if y colon newline indent z newline dedent dedent",
        ),
        ("if x:\n\ty\n\tz", "if x colon newline indent y newline z newline dedent"),
        ("x = [1,\n2\n]", "x set lsqb 1 comma 2 rsqb newline"),
        ("x \\\n + y", "x add y newline"),
        ("x\r\ny\r\n", "x newline y newline"),
        ('"""why\nnot"""\nx', "x newline"),
        ("def f():\n  'why'\n  pass", "def f lpar rpar colon newline indent pass newline dedent"),
        ("import math; x", "x newline"),
    ],
)
def test_lines_and_blocks(text: str, expected: str) -> None:
    assert tokens(text, lines=True) == expected


@pytest.mark.parametrize(
    "text", ["input x", "input  θ = 2", "output x", "output -x", "output(x)", "output [1]"]
)
def test_a_keyword_where_it_means_that(text: str) -> None:
    assert first_terminal(text) in ("INPUT", "OUTPUT")


@pytest.mark.parametrize(
    "text",
    ["input = 2", "input*x", "input, x = y", "output - x", "output[0] = 1", "output", "output if x else y"],
)
def test_a_name_elsewhere(text: str) -> None:
    assert first_terminal(text) == "NAME"


def first_terminal(text: str) -> str:
    """The first token's terminal."""
    terminal = lexer().tokens(Source(text))[0][0]
    return next(name for name, number in lexer().number.items() if number == terminal)


def test_tokens_know_their_places() -> None:
    found = [
        (start, end)
        for _terminal, _value, start, end in lexer().tokens(Source("2 x\n + y  # z\n"), lines=False)
    ]
    assert found == [(0, 1), (1, 1), (2, 3), (5, 6), (7, 8), (8, 8)]


def test_a_long_batch_does_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    pieces = lexer().pieces
    pieces.clear()  # other tests have been here
    monkeypatch.setattr(pieces, "LIMIT", 10)
    for k in range(100):
        assert tokens(f"{k}.5 + x{k}") == f"{k}.5 add x{k}"
        assert len(pieces) <= 15
