"""One-sided derivatives of programs, and the notices of kinks, jumps, ties and failures."""

from __future__ import annotations

import math
import random
from math import inf
from typing import Any

import pytest

import adcli
from adcli.text.errors import AdError
from adcli.text.notices import Notice


def told(text: str, kind: str = "kink", **at: Any) -> dict[str | None, tuple[float | None, float | None]]:
    """The one-sided derivatives that a gradient's notices of a kind tell, by input."""
    return {n.input: (n.left, n.right) for n in adcli.grad(text, at=at).warnings if n.kind == kind}


@pytest.mark.parametrize(
    ("text", "x", "left", "right"),
    [
        ("abs(x)", 0, -1, 1), ("relu(x)", 0, 0, 1), ("max(x, x^2)", 0, 0, 1), ("max(x, 2 - x)", 1, -1, 1),
        ("min(x, x^2)", 1, 2, 1), ("clamp(x, 0, 1)", 1, 1, 0), ("floor(x)", 2, inf, 0),
        ("ceil(x)", 2, 0, inf),
        ("floor(1 - x^2)", 0, inf, -inf), ("sign(x)", 0, inf, inf), ("round(x)", 0.5, 0, inf),
        ("sqrt(max(x, 0))", 0, 0, inf), ("sqrt(abs(x))", 0, -inf, inf), ("abs(sin(x))", 0, -1, 1),
        ("mod(x, 3)", 6, -inf, 1), ("x // 3", 6, inf, 0), ("hypot(x, 0*x)", 0, -1, 1),
        ("atan2(x, -2)", 0, inf, -0.5), ("acot(x)", 0, inf, -1), ("exp(abs(x))*x + abs(x)", 0, 0, 2),
        ("abs(gamma(x) - 1)", 1, -0.5772156649015329, 0.5772156649015329),
        ("norm([x, 2*x])", 0, -5**0.5, 5**0.5),
        ("max([x, 2*x, -1])", 0, 1, 2), ("sum(abs([x, 2, -x]))", 0, -2, 2), ("max(x, x^3, x^5)", 0, 0, 1),
    ],
)  # fmt: skip
def test_a_kink_has_both_derivatives(text: str, x: float, left: float, right: float) -> None:
    found_left, found_right = told(text, x=x)["x"]
    assert found_left == pytest.approx(left, rel=1e-14)
    assert found_right == pytest.approx(right, rel=1e-14)


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("abs(x^3)", {"x": 0}), ("abs(x)*abs(x)", {"x": 0}), ("max(x, x + x^2)", {"x": 0}),
        ("max(x, x)", {"x": 2}),
        ("max(sin(x), x)", {"x": 0}), ("abs(x)*y", {"x": 0, "y": 0}), ("abs(y)*0 + x", {"x": 1, "y": 0}),
        ("sign(x)*x^2", {"x": 0}), ("max(x*y, y*x)", {"x": 2, "y": 3}), ("floor(x) - floor(x)", {"x": 1}),
    ],
)  # fmt: skip
def test_no_kink_is_told_where_both_sides_agree(text: str, at: dict[str, Any]) -> None:
    assert told(text, **at) == {}


@pytest.mark.parametrize("condition", ["abs(x) < 1", "max(x, -x) < 1e-300", "hypot(x, 0) != 1"])
def test_a_bend_does_not_overturn_a_decision_with_margin(condition: str) -> None:
    """So that nothing is followed beside the point where an iteration ends with a step of exactly 0."""
    from adcli.derivatives.kinks.surroundings import Surroundings
    from adcli.language.program import load
    from adcli.text.source import Source

    text = f"y = x\nif {condition}:\n    y = 2*x\noutput y"
    assert Surroundings(load(Source(text)).trace({"x": 0.0})).plain
    assert adcli.grad(text, x=0).warnings == ()


def test_a_jump_overturns_a_decision_with_margin() -> None:
    ((left, right),) = told("y = x\nif floor(x) > 1.5:\n    y = 3*x - 4\noutput y", x=2).values()
    assert (left, right) == (1, 3)


def test_a_kink_that_no_chosen_derivative_passes_is_not_told() -> None:
    assert adcli.grad("abs(x) + y", x=0, y=1, wrt="y").warnings == ()


