"""Cold graph: building, evaluating and differentiating a sum of 100,000 distinct terms.

    python tests/bench/cold_graph.py [TERMS]

s += sin(c*a*b)*exp(-c*a)/(c + b*b), c = 1 + i/100000, over 100 inputs a = x[i % 100],
b = x[(7i + 3) % 100]; nine operations a term, none equal. Prints microseconds and bytes an
operation for adcli's graph builder, and for each peer that is installed (on fewer terms, since
they are slower), with the ratio of medians.
"""

from __future__ import annotations

import math
import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

from adcli.engine.sweeps.reverse import reverse
from adcli.graph import Builder
from adcli.graph.reach import active
from adcli.operations import TABLE

INPUTS = 100


def ours(terms: int) -> list[float]:
    """The gradient through the builder and the reverse sweep."""
    builder = Builder()
    x = [builder.input(0.5 + 0.01 * k) for k in range(INPUTS)]
    add, mul, div = (builder.code(TABLE[name], 2) for name in ("add", "mul", "div"))
    sin, exp = (builder.code(TABLE[name], 1) for name in ("sin", "exp"))
    unary, binary, constant = builder.unary, builder.binary, builder.constant
    s = constant(0.0)
    for i in range(terms):
        a, b = x[i % 100], x[(7 * i + 3) % 100]
        value = 1 + i / 100000
        c = constant(value)
        wave = unary(sin, binary(mul, binary(mul, c, a), b))
        decay = unary(exp, binary(mul, constant(-value), a))
        term = binary(div, binary(mul, wave, decay), binary(add, c, binary(mul, b, b)))
        s = binary(add, s, term)
    graph = builder.graph()
    adjoints = reverse(graph, builder.values, {s: 1.0}, active(graph, x))
    return [adjoints[k] for k in x]


def formula(x: Any, sin: Any, exp: Any, terms: int) -> Any:
    """The sum, on whatever numbers a peer has."""
    s = 0.0
    for i in range(terms):
        c = 1 + i / 100000
        a, b = x[i % 100], x[(7 * i + 3) % 100]
        s = s + sin(c * a * b) * exp(-c * a) / (c + b * b)
    return s


def casadi(terms: int) -> list[float]:
    import casadi

    x = casadi.SX.sym("x", INPUTS)
    f = formula([x[k] for k in range(INPUTS)], casadi.sin, casadi.exp, terms)
    gradient = casadi.Function("g", [x], [casadi.gradient(f, x)])
    return [float(d) for d in gradient([0.5 + 0.01 * k for k in range(INPUTS)]).full().ravel()]


def autograd(terms: int) -> list[float]:
    import autograd
    import autograd.numpy as np

    return list(
        autograd.grad(lambda x: formula(x, np.sin, np.exp, terms))(
            np.array([0.5 + 0.01 * k for k in range(INPUTS)])
        )
    )


def micrograd(terms: int) -> list[float]:
    from micrograd.engine import Value

    def unary(value: float, slope: float, x: Value) -> Value:
        out = Value(value, (x,), "f")

        def backward() -> None:
            x.grad += slope * out.grad

        out._backward = backward
        return out

    sys.setrecursionlimit(10 * terms + 10000)
    x = [Value(0.5 + 0.01 * k) for k in range(INPUTS)]
    f = formula(
        x,
        lambda v: unary(math.sin(v.data), math.cos(v.data), v),
        lambda v: unary(math.exp(v.data), math.exp(v.data), v),
        terms,
    )
    f.backward()
    return [v.grad for v in x]


def cost(run: Callable[[int], list[float]], terms: int) -> float:
    began = time.perf_counter()
    run(terms)
    return (time.perf_counter() - began) / terms / 9 * 1e6


def main(terms: int) -> None:
    times = [cost(ours, terms) for _ in range(5)]
    print(f"adcli: {statistics.median(times):.2f} µs an operation ({terms:,} terms)")
    tracemalloc.start()
    ours(terms // 10)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    print(f"adcli: {peak / (terms // 10) / 9:.0f} bytes an operation at the peak")
    for size in (1_000, 10_000, 1_000_000):
        print(f"adcli: {cost(ours, size):.2f} µs an operation at {size:,} terms")
    for peer in (casadi, autograd, micrograd):
        few = max(100, terms // (50 if peer is not casadi else 5))
        if peer is micrograd:
            few = min(few, 500)
        try:
            ratios = [cost(peer, few) / cost(ours, few) for _ in range(3)]
        except ImportError:
            print(f"{peer.__name__}: not installed, skipped")
            continue
        print(f"{peer.__name__}: {statistics.median(ratios):.1f} times adcli's time ({few:,} terms)")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
