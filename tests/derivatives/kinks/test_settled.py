"""Derivatives that are the same from both sides of a tie: they are the answer, whatever is convention."""

from __future__ import annotations

import math
from math import inf
from typing import Any

import pytest

import adcli
from adcli.answers.series import Taylor

SILENT: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("relu(x) - relu(-x)", {"x": 0}, {"x": 1}), ("sign(x)*abs(x)", {"x": 0}, {"x": 1}),
    ("max(x, min(x, 2*x))", {"x": 0}, {"x": 1}), ("4 if x == 2 else x^2", {"x": 2}, {"x": 4}),
    ("2*x if x >= 1 else x^2 + 1", {"x": 1}, {"x": 2}), ("floor(x) + mod(x, 1)", {"x": 3}, {"x": 1}),
    ("sqrt((x*s)^2 + (y*r)^2)", {"x": 0, "y": 0, "s": 1, "r": 2}, {"s": 0, "r": 0}),
    ("std([x, x, x])", {"x": 1.5}, {"x": 0}), ("std(v)", {"v": [-0.83]}, {"v": [0]}),
    ("sum(relu(v) - relu(-v))", {"v": [0, 1, 0]}, {"v": [1, 1, 1]}),
    ("max(v) + min(v)", {"v": [2, 2]}, {"v": [1, 1]}),
    ("relu(x) + min(x, 0) + 0*y", {"x": 0, "y": 1}, {"x": 1}),
    ("0.1*relu(x) + 0.2*relu(x) - 0.3*relu(-x)", {"x": 0}, {"x": 0.3}),
    ("prod(v)^(1/3)", {"v": [0, 0, 2]}, {"v[0]": 0}), ("clamp(x, 0, 0)", {"x": 0}, {"x": 0}),
    ("sin(atan2(y, x))", {"x": -1, "y": 0}, {"x": 0, "y": 1}),
    ("hypot(x, y)*cos(atan2(y, x))", {"x": -2, "y": 0}, {"x": 1}),
    ("norm(v)^2", {"v": [0, 0]}, {"v": [0, 0]}),
    ("exp(30)*(relu(x) - relu(-x)) - exp(30)*x", {"x": 0}, {"x": 0}),
    ("abs(x)*abs(y)", {"x": 0, "y": 0}, {"x": 0, "y": 0}), ("abs(x)*y", {"x": 0, "y": 0}, {"x": 0, "y": 0}),
    ("y*relu(x) + x*relu(-y)", {"x": 0, "y": 0}, {"x": 0, "y": 0}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "at", "slopes"), SILENT, ids=[text for text, _, _ in SILENT])
@pytest.mark.parametrize("mode", ["forward", "reverse"])
def test_what_both_sides_agree_on_is_the_derivative(
    text: str, at: dict[str, Any], slopes: dict[str, Any], mode: str
) -> None:
    """Silently, where something else than convention is chosen."""
    wrt = ",".join(slopes)
    answer = adcli.grad(text, at=at, wrt=wrt, mode=mode)
    for name, slope in slopes.items():
        assert answer.gradient[name] == pytest.approx(slope, rel=1e-12, abs=1e-15)
    assert answer.warnings == ()


@pytest.mark.parametrize(
    ("text", "x", "slope"),
    [("sqrt(abs(x))*sign(x)", 0, inf), ("cbrt(x*abs(x))", 0, inf), ("-sign(x)*abs(x)^0.5", 0, -inf)],
)  # fmt: skip
def test_infinite_sides_that_agree_are_told_as_a_slope(text: str, x: float, slope: float) -> None:
    answer = adcli.grad(text, x=x)
    assert answer.gradient == {"x": slope}
    (notice,) = answer.warnings
    assert (notice.kind, notice.input) == ("infinite_slope", "x")


@pytest.mark.parametrize(
    ("text", "at", "kind"),
    [
        ("abs(x)", {"x": 0}, "kink"), ("relu(x) - relu(-x) + abs(x)", {"x": 0}, "kink"),
        ("sign(x)", {"x": 0}, "kink"), ("3*x - 1 if x >= 1 else x^2 + 1", {"x": 1}, "boundary"),
        ("std(v)", {"v": [1, 1, 1]}, "undefined"), ("sqrt(x^2)", {"x": 0}, "undefined"),
        ("x^2 if x != 1 else 5", {"x": 1}, "boundary"),
    ],
)  # fmt: skip
def test_what_they_differ_in_is_told(text: str, at: dict[str, Any], kind: str) -> None:
    assert {notice.kind for notice in adcli.grad(text, at=at).warnings} == {kind}


