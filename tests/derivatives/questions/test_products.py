"""Products with a direction: ⟨ȳ, Jẋ⟩ = ⟨Jᵀȳ, ẋ⟩, J ẋ from the Jacobian, H ẋ from the Hessian."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adcli.answers.matrices import Hessian, Jacobian
from adcli.derivatives.questions.hessian import hessian
from adcli.derivatives.questions.jacobian import jacobian
from adcli.derivatives.questions.products import hvp, jvp, vjp
from adcli.language.points.bindings import Bindings, bindings_of
from adcli.language.program import Program, load
from adcli.text.errors import AdError
from adcli.text.source import Source

PROGRAMS = [
    "input x = 0.7, y = -1.2\noutput sin(x*y), x^3 - y/x",
    "input v = [1.5, -0.5, 2], s = 0.3\nw = exp(s*v)*v[0]\noutput w, dot(v, w), s^2",
    "input A = [[2, 1], [0.5, 3]], b = [1, -1]\noutput u = solve(A, b), d = det(A)*sum(b*u)",
    "input v = [1, 2, 3, 4]\nfor k in range(1, 4):\n    v[k] = v[k]*v[k - 1]\noutput v, max(v)",
]
SCALARS = [
    "input x = 0.7, y = -1.2\noutput sin(x*y)*exp(x) + y^4",
    "input v = [1.5, -0.5, 2], s = 0.3\noutput sum(exp(s*v)*v[0]) + logsumexp(v[0], v[1]*s)",
    "input A = [[2, 1], [0.5, 3]], b = [1, -1]\noutput dot(b, solve(A, b))*det(A)",
    "input v = [1, 2, 3, 4]\nfor k in range(1, 4):\n    v[k] = v[k]*v[k - 1]\noutput sum(v^2)",
    "input v = [-1, 2, 0.5]\noutput sum(where(v > 0, v^1.5, v^2)) + max(v)*v[0]",
]


def drawn(draw: st.DataObject, parts: dict[str, Any]) -> Bindings:
    """A random number or array for each part."""
    number = st.floats(-2, 2)
    values = {}
    for name, value in parts.items():
        size = int(np.size(value))
        flat = draw.draw(st.lists(number, min_size=size, max_size=size), name)
        values[name] = np.array(flat).reshape(np.shape(value)) if np.ndim(value) else flat[0]
    return bindings_of(values)


def flat(parts: dict[str, Any]) -> Any:
    return np.concatenate([np.ravel(value) for value in parts.values()])


@cache
def program(text: str) -> Program:
    return load(Source(text))


@cache
def jacobian_of(text: str) -> Jacobian:
    return jacobian(program(text), bindings_of({}))


@cache
def hessian_of(text: str) -> Hessian:
    return hessian(program(text), bindings_of({}))


@pytest.mark.parametrize("text", PROGRAMS)
@settings(max_examples=30)  # of what is linear in the direction
@given(st.data())
def test_the_two_products_are_transposes(text: str, data: st.DataObject) -> None:
    model = program(text)
    answer = jacobian_of(text)
    tangent = drawn(data, answer.inputs)
    adjoint = drawn(data, answer.outputs)
    pushed = flat(jvp(model, bindings_of({}), tangent).jvp)
    pulled = flat(vjp(model, bindings_of({}), adjoint).vjp)
    assert np.isfinite(pushed).all()
    assert np.isfinite(pulled).all()
    x, y = flat(tangent.values), flat(adjoint.values)
    scale = 1.0 + np.abs(y) @ np.abs(answer.array) @ np.abs(x)
    assert y @ pushed == pytest.approx(pulled @ x, rel=1e-12, abs=1e-13 * scale)
    assert pushed == pytest.approx(answer.array @ x, rel=1e-12, abs=1e-13 * scale)
    assert pulled == pytest.approx(y @ answer.array, rel=1e-12, abs=1e-13 * scale)


@pytest.mark.parametrize("text", SCALARS)
@settings(max_examples=30)  # of what is linear in the direction
@given(st.data())
def test_a_product_with_the_hessian_is_that(text: str, data: st.DataObject) -> None:
    model = program(text)
    matrix = hessian_of(text).array
    tangent = drawn(data, hessian_of(text).inputs)
    answer = hvp(model, bindings_of({}), tangent)
    got, x = flat(answer.hvp), flat(tangent.values)
    assert np.isfinite(got).all()
    scale = 1.0 + np.abs(matrix).max() * np.abs(x).sum()
    assert got == pytest.approx(matrix @ x, rel=1e-12, abs=1e-12 * scale)


def test_what_is_left_out_does_not_move() -> None:
    """The infinite slope by x must not meet a tangent of x that is not there."""
    answer = jvp(program("sqrt(x) + y"), bindings_of({"x": 0.0, "y": 1.0}), bindings_of({"y": 3.0}))
    assert answer.jvp == {"f": 3.0}
    assert answer.tangent == {"x": 0.0, "y": 3.0}
    assert answer.warnings == ()


def test_a_zero_that_was_given_moves_nothing_either() -> None:
    """Along (0, 3) the function is sqrt(0) + y + 3t."""
    answer = jvp(program("sqrt(x) + y"), bindings_of({"x": 0.0, "y": 1.0}), bindings_of({"x": 0.0, "y": 3.0}))
    assert answer.jvp == {"f": 3.0}
    assert answer.warnings == ()


def test_an_element_of_an_array_moves_alone() -> None:
    text = "input v = [1, 2, 3]\noutput v[0]*v[1]*v[2]"
    answer = jvp(program(text), bindings_of({}), Bindings({"v[1]": 10.0}), wrt="v[1]")
    assert answer.jvp == {"v[0]*v[1]*v[2]": 30.0}
    product = hvp(program(text), bindings_of({}), Bindings({"v[1]": 10.0, "v[2]": 1.0}), wrt="v[1],v[2]")
    assert product.hvp == {"v[1]": 1.0, "v[2]": 10.0}
    assert product.gradient == {"v[1]": 3.0, "v[2]": 2.0}


@pytest.mark.parametrize(
    ("seed", "kind", "hint"),
    [
        ({"vell": 1.0}, "name", "did you mean `vel`?"),
        ({"vel": 1.0}, "shape", "`vel` is an array of 2"),
        ({"vel": [1.0, 2.0, 3.0]}, "shape", "`vel` is an array of 2"),
        ({"s": [1.0]}, "shape", "`s` is a number"),
    ],
)
def test_a_seed_that_does_not_fit(seed: dict[str, Any], kind: str, hint: str) -> None:
    with pytest.raises(AdError) as caught:
        jvp(program("s*sum(vel)"), bindings_of({"s": 1.0, "vel": [1.0, 2.0]}), bindings_of(seed))
    assert caught.value.kind == kind
    assert caught.value.hint == hint


def test_a_constant_by_wrt_does_not_move() -> None:
    with pytest.raises(AdError, match="`y` is held constant by --wrt"):
        jvp(program("x*y"), bindings_of({"x": 1.0, "y": 2.0}), bindings_of({"y": 1.0}), wrt="x")


def test_adjoints_are_of_outputs() -> None:
    with pytest.raises(AdError, match="there is no output `x`"):
        vjp(
            program("f = x*y\ng = x\noutput f, g"), bindings_of({"x": 1.0, "y": 2.0}), bindings_of({"x": 1.0})
        )


def test_one_output_only_has_a_hessian() -> None:
    with pytest.raises(AdError) as caught:
        hvp(program("x*y, x"), bindings_of({"x": 1.0, "y": 2.0}), bindings_of({"x": 1.0}))
    assert caught.value.kind == "usage"


def test_an_input_that_nothing_uses() -> None:
    answer = vjp(program("input x, y\noutput x^2"), bindings_of({"x": 1.0, "y": 2.0}), Bindings({"x^2": 1.0}))
    assert answer.vjp == {"x": 2.0, "y": 0.0}
    assert [(w.kind, w.input) for w in answer.warnings] == [("unconnected", "y")]


@pytest.mark.parametrize(
    ("text", "tangent", "want"),
    [
        ("abs(v[0])^2 + v[1]", [3.0, 1.0], [6.0, 0.0]),
        ("norm(v)^2", [1.0, 3.0], [2.0, 6.0]),
        ("hypot(v[0], v[1])^2*2 + v[0]*v[1]", [1.0, 3.0], [7.0, 13.0]),
        ("v[0]^2 + abs(v[1])*v[1]^2", [1.0, 1.0], [2.0, 0.0]),
    ],
)
def test_a_kink_that_the_curvature_does_not_have(text: str, tangent: list[float], want: list[float]) -> None:
    product = hvp(program(text), bindings_of({"v": [0.0, 0.0]}), bindings_of({"v": tangent}))
    assert product.hvp["v"].tolist() == want
    assert product.warnings == ()


def test_outputs_that_are_one_node_count_each() -> None:
    answer = vjp(
        program("u = x^2\noutput u, v = u"), bindings_of({"x": 3.0}), bindings_of({"u": 1.0, "v": 2.0})
    )
    assert answer.vjp == {"x": 18.0}
