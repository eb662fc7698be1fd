"""Jacobians of programs: both ways, labels, what is absent, and what there is to know."""

from __future__ import annotations

import json
import math
from typing import Any

import mpmath
import numpy as np
import pytest

import adcli
from adcli.answers.matrices import Jacobian
from adcli.derivatives.questions.jacobian import jacobian
from adcli.language.points.bindings import bindings_of
from adcli.language.program import load
from adcli.show.formats.csv import comma_separated
from adcli.show.formats.json import document, line
from adcli.text.errors import AdError
from adcli.text.source import Source

SPHERICAL = "x = r*sin(t)*cos(p)\ny = r*sin(t)*sin(p)\nz = r*cos(t)\noutput x, y, z"
POINT = {"r": 2.0, "t": 0.8, "p": -1.1}
ARRAYS = "input A = [[1, 2], [3, 4]], v = [0.5, -1.5], s = 2\nu = A @ v*s\noutput u, sum(A)*s"


def jac(text: str, point: dict[str, Any] | None = None, **options: Any) -> Jacobian:
    return jacobian(load(Source(text)), bindings_of(point or {}), **options)


@pytest.mark.parametrize("mode", ["auto", "forward", "reverse"])
def test_both_modes_are_mpmath_s(mode: str) -> None:
    answer = jac(SPHERICAL, POINT, mode=mode)
    sin, cos = mpmath.sin, mpmath.cos
    formulas = [
        lambda r, t, p: r * sin(t) * cos(p),
        lambda r, t, p: r * sin(t) * sin(p),
        lambda r, t, p: r * cos(t),
    ]
    order = ["r", "t", "p"]
    assert list(answer.columns) == order
    assert list(answer.rows) == ["x", "y", "z"]
    for formula, row in zip(formulas, answer.jacobian, strict=True):
        for j, got in enumerate(row):
            unit = tuple(int(k == j) for k in range(3))
            want = float(mpmath.diff(formula, tuple(POINT[name] for name in order), unit))
            assert math.isfinite(got)
            assert got == pytest.approx(want, rel=1e-14, abs=1e-15)


def test_what_is_nowhere_takes_no_sweep() -> None:
    """y has no output, and the third output no input: 1 column, 2 rows."""
    answer = jac("input x, y\noutput x^2, sin(x), 7", {"x": 3.0, "y": 1.0})
    assert answer.jacobian == [[6.0, 0.0], [math.cos(3.0), 0.0], [0.0, 0.0]]
    assert (answer.mode, answer.sweeps) == ("forward", 1)
    assert answer.reason == "forward: 2 outputs, 1 input: 1 forward sweep instead of 2 reverse"
    assert [(w.kind, w.input) for w in answer.warnings] == [("unconnected", "y")]


def test_a_constant_alone() -> None:
    answer = jac("input x\noutput 2, [1, 2]", {"x": 3.0})
    assert answer.jacobian == [[0.0], [0.0], [0.0]]
    assert answer.sweeps == 0


@pytest.mark.parametrize("mode", ["forward", "reverse"])
def test_arrays_element_by_element(mode: str) -> None:
    answer = jac(ARRAYS, mode=mode)
    assert answer.columns == ("A[0,0]", "A[0,1]", "A[1,0]", "A[1,1]", "v[0]", "v[1]", "s")
    assert answer.rows == ("u[0]", "u[1]", "sum(A)*s")
    assert answer.value == (-5.0, -9.0, 20.0)
    assert answer.jacobian == [
        [1.0, -3.0, 0.0, 0.0, 2.0, 4.0, -2.5],
        [0.0, 0.0, 1.0, -3.0, 6.0, 8.0, -4.5],
        [2.0, 2.0, 2.0, 2.0, 0.0, 0.0, 10.0],
    ]
    assert answer.array.shape == (3, 7)
    assert np.array_equal(answer.array, answer.jacobian)


