"""Derivatives of higher order of programs: values, kinks, notices, mixed partials."""

from __future__ import annotations

import math
from typing import Any

import mpmath
import pytest

import adcli
from adcli.answers.series import Mixed, Taylor
from adcli.derivatives.questions.hessian import sparse_hessian
from adcli.derivatives.questions.taylor import diff
from adcli.language.points.bindings import bindings_of
from adcli.language.program import load
from adcli.text.errors import AdError
from adcli.text.source import Source


def taylor(text: str, order: int = 4, wrt: str | None = None, **point: Any) -> Taylor:
    answer = adcli.diff(text, at=point, order=order, wrt=wrt)
    assert isinstance(answer, Taylor)
    return answer


def mixed(text: str, wrt: str, **point: Any) -> Mixed:
    answer = adcli.diff(text, at=point, wrt=wrt)
    assert isinstance(answer, Mixed)
    return answer


def kinds(answer: Taylor | Mixed) -> list[str]:
    return [notice.kind for notice in answer.warnings]


def test_the_derivatives_and_the_coefficients() -> None:
    answer = taylor("exp(-(x^2))", x=0)
    assert list(answer.derivatives) == [1, 0, -2, 0, 12]
    assert list(answer.taylor) == [1, 0, -1, 0, 0.5]
    assert (answer.variable, answer.at, answer.mode, answer.warnings) == ("x", 0, "taylor", ())


def test_a_polynomial_s_derivatives_are_exact() -> None:
    assert list(taylor("(x - 1)^5", order=7, x=3).derivatives) == [32, 80, 160, 240, 240, 120, 0, 0]


def test_the_other_inputs_are_constants() -> None:
    answer = taylor("x^2*y^3", order=3, wrt="y", x=3, y=2)
    assert list(answer.derivatives) == [72, 108, 108, 54]


def test_the_derivatives_of_a_loop_are_those_of_its_formula() -> None:
    """Newton's iteration for sqrt(a): six derivatives of a^(1/2)."""
    text = "input a = 2\nx = a\nfor k in range(9):\n    x = (x + a/x)/2\noutput x"
    answer = taylor(text, order=6)
    right = [float(d) for d in mpmath.diffs(mpmath.sqrt, 2, 6)]
    assert answer.derivatives == pytest.approx(right, rel=1e-12)


def test_the_default_order_is_4() -> None:
    answer = adcli.diff("sin(x)", x=1)
    assert isinstance(answer, Taylor)
    assert len(answer.derivatives) == 5


@pytest.mark.parametrize(
    ("text", "derivatives"),
    [
        ("abs(x^2)", (0, 0, 2, 0)),
        ("abs(x)*abs(x)", (0, 0, 2, 0)),
        ("max(x^2, x^4)", (0, 0, 2, 0)),
        ("relu(x^2)", (0, 0, 2, 0)),
        ("relu(-x^2)", (0, 0, 0, 0)),
        ("clamp(x^2, 0, 9)", (0, 0, 2, 0)),
        ("max(x, x)", (0, 1, 0, 0)),
        ("sum(abs([x, 2*x])^2)", (0, 0, 10, 0)),
        ("sum(max([x^2, 1], 0))", (1, 0, 2, 0)),
    ],
)
def test_a_tie_that_is_no_kink_is_no_matter(text: str, derivatives: tuple[float, ...]) -> None:
    answer = taylor(text, order=3, x=0)
    assert list(answer.derivatives) == list(derivatives)
    assert kinds(answer) == []


@pytest.mark.parametrize(
    ("text", "order", "left", "right"),
    [
        ("abs(x)", 1, -1, 1),
        ("abs(x^3)", 3, -6, 6),
        ("max(x^2, x^2 + x^3)", 3, 0, 6),
        ("relu(x)*x", 2, 0, 2),
        ("sum(relu([x, 1])*x)", 2, 0, 2),
    ],
)
def test_a_kink_of_any_order_is_told(text: str, order: int, left: float, right: float) -> None:
    answer = taylor(text, x=0)
    assert kinds(answer) == ["kink"]
    assert (answer.warnings[0].left, answer.warnings[0].right) == (left, right)
    assert ("order" in answer.warnings[0].message) == (order > 1)
    assert all(map(math.isfinite, answer.derivatives))


def test_a_jump_is_told() -> None:
    answer = taylor("floor(x) + x", x=2)
    assert kinds(answer) == ["kink"]
    assert list(answer.derivatives) == [4, 1, 0, 0, 0]


