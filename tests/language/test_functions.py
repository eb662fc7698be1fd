"""The functions on arrays: values against NumPy, derivatives against differences, errors."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import adcli
from adcli.language.grammar.vocabulary import CALLS
from tests.language.programs import agrees_with_differences, error, value

POINT: dict[str, Any] = {
    "x": [0.7, -1.3, 2.1],
    "y": [1.1, 0.4, -0.6],
    "A": [[2.0, 0.3, -0.5], [0.1, 1.5, 0.7], [-0.2, 0.4, 1.1]],
    "D": [[1.0, 2.0, -1.0], [0.5, -0.3, 0.9]],
    "s": 0.8,
}
Case = tuple[str, Callable[..., Any]]


def lse(x: Any, axis: Any = None) -> Any:
    return np.log(np.sum(np.exp(x), axis=axis))


def smax(x: Any, axis: Any = None) -> Any:
    return np.exp(x) / np.sum(np.exp(x), axis=axis, keepdims=axis is not None)


# Per function: texts, and the same for NumPy.
CASES: dict[str, list[Case]] = {
    "sum": [
        ("sum(x)", lambda x, y, A, D, s: x.sum()),
        ("sum(D, axis=0)", lambda x, y, A, D, s: D.sum(0)),
        ("sum(D, axis=-1)", lambda x, y, A, D, s: D.sum(-1)),
        ("sum(x[3:])", lambda x, y, A, D, s: 0.0),
        ("sum(i*s for i in range(4))", lambda x, y, A, D, s: 6 * s),
        ("sum([v, w] for v in x for w in y)", lambda x, y, A, D, s: 3 * x.sum() + 3 * y.sum()),
    ],
    "prod": [
        ("prod(x)", lambda x, y, A, D, s: x.prod()),
        ("prod(D, axis=0)", lambda x, y, A, D, s: D.prod(0)),
        ("prod(D, axis=1)", lambda x, y, A, D, s: D.prod(1)),
        ("prod(A)", lambda x, y, A, D, s: A.prod()),
        ("prod(x[:1])", lambda x, y, A, D, s: x[0]),
        ("prod(x[3:])", lambda x, y, A, D, s: 1.0),
    ],
    "mean": [
        ("mean(x)", lambda x, y, A, D, s: x.mean()),
        ("mean(D, axis=-2)", lambda x, y, A, D, s: D.mean(-2)),
    ],
    "var": [
        ("var(x)", lambda x, y, A, D, s: x.var()),
        ("var(D, axis=1, ddof=1)", lambda x, y, A, D, s: D.var(1, ddof=1)),
        ("var(x[:1])", lambda x, y, A, D, s: 0.0),
    ],
    "std": [
        ("std(x)", lambda x, y, A, D, s: x.std()),
        ("std(D, axis=0)", lambda x, y, A, D, s: D.std(0)),
        ("std(D, ddof=1)", lambda x, y, A, D, s: D.std(ddof=1)),
    ],
    "max": [
        ("max(x)", lambda x, y, A, D, s: x.max()),
        ("max(x, y)", lambda x, y, A, D, s: np.maximum(x, y)),
        ("max(D, axis=0)", lambda x, y, A, D, s: D.max(0)),
        ("max(x, s, 1)", lambda x, y, A, D, s: np.maximum(x, 1)),
        ("max(v*v for v in x)", lambda x, y, A, D, s: (x * x).max()),
    ],
    "min": [
        ("min(x)", lambda x, y, A, D, s: x.min()),
        ("min(D, axis=1)", lambda x, y, A, D, s: D.min(1)),
        ("min(x, s)", lambda x, y, A, D, s: np.minimum(x, s)),
    ],
    "logsumexp": [
        ("logsumexp(x)", lambda x, y, A, D, s: lse(x)),
        ("logsumexp(D, axis=0)", lambda x, y, A, D, s: lse(D, 0)),
        ("logsumexp(x, y)", lambda x, y, A, D, s: np.logaddexp(x, y)),
    ],
    "softmax": [
        ("softmax(x)", lambda x, y, A, D, s: smax(x)),
        ("softmax(D, axis=1)", lambda x, y, A, D, s: smax(D, 1)),
        ("sum(softmax(x[3:])) + s", lambda x, y, A, D, s: s),
    ],
    "cumsum": [
        ("cumsum(x)", lambda x, y, A, D, s: x.cumsum()),
        ("cumsum(D, axis=0)", lambda x, y, A, D, s: D.cumsum(0)),
        ("cumsum(D)", lambda x, y, A, D, s: D.cumsum()),
    ],
    "norm": [
        ("norm(x)", lambda x, y, A, D, s: np.linalg.norm(x)),
        ("norm(D)", lambda x, y, A, D, s: np.linalg.norm(D)),
        ("norm(x, axis=0)", lambda x, y, A, D, s: np.linalg.norm(x, axis=0)),
        ("norm(D, axis=0)", lambda x, y, A, D, s: np.linalg.norm(D, axis=0)),
        ("norm([D, D*D], axis=1)", lambda x, y, A, D, s: np.linalg.norm([D, D * D], axis=1)),
        ("norm(A, axis=-1)", lambda x, y, A, D, s: np.linalg.norm(A, axis=-1)),
    ],
    "dot": [("dot(x, y)", lambda x, y, A, D, s: x @ y), ("dot(D, x)", lambda x, y, A, D, s: D @ x)],
    "matmul": [
        ("matmul(A, x)", lambda x, y, A, D, s: A @ x),
        ("x @ A", lambda x, y, A, D, s: x @ A),
        ("D @ A", lambda x, y, A, D, s: D @ A),
        ("x @ A @ y", lambda x, y, A, D, s: x @ A @ y),
    ],
    "outer": [("outer(x, y[:2])", lambda x, y, A, D, s: np.outer(x, y[:2]))],
    "cross": [("cross(x, y)", lambda x, y, A, D, s: np.cross(x, y))],
    "transpose": [
        ("transpose(D)", lambda x, y, A, D, s: D.T),
        ("D.T @ D", lambda x, y, A, D, s: D.T @ D),
        ("x.T", lambda x, y, A, D, s: x),
        ("stack(D, 2*D).T", lambda x, y, A, D, s: np.stack([D, 2 * D]).T),
    ],
    "reshape": [
        ("reshape(D, 3, 2)", lambda x, y, A, D, s: D.reshape(3, 2)),
        ("reshape(D, [6])", lambda x, y, A, D, s: D.reshape(6)),
        ("reshape(A, -1)", lambda x, y, A, D, s: A.reshape(-1)),
        ("reshape(D, 3, -1)", lambda x, y, A, D, s: D.reshape(3, -1)),
    ],
    "concat": [
        ("concat(x, y)", lambda x, y, A, D, s: np.concatenate([x, y])),
        ("concat(D, A)", lambda x, y, A, D, s: np.concatenate([D, A])),
        ("concat(D, A[:2], axis=1)", lambda x, y, A, D, s: np.concatenate([D, A[:2]], 1)),
        ("concat([x, y])", lambda x, y, A, D, s: np.concatenate([x, y])),
        ("concat(x, [s, 1])", lambda x, y, A, D, s: np.concatenate([x, [s, 1]])),
    ],
    "stack": [
        ("stack(x, y)", lambda x, y, A, D, s: np.stack([x, y])),
        ("stack(x, y, axis=1)", lambda x, y, A, D, s: np.stack([x, y], 1)),
        ("stack(D, 2*D, axis=-1)", lambda x, y, A, D, s: np.stack([D, 2 * D], -1)),
        ("stack([x, y])", lambda x, y, A, D, s: np.stack([x, y])),
        ("stack(s, 2, s)", lambda x, y, A, D, s: np.array([s, 2, s])),
    ],
    "diag": [
        ("diag(x)", lambda x, y, A, D, s: np.diag(x)),
        ("diag(A)", lambda x, y, A, D, s: np.diag(A)),
    ],
    "trace": [("trace(A)", lambda x, y, A, D, s: np.trace(A))],
    "det": [("det(A)", lambda x, y, A, D, s: np.linalg.det(A))],
    "inv": [("inv(A)", lambda x, y, A, D, s: np.linalg.inv(A))],
    "logdet": [("logdet(A)", lambda x, y, A, D, s: np.linalg.slogdet(A)[1])],
    "solve": [
        ("solve(A, x)", lambda x, y, A, D, s: np.linalg.solve(A, x)),
        ("solve(A, D.T)", lambda x, y, A, D, s: np.linalg.solve(A, D.T)),
    ],
    "zeros": [
        ("zeros(3) + s", lambda x, y, A, D, s: np.zeros(3) + s),
        ("zeros([2, 3]) + D", lambda x, y, A, D, s: D),
    ],
    "ones": [("ones(2, 3)*s", lambda x, y, A, D, s: np.ones((2, 3)) * s)],
    "eye": [("eye(3)*x", lambda x, y, A, D, s: np.eye(3) * x)],
    "linspace": [
        ("linspace(0, 1, 5)*s", lambda x, y, A, D, s: np.linspace(0, 1, 5) * s),
        ("linspace(s, x[2], 4)", lambda x, y, A, D, s: np.linspace(s, x[2], 4)),
        ("linspace(s, 2, 1)", lambda x, y, A, D, s: np.array([s])),
    ],
    "range": [
        ("range(4)*s", lambda x, y, A, D, s: np.arange(4) * s),
        ("range(7, 1, -2)*s", lambda x, y, A, D, s: np.arange(7, 1, -2) * s),
    ],
    "len": [("len(D)*s", lambda x, y, A, D, s: 2 * s), ("len(range(2, 9))*s", lambda x, y, A, D, s: 7 * s)],
    "shape": [("shape(D)*s", lambda x, y, A, D, s: np.array([2, 3]) * s)],
    "enumerate": [("[i*v for i, v in enumerate(x)]", lambda x, y, A, D, s: np.arange(3) * x)],
    "zip": [("[v*w for v, w in zip(x, y)]", lambda x, y, A, D, s: x * y)],
}

each = pytest.mark.parametrize(
    ("text", "like"), [case for cases in CASES.values() for case in cases], ids=lambda part: str(part)[:40]
)


def test_every_function_has_a_case() -> None:
    assert set(CASES) == set(CALLS)


@each
def test_values_are_those_of_numpy(text: str, like: Callable[..., Any]) -> None:
    want = like(**{name: np.asarray(number) for name, number in POINT.items()})
    program = f"input {', '.join(POINT)}\noutput f = {text}"
    got = adcli.eval(program, at=POINT).outputs["f"]
    assert np.shape(got) == np.shape(want)
    assert np.isfinite(got).all()
    np.testing.assert_allclose(got, want, rtol=1e-13, atol=1e-14)


@each
def test_derivatives_are_those_of_differences(text: str, like: Callable[..., Any]) -> None:
    used = {
        name: number for name, number in POINT.items() if name in text.replace("axis", "").replace("max", "")
    }
    size = np.shape(like(**{name: np.asarray(number) for name, number in POINT.items()}))
    weights = np.random.default_rng(3).uniform(0.5, 1.5, size).tolist()
    total = f"sum({weights}*y0*y0)" if size else f"{weights}*y0*y0"
    agrees_with_differences(f"input {', '.join(used)}\ny0 = {text}\noutput f = {total}", **used)


WRONG = [
    ("x + D[:, :2]", ["[3] and [2, 2]"]),
    ("x @ D", ["[3] @ [2, 3]"]),
    ("D @ D", ["[2, 3] @ [2, 3]"]),
    ("dot(x, D)", ["[3] @ [2, 3]"]),
    ("x @ s", ["not a number"]),
    ("outer(D, x)", ["[2, 3] and [3]"]),
    ("cross(x, y[:2])", ["[3] and [2]", "vectors of 3"]),
    ("det(D)", ["square", "[2, 3]"]),
    ("inv(x)", ["square", "[3]"]),
    ("trace(D)", ["square", "[2, 3]"]),
    ("logdet(-A)", ["negative determinant"]),
    ("logdet(0*A)", ["singular"]),
    ("inv(0*A)", ["singular"]),
    ("solve(outer(x, x), y)", ["singular"]),
    ("solve(A, D)", ["[3, 3] and [2, 3]"]),
    ("reshape(D, 4)", ["6 elements", "[2, 3]", "[4]"]),
    ("reshape(D, -1, 4)", ["6 elements", "[2, 3]"]),
    ("concat(x, D)", ["[3] and [2, 3]"]),
    ("concat(D, A, axis=1)", ["[2, 3] and [3, 3]"]),
    ("stack(x, y[:2])", ["[2] and [3]"]),
    ("sum(D, axis=2)", ["axis 2", "2 axes"]),
    ("sum(x, axis=-2)", ["axis -2", "1 axis"]),
    ("sum(x, 0)", ["1 argument, got 2"]),
    ("sum(x, axes=0)", ["no named argument `axes`", "axis"]),
    ("max(x, y, axis=0)", ["one array"]),
    ("mean(x[3:])", ["mean of nothing"]),
    ("max(x[3:])", ["empty"]),
    ("min(D[:, 3:], axis=1)", ["empty"]),
    ("logsumexp(x[3:])", ["empty"]),
    ("var(x[:1], ddof=1)", ["1 values", "ddof=1"]),
    ("zeros(2.5)", ["whole number", "2.5"]),
    ("zeros(-1)", ["negative length"]),
    ("range(1, 5, 0)", ["step 0"]),
    ("len(s)", ["number"]),
    ("sum(s)", ["not a number"]),
    ("[[1, 2], [3]]", ["[1] and [2]"]),
    ("[x, y[:2]]", ["[2] and [3]"]),
    ("where(x > 0, x, D[:, :2])", ["[3]", "[2, 2]"]),
]


@pytest.mark.parametrize(("text", "told"), WRONG)
def test_errors_name_the_shapes(text: str, told: list[str]) -> None:
    caught = error(f"input {', '.join(POINT)}\noutput f = 1 + {text}", **POINT)
    for part in told:
        assert part in caught.message
    assert caught.span is not None
    assert caught.span.text in f"1 + {text}"


@given(st.lists(st.sampled_from([0.0, -2.0, 0.5, 3.0, 1e-3]), min_size=1, max_size=9))
@settings(max_examples=40)
def test_prod_has_exact_derivatives_where_elements_are_zero(x: list[float]) -> None:
    back = adcli.grad("prod(x)", at={"x": x}, mode="reverse").gradient["x"]
    want = [float(np.prod(x[:k] + x[k + 1 :])) for k in range(len(x))]
    assert list(back) == pytest.approx(want, rel=1e-14, abs=0)


def test_logsumexp_and_norm_neither_overflow_nor_underflow() -> None:
    assert value("output f = logsumexp(x)", x=[1000.0, 1000.0]) == pytest.approx(1000.6931471805599)
    assert value("output f = norm(x)", x=[3e200, 4e200]) == pytest.approx(5e200)
    assert value("output f = norm(x)", x=[3e-200, 4e-200]) == pytest.approx(5e-200)


@pytest.mark.parametrize(("u", "v"), [(3.0, 4.0), (5.0, 12.0), (0.1, 0.2), (1e200, 1e200), (1e-200, 2e-200)])
def test_a_norm_is_hypot_to_the_last_digit(u: float, v: float) -> None:
    norm, hypot = (adcli.grad(text, at={"u": u, "v": v}) for text in ("norm([u, v])", "hypot(u, v)"))
    assert (norm.value, norm.gradient) == (hypot.value, hypot.gradient)


@pytest.mark.parametrize("a", [math.inf, -math.inf, 0.0])
@pytest.mark.parametrize("b", [math.inf, -math.inf, 0.0])
def test_logsumexp_of_an_array_is_that_of_numbers(a: float, b: float) -> None:
    of_array, of_numbers = (
        adcli.eval(f"logsumexp({text})", at={"a": a, "b": b}) for text in ("[a, b]", "a, b")
    )
    assert of_array.value == of_numbers.value
    assert of_array.warnings == of_numbers.warnings == ()


@pytest.mark.parametrize("x", [2.5, 0.1, -0.7, 1e300, 1e-300])
@pytest.mark.parametrize("text", ["std([x, x, x])", "var([x, x, x, x, x])", "std([[x, x, x]], axis=1)[0]"])
def test_equal_numbers_have_no_deviation(text: str, x: float) -> None:
    answer = adcli.grad(text, at={"x": x})
    assert (answer.value, answer.gradient, answer.warnings) == (0.0, {"x": 0.0}, ())
    assert adcli.eval(f"{text}*0 + 5", at={"x": x}).warnings == ()
