"""What Hessian-vector products, Jacobians and Hessians cost, in gradients.

    python tests/bench/products.py

A gradient is what `adcli grad` does once the text is read: to trace the program at the point, and a
reverse sweep. Prints for a few programs: milliseconds of a gradient, what a Hessian-vector
product takes in gradients (asked: at most 5), and what its sweeps alone take in reverse sweeps;
then a Jacobian and a Hessian with seeds one by one and many at a time.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable

import numpy as np

from adcli.derivatives.questions.gradient import gradient
from adcli.derivatives.questions.hessian import hessian
from adcli.derivatives.questions.jacobian import jacobian
from adcli.derivatives.questions.products import hvp
from adcli.engine.sweeps import seeds
from adcli.engine.sweeps.seeds import adjoints_along, pulled, quietly
from adcli.graph.reach import active
from adcli.language.points.bindings import bindings_of
from adcli.language.program import load
from adcli.text.source import Source

REPEATS = 7
LIMIT = 5.0
PROGRAMS = {
    "Rosenbrock, 1000 scalars": "input x = [1 + 0.001*k for k in range(1000)]\nf = 0\n"
    "for i in range(999):\n    f += 100*(x[i+1] - x[i]^2)^2 + (1 - x[i])^2\noutput f",
    "20,000 steps of a pendulum": "input a = 1.2, w = 0, L = 1.1\nfor k in range(5000):\n"
    "    w -= 0.002*9.81/L*sin(a)\n    a += 0.002*w\noutput a^2 + w^2",
    "matrix products, 200 by 200": "input A = [[sin(i + 3*j) for j in range(200)] for i in range(200)]\n"
    "B = A @ A.T\noutput sum(tanh(B/200) @ A)",
}


def seconds(run: Callable[[], object]) -> float:
    """The median time of a call; the first one is not counted."""
    run()
    times = []
    for _ in range(REPEATS):
        gc.collect()
        began = time.perf_counter()
        run()
        times.append(time.perf_counter() - began)
    return statistics.median(times)


def costs(text: str) -> tuple[float, float, float]:
    """Seconds of a gradient; a product in gradients; its sweeps in reverse sweeps."""
    program, point = load(Source(text)), bindings_of({})
    trace = program.trace({})
    (node,) = trace.outputs.values()
    graph, primal = trace.graph, trace.primal
    ones = {x: np.ones(graph.shapes[x]) if x in graph.shapes else 1.0 for x in trace.inputs.values()}
    tangent = bindings_of({label: ones[x] for label, x in trace.inputs.items()})
    marks = active(graph, ones)
    whole = seconds(lambda: gradient(program, point, mode="reverse"))
    product = seconds(lambda: hvp(program, point, tangent))
    reverse = seconds(lambda: quietly(graph, pulled(graph, primal, marks), {node: 1.0}))
    along = seconds(lambda: quietly(graph, adjoints_along(graph, primal, node, marks), dict(ones)))
    return whole, product / whole, along / reverse


def products() -> bool:
    kept = True
    for name, text in PROGRAMS.items():
        whole, product, along = costs(text)
        kept &= product <= LIMIT
        print(f"{name}: gradient {whole * 1e3:.1f} ms; H ẋ {product:.2f} gradients, sweeps alone {along:.2f}")
    return kept


def many() -> None:
    names = [f"x{k}" for k in range(200)]
    terms = [f"sin({name}*s)" for name in names]
    point = bindings_of({name: 0.5 + 0.001 * k for k, name in enumerate(names)})
    declared = f"input {', '.join(names)}\ns = {' + '.join(names)}\n"  # so that no entry is absent
    rows = load(Source(declared + f"output {', '.join(terms)}"))
    total = load(Source(declared + f"output {' + '.join(f'({term})^2' for term in terms)}"))
    usual = seeds.seeds_at_once
    for what, run in {
        "Jacobian 200 by 200, forward": lambda: jacobian(rows, point, mode="forward"),
        "Jacobian 200 by 200, reverse": lambda: jacobian(rows, point, mode="reverse"),
        "Hessian 200 by 200": lambda: hessian(total, point),
    }.items():
        together = seconds(run)
        seeds.seeds_at_once = lambda *_: 1
        single = seconds(run)
        seeds.seeds_at_once = usual
        print(f"{what}: {together * 1e3:.0f} ms, with one seed a sweep {single * 1e3:.0f} ms")


if __name__ == "__main__":
    gc.set_threshold(100_000)
    kept = products()
    many()
    raise SystemExit(0 if kept else 1)
