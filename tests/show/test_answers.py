"""Answers as they are drawn."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import adcli
from adcli.answers.answer import Answer
from adcli.answers.elements import element, elements
from adcli.answers.values import Evaluation, Gradient
from adcli.show.kinds import shown
from adcli.show.layout.page import Page
from adcli.show.layout.paint import painted
from adcli.show.matrices import jacobian_drawing as jacobian_drawing

PIPE, TERMINAL, NARROW = Page(), Page(width=80, digits=8), Page(width=48, digits=8)


def drawn(answer: Answer, page: Page = PIPE) -> str:
    return "".join(painted(shown(answer, "drawing")(answer, page), page.colours))


def gradient(source: str = "x1/3 + x2", **changes: Any) -> Gradient:
    fields: dict[str, Any] = {
        "source": source,
        "inputs": {"x1": 1.0, "x2": -20.25},
        "output": "f",
        "value": 1 / 3 - 20.25,
        "gradient": {"x1": 1 / 3, "x2": 1.0},
        "mode": "reverse",
        "reason": "reverse: as it happens",
        "sweeps": 1,
    }
    return Gradient(**(fields | changes))


def test_a_gradient_in_a_pipe_has_all_digits() -> None:
    assert drawn(gradient()) == (
        "f = x1/3 + x2      f = -19.916666666666668\n"
        "\n"
        "  input   at       derivative\n"
        "  x1        1      0.3333333333333333\n"
        "  x2      -20.25   1\n"
        "\n"
        "reverse: as it happens\n"
    )


def test_a_gradient_in_a_terminal_has_eight_digits() -> None:
    assert drawn(gradient(), TERMINAL) == (
        "f = x1/3 + x2      f = -19.916667\n"
        "\n"
        "  input   at       derivative\n"
        "  x1        1      0.33333333\n"
        "  x2      -20.25   1\n"
        "\n"
        "reverse: as it happens\n"
    )


def test_a_narrow_terminal_gets_one_number_a_line() -> None:
    assert drawn(gradient(), Page(width=24, digits=8)) == (
        "f = x1/3 + x2\n"
        "f = -19.916667\n"
        "\n"
        "  x1\n"
        "    at          1\n"
        "    derivative  0.33333333\n"
        "  x2\n"
        "    at          -20.25\n"
        "    derivative  1\n"
        "\n"
        "reverse: as it happens\n"
    )


@pytest.mark.parametrize(
    ("source", "title"),
    [
        ("x == 2", "f = x == 2"),
        ("y = x^2; y", "y = x^2; y      "),
        ("newton.ad", "newton.ad      "),
        ("y = x^2\noutput y", "y = x^2 …"),
        ("[red]x[0]", "f = [red]x[0]"),
        ("x\x1b[31m", "f = x␛[31m"),
        ("sum(A, axis=0)[max(0, 1)]", "f = sum(A, axis=0)"),
        ("x^2, x*y", "x^2, x*y      "),
        ("[x, y]", "f = [x, y]"),
    ],
)
def test_titles(source: str, title: str) -> None:
    assert drawn(gradient(source)).startswith(title)


def test_a_deeply_nested_expression_takes_no_time() -> None:
    assert drawn(gradient("(" * 200_000 + "x" + ")" * 200_000)).startswith("f = ((")


def test_prose_is_wrapped_in_a_terminal_only() -> None:
    answer = gradient(reason="reverse: " + "one word after the other " * 6)
    assert answer.reason.strip() in drawn(answer)
    narrow = drawn(answer, Page(width=40)).splitlines()
    assert max(map(len, narrow)) <= 40
    assert " ".join(line.strip() for line in narrow[-5:]) == answer.reason.strip()


def test_a_long_expression_is_cropped_in_a_terminal_only() -> None:
    source = " + ".join(["x1"] * 100)
    assert source in drawn(gradient(source))
    first, second, *_ = drawn(gradient(source), TERMINAL).split("\n")
    assert len(first) == 80
    assert first.endswith("…")
    assert second == "f = -19.916667"


def test_arrays_are_shown_by_their_elements() -> None:
    answer = gradient(
        inputs={"A": np.array([[1.0, 2.0], [3.0, 4.0]]), "v": np.array([5.0, 6.0])},
        gradient={"v[1]": 7.0, "A": np.array([[0.0, 1.0], [2.0, 3.0]])},
    )
    rows = drawn(answer).split("\n")[3:8]
    assert [row.split() for row in rows] == [
        ["v[1]", "6", "7"], ["A[0,0]", "1", "0"], ["A[0,1]", "2", "1"], ["A[1,0]", "3", "2"],
        ["A[1,1]", "4", "3"],
    ]  # fmt: skip


def test_long_arrays_are_abbreviated_in_a_terminal_only() -> None:
    many = np.arange(5000.0)
    answer = gradient(inputs={"v": many}, gradient={"v": many})
    assert drawn(answer).count("v[") == 5000
    short = drawn(answer, TERMINAL)
    assert short.count("v[") == 24
    assert "… 4,976 more" in short


def test_colours_change_nothing_else() -> None:
    coloured = drawn(gradient(), Page(colours=True))
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == drawn(gradient())
    assert coloured != drawn(gradient())


def test_one_number_is_printed_alone() -> None:
    assert drawn(Evaluation(source="x", inputs={}, outputs={"f": 1 / 3})) == "0.3333333333333333\n"


def test_several_outputs_make_a_table() -> None:
    answer = Evaluation(source="x", inputs={}, outputs={"f": 10.5, "v": np.array([1.0, 2.25])})
    assert drawn(answer) == "  output   value\n  f        10.5\n  v[0]      1\n  v[1]      2.25\n"


def test_labels_of_elements() -> None:
    assert elements("A[1]", [1.0, 2.0]) == [("A[1,0]", 1.0), ("A[1,1]", 2.0)]
    assert element({"A": [[1.0, 2.0], [3.0, 4.0]]}, "A[1,0]") == 3.0


def test_where_no_column_fits_beside_the_first_all_stand_below_it() -> None:
    text = "".join(
        painted(jacobian_drawing(adcli.jac("x*" + "y" * 30 + ", x", at={"x": 2, "y" * 30: 3}), NARROW), False)
    )
    assert text.split("\n\n")[1].splitlines() == [
        f"  x*{'y' * 30}",
        "    value                                   6",
        "    by x at 2                               3",
        f"    by {'y' * 30} at 3  2",
        "  x",
        "    value                                   2",
        "    by x at 2                               1",
        f"    by {'y' * 30} at 3  0",
    ]


def test_a_jacobian_by_nothing_has_no_point() -> None:
    text = "".join(painted(jacobian_drawing(adcli.jac("output a = 2, b = 3"), PIPE), False))
    assert "\n  at " not in text
    assert text.endswith("\nforward: no path from an input to an output: 0 sweeps\n")
    assert adcli.hess("5").reason == "forward over reverse: no path from an input to an output: 0 sweeps"
