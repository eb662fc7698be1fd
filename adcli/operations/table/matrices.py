"""Matrices and reductions with rules of their own: linear algebra, norms, extremes, softmax.

Sources of the rules: M. B. Giles, Collected matrix derivative results for forward and reverse
mode algorithmic differentiation (2008), §2.2 for inverse, determinant and solve.
"""

from __future__ import annotations

from typing import Any

from adcli.operations.arrays import matrices as values
from adcli.operations.operation import Form, Kink, Operation, Pass, Rule
from adcli.operations.table import writing
from adcli.operations.table.arrays import transposed


def _adjugate_product(apply: Any, position: int, w: Any, arguments: Any, y: Any, attributes: Any) -> Any:
    """d det(A) = ⟨cofactors of A, dA⟩, also where A is singular."""
    return apply("scale", w, apply("cofactors", arguments[0]))


def _push_det(apply: Any, position: int, t: Any, arguments: Any, y: Any, attributes: Any) -> Any:
    return apply("inner", apply("cofactors", arguments[0]), t)


def _push_cofactors(apply: Any, position: int, t: Any, arguments: Any, y: Any, attributes: Any) -> Any:
    """D²det(A) is a symmetric form, so that the reverse rule is the same."""
    return apply("cofactors_along", arguments[0], t)


def _push_cofactors_along(apply: Any, position: int, t: Any, arguments: Any, y: Any, attributes: Any) -> Any:
    """Linear in T, and for 3 rows in A; for more by A from C' = ⟨A⁻ᵀ, T⟩ C - A⁻ᵀ Tᵀ C, where A is regular.

    D³det(A) is symmetric, too, so that the reverse rule is the same.
    """
    a, along = arguments
    if position == 1:
        return apply("cofactors_along", a, t)
    rows = values.rows(a)
    if rows <= values.SMALL:
        return apply("cofactors_along", t, along) if rows == 3 else apply("scale", 0.0, t)
    back, cofactors = transposed(apply, apply("inv", a)), apply("cofactors", a)
    turned = -_matmul(apply, back, _matmul(apply, transposed(apply, t), back))  # A⁻ᵀ along t
    moved = apply("cofactors_along", a, t)
    return _cofactors_by(apply, turned, along, cofactors) + _cofactors_by(apply, back, along, moved)


def _cofactors_by(apply: Any, back: Any, t: Any, cofactors: Any) -> Any:
    trace = apply("scale", apply("inner", back, t), cofactors)
    return trace - _matmul(apply, _matmul(apply, back, transposed(apply, t)), cofactors)


def _push_logdet(apply: Any, position: int, t: Any, arguments: Any, y: Any, attributes: Any) -> Any:
    return apply("inner", transposed(apply, apply("inv", arguments[0])), t)


def _pull_logdet(apply: Any, position: int, w: Any, arguments: Any, y: Any, attributes: Any) -> Any:
    return apply("scale", w, transposed(apply, apply("inv", arguments[0])))


def _push_inv(apply: Any, position: int, t: Any, arguments: Any, y: Any, attributes: Any) -> Any:
    """d A⁻¹ = -A⁻¹ Ȧ A⁻¹."""
    return -_matmul(apply, y, _matmul(apply, t, y))


def _pull_inv(apply: Any, position: int, w: Any, arguments: Any, y: Any, attributes: Any) -> Any:
    back = transposed(apply, y)
    return -_matmul(apply, back, _matmul(apply, w, back))


def _push_solve(apply: Any, position: int, t: Any, arguments: Any, y: Any, attributes: Any) -> Any:
    """A ẋ = ḃ - Ȧ x."""
    (columns,) = attributes
    right = -apply("matmul", t, y, attributes=(2, columns)) if position == 0 else t
    return apply("solve", arguments[0], right, attributes=attributes)


def _pull_solve(apply: Any, position: int, w: Any, arguments: Any, y: Any, attributes: Any) -> Any:
    """b̅ = A⁻ᵀ x̅, A̅ = -b̅ xᵀ."""
    (columns,) = attributes
    right = apply("solve", transposed(apply, arguments[0]), w, attributes=attributes)
    if position == 1:
        return right
    return -apply("outer", right, y) if columns == 1 else -_matmul(apply, right, transposed(apply, y))


def _matmul(apply: Any, u: Any, v: Any) -> Any:
    return apply("matmul", u, v, attributes=(2, 2))


def _push_norm(apply: Any, position: int, t: Any, arguments: Any, y: Any, attributes: Any) -> Any:
    """d ‖x‖ = x·ẋ/‖x‖; 0 at 0, by convention."""
    return apply("inner", arguments[0], t) / y if values.concrete(y) else 0.0


def _pull_norm(apply: Any, position: int, w: Any, arguments: Any, y: Any, attributes: Any) -> Any:
    """x̄ = w x/y: the quotient is rounded once, as that of hypot is."""
    (x,) = arguments
    if not values.concrete(y):
        return apply("scale", 0.0, x)
    return apply("scale", w, x) / apply("expand", y, attributes=attributes)