@pytest.mark.parametrize(
    ("text", "x", "left", "right"),
    [
        ("x^2 if x < 2 else x + 2", 2, 4, 1), ("sqrt(x) if x > 0 else 0", 0, 0, inf),
        ("0 if x == 0 else 1/log(abs(x))", 0, inf, -inf), ("5 if x == 2 else x^2", 2, inf, -inf),
        ("y = x\nif x >= 1:\n    y = x^3\ny", 1, 1, 3),
        ("s = 0\ni = 0\nwhile i < x:\n    s = s + x\n    i = i + 1\ns", 2, 2, inf),
        ("def f(u):\n    if u > 0:\n        return u\n    return -2*u\nf(sin(x))", 0, -2, 1),
        ("sum(where([x, 1] > 0, [x, 1], [-x, 0]))", 0, -1, 1),
        ("0 if floor(x) < 2 else x", 2, inf, 1), ("(abs(x) if x >= 0 else 3*x)", 0, 3, 1),
    ],
)  # fmt: skip
def test_a_decision_at_a_tie_is_taken_as_each_side_takes_it(
    text: str, x: float, left: float, right: float
) -> None:
    assert told(text, "boundary", x=x)["x"] == (left, right)


@pytest.mark.parametrize(
    ("text", "x", "slope"),
    [
        ("1 if x == 0 else sin(x)/x", 0, 0), ("0 if x == 0 else x*log(abs(x))", 0, -inf),
        ("0 if x == 0 else x*log(x^2)^2", 0, inf), ("0 if x == 0 else x^2*log(abs(x))", 0, 0),
        ("1 if x == 0 else abs(x)^x", 0, -inf), ("0 if x == 0 else exp(-1/x^2)", 0, 0),
        ("sum([0 if x == 0 else x^2*log2(abs(x)), 3*x])", 0, 3),
        ("0 if x == 0 else sin(x)^2*atanh(cos(x))", 0, 0), ("4 if x == 2 else x^2", 2, 4),
        ("2*x if x >= 1 else x^2 + 1", 1, 2), ("x if x^2 > 0 else 0", 0, 1),
        ("max(x, 0) if abs(x) <= 0 else 7*x", 0, 7),
    ],
)  # fmt: skip
def test_a_decision_that_parts_nothing_is_not_told(text: str, x: float, slope: float) -> None:
    """Where both sides and the point itself have one value and one slope, that is the derivative."""
    answer = adcli.grad(text, x=x)
    assert answer.gradient == {"x": slope}
    assert [n.kind for n in answer.warnings] == ["infinite_slope"] * math.isinf(slope)


def test_an_index_that_jumps_takes_the_other_element() -> None:
    assert told("v[floor(x)]*x", v=[1.0, 2.0, 5.0], x=1.0)["x"] == (inf, 2)


def test_beyond_the_domain_there_is_no_side() -> None:
    (notice,) = adcli.grad("max(x, 0) + sqrt(x)", x=0).warnings[:1]
    assert notice.kind == "kink"
    assert (notice.left, notice.right) == (None, inf)
    assert "sqrt" in notice.message or "fractional power" in notice.message


def test_several_outputs_and_arrays() -> None:
    answer = adcli.jac("abs(v), max(x, 1)", at={"v": [0.0, 2.0], "x": 1.0})
    assert [(n.input, n.left, n.right) for n in answer.warnings] == [("v[0]", -1, 1), ("x", 0, 1)]


BENT_TWICE = [
    ("relu(x)^2", "x", 0, 2), ("x^2 if x > 0 else 0", "x", 0, 2), ("abs(x)*x", "x", -2, 2),
    ("sum(relu(v)^2)", "v[0]", 0, 2), ("sum(abs(v)*v)", "v[0]", -2, 2), ("sum(v*max(v, 0))", "v[0]", 0, 2),
    ("y = relu(v)\ndot(y, y)", "v[0]", 0, 2), ("sum(clamp(v, 0, 1)*v)", "v[0]", 0, 2),
    ("sum(where(v > 0, v^2, v^3))", "v[0]", 0, 2), ("max([-3*x^2, x^2, x^3])", "x", 2, 2),
    ("sum(relu([[1, -1], [2, 1]] @ (v + [2, 0]))^2)", "v[1]", 4, 2),
    ("v[0]*max([v[0], -v[0]])*v[1]", "v[0]", -4, 4), ("logsumexp(relu(v)^2)", "v[1]", None, None),
    ("u = zeros(2)\nu[0] = v[0] if v[0] > 0 else 0\nsum(u*u)", "v[0]", 0, 2),
]  # fmt: skip


