"""Arrays in programs: literals, indexing, masks, broadcasting, `where`."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import adcli
from adcli.operations import TABLE, Operation
from adcli.operations.rules.evaluate import fault
from adcli.text.errors import AdError
from tests.language.programs import agrees_with_differences, error, flat, gradient, result, value
from tests.operations.test_domain import grid

X = [0.7, -1.3, 2.1, 0.4]
A = [[2.0, 0.3, -0.5], [0.1, 1.5, 0.7], [-0.2, 0.4, 1.1]]

KEYS = [
    "x[0]", "x[-1]", "x[1:3]", "x[:2]", "x[-2:]", "x[:]", "x[::2]", "x[::-1]", "x[3:0:-2]", "x[-1:-3:-1]",
    "x[2:2]", "x[7:]", "x[-9:2]", "x[[0, 2]]", "x[[1, 1, -1]]", "x[[]]", "x[[2]]",
    "a[1]", "a[-1]", "a[1, 2]", "a[-1, -2]", "a[:, 1]", "a[0, :]", "a[:2, 1:]", "a[::-1, ::2]", "a[[0, 2]]",
    "a[[0, 0, 1], [1, 1, 2]]", "a[[2, 0], 1]", "a[1:, [0, 0]]", "a[1][2]", "a[:2][1]", "a[:, 1][0]",
    "a[[0], :]",
]  # fmt: skip


@pytest.mark.parametrize("text", KEYS)
def test_indexing_is_numpy_s(text: str) -> None:
    point = {"x": np.array(X), "a": np.array(A)}
    want = eval(text, {}, {name: number.copy() for name, number in point.items()})
    got = adcli.eval(f"input x, a\noutput f = {text}", at=point).outputs["f"]
    assert np.shape(got) == np.shape(want)
    np.testing.assert_array_equal(got, want)


@pytest.mark.parametrize("text", [key for key in KEYS if key not in ("x[[]]", "x[2:2]", "x[7:]")])
def test_the_adjoint_of_reading_adds_up(text: str) -> None:
    name = text[0]
    point = {name: {"x": X, "a": A}[name]}
    program = f"input {name}\nf = 0\ny = {text}*{text}*{text}"
    agrees_with_differences(f"{program}\noutput f = y if {int(_is_scalar(text))} else sum([y, 2*y])", **point)


def _is_scalar(text: str) -> bool:
    return np.ndim(eval(text, {}, {"x": np.array(X), "a": np.array(A)})) == 0


OUTSIDE = [
    ("x[4]", "index 4 is outside 0 to 3"),
    ("x[-5]", "index -5 is outside 0 to 3"),
    ("a[3, 0]", "index 3 is outside 0 to 2"),
    ("a[0, [0, 5]]", "index 5 is outside 0 to 2"),
    ("x[2:2][0]", "index 0 of an empty array"),
    ("x[0, 1]", "2 indices for an array of shape [4]"),
    ("x[0.5]", "a whole number is wanted here, not 0.5"),
    ("x[1e300]", "a whole number is wanted here, not 1e+300"),
    ("x[::0]", "a slice with step 0"),
    ("x[0][0]", "a number has no elements to index"),
    ("x[a[0] > 0]", "a mask of shape [3] for an array of shape [4]"),
    ("(x, 1)[2]", "index 2 is outside 0 to 1"),
]


@pytest.mark.parametrize(("text", "message"), OUTSIDE)
def test_what_is_not_there(text: str, message: str) -> None:
    caught = error(f"input x, a\noutput f = {text}", x=X, a=A)
    assert (caught.kind, caught.message) == ("shape", message)


def test_the_place_of_a_wrong_index_in_a_loop() -> None:
    caught = error("input x\ns = 0\nfor i in range(9):\n    s = s + x[i]\noutput f = s", x=X)
    assert caught.span is not None
    assert (caught.span.line, caught.span.text) == (4, "x[i]")


MASKS = [
    ("sum(x[x > 0.5]^2)", [1.4, 0, 4.2, 0]),
    ("sum(x[not (x > 0.5)]^2)", [0, -2.6, 0, 0.8]),
    ("sum(x[x > 0 and x < 2]^2)", [1.4, 0, 0, 0.8]),
    ("sum(x[x < -9 or x > 2]^2)", [0, 0, 4.2, 0]),
    ("x[0]*sum(x[x > 9]) + x[0]", [1, 0, 0, 0]),
    ("sum((x > 0)*x)", [1, 0, 1, 1]),
]


@pytest.mark.parametrize(("text", "want"), MASKS)
def test_masks_choose_elements(text: str, want: list[float]) -> None:
    assert gradient(f"input x\noutput f = {text}", x=X) == pytest.approx(want, abs=1e-15)


def test_masks_choose_what_is_written() -> None:
    assert gradient("input x\nx[x < 0] = 0\noutput f = sum(x^2)", x=X) == pytest.approx([1.4, 0, 4.2, 0.8])
    assert gradient("input x\nx[x > 1] *= x[0]\noutput f = sum(x)", x=X) == pytest.approx([3.1, 1, 0.7, 1])
    assert value("input a\noutput f = sum(a[a > 1])", a=A) == pytest.approx(4.6)


# broadcasting

SHAPES: list[tuple[tuple[int, ...], tuple[int, ...]]] = [
    ((), (3,)), ((3,), ()), ((2, 3), (3,)), ((3,), (2, 3)), ((2, 1), (3,)), ((2, 3), (1, 3)),
    ((1, 1), (2, 3)), ((2, 1, 3), (4, 1)), ((1,), (4,)), ((2, 3), (2, 3)),
]  # fmt: skip


@pytest.mark.parametrize("operator", ["+", "-", "*", "/"])
@pytest.mark.parametrize(("left", "right"), SHAPES)
def test_broadcasting_and_its_adjoint(left: tuple[int, ...], right: tuple[int, ...], operator: str) -> None:
    rng = np.random.default_rng(4)
    u, v = rng.uniform(0.5, 2, left), rng.uniform(0.5, 2, right)
    text = f"input u, v\nw = u {operator} v\noutput f = sum(w*w)"
    agrees_with_differences(text, u=u, v=v)
    want = {"+": u + v, "-": u - v, "*": u * v, "/": u / v}[operator]
    got = adcli.eval(f"input u, v\noutput w = u {operator} v", at={"u": u, "v": v}).outputs["w"]
    np.testing.assert_array_equal(got, want)


@given(
    st.sampled_from(
        ["sin(x)*y", "exp(-x)*y^2", "x^3/(1 + y*y)", "atan2(y, 2 + x*x)", "max(x, y)", "hypot(x, y)"]
    ),
    st.lists(st.floats(-2, 2).map(lambda v: round(v, 3)), min_size=3, max_size=3, unique=True),
    st.floats(2.5, 3).map(lambda v: round(v, 3)),
)
@settings(max_examples=40)
def test_an_array_is_its_elements(text: str, x: list[float], y: float) -> None:
    """An elementwise program on an array gives what the scalar programs give, element by element."""
    together = flat(adcli.grad(f"input x, y\noutput f = sum({text})", x=x, y=y, mode="reverse").gradient)
    alone = [flat(adcli.grad(f"input x, y\noutput f = {text}", x=v, y=y, mode="reverse").gradient) for v in x]
    assert together[:3] == pytest.approx([pair[0] for pair in alone], rel=1e-13, abs=1e-15)
    assert together[3] == pytest.approx(sum(pair[1] for pair in alone), rel=1e-12, abs=1e-13)


# where

WHERE = [
    ("where(x > 0, sqrt(x), 0)", [-1.0, 4.0], [0, 0.25]),
    ("where(x > 0, sqrt(x), x)", [0.0, 4.0], [1, 0.25]),
    ("where(x > 0, log(x), x^2)", [-1.0, 4.0, 0.0], [-2, 0.25, 0]),
    ("where(x > 0, where(x > 5, sqrt(x - 5), log(x)), x^2)", [-1.0, 4.0, 9.0], [-2, 0.25, 0.25]),
    ("where(x > 0, 1, 0)*x", [1.0, -2.0, 3.0], [1, 0, 1]),
    ("where(x > 0, 1, 0)*x", [1.0, 2.0], [1, 1]),
    ("where(x > 5, 1/(x - x), x)", [1.0, 2.0], [1, 1]),
    ("where(x != 0, sin(x)/x, 1)", [0.0, 2.0], [0, (np.cos(2) - np.sin(2) / 2) / 2]),
    ("where(x > 0, x, 0)^0.5*where(x > 0, 1, 0)", [4.0, 9.0], [0.25, 1 / 6]),
    ("where([1, 0, 1], x, 3*x)", [1.0, 1.0, 1.0], [1, 3, 1]),
    ("where(not (x > 0), 2*x, asin(x/4))", [-1.0, 0.0], [2, 2]),
    ("where(x > 0 and x < 2, sqrt(x*(2 - x)), 0)", [1.0, 3.0, -1.0], [0, 0, 0]),
]


@pytest.mark.parametrize(("text", "x", "want"), WHERE)
def test_where_computes_each_side_only_where_it_is_chosen(
    text: str, x: list[float], want: list[float]
) -> None:
    assert gradient(f"input x\noutput f = sum({text})", x=x) == pytest.approx(want, rel=1e-14, abs=1e-15)


def test_where_in_functions_and_of_functions() -> None:
    text = "def g(v): return sqrt(v) + log(v)\ninput x\noutput f = sum(where(x > 0, g(x), -x))"
    assert gradient(text, x=[-1.0, 4.0]) == pytest.approx([-1, 0.5])
    text = "def g(v): return where(v > 0, sqrt(v), v*v)\ninput x\noutput f = sum(g(x)*g(2*x))"
    agrees_with_differences(text, x=[-1.0, 4.0, 0.3])


def test_an_earlier_line_is_computed_everywhere() -> None:
    caught = error("input x\ny = sqrt(x)\noutput f = sum(where(x > 0, y, 0))", x=[-1.0, 4.0])
    assert (caught.kind, caught.message) == ("domain", "sqrt of a negative number")
    assert "x = -1 in element [0]" in caught.detail


def test_an_infinite_slope_on_the_side_that_is_not_chosen_is_absent_to_second_order() -> None:
    text = "input x\noutput f = sum(where(x > 0, sqrt(x), 0)*x)"
    hessian = np.asarray(adcli.hess(text, at={"x": [0.0, 4.0]}).array)
    np.testing.assert_allclose(hessian, np.diag([0, 0.375]), rtol=1e-14)
    text = "input x\ny = where(x > 0, x, 0)\noutput f = sum(where(x > 0, sqrt(y), 0))"
    hessian = np.asarray(adcli.hess(text, at={"x": [-1.0, 4.0]}).array)
    np.testing.assert_allclose(hessian, np.diag([0, -1 / 32]), rtol=1e-14)


def test_where_takes_the_shape_of_all_its_parts() -> None:
    for condition in ("x > 0", "x > 9", "x < 9"):
        shape = np.shape(
            adcli.eval(f"input x\noutput f = where({condition}, 1, 2)", at={"x": X}).outputs["f"]
        )
        assert shape == (4,)
    got = adcli.eval("input x, s\noutput f = where(x > 9, 1/s, s)", at={"x": X, "s": 0.0}).outputs["f"]
    assert got.tolist() == [0, 0, 0, 0]


def test_a_list_of_lists_is_a_matrix() -> None:
    text = "input a, b\nm = [[a, b], [b*a, 1]]\noutput f = sum((m @ m)[0])"
    agrees_with_differences(text, a=0.3, b=2.0)


def test_an_array_s_gradient_has_its_shape() -> None:
    found = result("input a\noutput f = sum(a*a)", a=A)
    assert np.shape(found.gradient["a"]) == (3, 3)


def test_inputs_by_shape() -> None:
    def kind(text: str, **point: Any) -> str:
        return error(text, **point).message

    assert value("input w[2]\noutput f = sum(w)", w=[1, 2]) == 3
    assert value("input n = 2, w[n, n]\noutput f = sum(w)", w=[[1, 2], [3, 4]]) == 10
    assert "has the shape [2, 2], and the value given has [2]" in kind(
        "input a[2, 2]\noutput f = sum(a)", a=[1, 2]
    )
    assert "has the shape [2], and the value given has none" in kind("input a[2]\noutput f = sum(a)", a=1.0)


FAULTY = [operation for operation in TABLE.values() if operation.faults and operation.spellings]


@pytest.mark.parametrize("operation", FAULTY, ids=lambda operation: operation.name)
def test_an_element_outside_the_domain_is_refused_as_a_scalar_is(operation: Operation) -> None:
    """With the same words, wherever it stands and whether the other operands are arrays or not."""
    inside = next(point for point in grid(operation) if fault(operation, *point) is None)
    names = [f"a{k}" for k in range(len(inside))]
    text = f"{operation.spellings[0]}({', '.join(names)})"
    if operation.symbol and "(" not in operation.symbol:
        text = operation.symbol.format(**dict(zip(operation.arguments, names, strict=True)))
    wrong = [point for point in grid(operation) if fault(operation, *point)]
    for outside in wrong[:: max(1, len(wrong) // 8)]:
        want = fault(operation, *outside)
        assert want is not None
        scalars = dict(zip(names, outside, strict=True))
        arrays = {name: [i, o] for name, i, o in zip(names, inside, outside, strict=True)}
        for at in (scalars, arrays, scalars | {names[0]: [outside[0]]}):
            with pytest.raises(AdError) as caught:
                adcli.eval(text, at=at)
            assert (caught.value.kind, caught.value.message) == ("domain", want.message), (text, at)


@pytest.mark.parametrize(
    ("text", "culprit"),
    [
        ("1 + (x) + (a[0])*2", "+"), ("x*2 >= a[0]", ">="), ("x @ a[0]", "@"), ("x**a[0]", "**"),
        ("(x  # + and\n - a[0])", "-"), ("2(x)(a[0])", "2(x)(a[0])"), ("hypot(x, a[0])", "hypot(x, a[0])"),
    ],
)  # fmt: skip
def test_shapes_that_do_not_fit_are_told_at_the_operator(text: str, culprit: str) -> None:
    caught = error(f"input x, a\noutput f = {text}", x=[1.0, 2.0, 3.0, 4.0], a=[[1.0, 2.0, 3.0]])
    assert "[4]" in caught.message
    assert "[3]" in caught.message
    assert caught.span is not None
    assert caught.span.text == culprit


@pytest.mark.parametrize("condition", ["v[:0] > x", "v[:2] > x", "[[1], [2], [3]] > v[:2]", "A > x"])
def test_what_overflows_beside_a_condition_of_another_shape(condition: str) -> None:
    """An error of shapes, at the operator, or the value; never one from inside."""
    text = f"input v, x, A\noutput f = sum(where({condition}, exp(v*x), hypot(v, x)))"
    point = {"v": [1.0, 1e200, -1.0], "x": 1e200, "A": A}
    with suppress(AdError):
        adcli.eval(text, at=point)