@pytest.mark.parametrize(
    ("text", "x", "kind", "first"),
    [
        ("sqrt(x)", 0, "infinite_slope", 1),
        ("x^1.5", 0, "infinite_slope", 2),
        ("sum([x, 1]^1.5)", 0, "infinite_slope", 2),
        ("x^2.5 + 1", 0, "infinite_slope", 3),
        ("sqrt(x^2)", 0, "undefined", 1),
        ("exp(1000*x)", 0.7, "overflow", 2),
        ("log(x)", 1e-200, "overflow", 2),
    ],
)
def test_what_is_not_finite_is_told(text: str, x: float, kind: str, first: int) -> None:
    answer = taylor(text, x=x)
    assert kind in kinds(answer)
    finite = [math.isfinite(d) for d in answer.derivatives]
    assert finite == [m < first for m in range(5)]


def test_an_input_that_nothing_depends_on() -> None:
    answer = taylor("input x, y\noutput y^2", wrt="x", x=1, y=3)
    assert list(answer.derivatives) == [9, 0, 0, 0, 0]
    assert kinds(answer) == ["unconnected"]
    assert list(taylor("input x = 1\noutput 3").derivatives) == [3, 0, 0, 0, 0]


def test_derivatives_whose_coefficients_leave_the_range_of_doubles() -> None:
    answer = taylor("sin(x/1000)", order=100, x=500)
    want = math.sin(0.5) * 1e-300
    assert answer.derivatives[100] == pytest.approx(want, rel=1e-11)
    assert answer.taylor[100] == 0


@pytest.mark.parametrize(
    ("formula", "point", "wrt"),
    [
        ("sin(x*y)", {"x": 1, "y": 2}, "x,x,y"),
        ("sin(x*y)", {"x": 1, "y": 2}, "x,y,x"),
        ("exp(x*y)/(1 + x^2)", {"x": 0.5, "y": 1.2}, "y,y,x,x,x"),
        ("x^y", {"x": 2, "y": 3}, "x,y,y"),
        ("log(x + y*z)*cos(z)", {"x": 1.5, "y": 0.5, "z": 0.7}, "x,y,z"),
        ("atan2(y, x)*tanh(x)", {"x": 0.8, "y": 0.6}, "y,x,x"),
        ("sqrt(x + y^2)", {"x": 0.8, "y": 0.6}, "x,x"),
    ],
)
def test_mixed_partials_are_mpmath_s(formula: str, point: dict[str, float], wrt: str) -> None:
    names = list(point)
    orders = tuple(wrt.split(",").count(name) for name in names)

    def function(*values: Any) -> Any:
        scope = dict(zip(names, values, strict=True))
        functions = {
            name: getattr(mpmath, name) for name in ("sin", "cos", "exp", "log", "atan2", "tanh", "sqrt")
        }
        return eval(formula.replace("^", "**"), functions, scope)

    with mpmath.workdps(40):
        right = float(mpmath.diff(function, tuple(mpmath.mpf(v) for v in point.values()), orders))
    answer = mixed(formula, wrt, **point)
    assert answer.derivative == pytest.approx(right, rel=1e-12)
    assert answer.wrt == tuple(wrt.split(","))
    assert answer.warnings == ()


def test_mixed_partials_see_structure_not_values() -> None:
    assert mixed("x*y*z", "x,y", x=0, y=0, z=1).derivative == 1
    assert mixed("x^2*y", "x,x,y", x=0, y=2).derivative == 2
    assert mixed("x^n", "x,n", x=2, n=3).derivative == pytest.approx(4 + 12 * math.log(2), rel=1e-14)
    assert mixed("x + y", "x,y", x=1, y=2).derivative == 0


def test_mixed_partials_that_do_not_exist() -> None:
    answer = mixed("sqrt(x)*y", "x,y", x=0, y=2)
    assert answer.derivative == math.inf
    assert kinds(answer) == ["infinite_slope"]
    assert kinds(mixed("abs(x)*y", "x,y", x=0, y=2)) == ["kink"]
    assert kinds(mixed("y*x^1.5", "x,x,y", x=0, y=2)) == ["infinite_slope"]


def test_elements_of_arrays_are_variables() -> None:
    text = "v @ v + sum(exp(v))*v[0]"
    v = [0.5, 1.0, 2.0]
    e = [math.exp(u) for u in v]
    assert taylor(text, order=3, wrt="v[1]", v=v).derivatives == pytest.approx(
        (5.25 + 0.5 * sum(e), 2 + 0.5 * e[1], 2 + 0.5 * e[1], 0.5 * e[1]), rel=1e-14
    )
    assert mixed(text, "v[1],v[1],v[0]", v=v).derivative == pytest.approx(e[1], rel=1e-14)