CORNERS = [
    ("abs(x+y) - abs(x-y)", {"x": 0, "y": 0}), ("max(0, min(x, y))", {"x": 0, "y": 0}),
    ("max(0, min(x, -y))", {"x": 0, "y": 0}),
    ("0 if x == 0 and y == 0 else x^2*y/(x^2 + y^2)", {"x": 0, "y": 0}), ("cbrt(x*y)", {"x": 0, "y": 0}),
    ("prod(v)^(1/3)", {"v": [0, 0, 2]}), ("sqrt(abs(x*y))", {"x": 0, "y": 0}),
    ("norm([x, y]) - abs(x) - abs(y)", {"x": 0, "y": 0}),
    ("abs(v[0] + v[2]) - abs(v[0] - v[2]) + sum(v)", {"v": [0, 0, 0]}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "at"), CORNERS, ids=[text for text, _ in CORNERS])
def test_partials_that_exist_are_not_a_derivative(text: str, at: dict[str, Any]) -> None:
    """The partials stand, and one warning says that along some direction the function does not go so."""
    answer = adcli.grad(text, at=at)
    found = [notice for notice in answer.warnings if "not differentiable" in notice.message]
    assert len(found) == 1
    assert (found[0].kind, found[0].input) == ("kink", None)
    assert "along (" in found[0].message
    jacobian = adcli.jac(text, at=at)
    assert [n.message for n in jacobian.warnings] == [n.message for n in answer.warnings]


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("abs(x)*y", {"x": 0, "y": 0}), ("abs(x*y*(x + y))", {"x": 0, "y": 0}),
        ("relu(x) - relu(-x) + relu(y) - relu(-y)", {"x": 0, "y": 0}),
        ("max(x + y, 2*x*y + x + y)", {"x": 0, "y": 0}), ("relu(0.1*x + 0.2*y)^2", {"x": 0, "y": 0}),
        ("sum(relu(0.1*v)) - sum(relu(-0.1*v))", {"v": [0.0] * 20}),
        ("x if x == y else (x + y)/2", {"x": 1, "y": 1}),
    ],
)  # fmt: skip
def test_what_is_differentiable_is_silent(text: str, at: dict[str, Any]) -> None:
    assert adcli.grad(text, at=at).warnings == adcli.jac(text, at=at).warnings == ()


def test_a_jvp_is_the_limit_along_its_tangent() -> None:
    """abs(x + y) - abs(x - y) is |2t| along (1, 1), and 0 along (1, 0)."""
    corner = adcli.jvp("abs(x+y) - abs(x-y)", {"x": 1, "y": 1}, x=0, y=0)
    assert [(n.kind, n.left, n.right) for n in corner.warnings] == [("kink", -2, 2)]
    flat = adcli.jvp("abs(x+y) - abs(x-y)", {"x": 1, "y": 0}, x=0, y=0)
    assert (flat.jvp, flat.warnings) == ({"f": 0}, ())
    along = adcli.jvp("max(x, y)", {"x": 2, "y": 2}, x=1, y=1)
    assert (along.jvp, along.warnings) == ({"f": 2}, ())
    array = adcli.jvp("relu(v) - relu(-v)", {"v": [1, -2]}, at={"v": [0, 0]})
    assert array.jvp["f"].tolist() == [1, -2]
    assert array.warnings == ()


def test_a_vjp_is_of_the_number_that_it_weighs() -> None:
    """In ȳ·f kinks may cancel that each of the outputs has."""
    answer = adcli.vjp("relu(x), relu(-x)", {"f[0]": 1, "f[1]": -1}, x=0)
    assert (answer.vjp, answer.warnings) == ({"x": 1}, ())
    bent = adcli.vjp("relu(x), relu(-x)", {"f[0]": 1, "f[1]": 1}, x=0)
    assert {(n.kind, n.left, n.right) for n in bent.warnings} == {("kink", -1, 1)}
    array = adcli.vjp("abs(v)*sign(v)", {"f": [2, 3]}, at={"v": [0, 0]})
    assert array.vjp["v"].tolist() == [2, 3]
    assert array.warnings == ()


