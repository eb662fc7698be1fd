"""A loaded program serves many points: its graph while the decisions stay, else a new run."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize

import adcli
from adcli.answers.series import Mixed
from adcli.derivatives.questions.model import Model
from adcli.text.errors import AdError


def agrees(model: Model, point: dict[str, Any]) -> None:
    """With a run of its own at this point, to the last bit."""
    value, gradient = model.value_and_grad(point)
    fresh = adcli.grad(model, at=point)
    assert math.isfinite(value)
    assert value == fresh.value
    assert gradient.keys() == fresh.gradient.keys()
    for name, slope in gradient.items():
        assert np.isfinite(slope).all()
        assert np.array_equal(slope, fresh.gradient[name])
        assert np.shape(slope) == np.shape(fresh.gradient[name])


@pytest.mark.parametrize(
    "text",
    [
        "exp(x*y)/(1 + x^2)",
        "s = 0\nfor i in range(5):\n  s = s*x + y^i\noutput s",
        "max(x, y)*abs(x - y)",
        "def f(a):\n  return a if a < 1 else f(a/2)\noutput f(x)*y",
    ],
)
def test_a_replayed_graph_gives_what_a_run_gives(text: str) -> None:
    model = adcli.load(text)
    for x in (0.5, 0.6, 0.7, 3.1, 3.2, 12.0, 0.5):
        agrees(model, {"x": x, "y": x / 3 + 0.5})
    assert model.runs < 7


ARRAYS = {
    "slices": "sum(100*(x[1:] - x[:-1]^2)^2 + (1 - x[:-1])^2)",
    "loop": "y = zeros(len(x))\nfor i in range(1, len(x)):\n  y[i] = x[i]*x[i-1] + y[i-1]\noutput sum(y^2)",
    "in place": "for i in range(1, len(x)):\n  x[i] = x[i]*x[i-1]\noutput sum(x)",
    "products": "A = outer(x, x) + eye(len(x))\noutput logdet(A) + x @ solve(A, x)",
    "selection": "sum(where(x > 0.2, x^2, sin(x)))",
}


@pytest.mark.parametrize("text", ARRAYS.values(), ids=ARRAYS)
def test_a_replayed_graph_of_arrays_gives_what_a_run_gives(text: str) -> None:
    model = adcli.load(text)
    for shift in (0.5, 0.51, 0.52):
        agrees(model, {"x": shift + np.arange(5.0)})
    assert model.runs == 1
    agrees(model, {"x": 0.5 + np.arange(7.0)})
    assert model.runs == 2


def test_a_decision_that_turns_out_differently() -> None:
    model = adcli.load("x^2 if x > 1 else 3*x")
    assert model.value_and_grad({"x": 2.0}) == (4.0, {"x": 4.0})
    assert model.value_and_grad({"x": 3.0}) == (9.0, {"x": 6.0})
    assert model.runs == 1
    assert model.value_and_grad({"x": 0.5}) == (1.5, {"x": 3.0})
    assert model.runs == 2


def test_decisions_of_arrays_and_indices() -> None:
    model = adcli.load("sum(where(x > 1, x^2, 3*x))")
    assert model.value({"x": [2.0, 0.5]}) == 5.5
    assert model.value({"x": [3.0, 0.25]}) == 9.75
    assert model.runs == 1
    assert model.value({"x": [0.5, 3.0]}) == 10.5
    assert model.runs == 2
    model = adcli.load("x[k]^2")
    assert model.value({"x": [2.0, 3.0], "k": 0}) == 4.0
    assert model.value({"x": [5.0, 3.0], "k": 0}) == 25.0
    assert model.runs == 1
    assert model.value({"x": [5.0, 3.0], "k": 1}) == 9.0
    assert model.runs == 2


def test_a_tie_runs_the_program() -> None:
    """At a tie there is something to warn about."""
    model = adcli.load("x^2 if x >= 1 else 3*x")
    assert model.value({"x": 2.0}) == 4.0
    assert model.value({"x": 1.0}) == 1.0
    assert model.runs == 2


@pytest.mark.parametrize("text", ["log(x)", "1/x", "sum(sqrt([x, 1]))", "clamp(y, 0, x)", "sum(log([x, y]))"])
def test_a_point_outside_the_domain(text: str) -> None:
    model = adcli.load(f"input x, y = 5\noutput {text}")
    assert math.isfinite(model.value({"x": 2.0}))
    with pytest.raises(AdError) as caught:
        model.value({"x": 0.0 if text == "1/x" else -1.0})
    assert caught.value.kind == "domain"
    assert caught.value.span is not None
    assert math.isfinite(model.value({"x": 3.0}))


def test_what_is_bound_makes_a_difference() -> None:
    model = adcli.load("input x, y = 2\noutput x*y")
    assert model.value({"x": 3.0, "y": 5.0}) == 15.0
    assert model.value({"x": 3.0}) == 6.0
    assert model.value({"x": 4.0}) == 8.0
    model = adcli.load("u = x^2; v = x^3; output u, v")
    assert model.value({"x": 2.0}, output="u") == 4.0
    assert model.value({"x": 2.0}, output="v") == 8.0
    with pytest.raises(AdError, match="2 outputs"):
        model.value_and_grad({"x": 2.0})


def test_a_file_and_the_other_functions(tmp_path: Path) -> None:
    path = tmp_path / "m.ad"
    path.write_text("input x, y = 2\noutput x^2*y\n", encoding="utf-8")
    for model in (adcli.load(str(path)), adcli.load(path)):
        assert model.title.endswith("m.ad")
        assert adcli.grad(model, x=3).gradient == {"x": 12.0, "y": 9.0}
        assert adcli.jac(model, x=3).jacobian == [[12.0, 9.0]]
        assert adcli.jac(model, x=3, sparse=True).entries.values == [12.0, 9.0]
        assert adcli.hess(model, x=3).hessian == [[4.0, 6.0], [6.0, 0.0]]
        assert adcli.hess(model, x=3, sparse=True).entries.cols == [0, 1, 0]
        assert adcli.jvp(model, {"x": 1}, x=3).jvp == {"x^2*y": 12.0}
        assert adcli.vjp(model, {"x^2*y": 2}, x=3).vjp == {"x": 24.0, "y": 18.0}
        assert adcli.hvp(model, {"y": 1}, x=3).hvp == {"x": 6.0, "y": 0.0}
        mixed = adcli.diff(model, x=3, wrt="x,y")
        assert isinstance(mixed, Mixed)
        assert mixed.derivative == 6.0
        assert model.value_and_grad({"x": 3}, wrt="y") == (18.0, {"y": 9.0})


def test_a_minimiser_finds_the_minimum() -> None:
    model = adcli.load("input x[6]\noutput sum(100*(x[1:] - x[:-1]^2)^2 + (1 - x[:-1])^2)")

    def value_and_slopes(x: Any) -> tuple[float, Any]:
        value, gradient = model.value_and_grad({"x": x})
        return value, gradient["x"]

    found = minimize(value_and_slopes, np.full(6, -0.5), jac=True)
    assert found.x == pytest.approx(np.ones(6), abs=1e-4)
    assert model.runs == 1


def test_a_name_that_nothing_uses_is_an_error() -> None:
    model = adcli.load("input rate = 2\noutput y = rate^2")
    with pytest.raises(AdError, match="nothing uses `rtae`\n  help: the inputs are: rate"):
        model.value_and_grad({"rtae": 3})


def test_a_model_is_shown_by_what_was_loaded() -> None:
    assert repr(adcli.load("x^2*y")) == "Model('x^2*y')"
