"""What a wrong derivative looks like: each mistake is told as what it is, and no other number is."""

from __future__ import annotations

from math import cos, exp
from pathlib import Path
from random import Random

import pytest

from adcli.answers.comparison import Comparison
from adcli.compare.yours.hints import is_single
from adcli.compare.yours.own import AS_MEASURED, own_gradient
from adcli.language.points.bindings import read_bindings
from adcli.language.program import load
from adcli.text.source import Source


def held(text: str, at: str, *expected: str) -> Comparison:
    return own_gradient(load(Source(text)), read_bindings([at]), expected)


def note(text: str, at: str, expected: str) -> str:
    """What is said about the first derivative that disagrees, but for the differences."""
    row = next(row for row in held(text, at, expected).rows if row.verdict == "disagree")
    return row.note.removesuffix(AS_MEASURED).removesuffix("; ")


CHAIN = [
    ("sin(2*x)", "x=0.7", "x=cos(2*x)", "that of `2*x`"),
    ("sin(x^2)", "x=1.2", "x=cos(x^2)", "that of `x^2`"),
    ("x^2*sin(3*x)", "x=0.7", "x=2*x*sin(3*x) + x^2*cos(3*x)", "that of `3*x`"),
    ("exp(-x^2/2)", "x=1.3", "x=exp(-x^2/2)", "that of `-x^2/2`"),
    ("exp(sin(3*x))", "x=0.7", "x=exp(sin(3*x))", "that of `sin(3*x)`"),
    ("exp(sin(3*x))", "x=0.7", "x=exp(sin(3*x))*cos(3*x)", "that of `3*x`"),
    ("exp(sin(3*x))", "x=0.7", "x=3*cos(3*x)", "the derivative of `exp(sin(3*x))` by `sin(3*x)`"),
    ("exp(sin(3*x))", "x=0.7", "x=3*exp(sin(3*x))", "the derivative of `sin(3*x)` by `3*x`"),
    ("(2*x + 1)^3", "x=0.3", "x=3*(2*x + 1)^2", "that of `2*x + 1`"),
    ("log(x^2 + y)", "x=1.1,y=0.4", "x=1/(x^2 + y)", "that of `x^2 + y`"),
    ("sqrt(1 + x^2)", "x=1.7", "x=0.5/sqrt(1 + x^2)", "that of `1 + x^2`"),
    ("sigmoid(w*x + b)", "w=0.3,x=2.1,b=0.1", "w=sigmoid(w*x + b)*(1 - sigmoid(w*x + b))", "that of `w*x"),
    ("sum(sin(2*v))", "v=[0.1, 0.2]", "v=cos(2*v)", "that of `2*v`"),
    ("exp(sum(v^2))", "v=[0.1, 0.2]", "v[1]=exp(sum(v^2))", "that of `sum(v^2)`"),
    ("u = 3*x\ntanh(u)", "x=0.2", "x=1 - tanh(3*x)^2", "that of `3*x`"),
    ("def f(t): return t^3\nsin(f(x))", "x=0.9", "x=cos(x^3)", "that of `t^3`"),
]


@pytest.mark.parametrize(("text", "at", "expected", "says"), CHAIN)
def test_a_forgotten_factor_of_the_chain_rule(text: str, at: str, expected: str, says: str) -> None:
    told = note(text, at, expected)
    assert "chain rule: the " in told
    assert says in told
    assert told.endswith("is missing")


TERMS = [
    ("x^2*sin(x)", "x=0.7", "x=2*x*sin(x)", "product rule", "sin(x)", "is missing"),
    ("x^2*sin(x)", "x=0.7", "x=x^2*cos(x)", "product rule", "x^2", "is missing"),
    ("x*exp(2*x)", "x=0.7", "x=exp(2*x)", "product rule", "exp(2*x)", "is missing"),
    ("x^2*sin(x)", "x=0.7", "x=2*x*sin(x) - x^2*cos(x)", "product rule", "sin(x)", "has the wrong sign"),
    ("x/(1 + x^2)", "x=0.7", "x=1/(1 + x^2)", "quotient rule", "1 + x^2", "is missing"),
    ("sin(x)/x", "x=0.7", "x=cos(x)/x + sin(x)/x^2", "quotient rule", "x", "has the wrong sign"),
    ("x^3 + sin(x)", "x=0.7", "x=3*x^2", "", "sin(x)", "is missing"),
    ("x^3 - sin(x)", "x=0.7", "x=3*x^2 + cos(x)", "", "sin(x)", "has the wrong sign"),
    ("norm(v)*v[0]", "v=[0.3, 0.4]", "v[0]=norm(v)", "product rule", "norm(v)", "is missing"),
    ("v @ sin(v)", "v=[0.3, 0.4]", "v=sin(v)", "product rule", "sin(v)", "is missing"),
]


