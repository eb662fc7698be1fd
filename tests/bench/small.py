"""Arrays of two or three elements beside the same program on scalars.

    python tests/bench/small.py [TURNS]

A Runge-Kutta method of order 4 on y = [p, q], and the same on p and q: the times of `eval`, `grad`,
`jac` and `hess`, and their ratios (the goal is at most 2 for `hess`; medians of three). The reading of
the text is not counted.
"""

from __future__ import annotations

import gc
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import adcli

ARRAYS = """
input y0 = [1, 0.5], a = 0.7
def f(y):
    return [y[1], -a*y[0] - y[0]^3]
y = y0
h = 0.02
for i in range({turns}):
    k1 = f(y)
    k2 = f(y + h/2*k1)
    k3 = f(y + h/2*k2)
    k4 = f(y + h*k3)
    y = y + h/6*(k1 + 2*k2 + 2*k3 + k4)
output y[0]
"""
SCALARS = """
input p0 = 1, q0 = 0.5, a = 0.7
def f(p, q):
    return q, -a*p - p^3
p, q = p0, q0
h = 0.02
for i in range({turns}):
    k1, l1 = f(p, q)
    k2, l2 = f(p + h/2*k1, q + h/2*l1)
    k3, l3 = f(p + h/2*k2, q + h/2*l2)
    k4, l4 = f(p + h*k3, q + h*l3)
    p = p + h/6*(k1 + 2*k2 + 2*k3 + k4)
    q = q + h/6*(l1 + 2*l2 + 2*l3 + l4)
output p
"""


def seconds(run: Callable[[], Any]) -> float:
    """The processor time of a run, the median of three."""
    times = []
    for _ in range(3):
        gc.collect()
        began = time.process_time()
        run()
        times.append(time.process_time() - began)
    return statistics.median(times)


def main(turns: int) -> None:
    arrays, scalars = (adcli.load(text.format(turns=turns)) for text in (ARRAYS, SCALARS))
    print(f"{turns} turns          arrays   scalars   ratio")
    for name in ("eval", "grad", "jac", "hess"):
        ours, theirs = (seconds(partial(getattr(adcli, name), p)) for p in (arrays, scalars))
        print(f"{name:16} {ours:8.3f} s {theirs:7.3f} s {ours / theirs:7.1f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