def test_elements_by_wrt_in_its_order() -> None:
    answer = jac(ARRAYS, wrt="s, A[1,0], v[-1]", output="u")
    assert answer.columns == ("s", "A[1,0]", "v[1]")
    assert answer.at == (2.0, 3.0, -1.5)
    assert answer.jacobian == [[-2.5, 0.0, 4.0], [-4.5, 1.0, 8.0]]


def test_there_are_no_negative_zeros_beside_a_seed() -> None:
    answer = jac("cos(v)", {"v": [3.0, 4.0]})
    assert [math.copysign(1.0, answer.jacobian[i][1 - i]) for i in (0, 1)] == [1.0, 1.0]


def test_an_infinite_slope_stands_alone() -> None:
    answer = jac("sqrt(x) + y, x*y", {"x": 0.0, "y": 2.0})
    assert answer.jacobian == [[math.inf, 1.0], [2.0, 0.0]]
    (warning,) = answer.warnings
    assert warning.kind == "infinite_slope"
    assert "of `sqrt(x) + y` by `x`" in warning.message
    assert warning.span is not None
    assert warning.span.text == "sqrt(x)"


def test_many_columns_travel_together_and_an_infinite_one_spoils_none() -> None:
    names = [f"x{k}" for k in range(12)]
    outputs = [f"sqrt({a})*{b}" for a, b in zip(names, names[1:] + names[:1], strict=True)]
    answer = jac(
        f"input {', '.join(names)}\noutput {', '.join(outputs)}",
        {name: float(k) for k, name in enumerate(names)},
    )
    assert answer.jacobian[0] == [math.inf] + [0.0] * 11
    assert answer.jacobian[4][4:6] == [5 / 4, 2.0]
    assert sum(d != 0.0 for row in answer.jacobian for d in row) == 22
    assert [w.kind for w in answer.warnings] == ["infinite_slope"]


def test_a_kink_is_told_for_each_output() -> None:
    answer = jac("abs(x) + y, y^2", {"x": 0.0, "y": 1.0})
    (warning,) = answer.warnings
    assert (warning.kind, warning.left, warning.right) == ("kink", -1.0, 1.0)
    assert "the derivative of `abs(x) + y`" in warning.message


def test_a_kink_in_an_array() -> None:
    answer = jac("abs(v)", {"v": [-1.0, 0.0]})
    assert answer.jacobian == [[-1.0, 0.0], [0.0, 0.0]]
    (warning,) = answer.warnings
    assert (warning.kind, warning.input, warning.left, warning.right) == ("kink", "v[1]", -1.0, 1.0)


@pytest.mark.parametrize(
    ("wrt", "kind"), [("w", "name"), ("v[2]", "shape"), ("v[0,0]", "shape"), ("s[0]", "shape")]
)
def test_what_is_no_input_is_an_error(wrt: str, kind: str) -> None:
    with pytest.raises(AdError) as caught:
        jac(ARRAYS, wrt=wrt)
    assert caught.value.kind == kind


def test_csv_has_a_row_an_output_and_a_column_an_input() -> None:
    text = list(comma_separated(jac("A @ [1, x]", {"A": [[1.0, 2.0], [0.1, 3.0]], "x": 0.5}, wrt="A[0,1],x")))
    assert text == ['output,value,"A[0,1]",x\n', "f[0],2,0.5,2\n", "f[1],1.6,0,3\n"]


def test_json_has_the_stable_fields() -> None:
    answer = jac("x^2, y", {"x": 3.0, "y": math.inf})
    fields = json.loads(line(document(answer)))
    assert list(fields) == [
        "source", "inputs", "outputs", "columns", "value", "jacobian", "mode", "reason", "sweeps", "warnings",
    ]  # fmt: skip
    assert fields["value"] == [9.0, "inf"]
    assert fields["jacobian"] == [[6.0, 0.0], [0.0, 1.0]]


def test_what_runs_beside_a_tie_may_give_an_array() -> None:
    answer = adcli.jac("a and [0, 1], a", a=0)
    assert [(n.kind, n.left, n.right) for n in answer.warnings] == [("boundary", None, None)]
    answer = adcli.jac("[a and [a, 1]]", a=0)
    assert {notice.kind for notice in answer.warnings} == {"boundary"}
