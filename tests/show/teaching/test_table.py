"""Traces as they are drawn: layouts for every width, folding, notation, colours."""

from __future__ import annotations

import re
from typing import Any

import pytest

import adcli
from adcli.answers.steps import Steps
from adcli.language.program import load
from adcli.show.layout.page import Page
from adcli.show.layout.paint import painted
from adcli.show.teaching.explain import explanation
from adcli.show.teaching.notation import Notation
from adcli.show.teaching.table import steps_drawing as drawing
from adcli.text.source import Source
from adcli.text.width import cells, wrapped

GRIEWANK = "(sin(x1/x2) + x1/x2 - exp(x2))*(x1/x2 - exp(x2))"
NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?:e[+-]\d+)?")


def drawn(answer: Steps, page: Page, everything: bool = False, explain: bool = False) -> str:
    draw = explanation if explain else drawing
    return "".join(painted(draw(answer, page._replace(whole=everything)), page.colours))


def griewank(mode: str = "reverse", **wishes: Any) -> Steps:
    return adcli.trace(GRIEWANK, x1=1.5, x2=0.5, mode=mode, **wishes)


def test_one_table_has_both_sweeps() -> None:
    assert drawn(adcli.trace("sin(x*y) + (x*y)^2", x=2, y=3), Page(digits=8)) == (
        "f = sin(x*y) + (x*y)^2      f = 35.720585\n"
        "\n"
        "  node           primal ↓     adjoint ↑\n"
        "  x               2           38.880511   = v̄1·y\n"
        "  y               3           25.920341   = v̄1·x\n"
        "  v1 = x·y        6           12.96017    = v̄3·(2·v1) + v̄2·cos(v1)   = 12 + 0.96017029\n"
        "  v2 = sin(v1)   -0.2794155    1          = v̄4·1\n"
        "  v3 = v1^2      36            1          = v̄4·1\n"
        "  v4 = v2 + v3   35.720585     1          seed\n"
        "\n"
        "reverse: 1 output, 2 inputs: 1 reverse sweep instead of 2 forward\n"
        "1 reverse sweep takes 6 products and 1 sum; 2 forward would take 10 and 2\n"
        "the evaluation takes 4 operations; reverse keeps 980 bytes\n"
        "a recursion without topological order would make 9 visits of 6 nodes\n"
    )


def test_one_seed_has_the_rule_in_symbols_and_in_numbers() -> None:
    assert drawn(adcli.trace("x*y", x=2, y=3, seed="y"), Page(digits=8)) == (
        "f = x*y      f = 6\n"
        "\n"
        "  node       primal ↓   ∂/∂y ↓\n"
        "  x          2          0\n"
        "  y          3          1        seed\n"
        "  v1 = x·y   6          2        v̇1 = ẋ·y + ẏ·x   = 1·2\n"
        "\n"
        "forward: 1 sweep along y, as asked\n"
        "along every input: 2 forward sweeps would take 2 products and 0 sums; 1 reverse would take 2 and 0\n"
        "the evaluation takes 1 operation; reverse would keep 420 bytes\n"
    )


@pytest.mark.parametrize("explain", [False, True])
@pytest.mark.parametrize("mode", ["forward", "reverse"])
@pytest.mark.parametrize("width", [40, 50, 60, 72, 80, 100, 140])
def test_no_width_loses_a_number_or_is_exceeded(width: int, mode: str, explain: bool) -> None:
    answer = griewank(mode)
    text = drawn(answer, Page(width=width, digits=8), explain=explain)
    assert max(map(cells, text.split("\n"))) <= width
    wanted = {f"{step.value:.8g}" for step in answer.steps}
    for step in answer.steps:
        wanted |= {f"{part.product:.8g}" for part in step.contributions}
        wanted |= {f"{tangent:.8g}" for tangent in step.tangents if tangent is not None}
    assert wanted <= set(NUMBER.findall(text))


def test_wide_terminals_have_one_line_a_step() -> None:
    answer = griewank()
    table = drawn(answer, Page(width=140, digits=8)).split("\n\n")[1]
    assert len(table.splitlines()) == 1 + len(answer.steps)


def test_a_pipe_has_one_line_a_step_whatever_its_length() -> None:
    answer = adcli.trace("x^" + "*x^".join(map(str, range(2, 8))), x=1.5, mode="reverse")
    table = drawn(answer, Page(digits=17)).split("\n\n")[1]
    assert len(table.splitlines()) == 1 + len(answer.steps)


