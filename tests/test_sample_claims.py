"""What the comments of the samples claim beyond the numbers that they expect holds."""

from __future__ import annotations

import math
from typing import Any

import mpmath as mp
import numpy as np
import pytest

import adcli
from tests.conftest import ROOT, Adcli
from tests.formulas import FORMULAS


def model(name: str) -> Any:
    return adcli.load(str(ROOT / "samples" / f"{name}.ad"))


def near(value: Any) -> Any:
    return pytest.approx(np.asarray(value), rel=1e-12, abs=1e-14)


def test_descent_learns_xor() -> None:
    """300 steps of 4 times the gradient bring the loss below 0.001."""
    xor = model("xor")
    at = {name: np.asarray(value) for name, value in adcli.eval(xor).inputs.items()}
    for _ in range(300):
        _, slopes = xor.value_and_grad(at)
        at = {name: at[name] - 4 * np.asarray(slope) for name, slope in slopes.items()}
    assert 1e-4 < xor.value(at) < 1e-3


@pytest.mark.parametrize(
    ("name", "input", "printed"),
    [("baydin", "x1", "5.5"), ("baydin", "x2", "1.716"), ("griewank-walther", "x1", "3.0118")],
)
def test_what_is_in_print_is_the_derivative_rounded(name: str, input: str, printed: str) -> None:
    digits = len(printed.partition(".")[2])
    assert f"{adcli.grad(model(name)).gradient[input]:.{digits}f}" == printed


def test_griewank_and_walther_s_value_is_the_product_of_rounded_factors() -> None:
    factors = [math.sin(3) + 3 - math.exp(0.5), 3 - math.exp(0.5)]
    assert [f"{factor:.4f}" for factor in factors] == ["1.4924", "1.3513"]
    assert f"{1.4924 * 1.3513:.4f}" == "2.0167"


def test_a_bezier_point_s_derivatives_are_the_bernstein_polynomials() -> None:
    answer, t = adcli.jac(model("bezier")), 0.3
    bernstein = [math.comb(3, k) * t**k * (1 - t) ** (3 - k) for k in range(4)]
    slopes = np.asarray(answer.jacobian)[:, [answer.columns.index(f"P[{k},0]") for k in range(4)]]
    assert slopes[0] == near(bernstein)


def test_the_greeks() -> None:
    slopes = adcli.grad(model("black-scholes")).gradient
    s, k, r, sigma, t = 100, 105, 0.05, 0.2, 0.5
    at = {"s": s, "k": k, "r": r, "sigma": sigma, "t": t}
    at["d"] = (math.log(s / k) + (r + sigma**2 / 2) * t) / (sigma * math.sqrt(t))
    at["d2"] = at["d"] - sigma * math.sqrt(t)
    greek = {
        "S": "normcdf(d)",
        "sigma": "s*normpdf(d)*sqrt(t)",
        "r": "k*t*exp(-r*t)*normcdf(d2)",
        "T": "s*normpdf(d)*sigma/(2*sqrt(t)) + r*k*exp(-r*t)*normcdf(d2)",
    }
    for name, formula in greek.items():
        used = {n: x for n, x in at.items() if n in adcli.load(formula).inputs()}
        assert slopes[name] == near(adcli.eval(formula, at=used).value)


def test_the_implied_volatility_by_the_price_is_1_over_vega() -> None:
    found = adcli.grad(model("implied-volatility"))
    vega = adcli.grad(model("black-scholes"), sigma=found.value, wrt="sigma").gradient["sigma"]
    assert adcli.eval(model("black-scholes"), sigma=found.value).value == near(5)
    assert found.gradient["price"] == near(1 / vega)


def test_exp_of_a_product() -> None:
    found = adcli.grad(model("exp-of-product"))
    assert found.gradient == near_all({"a": 1.3 * found.value, "b": 0.7 * found.value})


def near_all(values: dict[str, float]) -> dict[str, Any]:
    return {name: pytest.approx(value, rel=1e-12) for name, value in values.items()}


def test_the_derivative_of_a_solution() -> None:
    """dx = inv(A) (db - dA x)."""
    found = adcli.grad(model("gauss"))
    A, b = (np.asarray(found.inputs[name]) for name in "Ab")
    weights = np.linalg.inv(A).sum(axis=0)
    assert np.asarray(found.gradient["b"]) == near(weights)
    assert np.asarray(found.gradient["A"]) == near(-np.outer(weights, np.linalg.solve(A, b)))


def test_what_is_left_of_the_heat_came_from_the_start() -> None:
    found = adcli.grad(model("heat"))
    assert np.dot(found.gradient["u"], found.inputs["u"]) == near(found.value)