@pytest.mark.parametrize(("text", "name", "left", "right"), BENT_TWICE)
def test_the_gradient_may_bend_as_well(text: str, name: str, left: float | None, right: float | None) -> None:
    at: dict[str, Any] = {"x": 0.0} if name == "x" else {"v": [0.0, 2.0]}
    found = [n for n in adcli.hess(text, at=at).warnings if n.input == name and "second" in n.message]
    later = [
        n
        for n in adcli.diff(text, at=at, wrt=name, order=2).warnings
        if n.left != n.right and n.input == name
    ]
    if left == right:
        assert found == later == []
        return
    assert [(n.kind, n.input, n.left, n.right) for n in found] == [("kink", name, left, right)]
    assert [(n.left, n.right) for n in later] == [(left, right)]


def test_a_mixed_second_derivative_may_bend() -> None:
    found = adcli.hess("sum(relu([[1, -1], [2, 1]] @ v)^2)", at={"v": [1.0, 1.0]}).warnings
    assert [(n.input, n.left, n.right) for n in found] == [
        ("v[0]", 8, 10), ("v[0]", 4, 2), ("v[1]", 4, 2)
    ]  # fmt: skip
    assert "by `v[1]` and `v[0]`" in found[1].message


FOLLOWED = [
    ("det([[[x, 1, 2*x][0], 1], [x, 2]])*sum(relu(v*w))", {"x": 0.5, "v": [0, -1, 0], "w": [1, 1, -2]}),
    ("sum([0 if x == 0 else x^2, 3*x])", {"x": 0}),
    ("min(A @ sin(x*v))^2", {"x": 1, "v": [0, 0], "A": [[0.3, -1], [1, -1]]}),
    ("(relu(x) + x^2)^2", {"x": 0}),
    ("prod(A @ v^2)", {"v": [0, 1e200], "A": [[0.3, -1], [1, 0.5]]}),
    ("dot(where(v > 0, A @ (A @ v), v*log(abs(v) + 1)), v)", {"v": [0, 1e200], "A": [[0, 0.3], [0.3, 0]]}),
]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("text", "at"), FOLLOWED, ids=[text for text, _ in FOLLOWED])
def test_arrays_are_followed_in_silence(text: str, at: dict[str, Any]) -> None:
    """Adjoints that are 0 beside the point, squares that end, and numbers that overflow."""
    variable = "x" if "x" in at else "v[0]"
    assert adcli.grad(text, at=at).gradient.keys() == adcli.hess(text, at=at).gradient.keys() == at.keys()
    assert adcli.diff(text, at=at, wrt=variable, order=2).warnings is not None


def pieces(rng: random.Random, depth: int) -> str:
    """A formula in x that has a tie at 0 somewhere."""
    if depth == 0:
        return rng.choice(["x", "2*x", "sin(x)", "x^2", "(x + x^2)", "-x", "1.5", "(1 + x)"])
    a, b = pieces(rng, depth - 1), pieces(rng, depth - 1)
    return rng.choice(
        [f"abs({a})", f"max({a}, {b})", f"min({a}, {b})", f"relu({a})", f"({a} + {b})", f"({a})*({b})",
         f"(({a}) if x > 0 else ({b}))", f"exp({a})", f"(({a}) if {a} <= {b} else ({b}))",
         f"clamp({a}, -1, 1)"]
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(120))
def test_one_sided_derivatives_are_the_limits_of_differences(seed: int) -> None:
    """Of random piecewise formulas with ties at 0: what the notices say, differences say as well."""
    text = f"abs(x) + 0.5*x + {pieces(random.Random(seed), 3)}"
    here = adcli.eval(text, x=0.0).outputs["f"]
    found = told(text, x=0.0) or told(text, "boundary", x=0.0)
    if not found:
        return
    h = 2.0**-24
    for sign, side in zip((-1, 1), found["x"], strict=True):
        quotient = (adcli.eval(text, x=sign * h).outputs["f"] - here) / (sign * h)
        assert side is not None
        if math.isinf(side):
            assert quotient * math.copysign(1, side) > 1e4, text
        else:
            assert math.isfinite(quotient)
            assert side == pytest.approx(quotient, abs=1e-4), text