def test_many_contributions_are_folded() -> None:
    answer = adcli.trace("+".join(f"sin({k}*x)" for k in range(2, 30)), x=1.0, mode="reverse")
    assert "… 24 more …" in drawn(answer, Page(digits=8))
    assert "more" not in drawn(answer, Page(digits=8), everything=True)


def test_a_long_trace_shows_its_ends() -> None:
    answer = adcli.trace("+".join(f"x*{k}" for k in range(2, 5002)), x=1.0, mode="reverse")
    text = drawn(answer, Page(width=80, digits=8))
    assert "more: v60 to v9969 (--all shows them)" in text
    assert len(text.splitlines()) < 250
    whole = drawn(answer, Page(digits=8), everything=True)
    assert whole.count("\n  v") == 9999


def test_colours_change_nothing_else() -> None:
    plain = drawn(griewank(), Page(width=80, digits=8))
    coloured = drawn(griewank(), Page(width=80, digits=8, colours=True))
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain
    assert coloured != plain


def test_pages_without_symbols_have_ascii_only() -> None:
    for mode in ("forward", "reverse"):
        for explain in (False, True):
            assert drawn(griewank(mode), Page(digits=8, symbols=False), explain=explain).isascii()


def test_marks_of_names() -> None:
    answer = griewank()
    unicode, plain = Notation(answer, Page()), Notation(answer, Page(symbols=False))
    assert (unicode.adjoint("v12"), unicode.adjoint("theta")) == ("v̄12", "theta_bar")
    assert (unicode.tangent("x"), plain.tangent("x"), plain.adjoint("v1")) == ("ẋ", "x_dot", "v1_bar")


def test_arrays_are_previewed_and_in_full_on_request() -> None:
    source = "input w = [0.5, -1, 2, 4, 8]\noutput sum(w^2)\n"
    answer = adcli.trace(load(Source(source, "w.ad")), mode="reverse")
    assert "(5) [0.5, -1, 2, …]" in drawn(answer, Page(width=80, digits=8))
    assert "(5) [0.5, -1, 2, 4, 8]" in drawn(answer, Page(width=80, digits=8), everything=True)
    assert "(5) [1, -2, 4, …]" in drawn(answer, Page(width=80, digits=8), explain=True)


def test_explanations_put_symbols_then_numbers() -> None:
    text = drawn(adcli.trace("log(x)*x", x=2, mode="reverse"), Page(digits=8), explain=True)
    assert "v1 = log(x) = log(2) = 0.69314718." in text
    assert "to x: ∂v1/∂x = 1/x = 1/2 = 0.5, so x̄ gets v̄1·(1/x) = 2·0.5 = 1" in text
    assert "and is now 0.69314718 + 1 = 1.6931472." in text
    numbers = re.findall(r"^ +(\d+)\. ", text, re.MULTILINE)
    assert numbers == [str(k + 1) for k in range(len(numbers))]


def test_explanations_of_tangents() -> None:
    text = drawn(adcli.trace("sin(x*y)", x=2, y=0.5, seed="x"), Page(digits=8), explain=True)
    assert "v̇1 = ẋ·y = 1·0.5 = 0.5." in text
    assert "v̇2 = v̇1·cos(v1) = 0.5·cos(1) = 0.27015115." in text
    assert "So ∂f/∂x = 0.27015115." in text


def test_rules_of_powers_and_selections() -> None:
    text = drawn(adcli.trace("x^3 + x^-2 + abs(y) + max(x, y)", x=1.5, y=-2), Page(digits=8))
    for rule in ("(3·x^2)", "(-2·x^(-3))", "·sign(y)", "nothing from v4"):
        assert rule in text, rule


def test_wrapping_breaks_at_spaces_only() -> None:
    lines = list(wrapped("v1 gets -0.28366219 and is now 12345678.9", 24, 2, 4))
    assert lines == ["  v1 gets -0.28366219", "    and is now", "    12345678.9"]


def test_rules_below_their_steps_take_the_remarks_with_them() -> None:
    text = drawn(adcli.trace("min(abs(x), 100525.125)*0.125 + min(x, 3)", x=75000), Page(width=64, digits=8))
    assert text.count("primal") == 1
    assert "\n      passes no derivative on\n" in text
    assert max(map(cells, text.splitlines())) <= 64