@pytest.mark.parametrize(
    "text",
    [
        "A = [[x, 1], [x^2, 3]]; b = A @ [sin(x), x]; b @ b",
        "y = [x, x^2]; y[0] = y[1]*x; sum(y)",
        "prod([x, x^2, 3])",
        "sum(cumsum([x, exp(x)])^2)",
        "sum(relu([x, -x, 2])*x)",
        "mean([x, x^2])*outer([x, 1], [1, x])[0, 1]",
    ],
)
def test_programs_on_arrays_are_differentiated(text: str) -> None:
    """The first derivative is the gradient's, the second that of differences of gradients."""
    answer = taylor(text, order=2, x=0.7)
    h = 1e-5
    slopes = [adcli.grad(text, x=0.7 + k * h).gradient["x"] for k in (-1, 0, 1)]
    assert answer.derivatives[1] == pytest.approx(slopes[1], rel=1e-13)
    assert answer.derivatives[2] == pytest.approx((slopes[2] - slopes[0]) / (2 * h), rel=1e-7)


@pytest.mark.parametrize(
    ("text", "derivatives"),
    [
        ("sum(sqrt(v))", (1, 0.5, -0.25, 0.375)),
        ("sqrt(v[0]) + v[1]^2", (1, 2, 2, 0)),
        ("[sqrt(v[0]), 2] @ [1, v[1]]", (2, 2, 0, 0)),
        ("w = v; w[0] = sqrt(v[0]); w @ w", (1, 2, 2, 0)),
    ],
)
def test_an_element_that_does_not_move_meets_no_infinite_partial(
    text: str, derivatives: tuple[float, ...]
) -> None:
    answer = taylor(text, order=3, wrt="v[1]", v=[0.0, 1.0])
    assert answer.derivatives == pytest.approx(derivatives, rel=1e-15)
    assert answer.warnings == ()


MATRICES: list[tuple[str, Any]] = [
    ("det([[x, 1], [2, x^2]])", lambda m, x: x**3 - 2),
    ("det([[x, 1, 0], [2, x, 1], [0, 3, sin(x)]])", lambda m, x: x * (x * m.sin(x) - 3) - 2 * m.sin(x)),
    ("A = [[x, 1], [2, x^2]]; solve(A, [1, x])[0]", lambda m, x: (x**2 - x) / (x**3 - 2)),
    ("inv([[x, 1], [2, x^2]])[0, 1]", lambda m, x: -1 / (x**3 - 2)),
    ("logdet([[x, 1], [0.5, x^2]])", lambda m, x: m.log(x**3 - 0.5)),
    ("norm([x, x^2, 1])", lambda m, x: m.sqrt(x**2 + x**4 + 1)),
    ("softmax([x, x^2])[0]", lambda m, x: 1 / (1 + m.exp(x**2 - x))),
    ("logsumexp([x, x^2, sin(x)])", lambda m, x: m.log(m.exp(x) + m.exp(x**2) + m.exp(m.sin(x)))),
    ("max([x, x^2, 1])*x", lambda m, x: x**3),
]


@pytest.mark.parametrize(("text", "formula"), MATRICES)
def test_operations_with_a_forward_rule_of_their_own(text: str, formula: Any) -> None:
    answer = taylor(text, order=8, x=1.7)
    with mpmath.workdps(40):
        right = mpmath.taylor(lambda x: formula(mpmath, x), mpmath.mpf(1.7), 8)
    assert all(map(math.isfinite, answer.taylor))
    for c, want in zip(answer.taylor, right, strict=True):
        assert abs(c - want) <= 1e-13 * max(map(abs, right))


def test_mixed_partials_of_operations_with_a_rule_of_their_own() -> None:
    x, y, r = 1.7, 0.6, math.hypot(1.7, 0.6)
    assert mixed("norm([x, y])", "x,y", x=x, y=y).derivative == pytest.approx(-x * y / r**3, rel=1e-14)
    with pytest.raises(AdError, match="norm of arrays"):
        mixed("norm([x, y])", "x,x,y,y", x=x, y=y)


@pytest.mark.parametrize(
    ("wrt", "order", "kind", "says"),
    [
        (None, None, "usage", "2 inputs: x, y"),
        ("x,y", 3, "usage", "--order"),
        ("z", None, "name", "no input `z`"),
        ("x", -1, "usage", "order -1"),
    ],
)
def test_what_is_asked_must_be_clear(wrt: str | None, order: int | None, kind: str, says: str) -> None:
    with pytest.raises(AdError) as error:
        adcli.diff("x*y", x=1, y=2, wrt=wrt, order=order)
    assert error.value.kind == kind
    assert says in error.value.message


def test_without_inputs_there_is_no_variable() -> None:
    with pytest.raises(AdError, match="no input"):
        adcli.diff("1 + 2")


