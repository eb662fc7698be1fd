"""Second derivatives at ties: the number that all sides give, or the convention with its warning."""

from __future__ import annotations

import random
from math import inf, isnan
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import adcli
from adcli.derivatives.arrayresults import Hessian
from tests.derivatives.limits import Limits, random_tree, text_of

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


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**9), st.integers(1, 4))
def test_random_programs_at_ties(seed: int, depth: int) -> None:
    rng = random.Random(seed)
    tree, point = random_tree(rng, depth, ("x", "y")), {name: rng.choice([0, 0, 1]) for name in "xy"}
    limits = Limits(tree, point)
    found = adcli.hess(f"{text_of(tree)} + 0*x*y", at=point, wrt="x,y")
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
