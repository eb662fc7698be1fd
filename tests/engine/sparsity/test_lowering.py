"""Small arrays swept over element by element: the same derivatives as of whole arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import adcli
from adcli.engine.sparsity import lowering

V = [0.7, -1.3, 2.1]
A = [[2.0, 0.3, -0.5], [0.1, 1.5, 0.7], [-0.2, 0.4, 1.1]]

PROGRAMS = [
    "sum(sin(x)*exp(A @ x))",
    "x @ A @ x + sum((A @ A.T)*A)",
    "(A.T @ x)[1]^3 + (x @ A)[0]",
    "sum(outer(x, x*x) @ x)",
    "cross(x, x^2 + 1) @ [1, 2, 3]",
    "sum(sum(A*A, axis=0)^2) + sum(sum(A^3, axis=1)*x)",
    "sum(where(x > 0, x^3, x*A[0, 0])) + sum(abs(x)*max(x, A[1]))",
    "sum(x + x - x)^2",
    "norm(x)^3 + sum(x^2)",
    "prod(x)*sum(A)",
    "sum(softmax(x)*x)",
    "det(A)*x[0] + sum(inv(A) @ x)",
    "y = x*2\nfor i in range(3):\n    y[i] = y[i-1]*x[i] + y[i]\n    y = y*A[i]\nsum(y)",
    "B = A*1\nB[1] = x*x\nB[:, 2] = B[:, 0] - x\nsum(B*B*B)",
    "y = (x + x)[1:]\nz = x - y[0]\nz[2]^3*y[1]",
    "sum(zeros(2, 0) @ zeros(0, 2)) + sum(x)^3",
    "sum(1/(1 + exp(-(A @ x))) - x/(A[0, 0] + 3))",
    "sum(atan2(x, A[0]) + hypot(x, 2) + x^A[1, 1]) if x[0] > 9 else sum(atan2(x, A[0])*hypot(x, 2))",
]


@pytest.mark.parametrize("text", PROGRAMS)
def test_small_arrays_have_the_derivatives_of_arrays(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    second, first = derivatives(text)
    monkeypatch.setattr(lowering, "SMALL", 0)
    want, wanted = derivatives(text)
    assert np.isfinite(want).all()
    np.testing.assert_allclose(second, want, rtol=1e-12, atol=1e-13 * np.abs(want).max())
    np.testing.assert_allclose(first, wanted, rtol=1e-13, atol=1e-14)


def derivatives(text: str) -> tuple[Any, Any]:
    """The Hessian and the Jacobian."""
    program, point = f"input x, A\n{text}", {"x": V, "A": A}
    return np.array(adcli.hess(program, at=point).hessian), np.array(adcli.jac(program, at=point).jacobian)
