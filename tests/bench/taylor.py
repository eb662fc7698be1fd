"""Taylor mode: time and accuracy against order.

    python tests/bench/taylor.py

Prints, for each function and order, the milliseconds of one expansion (the best of five, graph and
rules at hand), the nodes it needed, and the largest error in units of the largest coefficient
nearby. The reference is mpmath's; where that takes too long, the error is left out.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import mpmath

from adcli.engine.taylor.expansion import Expansion
from adcli.graph import Builder
from adcli.language.points.bindings import bindings_of, point_of
from adcli.language.program import load
from adcli.text.source import Source

LARGEST_REFERENCE = 40
CASES: list[tuple[str, Callable[[Any], Any], float]] = [
    ("exp(sin(x))", lambda x: mpmath.exp(mpmath.sin(x)), 0.6),
    ("tan(x)", mpmath.tan, 0.5),
    ("asin(x/2)/sqrt(1 + x^2)", lambda x: mpmath.asin(x / 2) / mpmath.sqrt(1 + x * x), 0.6),
    ("erf(sin(x))", lambda x: mpmath.erf(mpmath.sin(x)), 0.6),
    ("x^2.5", lambda x: x ** mpmath.mpf(2.5), 1.5),
    ("x^x", lambda x: x**x, 1.5),
    ("sinc(x)", mpmath.sinc, 0.5),
    ("gamma(x)", mpmath.gamma, 1.5),
]


def measured(text: str, x: float, order: int) -> tuple[float, int, list[float]]:
    """Seconds, nodes and coefficients of one expansion."""
    program = load(Source(text))
    trace = program.trace(point_of(program, bindings_of({"x": x}))[0])
    node = next(iter(trace.outputs.values()))
    times = []
    for _ in range(5):
        began = time.perf_counter()
        builder = Builder.extending(trace.graph, trace.primal)
        coefficients = Expansion(builder, {trace.inputs["x"]: 1.0}).coefficients(node, order)
        times.append(time.perf_counter() - began)
    return min(times), len(builder.nodes), [*coefficients, *[0.0] * (order + 1 - len(coefficients))]


def error(found: list[float], formula: Callable[[Any], Any], x: float) -> float:
    """The largest error, each relative to the largest coefficient among its neighbours."""
    order = len(found) - 1
    with mpmath.workdps(50 + order):
        right = mpmath.taylor(formula, mpmath.mpf(x), order)
    worst = mpmath.mpf(0)
    for m, c in enumerate(found):
        nearby = max(abs(right[j]) for j in range(max(0, m - 1), min(order, m + 1) + 1))
        worst = max(worst, abs(c - right[m]) / nearby)
    return float(worst)


def main() -> None:
    print(f"{'function':<26}{'order':>6}{'ms':>10}{'nodes':>8}{'error':>10}")
    for text, formula, x in CASES:
        for order in (10, 30, 100):
            seconds, nodes, found = measured(text, x, order)
            off = f"{error(found, formula, x):.1e}" if order <= LARGEST_REFERENCE else ""
            print(f"{text:<26}{order:>6}{1e3 * seconds:>10.2f}{nodes:>8}{off:>10}")


if __name__ == "__main__":
    main()
