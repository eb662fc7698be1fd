"""Eigenvalues of Hessians, and what their signs say."""

from __future__ import annotations

import math
from typing import Any

import mpmath
import numpy as np
import pytest

from adcli.answers.matrices import Hessian
from adcli.derivatives.questions.definiteness import definiteness, spectrum
from adcli.derivatives.questions.hessian import hessian
from adcli.language.points.bindings import bindings_of
from adcli.language.program import load
from adcli.text.source import Source


def hess(text: str, point: dict[str, Any] | None = None, **options: Any) -> Hessian:
    return hessian(load(Source(text)), bindings_of(point or {}), **options)


@pytest.mark.parametrize(
    ("matrix", "says"),
    [
        ([[2.0, 1.0], [1.0, 2.0]], "positive definite: a local minimum"),
        ([[-2.0, 1.0], [1.0, -2.0]], "negative definite: a local maximum"),
        ([[0.0, 1.0], [1.0, 0.0]], "indefinite: a saddle point"),
        ([[1.0, 1.0], [1.0, 1.0]], "positive semidefinite to rounding: a local minimum or a saddle point"),
        ([[0.0, 0.0], [0.0, -3.0]], "negative semidefinite to rounding: a local maximum or a saddle point"),
        ([[0.0]], "zero"),
        ([[math.nan]], "not finite"),
        # badly scaled: 1e-20·1e20 - 0.25 > 0, and 1e-20·1e20 - 4 < 0
        ([[1e-20, 0.5], [0.5, 1e20]], "positive definite"),
        ([[1e-20, 2.0], [2.0, 1e20]], "indefinite"),
    ],
)
def test_definiteness(matrix: list[list[float]], says: str) -> None:
    assert definiteness(matrix).startswith(says)


def test_eigenvalues_ascend() -> None:
    answer = hess("x^2 + x*y + y^2", {"x": 0.0, "y": 0.0}, eigenvalues=True)
    assert answer.eigenvalues == pytest.approx((1.0, 3.0), rel=1e-14)
    assert answer.definiteness == "positive definite: a local minimum if the gradient is zero"


@pytest.mark.parametrize(
    ("x", "says"),
    [
        (0.0, "positive definite: a local minimum if the gradient is zero"),
        (1e-9, "positive definite: a local minimum if the gradient is zero"),
        (1.0, "positive definite; not stationary here: the gradient is not zero"),
    ],
)
def test_a_point_that_is_not_stationary(x: float, says: str) -> None:
    assert hess("x^2 + y^2", {"x": x, "y": 0.0}, eigenvalues=True).definiteness == says


def test_a_minimum_that_is_a_rounded_number_counts_as_stationary() -> None:
    found = hess("1e6*(x - 1/3)^2", {"x": 0.33333333}, eigenvalues=True)
    assert found.definiteness.startswith("positive definite: a local minimum")


@pytest.mark.parametrize(
    ("text", "eigenvalues"),
    [
        ("x^2*1e-300 + y^2*1e300", (2e-300, 2e300)),
        ("x*y*1e200 + z^2*1e-200", (-1e200, 2e-200, 1e200)),
        ("x^2*1e300 - y^2 + z^2*1e-300", (-2.0, 2e-300, 2e300)),
        ("1e-160*x^2 + 1e160*y^2 + x*y", (1.5e-160, 2e160)),
        ("x^2*1e-10 + 0*y", (0.0, 2e-10)),
    ],
)
def test_none_loses_digits_to_a_larger_one(text: str, eigenvalues: tuple[float, ...]) -> None:
    point = {name: 1.0 for name in "xyz" if name in text}
    assert hess(text, point, eigenvalues=True).eigenvalues == pytest.approx(eigenvalues, rel=1e-15, abs=0)


@pytest.mark.parametrize("seed", range(6))
def test_those_of_graded_matrices_against_many_digits(seed: int) -> None:
    """D B D with a wide diagonal D and B near the unit matrix: its entries determine all digits."""
    random = np.random.default_rng(seed)
    n = 2 + seed
    noise = random.uniform(-0.5, 0.5, (n, n)) / n
    sizes = 10.0 ** random.uniform(-15, 15, n)
    matrix = ((np.eye(n) + noise + noise.T) * sizes * sizes[:, None]).tolist()
    with mpmath.workdps(120):
        exact = [float(x) for x in mpmath.eigsy(mpmath.matrix(matrix), eigvals_only=True)]
    assert all(map(math.isfinite, exact))
    assert spectrum(matrix) == pytest.approx(exact, rel=1e-13, abs=0)