@pytest.mark.parametrize(
    ("text", "derivatives", "both"),
    [
        ("sum(v^2) + sum(v^3)", (14.0, 5.0, 8.0, 6.0), 0.0),
        ("u = v^2\nu[0] = v[0]*v[1]\nu[1] = u[0]*v[1]\nsum(u) + sum(v^3)", (15.0, 9.0, 6.0, 6.0), 5.0),
    ],
)
def test_arrays_whose_values_were_let_go_are_computed_again(
    text: str, derivatives: tuple[float, ...], both: float
) -> None:
    """v^2, which no first derivative reads, is part of the second one of v^3."""
    at = {"v": [1.0, 2.0]}
    one, mixed = adcli.diff(text, at=at, wrt="v[0]", order=3), adcli.diff(text, at=at, wrt="v[0],v[1]")
    assert isinstance(one, Taylor)
    assert isinstance(mixed, Mixed)
    assert (one.derivatives, mixed.derivative) == (derivatives, both)


@pytest.mark.parametrize(
    ("text", "derivatives"),
    [
        ("sum(z^2 + 2*z)", (11.0, 10.0, 4.0, 0.0)),
        ("sum(z^3 + 3*z^2)", (24.0, 33.0, 30.0, 12.0)),
        ("sum(2*z) + sum(z^2)*x", (11.0, 15.0, 16.0, 12.0)),
        ("w = 2*z; w[0] = x*w[1]; sum(w + z^2)", (13.0, 14.0, 8.0, 0.0)),
    ],
)
def test_partials_that_the_program_computes_itself(text: str, derivatives: tuple[float, ...]) -> None:
    """2z is the partial of z^2, and here a node whose value no first derivative reads."""
    text = f"z = x + [0, 1]; {text}"
    assert taylor(text, 3, x=1).derivatives == derivatives
    assert sparse_hessian(load(Source(text)), bindings_of({"x": 1.0})).entries.values == [derivatives[2]]


@pytest.mark.parametrize(
    ("text", "second"), [("norm([x, 0])^2", 2.0), ("hypot(x, 0)^2*3", 6.0), ("abs(x)^2", 2.0)]
)
def test_a_kink_that_the_second_derivative_does_not_have(text: str, second: float) -> None:
    assert taylor(text, 2, x=0).derivatives == (0.0, 0.0, second)
    assert taylor(text, 2, x=0).taylor == (0.0, 0.0, second / 2)
    assert mixed(f"{text} + 0*y", "x,x", x=0, y=0).derivative == second
    assert mixed(f"({text})*y + x*y", "x,y", x=0, y=0).derivative == 1.0


@pytest.mark.parametrize(
    ("text", "order", "derivative"),
    [
        ("norm([x, 0])^4", 4, 24), ("norm([x, 2*x])^4", 4, 600), ("hypot(x, 0)^4", 4, 24),
        ("hypot(x, 2*x)^6", 6, 90_000), ("norm([x, x^2])^2", 4, 24), ("hypot(x, x^2)^2", 2, 2),
        ("hypot(x, 0)^2*exp(x)", 3, 6),
    ],
)  # fmt: skip
def test_what_both_sides_of_a_corner_agree_on(text: str, order: int, derivative: float) -> None:
    """r^4 is smooth where r has a corner."""
    answer = taylor(text, order=order, x=0)
    assert answer.derivatives[order] == pytest.approx(derivative, rel=1e-14)
    assert answer.warnings == ()


@pytest.mark.parametrize(
    ("text", "orders", "derivative"),
    [
        ("exp(x)*y", {"x": 180, "y": 1}, math.e),
        ("exp(x)*exp(y)", {"x": 120, "y": 120}, math.exp(3)),
        ("exp(x)*exp(y)*exp(z)", {"x": 40, "y": 40, "z": 150}, math.exp(6)),
        ("sin(x/1000)*y^2", {"x": 60, "y": 2}, 2e-180 * math.sin(1e-3)),
        ("exp(1e60*(x - 1))*y", {"x": 5, "y": 1}, 1e300),
        ("exp(v[0]/100)*v[1]^2", {"v[0]": 140, "v[1]": 2}, 2e-280 * math.exp(0.01)),
    ],
)
def test_mixed_partials_of_high_order_stay_in_range(
    text: str, orders: dict[str, int], derivative: float
) -> None:
    point: dict[str, Any] = {name: k for k, name in enumerate("xyz", 1) if name in text.replace("exp", "")}
    if "v" in text:
        point = {"v": [1.0, 2.0]}
    wrt = ",".join(name for name, order in orders.items() for _ in range(order))
    answer = diff(load(Source(text)), bindings_of(point), wrt=wrt)
    assert isinstance(answer, Mixed)
    assert answer.derivative == pytest.approx(derivative, rel=1e-12)
    assert not answer.warnings
