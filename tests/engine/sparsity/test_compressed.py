"""Few sweeps give the same Jacobians and Hessians as many."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import adcli
from adcli.derivatives.axes.entries import entries, laid_second
from adcli.derivatives.axes.slices import inputs_of, outputs_of
from adcli.derivatives.questions.hessian import sparse_hessian
from adcli.derivatives.questions.jacobian import sparse_jacobian
from adcli.engine.sparsity import compressed
from adcli.language.points.bindings import bindings_of
from adcli.language.program import load
from adcli.text.errors import AdError
from adcli.text.source import Source

N = 30
POINT = np.linspace(-1.2, 1.7, N)
BANDS = {
    "loop": """n = len(x)
y = zeros(n)
for i in range(1, n - 1):
    y[i] = (3 - 2*x[i])*x[i] - x[i-1] - 2*x[i+1] + 1
y[0] = (3 - 2*x[0])*x[0] - 2*x[1] + 1
y[n-1] = (3 - 2*x[n-1])*x[n-1] - x[n-2] + 1
output y""",
    "list": """n = len(x)
u = concat([0], x, [0])
output [(3 - 2*u[i])*u[i] - u[i-1] - 2*u[i+1] + 1 for i in range(1, n + 1)]""",
    "slices": "u = concat([0], x, [0])\noutput (3 - 2*x)*x - u[:-2] - 2*u[2:] + 1",
}


def broyden(x: Any) -> Any:
    return np.diag(3 - 4 * x) + np.diag(-np.ones(N - 1), -1) + np.diag(-2 * np.ones(N - 1), 1)


@pytest.mark.parametrize("text", BANDS.values(), ids=BANDS)
@pytest.mark.parametrize("mode", ["auto", "forward", "reverse"])
def test_a_tridiagonal_system_takes_three_sweeps(text: str, mode: str) -> None:
    answer = adcli.jac(text, at={"x": POINT}, mode=mode)
    assert answer.sweeps == 3
    assert np.isfinite(answer.array).all()
    assert answer.array == pytest.approx(broyden(POINT), rel=1e-15, abs=0)
    way = "reverse" if mode == "reverse" else "forward"
    shared = {"forward": ("", " in 3 colours"), "reverse": (" in 3 colours", "")}[way]
    counts = f"{N} outputs{shared[0]}, {N} inputs{shared[1]}"
    assert answer.reason.startswith(f"{way}: {counts}: 3 sweeps instead of {N}")


def test_a_tridiagonal_system_of_scalars() -> None:
    names = [f"x{k}" for k in range(N)]
    padded = ["0", *names, "0"]
    outputs = ", ".join(
        f"(3 - 2*{b})*{b} - {a} - 2*{c} + 1" for a, b, c in zip(padded, names, padded[2:], strict=False)
    )
    answer = adcli.jac(f"input {', '.join(names)}\noutput {outputs}", at=dict(zip(names, POINT, strict=True)))
    assert answer.sweeps == 3
    assert answer.array == pytest.approx(broyden(POINT), rel=1e-15, abs=0)


def test_rows_share_sweeps_too() -> None:
    """Forty inputs, of which each output reads four of its own: one reverse sweep."""
    text = "output [x[4*i]*x[4*i+1]*x[4*i+2]*x[4*i+3] for i in range(10)]"
    answer = adcli.jac(text, at={"x": np.linspace(1, 2, 40)})
    assert (answer.mode, answer.sweeps) == ("reverse", 1)
    assert answer.reason == "reverse: 10 outputs in 1 colour, 40 inputs: 1 sweep instead of 10"
    assert np.count_nonzero(answer.array) == 40


def test_many_colours_travel_together(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "output [sum(x[j]^3*x[i] for j in range(i, i + 12)) for i in range(30)]"
    point = {"x": np.linspace(0.5, 1.5, 42)}
    answer = adcli.jac(text, at=point)
    assert answer.sweeps == 12
    monkeypatch.setattr(compressed, "WORTH", math.inf)
    assert np.array_equal(answer.array, adcli.jac(text, at=point).array)


@pytest.mark.parametrize(
    "text", ["output sqrt(x) + x[::-1]*0", "output [sqrt(x[i]) + x[4-i]*0 for i in range(5)]"]
)
def test_an_infinite_slope_stays_in_its_entry(text: str) -> None:
    answer = adcli.jac(text, at={"x": [0.0, 1.0, 4.0, 9.0, 16.0]})
    assert math.isinf(answer.jacobian[0][0])
    rest = answer.array.copy()
    rest[0, 0] = 0.0
    assert rest == pytest.approx(np.diag([0, 0.5, 0.25, 1 / 6, 0.125]), abs=0)


def test_coordinates_tell_only_what_can_differ_from_0() -> None:
    answer = sparse_jacobian(
        load(Source("output x*y, 5, y*z*0")), bindings_of({"x": 2.0, "y": 3.0, "z": 4.0})
    )
    assert (answer.entries.rows, answer.entries.cols) == ([0, 0, 2, 2], [0, 1, 1, 2])
    assert answer.entries.values == [3.0, 2.0, 0.0, 0.0]
    assert answer.array.tolist() == [[3.0, 2.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]


SCALARS = {
    "chain": ("sum(100*(x[1:] - x[:-1]^2)^2 + (1 - x[:-1])^2)", 3),
    "loop": (
        "s = 0\nfor i in range(1, 30):\n  s = s + 100*(x[i] - x[i-1]^2)^2 + (1 - x[i-1])^2\noutput s",
        3,
    ),
    "arrow": ("sum((x - x[0])^4)", 2),
    "separate": ("sum(exp(x)/(2 + x))", 1),
    "full": ("sum(x)^3", 30),
    "selection": ("sum(where(x > 0, x^3, x[0]*x))", 2),
}


@pytest.mark.parametrize(("text", "sweeps"), SCALARS.values(), ids=SCALARS)
def test_hessians(text: str, sweeps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    program, point = load(Source(text)), bindings_of({"x": POINT})
    answer = adcli.hess(text, at={"x": POINT})
    assert answer.sweeps == sweeps
    assert np.array_equal(answer.array, answer.array.T)
    sparse = sparse_hessian(program, point)
    assert np.array_equal(sparse.array, answer.array)
    assert adcli.hess(text, at={"x": POINT}, diagonal=True).diagonal == answer.diagonal
    monkeypatch.setattr(compressed, "FEW", math.inf)
    plain = adcli.hess(text, at={"x": POINT})
    assert plain.sweeps == N
    assert np.isfinite(plain.array).all()
    assert answer.array == pytest.approx(plain.array, rel=1e-15, abs=1e-15)


def test_a_zero_second_derivative_is_in_the_pattern() -> None:
    """Structure, not values: x²y at x = 0."""
    trace = load(Source("x^2*y + z")).trace({"x": 0.0, "y": 3.0, "z": 1.0})
    there, known = laid_second(trace, next(iter(trace.outputs.values())), inputs_of(trace, None), whole=True)
    assert there == [0, 1, 2]
    assert known.pattern == [(0, 1), (0,), ()]


def test_too_large_to_lay_out() -> None:
    with pytest.raises(AdError, match=r"2,100 × 2,100 = 4,410,000 entries") as caught:
        adcli.jac("x^2", at={"x": np.ones(2100)})
    assert "--sparse" in caught.value.hint
    with pytest.raises(AdError, match="the Hessian has"):
        adcli.hess("sum(x^2)", at={"x": np.ones(2100)})
    assert len(sparse_hessian(load(Source("sum(x^2)")), bindings_of({"x": np.ones(2100)})).entries) == 2100


def test_a_list_may_have_one_item() -> None:
    """It is a stack of one argument, in a graph whose arrays only carry scalars about."""
    assert adcli.hess("sum([x^2])*y", x=3, y=2).hessian == [[4.0, 6.0], [6.0, 0.0]]
    text = "sum(sum([x[i]^2]) for i in range(len(x) - 1))*x[-1]"
    found = sparse_hessian(load(Source(text)), bindings_of({"x": [*range(20)]})).entries
    assert (len(found.values), found.values[0]) == (57, 38.0)


def test_a_long_system_is_linear() -> None:
    """Ten times as many equations: ten times the entries, and the same number of sweeps."""
    text = "output [(3 - 2*x[i])*x[i] - x[i-1] - 2*x[i+1] for i in range(1, len(x) - 1)]"
    trace = load(Source(text)).trace({"x": np.linspace(-1, 1, 5000)})
    rows = [y for part in outputs_of(trace) for y in part.elements]
    columns = [x for part in inputs_of(trace, None) for x in part.elements]
    found, choice = entries(trace, rows, columns)
    assert choice.sweeps == 3
    assert len(found) == 3 * 4998
