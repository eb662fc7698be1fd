"""The tracer: budgets, depth, memory, places of errors, what it keeps."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import adcli
from adcli.graph.wellformed import check
from adcli.language.program import Program, load
from adcli.language.state.budget import Limits
from adcli.text.errors import AdError
from adcli.text.source import Source
from tests.language.programs import gradient, value


def limited(text: str, **budgets: int) -> Program:
    return replace(load(Source(text)), limits=Limits(**budgets))


def spent(text: str, point: dict[str, Any] | None = None, **budgets: int) -> AdError:
    with pytest.raises(AdError) as caught:
        limited(text, **budgets).trace(point or {})
    assert caught.value.kind == "budget"
    assert caught.value.span is not None
    return caught.value


@pytest.mark.parametrize(
    "text",
    [
        "input x = 1\nwhile True: x = x + 1\noutput x",
        "input x = 1\nwhile x > 0: x = x*2 + 1\noutput x",
        "input x = 1\nfor i in range(10^12): x = x\noutput x",
        "input x = 1\noutput f = sum(i*x for i in range(10^9))",
        "input x = 1\nv = [x for i in range(10^9)]\noutput f = sum(v)",
        "input x = 1\nwhile True: pass\noutput x",
        "input x = 1\ndef g(a): return a\nwhile True: x = g(x)\noutput x",
    ],
)
def test_an_endless_loop_ends_with_the_option_that_allows_more(text: str) -> None:
    error = spent(text, steps=100_000)
    assert "100,000 steps" in error.message
    assert "--max-steps" in error.hint
    assert error.span is not None
    assert error.span.line == 2 + ("def" in text)


@pytest.mark.parametrize(
    "text",
    [
        "input x = 1\ndef f(a): return f(a + 1)\noutput y = f(x)",
        "input x = 1\ndef f(a): return g(a)*2\ndef g(a): return f(a) + 1\noutput y = f(x)",
        "input x = 1\ndef f(h, a): return h(h, a)\noutput y = f(f, x)",
    ],
)
def test_runaway_recursion_ends(text: str) -> None:
    error = spent(text, depth=500)
    assert "nested more than 500 deep" in error.message
    assert "--max-depth" in error.hint


@pytest.mark.parametrize(
    "text",
    [
        "zeros(10^9)", "ones(10^5, 10^5)", "eye(10^5)", "linspace(0, 1, 10^9)", "range(10^9)*1",
        "outer(ones(10^5), ones(10^5))", "ones(10^5, 1)*ones(10^5)", "diag(ones(10^5))", "stack(range(10^9))",
    ],
)  # fmt: skip
def test_a_huge_array_is_refused_before_it_is_made(text: str) -> None:
    tracemalloc.start()
    error = spent(f"input x = 1\noutput f = x*sum({text})")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 50e6
    assert "--max-steps" in error.hint
    assert error.span is not None
    assert error.span.line == 2


def test_deep_recursion() -> None:
    text = "input x\ndef f(n, a): return a if n == 0 else f(n - 1, a*1.0001) + 1e-9\noutput y = f(5000, x)"
    answer = adcli.grad(text, x=1.0)
    assert answer.gradient["x"] == pytest.approx(1.0001**5000, rel=1e-11)


def test_a_long_sum_nests_nothing() -> None:
    text = "input x\ns = 0\nfor i in range(20000): s = s + x*i\noutput s"
    assert gradient(text, x=0.5) == [199990000.0]


def test_writes_in_a_loop_take_the_memory_of_a_few_arrays() -> None:
    """2,000 element writes to a vector of 20,000 (0.16 MB), forwards and backwards."""
    text = "input x, v\nfor i in range(2000): v[i] = x*i\noutput f = sum(v*v)"
    program = load(Source(text))
    point = {"x": 0.5, "v": np.zeros(20_000)}
    program.trace(point)
    tracemalloc.start()
    for mode in ("forward", "reverse"):
        adcli.grad(program, mode=mode, at=point, wrt="x")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 12 * 160_000 + 2000 * 900


def test_gauss_elimination_backwards_takes_a_few_matrices_a_column() -> None:
    text = """
input A, b
n = len(b)
for k in range(n):
    for i in range(k + 1, n):
        m = A[i, k]/A[k, k]
        A[i, k:] = A[i, k:] - m*A[k, k:]
        b[i] = b[i] - m*b[k]
x = zeros(n)
for i in range(n - 1, -1, -1):
    x[i] = (b[i] - A[i, i+1:] @ x[i+1:])/A[i, i]
output f = sum(x)
"""
    n = 12
    rng = np.random.default_rng(2)
    a, b = rng.normal(size=(n, n)) + n * np.eye(n), rng.normal(size=n)
    found = adcli.grad(text, at={"A": a, "b": b}, mode="reverse").gradient
    adjoint = np.linalg.solve(a.T, np.ones(n))
    np.testing.assert_allclose(found["b"], adjoint, rtol=1e-12)
    np.testing.assert_allclose(found["A"], -np.outer(adjoint, np.linalg.solve(a, b)), rtol=1e-11, atol=1e-15)


def test_its_graphs_are_well_formed() -> None:
    text = "input x, v\nw = v*x\nw[0] = x\ns = sum(w @ outer(v, v)) + max(w) + v[1]\noutput s"
    for keep in (False, True):
        trace = load(Source(text)).trace({"x": 0.5, "v": np.array([1.0, 2.0])}, keep=keep)
        check(trace.graph)
        if keep:
            assert all(v is not None for v in trace.primal)
        for k, primal in enumerate(trace.primal):
            assert primal is None or np.shape(primal) == trace.graph.shapes.get(k, ())


def test_the_place_of_an_error_in_a_function_is_in_the_function() -> None:
    with pytest.raises(AdError) as caught:
        adcli.eval("input x\ndef g(a):\n    return log(a - 5)\noutput f = g(x)", x=2.0)
    assert caught.value.span is not None
    assert (caught.value.span.line, caught.value.span.text) == (3, "log(a - 5)")
    assert caught.value.detail == "a - 5 = -3 at x = 2"


def test_an_overflow_inside_an_array_is_named() -> None:
    answer = adcli.grad("output f = sum(exp(x))", at={"x": [1.0, 1000.0]})
    assert [notice.kind for notice in answer.warnings][:1] == ["overflow"]
    with pytest.raises(AdError, match="undefined"):
        value("output f = sum(exp(x) - exp(2*x))", x=[1.0, 1000.0])
