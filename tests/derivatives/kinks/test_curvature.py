"""Second derivatives at ties: the number that all sides give, or the convention with its warning."""

from __future__ import annotations

import random
from fractions import Fraction
from math import factorial, inf, isnan
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import adcli
from adcli.answers.matrices import Hessian
from adcli.answers.series import Mixed, Taylor
from tests.derivatives.kinks.limits import Limits, random_tree, text_of

ORIGIN = {"x": 0, "y": 0}

AGREED: list[tuple[str, dict[str, Any], list[list[float]]]] = [
    ("abs(-3*t^2)", {"t": 0}, [[6]]),
    ("max(t^2, 2*t^2)", {"t": 0}, [[4]]),
    ("min(t^2, 2*t^2)", {"t": 0}, [[2]]),
    ("relu(t)*relu(-t) + t^2", {"t": 0}, [[2]]),
    ("abs(x)^3", {"x": 0}, [[0]]),
    ("x*(relu(y) - relu(-y))", ORIGIN, [[0, 1], [1, 0]]),
    ("y*sign(x)*abs(x)", {"y": 2, "x": 0}, [[0, 1], [1, 0]]),
    ("max(x, y)*min(x, y)", {"x": 1, "y": 1}, [[0, 1], [1, 0]]),
    ("max(x, y)^2 + min(x, y)^2", {"x": 1, "y": 1}, [[2, 0], [0, 2]]),
    ("x^2*abs(y)^3", ORIGIN, [[0, 0], [0, 0]]),
    ("sum(abs(v)*v^2)", {"v": [0, 0, 1]}, [[0, 0, 0], [0, 0, 0], [0, 0, 6]]),
    ("sum(abs(-3*v^2))", {"v": [0, 1]}, [[6, 0], [0, 6]]),
    ("sum(relu(v) - relu(-v))^2", {"v": [0, 1]}, [[2, 2], [2, 2]]),
    ("max(v, w) @ min(v, w)", {"v": [1], "w": [1]}, [[0, 1], [1, 0]]),
    ("sum(max(v, w)*min(v, w))", {"v": [1, 2], "w": 1}, [[0, 0, 1], [0, 0, 1], [1, 1, 0]]),
    ("max(v)*min(v)", {"v": [1, 1]}, [[0, 1], [1, 0]]),
    ("norm(v)^2", {"v": [0, 0]}, [[2, 0], [0, 2]]),
    ("hypot(x, y)^2", ORIGIN, [[2, 0], [0, 2]]),
    ("hypot(x, y)^4", ORIGIN, [[0, 0], [0, 0]]),
    ("(x^2)^1.5", {"x": 0}, [[0]]),
    ("max([sqrt(y^4), 0])", {"y": 0}, [[2]]),
    ("sum(sqrt(v^4))", {"v": [0, 1]}, [[2, 0], [0, 2]]),
]  # fmt: skip


def hess(text: str, at: dict[str, Any]) -> Hessian:
    found = adcli.hess(text, at=at)
    assert isinstance(found, Hessian)
    return found


def told(found: Hessian) -> list[str]:
    """The warnings about second derivatives."""
    return [notice.message for notice in found.warnings if "second derivative" in notice.message]


@pytest.mark.parametrize(("text", "at", "want"), AGREED, ids=[text for text, *_ in AGREED])
def test_what_all_sides_give_is_the_answer(text: str, at: dict[str, Any], want: list[list[float]]) -> None:
    found = hess(text, at)
    assert found.hessian == want
    assert found.warnings == ()


@pytest.mark.parametrize(
    ("text", "at", "want"),
    [
        ("x^2 if x >= 0 else 3*x^2 + 0*x", {"x": 1}, [[2]]),
        ("x^3 if x > 0 else -x^3", {"x": 0}, [[0]]),
        ("x*y if x > 0 else x*y + x^3", {"x": 0, "y": 1}, [[0, 1], [1, 0]]),
        ("4 if x == 2 else x^2", {"x": 2}, [[2]]),
        ("x*y if x == y else y*x", {"x": 1, "y": 1}, [[0, 1], [1, 0]]),
        ("sqrt(x^4)", {"x": 0}, [[2]]),
        ("sum(where(v > 0, v^2, 2*v^2 - v^2))", {"v": [0, 0]}, [[2, 0], [0, 2]]),
        ("sum(where(v > 0, v^2, v^3))*v[0]", {"v": [0, 1]}, [[0, 2], [2, 0]]),
        ("det([[x, 0], [0, sign(y)*abs(y)]])", ORIGIN, [[0, 1], [1, 0]]),
        ("sqrt(x^4 + y^4)", ORIGIN, [[2, 0], [0, 2]]),
    ],
)
def test_decisions_and_infinite_partials_in_between_likewise(
    text: str, at: dict[str, Any], want: list[list[float]]
) -> None:
    found = hess(text, at)
    assert found.hessian == want
    assert told(found) == []


