"""Taylor coefficients of determinants, of singular matrices too."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import permutations
from math import factorial, prod

import pytest

import adcli
from adcli.answers.series import Mixed, Taylor

Polynomial = list[Fraction]


def times(a: Polynomial, b: Polynomial) -> Polynomial:
    found = [Fraction(0)] * (len(a) + len(b) - 1)
    for i, c in enumerate(a):
        for j, d in enumerate(b):
            found[i + j] += c * d
    return found


def expanded(a: list[list[int]], b: list[list[int]]) -> Polynomial:
    """The coefficients of det(A + t B), by Leibniz' formula."""
    n = len(a)
    total = [Fraction(0)] * (n + 1)
    for order in permutations(range(n)):
        sign = prod(-1 if order[i] > order[j] else 1 for i in range(n) for j in range(i + 1, n))
        term = [Fraction(sign)]
        for i, k in enumerate(order):
            term = times(term, [Fraction(a[i][k]), Fraction(b[i][k])])
        total = [c + d for c, d in zip(total, term, strict=True)]
    return total


@pytest.mark.parametrize("rank", range(5))
@pytest.mark.parametrize("rows", [4, 5])
def test_of_any_rank(rows: int, rank: int) -> None:
    rng = random.Random(10 * rows + rank)
    left, right, b = ([[rng.randint(-2, 2) for _ in range(rows)] for _ in range(rows)] for _ in range(3))
    a = [[sum(left[i][k] * right[k][j] for k in range(rank)) for j in range(rows)] for i in range(rows)]
    found = adcli.diff("det(A + t*B)", at={"A": a, "B": b, "t": 0}, wrt="t", order=rows)
    assert isinstance(found, Taylor)
    want = [float(c * factorial(m)) for m, c in enumerate(expanded(a, b))]
    assert found.derivatives == pytest.approx(want, rel=1e-11, abs=1e-9 * max(map(abs, want)))


@pytest.mark.parametrize("rows", [4, 5])
def test_a_mixed_partial_at_a_singular_matrix(rows: int) -> None:
    a = [[float(i == j < rows - 1) for j in range(rows)] for i in range(rows)]
    last = f"A[{rows - 1},{rows - 1}]"
    for by, want in (
        (f"A[0,0],A[1,1],{last}", 1.0),
        ("A[0,0],A[0,0],A[1,1]", 0.0),
        (f"{last},A[0,1],A[1,0]", -1.0),
    ):
        found = adcli.diff("det(A)", at={"A": a}, wrt=by)
        assert isinstance(found, Mixed)
        assert found.derivative == want
