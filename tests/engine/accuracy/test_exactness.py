"""Which results are exact, against rational and 400-digit arithmetic."""

from __future__ import annotations

import mpmath
import pytest

from adcli.engine.accuracy.exactness import rounded
from adcli.language.program import load
from adcli.text.source import Source

EXACT = [
    *(("x + y", 0.5, 0.25), ("x - y", 0.3, 0.3), ("x*y", 3.0, 0.25), ("x/y", 1.0, 8.0), ("x^2", 3.0, 0.0)),
    *(("sin(x)", 0.0, 0.0), ("cos(x)", 0.0, 0.0), ("exp(x)", 0.0, 0.0), ("log(x)", 1.0, 0.0)),
    *(("sqrt(x)", 2.25, 0.0), ("gamma(x)", 5.0, 0.0), ("sind(x)", 90.0, 0.0), ("log2(x)", 8.0, 0.0)),
    *(("abs(x)", -0.1, 0.0), ("floor(x)", 0.7, 0.0), ("max(x, y)", 0.1, 0.2), ("-x", 0.1, 0.0)),
    *(("hypot(x, y)", 3.0, 4.0), ("normcdf(x)", 0.0, 0.0), ("acos(x)", 1.0, 0.0), ("x^y", 2.0, 10.0)),
]
ROUNDED = [
    *(("x + y", 1.0, 1e-17), ("x + y", 0.1, 0.2), ("x*y", 0.1, 3.0), ("x/y", 1.0, 3.0), ("x^2", 0.1, 0.0)),
    *(("cos(x)", 1e-10, 0.0), ("cos(x)", 2.0**-40, 0.0), ("exp(x)", -1e-18, 0.0), ("tanh(x)", 20.0, 0.0)),
    *(("normcdf(x)", 10.0, 0.0), ("normcdf(x)", 1e-20, 0.0), ("sigmoid(x)", 40.0, 0.0), ("sin(x)", 1.0, 0.0)),
    *(("sqrt(x)", 2.0, 0.0), ("exp(x)", 1.0, 0.0), ("erf(x)", 8.0, 0.0), ("sin(x)", 1e-5, 0.0)),
]


@pytest.mark.parametrize(("text", "x", "y"), EXACT + ROUNDED)
def test_what_is_rounded(text: str, x: float, y: float) -> None:
    trace = load(Source(text + " + 0*x*y")).trace({"x": x, "y": y})
    spans = [trace.span(k) for k in range(len(trace.graph))]
    k = next(k for k, span in enumerate(spans) if span is not None and span.text == text)
    assert rounded(trace.graph, trace.primal, k) == ((text, x, y) in ROUNDED)


@pytest.mark.parametrize("name", ["sin", "cos", "exp", "tanh", "erf", "atan", "log1p", "cosh"])
@pytest.mark.parametrize("x", [0.0, 0.5, 1.0, 3.0, 20.0, 2.0**-30, 1e-3, 0.1])
def test_functions_against_more_digits(name: str, x: float) -> None:
    trace = load(Source(f"{name}(x)")).trace({"x": x})
    with mpmath.workdps(400):
        exactly = getattr(mpmath, name)(mpmath.mpf(x)) == mpmath.mpf(trace.primal[-1])
    assert rounded(trace.graph, trace.primal, len(trace.primal) - 1) != exactly
