"""The determinant of a singular matrix as nodes that divide by nothing, for its Taylor coefficients.

With μ(X) what is above the diagonal of X, and -Σ_{j>i} X_jj on it, det A is (-1)^(n-1) times the first
element of F^(n-1)(A), F(X) = μ(X) A. (R. S. Bird, Inf. Process. Lett. 111 (2011) 1072-1074.)
"""

from __future__ import annotations

from typing import Any

from adcli.lazy import np
from adcli.numbers.handles import HANDLES, Handle

NEARLY = 1e8  # the condition number from which on an inverse is not to be trusted
SMALL = 3  # rows of a matrix whose cofactors have derivatives everywhere


def is_singular(a: Any) -> bool:
    """Whether the derivatives of a determinant, from the third on, cannot come from an inverse."""
    return len(a) > SMALL and bool(np.isfinite(a).all()) and not np.linalg.cond(a) < NEARLY


def determinant(a: Handle) -> Handle:
    """The node of det A."""
    n = a.shape[0]
    above, unit = np.triu(np.ones((n, n)), 1), np.eye(n)

    def matmul(u: Any, v: Any) -> Any:
        return HANDLES.apply("matmul", u, v, attributes=(2, 2))

    x: Any = a
    for _ in range(n - 1):
        sums = matmul(matmul(above, x.select(unit > 0)), np.ones((n, n)))
        x = matmul(x.select(above > 0) - sums.select(unit > 0), a)
    corner = np.zeros((n, n))
    corner[0, 0] = -1.0 if n % 2 == 0 else 1.0
    found: Handle = HANDLES.apply("inner", x, corner)
    return found