@pytest.mark.parametrize(
    ("text", "at", "by", "left", "right"),
    [
        ("abs(x)*x", {"x": 0}, "by `x`, twice,", -2, 2),
        ("x*abs(y)", ORIGIN, "by `x` and `y`", -1, 1),
        ("abs(x*y)", ORIGIN, "by `x` and `y`", -1, 1),
        ("x^2 if x >= 0 else 3*x^2", {"x": 0}, "by `x`, twice,", 6, 2),
        ("x*y if x > 0 else 2*x*y", ORIGIN, "by `y` and `x`", 2, 1),
        ("prod(abs(v))", {"v": [0, 0]}, "by `v[0]` and `v[1]`", -1, 1),
    ],
)
def test_sides_that_differ_are_told(
    text: str, at: dict[str, Any], by: str, left: float, right: float
) -> None:
    (notice,) = [n for n in hess(text, at).warnings if "second derivative" in n.message]
    assert notice.kind == "kink"
    assert (notice.left, notice.right) == (left, right)
    assert by in notice.message
    assert f"{left} from the left, {right} from the right" in notice.message


def test_a_mixed_derivative_that_depends_on_the_order_is_undefined() -> None:
    found = hess("where(abs(x) > abs(y), x*y, -x*y)", ORIGIN)
    assert found.hessian is not None
    assert isnan(found.hessian[0][1])
    assert isnan(found.hessian[1][0])
    assert found.hessian[0][0] == found.hessian[1][1] == 0
    (notice,) = [n for n in found.warnings if n.kind == "undefined"]
    assert {notice.left, notice.right} == {1.0, -1.0}


def test_an_infinite_one_is_told_as_such() -> None:
    found = hess("abs(x)^1.5", {"x": 0})
    assert found.hessian == [[inf]]
    assert [notice.kind for notice in found.warnings] == ["infinite_slope"]


def at_ties(seed: int, depth: int, names: str) -> Limits:
    """A random expression at a point where much of it is equal."""
    rng = random.Random(seed)
    return Limits(random_tree(rng, depth, names), {name: rng.choice([0, 0, 1]) for name in names})


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**9), st.integers(1, 4))
def test_random_programs_at_ties(seed: int, depth: int) -> None:
    limits = at_ties(seed, depth, "xy")
    tree = limits.tree
    found = adcli.hess(f"{text_of(tree)} + 0*x*y", at=limits.point, wrt="x,y")
    assert isinstance(found, Hessian)
    assert found.hessian is not None
    for (one, i), (other, j) in [(("x", 0), ("x", 0)), (("y", 1), ("y", 1)), (("x", 0), ("y", 1))]:
        orders = limits.second(one, other)
        if orders is None:
            continue
        called = (
            [f"by `{one}`, twice,"] if i == j else [f"by `{one}` and `{other}`", f"by `{other}` and `{one}`"]
        )
        warned = any(name in message for message in told(found) for name in called)
        each = {number for numbers in orders for number in numbers}
        number = found.hessian[i][j]
        if len(each) == 1:
            assert number == pytest.approx(float(each.pop()), rel=1e-9, abs=1e-9), text_of(tree)
            assert not warned, text_of(tree)
        else:
            assert warned, text_of(tree)
            assert isnan(number) == all(len(set(numbers)) == 1 for numbers in orders), text_of(tree)


