"""What difference quotients tell about themselves."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from adcli.compare.differences import Quotient, believed, central, extrapolated, one_sided
from adcli.compare.ladder import Rung

STEPS = [8.0**-k for k in range(1, 14)]
EPS = 2.0**-52


def rungs(f: Callable[[float], float], x: float, steps: list[float] = STEPS) -> list[Rung]:
    return [Rung(h, (f(x + h),), (f(x - h),)) for h in steps]


@pytest.mark.parametrize(
    ("f", "slope", "x"),
    [
        (math.exp, math.exp, 1.0),
        (math.sin, math.cos, 2.0),
        (lambda x: 1 / x, lambda x: -1 / x**2, 0.75),
        (lambda x: x**7, lambda x: 7 * x**6, -1.5),
        (math.sqrt, lambda x: 0.5 / math.sqrt(x), 0.5),
    ],
)
def test_the_errors_are_within_the_tolerances(
    f: Callable[[float], float], slope: Callable[[float], float], x: float
) -> None:
    found = rungs(f, x)
    bound = 2 * EPS * abs(f(x))
    right = slope(x)
    for estimates, digits in (
        (believed(central(found, 0, bound), 2), 1e-8),
        (believed(extrapolated(central(found, 0, bound), 2), 4), 1e-10),
        (believed(one_sided(found, 0, bound, f(x), 1), 1), 1e-5),
        (believed(one_sided(found, 0, bound, f(x), -1), 1), 1e-5),
        (believed(extrapolated(one_sided(found, 0, bound, f(x), 1), 1), 2), 1e-7),
    ):
        assert len(estimates) > 5
        for estimate in estimates:
            assert math.isfinite(estimate.tolerance)
            assert abs(estimate.fd - right) <= estimate.tolerance
        assert min(e.tolerance for e in estimates) < digits * abs(right)


def test_polynomials_of_low_degree_are_exact() -> None:
    found = rungs(lambda x: 3 * x * x - x, 2.0)
    assert {q.value for q in central(found, 0, 0.0)[:5]} == {11.0}


def test_what_does_not_converge_is_not_believed() -> None:
    rough = rungs(lambda x: math.sin(1e25 * x), 1.0)
    assert believed(central(rough, 0, EPS), 2) == []
    jump = rungs(lambda x: float(x >= 1.0), 1.0)
    assert believed(one_sided(jump, 0, EPS, 1.0, -1), 1) == []


def test_small_steps_overrule_larger_ones() -> None:
    """A ripple that large steps do not see."""
    found = rungs(lambda x: x + 1e-4 * math.sin(1e6 * x), 1.0)
    right = 1 + 100 * math.cos(1e6)
    estimates = believed(central(found, 0, 1e-9 * EPS + 100 * EPS), 2)
    assert estimates
    assert all(e.h < 1e-5 and abs(e.fd - right) <= e.tolerance for e in estimates)


def test_noise_above_the_bound_is_seen() -> None:
    found = rungs(lambda x: math.exp(x) + 3e-14 * math.sin(1e17 * x), 1.0)
    estimates = believed(central(found, 0, EPS * math.e), 2)
    assert estimates
    assert all(abs(e.fd - math.e) <= e.tolerance for e in estimates)


def test_extrapolation_cancels_the_first_error() -> None:
    quotients = [Quotient(h, 5 + 3 * h**2, 0.0) for h in (0.5, 0.25, 0.125)]
    assert [q.value for q in extrapolated(quotients, 2)] == [5.0, 5.0]


def test_values_near_overflow() -> None:
    found = rungs(lambda x: 1e308 * x, 1.5)[:3]
    assert [q.value for q in central(found, 0, 0.0)] == pytest.approx([1e308] * 3)