@pytest.mark.parametrize(("text", "at", "expected", "rule", "term", "what"), TERMS)
def test_a_lost_term(text: str, at: str, expected: str, rule: str, term: str, what: str) -> None:
    told = f"{rule}: the term in which `{term}` is differentiated" if rule else f"the term of `{term}`"
    assert f"{told} {what}" in note(text, at, expected)


@pytest.mark.parametrize(
    ("text", "at", "expected", "says"),
    [
        ("sin(x)", "x=1", "x=-0.54", "the sign is wrong"),
        ("sin(x)", "x=1", "x=1.0806", "2 times too large"),
        ("x*y^3", "x=1.3,y=0.7", "x=1.911, y=0.343", "this is the derivative by y: swapped?"),
        ("sin(x)", "x=1", "x=0.54030228", "right to 7 digits, as of 32-bit numbers"),
        ("sin(x)", "x=1", "x=0.54031", "right to 4 digits"),
    ],
)
def test_a_rounded_number_has_its_hint_too(text: str, at: str, expected: str, says: str) -> None:
    assert note(text, at, expected) == says


@pytest.mark.parametrize(
    ("number", "single"), [(0.1, True), (0.5, True), (0.54030228, True), (0.54030230586, False)]
)
def test_numbers_of_32_bits(number: float, single: bool) -> None:
    assert is_single(number) == single


TWO = "output a = x*y^2, b = sin(x) + 2*y"
FOUR = {"ax": 16.0, "ay": 24.0, "bx": cos(3), "by": 2.0}


@pytest.mark.parametrize("digits", [4, 17])
def test_a_transposed_jacobian(digits: int, tmp_path: Path) -> None:
    path = tmp_path / "j.csv"
    ax, ay, bx, by = (f"{number:.{digits}g}" for number in FOUR.values())
    path.write_text(f"{ax},{bx}\n{ay},{by}\n")
    answer = held(TWO, "x=3,y=4", f"@{path}")
    assert [row.verdict for row in answer.rows] == ["agree", "disagree", "disagree", "agree"]
    assert answer.rows[1].note.startswith("the Jacobian is transposed: this is the derivative of b by x")
    assert answer.rows[2].note.startswith("the Jacobian is transposed: this is the derivative of a by y")


def test_a_transposed_jacobian_that_is_not_square(tmp_path: Path) -> None:
    path = tmp_path / "j.json"
    path.write_text("[[2, 3, 0.5], [1.5, 0.75, 7]]")
    three = "output a = 2*x + 3*y, b = 0.5*x + 1.5*y, c = 0.75*x + 7*y"
    assert {row.verdict for row in held(three, "x=1,y=1", f"@{path}").rows} == {"agree"}
    path.write_text("[[2, 0.5, 0.75], [3, 1.5, 7]]")
    wrong = [row.note for row in held(three, "x=1,y=1", f"@{path}").rows if row.verdict == "disagree"]
    assert len(wrong) == 4
    assert all(text.startswith("the Jacobian is transposed: ") for text in wrong)


def test_a_transposed_gradient_by_a_matrix() -> None:
    told = note("det(A)", "A=[[1,2],[3,5]]", "[[5, -2], [-3, 1]]")
    assert told == "the matrix is transposed: this is the derivative by A[1,0]"


def test_another_entry_of_the_jacobian(tmp_path: Path) -> None:
    path = tmp_path / "j.json"
    path.write_text(f"[[16, {cos(3)!r}], [{cos(3)!r}, 2]]")
    assert note(TWO, "x=3,y=4", f"@{path}") == "this is the derivative of b by x: another entry?"


MODELS = [
    ("x^2*sin(3*x) + x/y", "x=0.7,y=1.3"),
    ("exp(-x^2/2)*log(y) + sqrt(x*y)", "x=1.3,y=2.2"),
    ("a = x*y\nb = tanh(a) + x\na*b", "x=0.31,y=0.73"),
]


@pytest.mark.parametrize(("text", "at"), MODELS)
def test_a_number_that_is_merely_wrong_gets_no_diagnosis(text: str, at: str) -> None:
    random = Random(f"{text}{at}")
    for _ in range(60):
        number = random.choice((random.uniform(-3, 3), exp(random.gauss(0, 3))))
        expected = f"x={number!r}"
        if held(text, at, expected).ok:
            continue
        assert note(text, at, expected) == "", expected


@pytest.mark.parametrize(("text", "at"), MODELS)
def test_what_is_said_of_a_short_number_is_true(text: str, at: str) -> None:
    random = Random(f"{text}{at}")
    for _ in range(60):
        number = round(random.uniform(-3, 3), random.randint(1, 3))
        if not number or held(text, at, f"x={number!r}").ok:
            continue
        told = note(text, at, f"x={number!r}")
        assert "rule" not in told, told
        assert "term" not in told, told