def _push_softmax(apply: Any, position: int, t: Any, arguments: Any, y: Any, attributes: Any) -> Any:
    """ẏ = y (ẋ - Σ y ẋ); the matrix is symmetric, so that the reverse rule is the same."""
    total = apply("expand", apply("sum", y * values.dense(t), attributes=attributes), attributes=attributes)
    return y * (values.dense(t) - total)


def _push_logsumexp(apply: Any, position: int, t: Any, arguments: Any, y: Any, attributes: Any) -> Any:
    weights = apply("softmax", arguments[0], attributes=attributes)
    return apply("sum", weights * values.dense(t), attributes=attributes)


def _pull_logsumexp(apply: Any, position: int, w: Any, arguments: Any, y: Any, attributes: Any) -> Any:
    weights = apply("softmax", arguments[0], attributes=attributes)
    return apply("expand", w, attributes=attributes) * weights


def _push_extreme(apply: Any, position: int, t: Any, arguments: Any, y: Any, attributes: Any) -> Any:
    """The tangents of the elements that are the extreme one, ties shared evenly."""
    mask, weight = values.chosen(apply, arguments[0], y, *attributes)
    return apply("sum", values.restricted(t * weight, mask), attributes=attributes)


def _pull_extreme(apply: Any, position: int, w: Any, arguments: Any, y: Any, attributes: Any) -> Any:
    mask, weight = values.chosen(apply, arguments[0], y, *attributes)
    return values.restricted(apply("expand", w, attributes=attributes) * weight, mask)


def _own(name: str, push: Rule, pull: Rule, count: int = 1, **more: object) -> Operation:
    arguments = ("x",) if count == 1 else ("u", "v")
    return Operation(
        name,
        arguments,
        getattr(values, name),
        Form.WHOLE,
        push=push,
        pull=pull,
        reads=tuple(range(count)),
        **more,  # type: ignore[arg-type]
    )


# fmt: off
OPERATIONS = (
    _own("det", _push_det, _adjugate_product, spellings=("det",), definition="the determinant",
         differential="Σ cofactors(x) dx"),
    _own("cofactors", _push_cofactors, _push_cofactors, definition="det(x) x⁻ᵀ",
         differential="cofactors_along(x, dx)"),
    _own("cofactors_along", _push_cofactors_along, _push_cofactors_along, 2,
         definition="the derivative of cofactors(u) along v",
         differential="cofactors along dv, and their derivative by u along du"),
    _own("logdet", _push_logdet, _pull_logdet, spellings=("logdet",), definition="log(det(x))",
         domain="det(x) > 0", differential="trace(x⁻¹ dx)"),
    _own("inv", _push_inv, _pull_inv, spellings=("inv",), definition="the inverse", domain="x not singular",
         differential="-x⁻¹ dx x⁻¹"),
    _own("solve", _push_solve, _pull_solve, 2, spellings=("solve",), definition="the y with u y = v",
         domain="u not singular", differential="u⁻¹ (dv - du y)"),
    _own("norm", _push_norm, _pull_norm, written=writing.along("norm"), spellings=("norm",),
         definition="√(Σ x²)", differential="Σ x dx/y, 0 where x = 0",
         near=(("norm(x) == 0", "sqrt(inner(x, x))"),),
         kinks=(Kink(values.at_origin, "norm has a corner at 0"),)),
    _own("softmax", _push_softmax, _push_softmax, written=writing.along("softmax"),
         spellings=("softmax",), definition="exp(x)/Σ exp(x)", differential="y (dx - Σ y dx)"),
    _own("logsumexp_of", _push_logsumexp, _pull_logsumexp, written=writing.along("logsumexp"),
         spellings=("logsumexp",), definition="log(Σ exp(x))", differential="Σ softmax(x) dx"),
    _own("max_of", _push_extreme, _pull_extreme, written=writing.along("max"),
         spellings=("max",), definition="the largest element",
         reduces="max", kinks=(Kink(values.tied, "max bends where its largest elements are equal"),),
         differential="dx of that element; a tie is shared evenly"),
    _own("min_of", _push_extreme, _pull_extreme, written=writing.along("min"),
         spellings=("min",), definition="the smallest element",
         reduces="min", kinks=(Kink(values.tied, "min bends where its smallest elements are equal"),),
         differential="dx of that element; a tie is shared evenly"),
    Operation("where", ("c", "u", "v"), values.where, Form.SELECTING, numpy="np.where(c, u, v)",
              passes=(None, Pass("c != 0"), Pass("c == 0")), spellings=("where",),
              definition="u where c holds, else v", samples=((0.0, 1.0), (-9.0, 9.0), (-9.0, 9.0))),
)
# fmt: on