def test_a_jacobian_has_them_in_its_entries() -> None:
    answer = adcli.jac("relu(x) - relu(-x), abs(x) + y, 4 if x == 0 else 4 + x*y", x=0, y=3)
    assert answer.jacobian == [[1, 0], [0, 1], [3, 0]]
    assert [(n.kind, n.input, n.left, n.right) for n in answer.warnings] == [("kink", "x", -1, 1)]


def test_a_check_holds_against_them() -> None:
    for text in ("relu(x) - relu(-x)", "sign(x)*abs(x)", "1 if x == 0 else 1 + x"):
        assert adcli.check(text, expect={"x": 1}, x=0).ok
        assert not adcli.check(text, expect={"x": 0}, x=0).ok
        (row,) = adcli.check(text, x=0).rows
        assert (row.verdict, row.ad) == ("agree", 1)


def test_an_input_that_decides_is_not_unconnected() -> None:
    answer = adcli.grad("4 if x == 0 else x^2 + 4", x=0)
    assert (answer.gradient, answer.warnings) == ({"x": 0}, ())


def test_numbers_of_many_elements() -> None:
    answer = adcli.grad("sum(relu(v) - relu(-v))", at={"v": [0.0] * 300})
    assert (answer.gradient["v"] == 1).all()
    assert answer.warnings == ()


def test_what_is_not_looked_at_is_told() -> None:
    answer = adcli.grad("sum(relu(v) - relu(-v))", at={"v": [0.0] * 3000})
    assert any("too much has run" in notice.message for notice in answer.warnings)
    assert math.isfinite(answer.gradient["v"].sum())


def test_a_model_has_them_at_every_point() -> None:
    model = adcli.load("relu(x) - relu(-x) + y*abs(y)")
    for x in (1.0, 0.0, -1.0, 0.0):
        assert model.value_and_grad({"x": x, "y": 0.0}) == (x, {"x": 1, "y": 0})
    array = adcli.load("sum(relu(v) - relu(-v))")
    for v in ([1.0, 2.0], [0.0, -1.0], [0.0, 0.0]):
        assert array.value_and_grad({"v": v})[1]["v"].tolist() == [1, 1]
    branch = adcli.load("4 if x == 2 else x^2")
    assert [branch.value_and_grad({"x": x})[1]["x"] for x in (1.0, 2.0, 3.0)] == [2, 4, 6]


def test_second_order_answers_have_the_same_gradient() -> None:
    told = adcli.diff("4 if x == 2 else x^2", x=2, order=2)
    assert isinstance(told, Taylor)
    assert (told.derivatives, told.warnings) == ((4, 4, 2), ())
    for text in ("relu(x) - relu(-x)", "4 if x == 0 else 4 + x"):
        assert adcli.hess(text, x=0).gradient == adcli.hvp(text, {"x": 1}, x=0).gradient == {"x": 1}
        assert adcli.hess(text, x=0).warnings == adcli.hvp(text, {"x": 1}, x=0).warnings == ()


@pytest.mark.parametrize("mode", ["forward", "reverse"])
@pytest.mark.parametrize(
    "text", ["relu(x) - relu(-x)", "max(x, min(x, 2*x))", "abs(x)*2 - relu(x) - 3*relu(-x)"]
)
def test_a_trace_goes_one_side_of_a_kink(text: str, mode: str) -> None:
    """So that its steps lead to the derivative."""
    answer = adcli.trace(text, x=0, mode=mode)
    assert (answer.gradient, answer.warnings) == ({"x": 1}, ())
    step = answer.steps[0] if mode == "reverse" else answer.steps[-1]
    assert (step.adjoint if mode == "reverse" else step.tangents[0]) == 1


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("sign(x)*abs(x)", {"x": 0}),
        ("1 if x == 0 else 1 + x", {"x": 0}),
        ("sum(relu(v) - relu(-v))", {"v": [0]}),
    ],
)
def test_a_trace_whose_steps_do_not_lead_there_says_so(text: str, at: dict[str, Any]) -> None:
    answer = adcli.trace(text, at=at)
    assert list(answer.gradient.values()) == [1]
    assert [(n.left, n.right) for n in answer.warnings] == [(1, 1)]


def test_a_place_has_so_many_notices_and_no_more() -> None:
    answer = adcli.jac("relu(v) + relu(w)", at={"v": [0.0] * 150, "w": [0.0] * 150})
    assert len([n for n in answer.warnings if n.kind == "kink"]) == 200
