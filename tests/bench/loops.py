"""A traced scalar loop: the time of an operation, its reverse sweep included, beside other tools.

    python tests/bench/loops.py [TURNS]

s = s + sin(c*s)*exp(-c*x)/(c + x*x), c = 1 + i/TURNS: nine operations a turn, none equal. adcli reads it as a
program and runs it; each peer that is installed runs the same loop in Python (fewer turns, since
they are slower; the ratio is that of the times an operation, medians of three). JAX is traced without
jit. Prints, too, what elements of an array cost to read and to write, and the memory of long loops.
"""

from __future__ import annotations

import gc
import math
import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np

import adcli
from adcli.language.program import load
from adcli.text.source import Source

OPERATIONS = 9
LOOP = """
input x = 0.7
s = 0.3
for i in range({turns}):
    c = 1 + i/{turns}
    s = s + sin(c*s)*exp(-c*x)/(c + x*x)
output s
"""
READS = "input v\ns = 0\nfor i in range({n}): s = s + v[i]\noutput s"
WRITES = "input x, v\nfor i in range({n}): v[i] = x\noutput f = v[0]"
LONG = "input x = 0.5\ns = 0\nfor i in range(1000000): s = s + x*i\noutput s"
GAUSS = """
input A, b
n = len(b)
for k in range(n):
    for i in range(k + 1, n):
        m = A[i, k]/A[k, k]
        A[i, k:] -= m*A[k, k:]
        b[i] -= m*b[k]
x = zeros(n)
for i in range(n - 1, -1, -1):
    x[i] = (b[i] - A[i, i+1:] @ x[i+1:])/A[i, i]
output f = sum(x)
"""


def seconds(run: Callable[[], Any]) -> float:
    """The processor time of a run; garbage of the run before is not charged to it."""
    gc.collect()
    began = time.process_time()
    run()
    return time.process_time() - began


def ours(turns: int) -> float:
    text = LOOP.format(turns=turns)
    return seconds(lambda: adcli.grad(text, wrt="x", mode="reverse")) / turns / OPERATIONS * 1e6


def loop(x: Any, sin: Callable[[Any], Any], exp: Callable[[Any], Any], turns: int) -> Any:
    s: Any = 0.3
    for i in range(turns):
        c = 1 + i / turns
        s = s + sin(c * s) * exp(-c * x) / (c + x * x)
    return s


def autograd(turns: int) -> None:
    import autograd
    import autograd.numpy as anp

    autograd.grad(lambda x: loop(x, anp.sin, anp.exp, turns))(0.7)


def jax(turns: int) -> None:
    import jax
    import jax.numpy as jnp

    jax.grad(lambda x: loop(x, jnp.sin, jnp.exp, turns))(0.7)


def casadi(turns: int) -> None:
    import casadi

    x = casadi.SX.sym("x")
    f = loop(x, casadi.sin, casadi.exp, turns)
    casadi.Function("g", [x], [casadi.gradient(f, x)])(0.7)


def micrograd(turns: int) -> None:
    from micrograd.engine import Value

    def unary(value: float, slope: float, x: Value) -> Value:
        out = Value(value, (x,), "f")

        def backward() -> None:
            x.grad += slope * out.grad

        out._backward = backward
        return out

    def sin(v: Value) -> Value:
        v = v if isinstance(v, Value) else Value(v)
        return unary(math.sin(v.data), math.cos(v.data), v)

    sys.setrecursionlimit(20 * turns + 10000)
    loop(Value(0.7), sin, lambda v: unary(math.exp(v.data), math.exp(v.data), v), turns).backward()


PEERS: tuple[tuple[Callable[[int], None], int], ...] = (
    (autograd, 3_000),
    (jax, 200),
    (casadi, 10_000),
    (micrograd, 3_000),
)


def print_peers() -> None:
    for peer, turns in PEERS:
        try:
            peer(10)
        except ImportError:
            print(f"{peer.__name__}: not installed, skipped")
            continue
        times = [(theirs(peer, turns), ours(turns)) for _ in range(3)]
        cost, ratio = statistics.median(t for t, _ in times), statistics.median(t / o for t, o in times)
        print(f"{peer.__name__}: {cost:.1f} µs an operation, {ratio:.1f} times adcli's ({turns:,} turns)")


def theirs(peer: Callable[[int], None], turns: int) -> float:
    return seconds(lambda: peer(turns)) / turns / OPERATIONS * 1e6


def differentiated(text: str, mode: str = "reverse", **point: Any) -> Callable[[], Any]:
    """The gradient of a program, which is read before."""
    program = load(Source(text))
    return lambda: adcli.grad(program, at=point, mode=mode)


def print_elements(n: int = 20_000) -> None:
    v = np.linspace(0.0, 1.0, 100_000)
    runs = {
        "read": differentiated(READS.format(n=n), v=v),
        "written": differentiated(WRITES.format(n=n), x=0.5, v=v),
    }
    for what, run in runs.items():
        cost = statistics.median([seconds(run), seconds(run), seconds(run)])
        print(f"adcli: {cost / n * 1e6:.2f} µs an element {what}, reverse sweep included")


def print_memory(n: int = 200) -> None:
    a = np.random.default_rng(1).normal(size=(n, n)) + n * np.eye(n)
    v = np.zeros(100_000)
    runs = {
        "s = s + x*i, a million times": differentiated(LONG),
        "the same in forward mode": differentiated(LONG, "forward"),
        "10,000 writes to a vector of 100,000": differentiated(WRITES.format(n=10_000), x=0.5, v=v),
        f"Gauss elimination of {n} x {n} in place": differentiated(GAUSS, A=a, b=np.ones(n)),
    }
    for name, run in runs.items():
        cost = seconds(run)
        tracemalloc.start()
        run()
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        print(f"{name}: {cost:.2f} s, {peak / 1e6:.0f} MB at the peak")


def main(turns: int) -> None:
    print(f"adcli: {statistics.median(ours(turns) for _ in range(5)):.2f} µs an operation ({turns:,} turns)")
    print_elements()
    print_peers()
    print_memory()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)
