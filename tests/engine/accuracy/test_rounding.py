"""Bounds of rounding errors, against values in many digits."""

from __future__ import annotations

import mpmath as mp
import pytest

from adcli.engine.accuracy.rounding import derivative_bound, value_bound
from adcli.engine.sweeps.forward import forward
from adcli.engine.sweeps.reverse import reverse
from adcli.language.program import load
from adcli.text.source import Source

CASES = [
    ("(x + 1e8) - 1e8 + x^3", 0.3, lambda x: x + x**3, lambda x: 1 + 3 * x**2),
    ("exp(x) - exp(1)", 1.0000001, lambda x: mp.exp(x) - mp.exp(1), mp.exp),
    ("(1 - cos(x))/x^2", 1e-3, lambda x: (1 - mp.cos(x)) / x**2, None),
    ("sin(1e6*x)", 1.1, lambda x: mp.sin(10**6 * x), lambda x: 10**6 * mp.cos(10**6 * x)),
    ("x/(1 + x)^9", 0.7, lambda x: x / (1 + x) ** 9, None),
    ("exp(sin(x)*20)", 1.3, lambda x: mp.exp(mp.sin(x) * 20), None),
]


@pytest.mark.parametrize(("text", "x", "formula", "slope"), CASES, ids=[case[0] for case in CASES])
def test_errors_are_below_the_bounds(text: str, x: float, formula: object, slope: object) -> None:
    assert callable(formula)
    trace = load(Source(text)).trace({"x": x})
    node = trace.outputs["f"]
    everything = bytearray(b"\1") * len(trace.graph)
    adjoints = reverse(trace.graph, trace.primal, {node: 1.0}, everything)
    tangents = forward(trace.graph, trace.primal, {trace.inputs["x"]: 1.0})
    with mp.workdps(50):
        right = formula(mp.mpf(x))
        right_slope = slope(mp.mpf(x)) if callable(slope) else mp.diff(formula, mp.mpf(x))
        error = float(abs(trace.primal[node] - right))
        error_of_slope = float(abs(tangents[node] - right_slope))
    bound = value_bound(trace.graph, trace.primal, adjoints, everything)
    assert error <= bound <= 1e-7 * max(1.0, abs(trace.primal[node]))
    bound_of_slope = derivative_bound(trace.graph, trace.primal, trace.inputs["x"], node)
    assert bound_of_slope is not None
    assert error_of_slope <= bound_of_slope


def test_what_does_not_move_does_not_count() -> None:
    trace = load(Source("1e10*exp(y) + x")).trace({"x": 1.0, "y": 1.0})
    node = trace.outputs["f"]
    adjoints = reverse(trace.graph, trace.primal, {node: 1.0}, bytearray(b"\1") * len(trace.graph))
    only_the_sum = bytearray(len(trace.graph))
    only_the_sum[node] = 1
    assert value_bound(trace.graph, trace.primal, adjoints, only_the_sum) == 2.0**-52 * trace.primal[node]
