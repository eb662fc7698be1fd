"""The gradient of a network with two hidden layers of 256, a batch of 512, beside NumPy by hand.

    python tests/bench/mlp.py

Prints the median times of both and their ratio, which is to be at most 1.3: reading the program is not
counted, tracing it is. Checks, too, that the gradients are the same.
"""

from __future__ import annotations

import statistics
import time
from typing import Any

import numpy as np

import adcli
from adcli.language.program import load
from adcli.text.source import Source

WIDTH, BATCH = 256, 512
PROGRAM = """
input X, Y, A, a, B, b, C, c
h = tanh(X @ A + a)
k = tanh(h @ B + b)
output loss = mean((k @ C + c - Y)^2)
"""
WEIGHTS = ("A", "a", "B", "b", "C", "c")


def network() -> dict[str, Any]:
    rng = np.random.default_rng(0)
    scale = WIDTH**-0.5
    return {
        "X": rng.normal(size=(BATCH, WIDTH)),
        "Y": rng.normal(size=(BATCH, 1)),
        "A": rng.normal(size=(WIDTH, WIDTH)) * scale,
        "a": np.zeros(WIDTH),
        "B": rng.normal(size=(WIDTH, WIDTH)) * scale,
        "b": np.zeros(WIDTH),
        "C": rng.normal(size=(WIDTH, 1)) * scale,
        "c": np.zeros(1),
    }


def by_hand(X: Any, Y: Any, A: Any, a: Any, B: Any, b: Any, C: Any, c: Any) -> dict[str, Any]:
    """Forward and backward as one writes them."""
    h = np.tanh(X @ A + a)
    k = np.tanh(h @ B + b)
    off = k @ C + c - Y
    dz = 2 * off / off.size
    dk = dz @ C.T * (1 - k * k)
    dh = dk @ B.T * (1 - h * h)
    return {"A": X.T @ dh, "a": dh.sum(0), "B": h.T @ dk, "b": dk.sum(0), "C": k.T @ dz, "c": dz.sum(0)}


def main() -> None:
    point, program = network(), load(Source(PROGRAM))

    def ours() -> dict[str, Any]:
        return adcli.grad(program, at=point, wrt=",".join(WEIGHTS), mode="reverse").gradient

    found, want = ours(), by_hand(**point)
    for name in WEIGHTS:
        np.testing.assert_allclose(np.asarray(found[name]), want[name], rtol=1e-10, atol=1e-14)
    ratios, times = [], []
    for _ in range(15):
        began = time.process_time()
        by_hand(**point)
        middle = time.process_time()
        ours()
        times.append((middle - began, time.process_time() - middle))
        ratios.append(times[-1][1] / times[-1][0])
    hand, graph = (statistics.median(column) * 1e3 for column in zip(*times, strict=True))
    print(f"NumPy by hand {hand:.1f} ms, adcli {graph:.1f} ms: {statistics.median(ratios):.2f} times")


if __name__ == "__main__":
    main()
