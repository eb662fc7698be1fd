"""The values of linear algebra and of reductions, on NumPy arrays."""

from __future__ import annotations

from math import frexp, hypot, inf, ldexp
from typing import Any

from adcli.lazy import np
from adcli.operations.arrays.keys import plain
from adcli.text.errors import AdError

FEW = 100  # elements whose norm is the library's hypot
SMALL = 3  # rows of a matrix whose minors are computed from their definition
SINGULAR = 2.0**-52  # a reciprocal condition below this: no digit of the inverse is right


def where(c: float, u: float, v: float) -> float:
    """u where c holds, else v."""
    return u if c else v


def concrete(x: Any) -> Any:
    """The value of a number that has more parts; other numbers are their own."""
    return getattr(x, "value", x)


def rows(x: Any) -> int:
    """How many rows a matrix has, of any kind of number."""
    count: int = len(getattr(x, "limit", concrete(x)))
    return count


def dense(number: Any) -> Any:
    """A tangent or adjoint as a plain array, or a handle."""
    from adcli.operations.arrays.absent import dense as lay_out

    return lay_out(number)


def restricted(number: Any, mask: Any) -> Any:
    """A tangent or adjoint that is present within the mask only."""
    from adcli.operations.arrays.absent import restricted as within

    return within(number, mask)


def chosen(apply: Any, x: Any, y: Any, axis: int | None, shape: Any) -> tuple[Any, Any]:
    """Where x is its extreme y along an axis, and the even share of each such element."""
    x, y = concrete(x), concrete(y)
    mask = x == (y if axis is None else apply("expand", y, attributes=(axis, shape)))
    return mask, 1.0 / np.sum(mask, axis=axis, keepdims=True) * np.ones(shape)


def _regular(a: Any) -> Any:
    if 1 / np.linalg.cond(a, 1) < SINGULAR if np.any(a) else True:
        raise AdError("domain", "the matrix is singular")
    return a


def det(a: Any) -> Any:
    """The determinant."""
    return float(np.linalg.det(a))


def cofactors(a: Any) -> Any:
    """The cofactor matrix, det(A) A⁻ᵀ, by minors if it is small, else by singular values: A may be singular.

    For A = U Σ Vᵀ it is det(U Vᵀ) U Γ Vᵀ, with Γ diagonal, γ_k the product of the other σ.
    (G. W. Stewart, On the adjugate matrix, Linear Algebra Appl. 283 (1998) 151-164.)
    """
    if len(a) <= SMALL:
        return _minors(a, a) / (len(a) - 1) if len(a) > 1 else np.ones((1, 1))
    u, sigma, vt = np.linalg.svd(a)
    others = np.array([np.prod(np.delete(sigma, k)) for k in range(len(sigma))])
    return np.linalg.det(u) * np.linalg.det(vt) * (u * others) @ vt


def cofactors_along(a: Any, t: Any) -> Any:
    """The derivative of the cofactor matrix of A along T; A may be singular.

    In the coordinates of the singular value decomposition, T̃ = Uᵀ T V, the diagonal of Σ + ε T̃ moves
    the cofactors on the diagonal, c_kk by Σ_{m≠k} T̃_mm Π_{l≠k,m} σ_l, and c_ij by -T̃_ji Π_{l≠i,j} σ_l.
    """
    n = len(a)
    if n <= SMALL:
        return _minors(a, t)
    u, sigma, vt = np.linalg.svd(a)
    pairs = np.array([[np.prod(np.delete(sigma, [i, j])) for j in range(n)] for i in range(n)]).reshape(n, n)
    np.fill_diagonal(pairs, 0.0)
    inner = u.T @ t @ vt.T
    moved = np.diag(pairs @ np.diag(inner)) - inner.T * pairs
    return np.linalg.det(u) * np.linalg.det(vt) * u @ moved @ vt


def _minors(a: Any, t: Any) -> Any:
    """The same for up to 3 rows: cofactors are 1, elements of A, or cross products of its rows."""
    if len(a) == 1:
        return np.zeros((1, 1))
    if len(a) == 2:
        return np.array([[t[1, 1], -t[1, 0]], [-t[0, 1], t[0, 0]]])
    return np.array([np.cross(t[k - 2], a[k - 1]) + np.cross(a[k - 2], t[k - 1]) for k in range(3)])


def logdet(a: Any) -> Any:
    """log(det(A)), without overflow of the determinant."""
    sign, value = np.linalg.slogdet(a)
    if sign <= 0:
        message = "the matrix is singular" if sign == 0 else "logdet of a matrix with a negative determinant"
        raise AdError("domain", message)
    return float(value)


def inv(a: Any) -> Any:
    """The inverse."""
    return np.linalg.inv(_regular(a))


def solve(a: Any, b: Any, columns: int) -> Any:
    """The x with A x = b, for a vector or for each column of a matrix."""
    return np.linalg.solve(_regular(a), b)


def norm(x: Any, axis: None = None, shape: Any = None) -> Any:
    """√(Σ x²), scaled by a power of 2 so that it neither overflows nor underflows."""
    if np.size(x) <= FEW:
        return hypot(*np.ravel(x).tolist())
    largest = float(np.max(np.abs(x), initial=0.0))
    if not 0.0 < largest < inf:
        return largest
    unit = ldexp(1.0, frexp(largest)[1])
    return unit * float(np.sqrt(np.sum(np.square(x / unit))))


def at_origin(x: Any, y: Any, *attributes: Any) -> Any:
    """Whether a norm is 0."""
    return y == 0


def tied(x: Any, y: Any, axis: int | None, shape: Any) -> Any:
    """Where an extreme y is reached by several elements of x."""
    return np.sum(x == (y if axis is None else np.expand_dims(y, axis)), axis=axis) > 1


def softmax(x: Any, axis: int | None, shape: Any) -> Any:
    """exp(x)/Σ exp(x) over all elements, or along an axis."""
    powers = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return powers / np.sum(powers, axis=axis, keepdims=True)


def logsumexp_of(x: Any, axis: int | None, shape: Any) -> Any:
    """log(Σ exp(x)) over all elements, or along an axis."""
    top = np.max(x, axis=axis, keepdims=True)
    top = np.where(np.isfinite(top), top, 0.0)  # of infinite ones there is no difference
    return plain(np.squeeze(top, axis) + np.log(np.sum(np.exp(x - top), axis=axis)))


def max_of(x: Any, axis: int | None, shape: Any) -> Any:
    """The largest element, of all or along an axis."""
    return plain(np.max(x, axis=axis))


def min_of(x: Any, axis: int | None, shape: Any) -> Any:
    """The smallest element, of all or along an axis."""
    return plain(np.min(x, axis=axis))