@pytest.mark.parametrize("income", [14600, 26200, 61750, 115125])
def test_the_marginal_rate_jumps_at_a_bracket_s_edge(income: float, adcli: Adcli) -> None:
    sample = str(ROOT / "samples" / "income-tax.ad")
    assert adcli("grad", sample, "--at", f"income={income}").stderr.startswith("warning: ")
    assert adcli("grad", sample, "--at", f"income={income + 1}").stderr == ""


def test_kepler_s_derivative_is_that_of_the_implicit_function() -> None:
    found = adcli.grad(model("kepler"))
    assert found.gradient["M"] == near(1 / (1 - 0.3 * math.cos(found.value)))


def test_newton_s_derivative_converges() -> None:
    for a in (2, 3, 10):
        assert adcli.grad(model("newton"), a=a).gradient["a"] == near(1 / (2 * math.sqrt(a)))


def test_forces_add_up_to_zero() -> None:
    forces = np.asarray(adcli.grad(model("lennard-jones")).gradient["X"])
    assert np.abs(forces.sum(axis=0)).max() < 1e-13


@pytest.mark.parametrize("w", [[400, 0], [-900, 700]])
def test_logistic_regression_is_accurate_far_out(w: list[float]) -> None:
    found = adcli.eval(model("logistic-regression"), w=w).value
    with mp.workdps(2000):
        right = FORMULAS["logistic-regression"](w=list(map(mp.mpf, w)), bias=mp.mpf(0.1), ridge=mp.mpf(0.01))
    assert found == pytest.approx(float(right), rel=1e-14)


@pytest.mark.parametrize("rate", [1e-6, 1e-9, 1e-12])
def test_a_mortgage_at_a_small_rate(rate: float) -> None:
    found = adcli.eval(model("mortgage"), rate=rate, output="payment").value
    with mp.workdps(60):
        monthly = mp.mpf(rate) / 12
        right = float(250000 * monthly / (1 - (1 + monthly) ** -300))
    assert found == pytest.approx(right, rel=1e-14)
    textbook = 250000 * (rate / 12) / (1 - (1 + rate / 12) ** -300)
    assert textbook != pytest.approx(right, rel=1e-12)


def test_the_slope_of_the_sigmoid() -> None:
    for x in (-3, 0, 0.5):
        found = adcli.grad(model("sigmoid"), x=x)
        assert found.gradient["x"] == near(found.value * (1 - found.value))
    assert adcli.grad(model("sigmoid")).gradient["x"] == 0.25


@pytest.mark.parametrize(
    ("name", "node", "contributions"),
    [("sine-of-product", "v1", [math.cos(6), 12]), ("square", "v", [4, 4])],
)
def test_what_is_used_twice_has_two_contributions(name: str, node: str, contributions: list[float]) -> None:
    steps = adcli.trace(model(name), mode="reverse").steps
    found = next(step for step in steps if step.name == node)
    assert sorted(part.product for part in found.contributions) == near(sorted(contributions))


def test_the_temperature_s_derivative_is_a_variance() -> None:
    found = adcli.grad(model("softmax-temperature"))
    scores, T = np.asarray(found.inputs["scores"]), 0.7
    p = np.exp(scores / T) / np.exp(scores / T).sum()
    assert found.gradient["T"] == near((p @ scores**2 - (p @ scores) ** 2) / T**3)


def test_the_sum_passes_on_and_the_product_swaps() -> None:
    assert adcli.grad(model("sum-times"), a=2, b=5, c=7).gradient == {"a": 7, "b": 7, "c": 7}


def test_the_neuron_s_slope() -> None:
    slope = adcli.grad(model("tanh-neuron")).gradient["a"] / 3
    assert slope == near(1 - math.tanh(3) ** 2)
    assert f"{slope:.4f}" == "0.0099"


def test_the_internal_pressure() -> None:
    found = adcli.grad(model("van-der-waals"))
    assert 300 * found.gradient["T"] - found.value == near(0.3658 / 0.001**2)


def test_the_hand_s_velocity() -> None:
    """The Jacobian times joint velocities is the hand's velocity."""
    arm, h, moved = model("robot-arm"), 1e-6, np.array([1, -2, 0.5])
    q = np.array([0.4, 0.7, -0.5])
    jvp = adcli.jvp(arm, tangent={"q": moved}).jvp
    ahead, behind = (adcli.eval(arm, q=q + s * h * moved).value for s in (1, -1))
    for name, velocity in jvp.items():
        assert (ahead[name] - behind[name]) / (2 * h) == pytest.approx(velocity, rel=1e-8)
