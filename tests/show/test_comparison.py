"""How comparisons look: golden outputs at 80 and 140 columns and in a pipe.

`pytest tests/show/test_comparison.py --rewrite` writes them anew. Errors of differences are rounding and
little else, so only the four operations are in them, which every machine rounds alike.
"""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from adcli.answers.comparison import Comparison, Step, Variation
from adcli.compare.comparison import comparison
from adcli.compare.yours.own import own_gradient
from adcli.language.points.bindings import read_bindings
from adcli.language.program import load
from adcli.show.comparison import VERDICTS, summary
from adcli.show.comparison import comparison_drawing as drawing
from adcli.show.layout.page import Page
from adcli.show.layout.paint import painted
from adcli.show.variation import varied
from adcli.text.source import Source
from tests.goldens import golden

GOLDEN = Path(__file__).resolve().parent.parent / "golden" / "check"
PAGES = {"80": Page(width=80, digits=8), "140": Page(width=140, digits=8), "pipe": Page()}

CASES = {
    "agree": ("x*x*x/y + 2*x", "x=2,y=5", None),
    "kinks": ("abs(x - 1) + max(y, 0) + floor(z)", "x=1.000000001,y=0,z=3", None),
    "unsettled": ("(1 - (1 - x*x/2))/(x*x)", "x=1e-9", None),
    "outputs": ("output area = x*y, ratio = x/y", "x=3,y=4", None),
    "vary": ("x*x*x/(1 + x)", "x=2", ""),
    "many": (
        "a*b + c*d + k*k*k*g - h*h + 1000*m*n + q/r",
        "a=1.23,b=4.5,c=100000.5,d=1e-5,k=3.25,g=7,h=2.22,m=1234.5,n=0.017,q=3,r=7e3",
        None,
    ),
    "branch": ("y = x*x if x > 1 else x\ny*z", "x=1.0000001,z=2", None),
}
OWN = {"own": "x=2*x*y, y=-x^2", "own-partial": "y=9"}


def answer(name: str) -> Comparison:
    if name in OWN:
        return own_gradient(load(Source("x^2*y")), read_bindings(["x=3,y=2"]), [OWN[name]])
    text, at, vary = CASES[name]
    return comparison(load(Source(text)), read_bindings([at]), vary=vary)


def drawn(compared: Comparison, page: Page) -> str:
    return "".join(painted(drawing(compared, page), page.colours))


@pytest.mark.parametrize("name", [*CASES, *OWN])
def test_golden_outputs(name: str, rewrite: bool) -> None:
    found = answer(name)
    text = "".join(f"=== {columns}\n{drawn(found, page)}" for columns, page in PAGES.items())
    golden(text, GOLDEN / f"{name}.txt", rewrite)


@pytest.mark.parametrize("name", [*CASES, *OWN])
@pytest.mark.parametrize("columns", ["80", "140"])
def test_nothing_is_wider_than_the_terminal(name: str, columns: str) -> None:
    assert max(map(len, drawn(answer(name), PAGES[columns]).splitlines())) <= int(columns)


def test_a_verdict_has_the_colour_of_its_own_row() -> None:
    program = load(Source("x^2*y + abs(z)"))
    wrong = own_gradient(program, read_bindings(["x=3,y=2,z=0"]), ["x=13, y=9"])
    found = [piece for line in drawing(wrong, Page()) for piece in line if piece.text.strip() in VERDICTS]
    assert [(piece.text.strip(), piece.role) for piece in found[:2]] == [
        ("disagree", "error"),
        ("agree", "output"),
    ]
    kink = comparison(program, read_bindings(["x=3,y=2,z=0"]))
    for page in (Page(), Page(width=20, digits=8)):  # side by side, and one below the other
        found = [piece for line in drawing(kink, page) for piece in line if piece.text.strip() in VERDICTS]
        assert [piece.role for piece in found[:3]] == ["output", "output", "warning"]


def test_the_tolerance_reads_as_a_product() -> None:
    told = drawn(answer("agree"), Page())
    assert told.endswith("tolerance 4 × (truncation + rounding)\n")
    assert drawn(answer("agree"), Page(symbols=False)).endswith("tolerance 4 * (truncation + rounding)\n")


@pytest.mark.parametrize("name", [*CASES, *OWN])
def test_colours_change_nothing_else(name: str) -> None:
    found = answer(name)
    coloured = drawn(found, Page(colours=True))
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == drawn(found, Page())
    assert coloured != drawn(found, Page())


def test_ascii_where_the_encoding_has_no_more() -> None:
    assert drawn(answer("vary"), Page(width=80, digits=8, symbols=False)).isascii()
    assert "<- chosen" in drawn(answer("vary"), Page(symbols=False))


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("agree", "2 inputs: all agree"),
        ("kinks", "3 inputs: 1 agrees, 2 at a kink"),
        ("outputs", "4 derivatives: all agree"),
        ("own", "2 inputs: 1 agrees, 1 disagrees"),
        ("own-partial", "1 input: agrees"),
    ],
)
def test_the_summary(name: str, says: str) -> None:
    assert "".join(piece.text for piece in summary(answer(name))) == says


def test_bars_are_logarithmic() -> None:
    steps = tuple(Step(10.0**-k, 1.0, 10.0**-k) for k in range(1, 9))
    lines = list(
        varied(Variation(input="x", output="f", ad=1.0, chosen=None, steps=steps), Page(symbols=False))
    )
    lengths = [len(line[1].text) for line in lines[2:]]
    differences = {a - b for a, b in pairwise(lengths)}
    assert lengths == sorted(lengths, reverse=True)
    assert max(differences) - min(differences) <= 1


def test_errors_of_zero_and_missing_values_have_no_bar() -> None:
    steps = (Step(0.1, 1.0, 0.0), Step(0.01, None, None), Step(0.001, 1.5, 0.5))
    lines = list(varied(Variation(input="x", output="f", ad=1.0, chosen=None, steps=steps), Page()))
    assert [line[1].text[-1:] for line in lines[2:]] == ["0", "", "●"]


def test_many_inputs_stay_a_table_of_a_line_each_at_80_columns() -> None:
    lines = drawn(answer("many"), PAGES["80"]).splitlines()
    assert sum(line.endswith("  agree") for line in lines) == 11
    assert len(lines) < 20


def test_what_is_the_same_is_said_once() -> None:
    compared = own_gradient(load(Source("x + y")), read_bindings(["x=3,y=2"]), ["x=0.98,y=1"])
    assert "x: " in drawn(compared, Page())
    compared = own_gradient(load(Source("x/3 + y/3")), read_bindings(["x=3,y=2"]), ["x=0.333,y=0.333"])
    assert "  x, y: right to the digits that are given\n" in drawn(compared, Page())


def test_errors_that_are_0_have_no_scale() -> None:
    found = comparison(load(Source("2*x")), read_bindings(["x=1"]), vary="").variations[0]
    lines = "".join(painted(varied(found, Page(width=80)), False)).splitlines()
    assert lines[1].split() == ["h", "difference", "error"]
    assert {line.split()[2] for line in lines[2:]} == {"0"}
