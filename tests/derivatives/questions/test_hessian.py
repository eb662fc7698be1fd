"""Hessians of programs: structure, symmetry, the diagonal."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import mpmath
import numpy as np
import pytest

from adcli.answers.matrices import Hessian
from adcli.derivatives.questions.gradient import gradient
from adcli.derivatives.questions.hessian import hessian, sparse_hessian
from adcli.language.points.bindings import bindings_of
from adcli.language.program import load
from adcli.text.source import Source
from tests.derivatives.questions.test_products import SCALARS


def hess(text: str, point: dict[str, Any] | None = None, **options: Any) -> Hessian:
    return hessian(load(Source(text)), bindings_of(point or {}), **options)


@pytest.mark.parametrize(
    ("text", "point", "want"),
    [
        ("x^2*y", {"x": 0.0, "y": 3.0}, [[6.0, 0.0], [0.0, 0.0]]),
        ("x*y*z", {"x": 0.0, "y": 0.0, "z": 1.0}, [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]]),
        ("sqrt(max(0, x^2 - z^2))", {"x": 1.0, "z": 2.0}, [[0.0, 0.0], [0.0, 0.0]]),
        ("x^0.5 if x > 0 else 0", {"x": 4.0}, [[-0.03125]]),
        ("x^2 + y", {"x": 0.0, "y": 0.0}, [[2.0, 0.0], [0.0, 0.0]]),
        ("x^0 + x^1 + x^2 + x^3", {"x": 0.0}, [[2.0]]),
        ("relu(x)*y", {"x": -1.0, "y": 2.0}, [[0.0, 0.0], [0.0, 0.0]]),
        ("3", {}, []),
    ],
)
def test_structure_not_values(text: str, point: dict[str, float], want: list[list[float]]) -> None:
    answer = hess(text, point)
    assert answer.hessian == want
    assert answer.diagonal == [row[i] for i, row in enumerate(want)]


def test_mpmath_s_second_derivatives() -> None:
    answer = hess("x^y*sin(x/y) + atan2(x, y)", {"x": 0.7, "y": 1.9})

    def formula(x: Any, y: Any) -> Any:
        return x**y * mpmath.sin(x / y) + mpmath.atan2(x, y)

    for i in (0, 1):
        for j in (0, 1):
            order = (2 - i - j, i + j)
            assert answer.hessian is not None
            got = answer.hessian[i][j]
            assert math.isfinite(got)
            assert got == pytest.approx(float(mpmath.diff(formula, (0.7, 1.9), order)), rel=1e-13)


@pytest.mark.parametrize("text", SCALARS)
def test_it_is_the_gradient_s_derivative_and_symmetric_to_the_last_bit(text: str) -> None:
    """Central differences of the gradient, element by element."""
    answer = hess(text)
    array = answer.array
    assert np.isfinite(array).all()
    assert (array == array.T).all()
    model = load(Source(text))
    flat = {name: np.array(value, dtype=float) for name, value in answer.inputs.items()}
    h = 1e-5
    column = 0
    for name, value in flat.items():
        for place in np.ndindex(value.shape):
            sides = []
            for step in (h, -h):
                moved = {n: v.copy() for n, v in flat.items()}
                moved[name][place] += step
                slopes = gradient(model, bindings_of(moved)).gradient
                sides.append(np.concatenate([np.ravel(slope) for slope in slopes.values()]))
            want = (sides[0] - sides[1]) / (2 * h)
            assert array[:, column] == pytest.approx(want, rel=1e-6, abs=1e-6 * (1 + np.abs(array).max()))
            column += 1


@pytest.mark.parametrize("text", SCALARS)
def test_the_diagonal_alone_is_the_same(text: str) -> None:
    full, alone = hess(text), hess(text, diagonal=True)
    assert alone.hessian is None
    assert alone.diagonal == full.diagonal
    assert alone.array.tolist() == np.diag(full.array).tolist()


@pytest.mark.parametrize("text", SCALARS)
def test_the_gradient_is_that_of_grad(text: str) -> None:
    want = gradient(load(Source(text)), bindings_of({}), mode="reverse").gradient
    got = hess(text).gradient
    assert list(got) == list(want)
    for name, slope in want.items():
        assert np.array_equal(got[name], slope)


def test_a_sparse_hessian_takes_a_sweep_a_colour() -> None:
    names = [f"x{k}" for k in range(20)]
    terms = " + ".join(f"({a}*{b})^2" for a, b in pairwise(names))
    answer = hess(f"input {', '.join(names)}\noutput {terms}", dict.fromkeys(names, 1.0))
    want = np.diag([2.0] + [4.0] * 18 + [2.0]) + np.diag([4.0] * 19, 1) + np.diag([4.0] * 19, -1)
    assert np.array_equal(answer.array, want)
    assert answer.sweeps == 3
    assert answer.reason == ("forward over reverse: 20 inputs in 3 colours: 3 sweeps instead of 20")


def test_a_tie_in_an_array_is_shared_evenly() -> None:
    answer = hess("sum(max(u, v)^2)", {"u": [1.0, 2.0], "v": [1.0, 3.0]})
    assert [slope.tolist() for slope in answer.gradient.values()] == [[1.0, 0.0], [1.0, 6.0]]
    half = [0.5, 0.0, 0.5, 0.0]
    assert answer.hessian == [half, [0.0] * 4, half, [0.0, 0.0, 0.0, 2.0]]
    assert [w.input for w in answer.warnings] == ["u[0]", "v[0]"]


def test_an_infinite_second_derivative_stands_alone() -> None:
    answer = hess("x^1.5 + x*y", {"x": 0.0, "y": 1.0})
    assert answer.hessian == [[math.inf, 1.0], [1.0, 0.0]]
    assert [(w.kind, w.message) for w in answer.warnings] == [
        ("infinite_slope", "the second derivative by `x`, twice, is infinite")
    ]


def test_wrt_and_elements() -> None:
    answer = hess("input v = [1, 2, 3]\noutput v[0]*v[1]^2*v[2]^3", wrt="v[2],v[0]")
    assert answer.columns == ("v[2]", "v[0]")
    assert answer.hessian == [[72.0, 108.0], [108.0, 0.0]]
    assert answer.gradient == {"v[2]": 108.0, "v[0]": 108.0}


@pytest.mark.parametrize("rows", [2, 3, 4, 5])
def test_the_determinant_of_a_singular_matrix(rows: int) -> None:
    """det(D + s E) is a polynomial in s, here with D = diag(0, 1, …, 1) and E = diag(1, …, 1)."""
    text = f"d = ones({rows}); d[0] = 0; det(diag(d) + s*eye({rows}))"
    found = hess(text, {"s": 0.0}).hessian
    assert found is not None
    assert found[0][0] == pytest.approx(2.0 * (rows - 1), rel=1e-14)  # s (1 + s)^(rows - 1)
    assert hess(f"det(A[:{rows}, :{rows}])", {"A": np.zeros((5, 5))}).value == 0.0


def test_the_determinant_of_a_small_matrix_is_exact() -> None:
    answer = hess("det(A)", {"A": np.array([[1.0, 2.0], [2.0, 4.0]])})
    assert answer.gradient["A"].tolist() == [[4.0, -2.0], [-2.0, 1.0]]
    assert answer.hessian == [
        [0.0, 0.0, 0.0, 1.0],
        [0.0, 0.0, -1.0, 0.0],
        [0.0, -1.0, 0.0, 0.0],
        [1.0, 0.0, 0.0, 0.0],
    ]


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("abs(x)^2 + y", [[2, 0], [0, 0]]),
        ("norm([x, y])^2", [[2, 0], [0, 2]]),
        ("hypot(x, y)^2 + x*y", [[2, 1], [1, 2]]),
        ("max(x, -x)*max(x, -x)*(1 + y)", [[2, 0], [0, 0]]),
        ("abs(x)*abs(y)*abs(x) + abs(x)^3", [[0, 0], [0, 0]]),
    ],
)
@pytest.mark.parametrize("sparse", [False, True])
def test_a_kink_that_a_second_derivative_does_not_have(
    text: str, want: list[list[float]], sparse: bool
) -> None:
    """Where it is the same from both sides, that is what it is."""
    if sparse:
        entries = sparse_hessian(load(Source(text)), bindings_of({"x": 0.0, "y": 0.0}), wrt="x,y").entries
        assert entries.full() == want
    else:
        answer = hess(text, {"x": 0.0, "y": 0.0}, wrt="x,y")
        assert answer.hessian == want
        assert answer.warnings == ()