SMOOTH = [
    "exp({})",
    "sin({})",
    "({})^2",
    "log(2 + ({})^2)",
    "sqrt(3 + sin({}))",
    "tanh({})",
    "({})/(1 + x^2)",
]


@pytest.mark.parametrize("seed", range(40))
def test_smooth_formulas_have_no_warnings(seed: int) -> None:
    rng = random.Random(seed)
    text = "x*y"
    for _ in range(4):
        text = rng.choice(SMOOTH).format(text)
    at = {"x": rng.choice([0.0, 0.5, -1.0]), "y": rng.choice([0.0, 1.0])}
    assert [n for n in adcli.hess(text, at=at).warnings if n.kind in ("kink", "boundary", "undefined")] == []


# where a derivative is infinite or undefined


def test_the_others_stand() -> None:
    answer = adcli.grad("x*y + sqrt(x-y) + log(z)", x=1, y=1, z=2)
    assert answer.gradient == {"x": inf, "y": -inf, "z": 0.5}
    first, second = answer.warnings
    assert (first.kind, first.input, second.input) == ("infinite_slope", "x", "y")
    assert first.cause == second.cause == "the slope of `sqrt(x-y)` is infinite here"
    assert first.detail == "x-y = 0 at x = 1, y = 1"
    assert first.rest == "the derivative by `z` stands"
    assert first.span is not None
    assert first.span.text == "sqrt(x-y)"


@pytest.mark.parametrize("mode", ["forward", "reverse"])
@pytest.mark.parametrize(
    ("text", "at", "cause", "place"),
    [
        ("sqrt(x^2 + y^2)", {"x": 0, "y": 0}, "0 times infinity", "sqrt(x^2 + y^2)"),
        ("x*sqrt(x)", {"x": 0}, "0 times infinity", "x*sqrt(x)"),
        ("sqrt(x) - sqrt(sin(x))", {"x": 0}, "infinity minus infinity", "sqrt(x) - sqrt(sin(x))"),
        ("u^v", {"u": -2, "v": 3}, "undefined", "u^v"),
        ("2 + sum([1, sqrt(x)*x])", {"x": 0}, "0 times infinity", "sqrt(x)*x"),
    ],
)
def test_undefined_derivatives_say_where_they_arise(
    text: str, at: dict[str, float], cause: str, place: str, mode: str
) -> None:
    found = [n for n in adcli.grad(text, at=at, mode=mode).warnings if n.kind == "undefined"]
    assert found
    assert cause in found[0].cause
    assert found[0].span is not None
    assert found[0].span.text == place


def test_an_undefined_derivative_tells_its_sides() -> None:
    (notice,) = adcli.grad("sqrt(x^2)", x=0).warnings
    assert (notice.kind, notice.left, notice.right) == ("undefined", -1, 1)


def test_the_element_of_an_array_is_named() -> None:
    (notice,) = adcli.grad("sum(sqrt(v))", v=[4.0, 0.0]).warnings
    assert (notice.kind, notice.input) == ("infinite_slope", "v[1]")
    assert notice.detail.startswith("v = 0 in element [1]")


@pytest.mark.parametrize(
    ("text", "hint"), [("log(x)", ""), ("sqrt(x)", ""), ("x^0.5", "cbrt"), ("1/(x + 1)", "")]
)
def test_a_hint_fits_its_fault(text: str, hint: str) -> None:
    with pytest.raises(AdError) as caught:
        adcli.grad(text, x=-1)
    assert (hint in caught.value.hint) if hint else caught.value.hint == ""


def test_notices_are_plain_facts() -> None:
    notice = adcli.grad("abs(x)", x=0).warnings[0]
    assert isinstance(notice, Notice)
    assert notice.message == f"{notice.cause}: {notice.told}"