DIRECTIONS = [{"x": 1, "y": 1}, {"x": 1, "y": -1}, {"x": 2, "y": 1}, {"x": 0, "y": -1}]


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 10**9), st.integers(1, 4), st.sampled_from(DIRECTIONS))
def test_the_gradient_s_derivative_along_a_tangent(seed: int, depth: int, tangent: dict[str, int]) -> None:
    limits = at_ties(seed, depth, "xy")
    found = adcli.hvp(f"{text_of(limits.tree)} + 0*x*y", at=limits.point, tangent=tangent, wrt="x,y")
    for name in "xy":
        numbers = limits.mixed(tangent, name) if limits.first({name: 1}) is not None else [None]
        if None in numbers:
            continue
        warned = any(f"by `{name}` along the tangent" in notice.message for notice in found.warnings)
        assert warned == (len(set(numbers)) > 1), text_of(limits.tree)
        if not warned:
            assert found.hvp[name] == pytest.approx(float(numbers[0] or 0), rel=1e-9, abs=1e-9)


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 10**9), st.integers(1, 4))
def test_orders_up_to_four(seed: int, depth: int) -> None:
    limits = at_ties(seed, depth, "x")
    found = adcli.diff(f"{text_of(limits.tree)} + 0*x", at=limits.point, order=4)
    assert isinstance(found, Taylor)
    told = [notice.message for notice in found.warnings]
    if limits.first({"x": 1}) is None:
        assert told
        return
    for order in range(1, 5):
        left, right = (limits.taylor({"x": 1}, sign, order) for sign in (-1, 1))
        assert left is not None
        if left != right:
            assert any(f"the derivative of order {order} by" in text for text in told), text_of(limits.tree)
            return
        want = float(left * factorial(order))
        assert found.derivatives[order] == pytest.approx(want, rel=1e-9, abs=1e-9), text_of(limits.tree)
    assert not any("of order" in text for text in told)


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 10**9), st.integers(1, 4), st.sampled_from(["xxy", "yxy", "xyz", "xxx", "xxyy"]))
def test_mixed_partials_of_three_and_more(seed: int, depth: int, by: str) -> None:
    limits = at_ties(seed, depth, "".join(sorted({*by, "x"})))
    want = limits.partial(by)
    found = adcli.diff(
        f"{text_of(limits.tree)} + 0*{'*'.join(limits.point)}", at=limits.point, wrt=",".join(by)
    )
    assert isinstance(found, Mixed)
    told = [notice for notice in found.warnings if "derivative by `" in notice.message]
    if isinstance(want, Fraction):
        assert found.derivative == pytest.approx(float(want), rel=1e-9, abs=1e-9), text_of(limits.tree)
        assert not any(notice.kind in ("kink", "undefined") for notice in told), text_of(limits.tree)
    elif want == "orders":
        assert isnan(found.derivative)
        assert [notice.kind for notice in told] == ["undefined"]
    elif want == "sides":
        assert any(notice.kind == "kink" for notice in told), text_of(limits.tree)


@pytest.mark.parametrize(
    ("text", "by", "want"),
    [
        ("abs(x)^3*y", "x,x,y", 0.0),
        ("(relu(x) - relu(-x))*y*z", "x,y,z", 1.0),
        ("max(x, y)*min(x, y)*z", "x,y,z", 1.0),
        ("sign(x)*abs(x)^2*y^2", "x,y,y", 0.0),
        ("hypot(x, y)^4", "x,x,y,y", 8.0),
        ("a*(relu(b) - relu(-b))*c*d", "a,b,c,d", 1.0),
    ],
)
def test_a_mixed_partial_at_a_corner(text: str, by: str, want: float) -> None:
    found = adcli.diff(text, at=dict.fromkeys(set(by) - {","}, 0), wrt=by)
    assert isinstance(found, Mixed)
    assert found.derivative == want
    assert found.warnings == ()


@pytest.mark.parametrize(
    ("text", "at", "want"),
    [
        ("abs(-3*t^2)", 0, [0, 0, 6, 0, 0]),
        ("sqrt(t^8)", 0, [0, 0, 0, 0, 24]),
        ("t^4 if t > 0 else t^4 + t^5", 0, [0, 0, 0, 0, 24]),
        ("4 if t == 2 else t^2", 2, [4, 4, 2, 0, 0]),
        ("(relu(t) - relu(-t))^4", 0, [0, 0, 0, 0, 24]),
    ],
)
def test_derivatives_of_one_variable(text: str, at: float, want: list[float]) -> None:
    found = adcli.diff(text, t=at, order=4)
    assert isinstance(found, Taylor)
    assert list(found.derivatives) == want
    assert not any("of order" in notice.message or notice.kind == "undefined" for notice in found.warnings)


def test_an_infinite_derivative_of_higher_order() -> None:
    found = adcli.diff("abs(t)^2.5*sign(t)", t=0, order=3)
    assert isinstance(found, Taylor)
    assert list(found.derivatives) == [0, 0, 0, inf]
    assert [notice.kind for notice in found.warnings] == ["infinite_slope"]
