"""The eigenvalues of a Hessian, and what their signs say of a point."""

from __future__ import annotations

from collections.abc import Sequence
from math import frexp, hypot, inf, isfinite, ldexp, nan, sqrt

from adcli.lazy import np

EPS = 2.0**-52
CLEARLY = 1e-6  # of what rounding or an inexact minimum can leave of a gradient
GRADED = 1e-2  # of the largest: a smaller eigenvalue loses digits to it
LARGEST = 60  # rows to which rotations, one by one, are applied
TURNS = 30

Matrix = list[list[float]]


def spectrum(matrix: Matrix) -> tuple[float, ...]:
    """The eigenvalues in ascending order; nan where the matrix is not finite.

    Blocks that share no entry have theirs apart, so that none loses digits to another. Within one,
    C. G. J. Jacobi's rotations keep those digits of small eigenvalues that its entries determine
    (J. Demmel, K. Veselić, SIAM J. Matrix Anal. Appl. 13 (1992) 1204-1245), where LAPACK keeps those
    that the largest leaves.
    """
    if not all(isfinite(x) for row in matrix for x in row):
        return (nan,) * len(matrix)
    found: list[float] = []
    for block in _blocks(matrix):
        found += _of_block([[matrix[i][j] for j in block] for i in block])
    return tuple(sorted(found))


def _blocks(matrix: Matrix) -> list[list[int]]:
    """The rows, parted where no entry joins them."""
    left, blocks = set(range(len(matrix))), []
    while left:
        block, front = set[int](), {min(left)}
        while front:
            left -= front
            block |= front
            front = {j for i in front for j in left if matrix[i][j] or matrix[j][i]}
        blocks.append(sorted(block))
    return blocks


def _of_block(matrix: Matrix) -> list[float]:
    if len(matrix) == 1:
        return [matrix[0][0]]
    unit = frexp(max(abs(x) for row in matrix for x in row))[1]
    scaled = [[ldexp(x, -unit) for x in row] for row in matrix]
    found: list[float] = np.linalg.eigvalsh(np.array(scaled)).tolist()
    sizes = [abs(x) for x in found]
    if min(sizes) < GRADED * max(sizes) and len(matrix) <= LARGEST:
        return _by_rotations(matrix)
    return [_scaled(x, unit) for x in found]


def _scaled(x: float, exponent: int) -> float:
    try:
        return ldexp(x, exponent)
    except OverflowError:
        return inf if x > 0 else -inf


def _by_rotations(matrix: Matrix) -> list[float]:
    """The eigenvalues of a symmetric matrix by cyclic rotations, each of which clears two entries."""
    rows = [list(row) for row in matrix]
    n = len(rows)
    for _ in range(TURNS):
        turned = False
        for p in range(n - 1):
            for q in range(p + 1, n):
                size = sqrt(abs(rows[p][p])) * sqrt(abs(rows[q][q]))
                if abs(rows[p][q]) > EPS / n * size:
                    _rotate(rows, p, q)
                    turned = True
        if not turned:
            break
    return [rows[k][k] for k in range(n)]


def _rotate(rows: Matrix, p: int, q: int) -> None:
    """Turns the plane of rows and columns p, q so that the entry between them becomes 0."""
    here, between = rows[q][q] / 2 - rows[p][p] / 2, rows[p][q]
    slope = here / between
    t = (1.0 if slope >= 0 else -1.0) / (abs(slope) + hypot(1.0, slope))
    if t == 0.0:
        t = between / here / 2
    c = 1 / hypot(1.0, t)
    s = t * c
    rows[p][p] -= t * between
    rows[q][q] += t * between
    rows[p][q] = rows[q][p] = 0.0
    for k in range(len(rows)):
        if k not in (p, q):
            u, v = rows[k][p], rows[k][q]
            rows[k][p] = rows[p][k] = c * u - s * v
            rows[k][q] = rows[q][k] = s * u + c * v


def says(matrix: Matrix, slopes: Sequence[float], at: Sequence[float]) -> str:
    """What the Hessian says of the point, where the gradient is not clearly different from 0.

    At a point that is rounded, or found by iteration, |∂f/∂xᵢ| is about δ Σ |Hᵢⱼ| max(|xⱼ|, 1) with a
    small δ.
    """
    told = definiteness(matrix)
    for slope, row in zip(slopes, matrix, strict=True):
        scale = sum(abs(h) * max(abs(x), 1.0) for h, x in zip(row, at, strict=True))
        if abs(slope) > CLEARLY * scale and ": " in told:
            return f"{told.partition(':')[0]}; not stationary here: the gradient is not zero"
    return told


def definiteness(matrix: Matrix) -> str:
    """What the signs of the eigenvalues say of a point where the gradient is zero.

    Scaling rows and columns alike keeps the signs (J. J. Sylvester's law of inertia), so they are
    judged on a matrix whose entries are of one size (D. Ruiz, RAL-TR-2001-034), where one that is
    within n·eps of 0 counts as 0.
    """
    array = np.array(matrix, dtype=float).reshape(len(matrix), len(matrix))
    if not np.isfinite(array).all():
        return "not finite: its eigenvalues are undefined"
    for _ in range(10):
        size = np.sqrt(np.abs(array).max(axis=0, initial=0.0))
        size[size == 0] = 1.0
        array = array / size / size[:, None]
    signs = np.linalg.eigvalsh(array)
    zero = len(matrix) * np.finfo(float).eps * np.abs(signs).max(initial=0.0)
    up, down = bool((signs > zero).any()), bool((signs < -zero).any())
    flat = bool((np.abs(signs) <= zero).any())
    if up and down:
        return "indefinite: a saddle point if the gradient is zero"
    if not up and not down:
        return "zero: it says nothing about minima and maxima"
    sign, extremum = ("positive", "minimum") if up else ("negative", "maximum")
    if flat:
        return (
            f"{sign} semidefinite to rounding: a local {extremum} or a saddle point if the gradient is zero"
        )
    return f"{sign} definite: a local {extremum} if the gradient is zero"
