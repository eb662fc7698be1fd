"""Is the chosen mode the faster one? Jacobians of the samples, and of systems of many shapes.

    python tests/bench/modes.py [ROUNDS]

For each, the time of `auto`, of forced forward and of forced reverse mode, in turn, from a recorded
graph to the numbers. `ratio` is the chosen mode's time over the better one's; at most 1.3 is asked of
the samples. Of the systems below them, those near two inputs an output show what the rule of thumb
(a reverse sweep counts as two forward ones) may cost.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from adcli.derivatives.axes.entries import entries
from adcli.derivatives.axes.slices import inputs_of, outputs_of
from adcli.language.points.bindings import bindings_of, point_of
from adcli.language.program import Trace, load
from adcli.text.source import Source

SAMPLES = Path(__file__).resolve().parent.parent.parent / "samples"
WAYS = ("auto", "forward", "reverse")
LEAST = 0.02  # seconds that one measurement takes
SHAPES = {
    "1 output, 300 inputs": ("s = 0\nfor i in range(len(x)):\n  s = s + sin(x[i])*x[i]\noutput s", 300),
    "300 outputs, 1 input": ("output [sin(i*x[0]) for i in range(300)]", 1),
    "30 by 30, full": ("s = prod(x)\noutput [s*x[i]^2 for i in range(len(x))]", 30),
    "20 outputs, 40 inputs, full": ("s = sum(x^2)\noutput [s*x[i]*x[i+20] for i in range(20)]", 40),
    "20 outputs, 36 inputs, full": ("s = sum(x^2)\noutput [s*x[i]*x[i+16] for i in range(20)]", 36),
    "tridiagonal, 500": ("output [x[i]^2 - x[i-1] - x[i+1] for i in range(1, len(x) - 1)]", 500),
    "band of 21, 300": ("output [sum(x[j]^2*x[i] for j in range(i, i + 21)) for i in range(280)]", 300),
    "blocks of 6, 60 outputs": ("output [sin(prod(x[6*i:6*i+6])) for i in range(60)]", 360),
    "arrays, 60 by 60": ("A = outer(x, x) + eye(len(x))\noutput A @ sin(x)", 60),
}


def runs() -> Iterator[tuple[str, Trace]]:
    for path in sorted(SAMPLES.glob("*.ad")):
        program = load(Source(path.read_text(encoding="utf-8")))
        yield path.stem, program.trace(point_of(program, bindings_of({}))[0])
    for name, (text, size) in SHAPES.items():
        yield name, load(Source(text)).trace({"x": np.linspace(0.3, 1.1, size)})


def jacobian(trace: Trace, way: str) -> Any:
    rows = [y for part in outputs_of(trace) for y in part.elements]
    columns = [x for part in inputs_of(trace, None) for x in part.elements]
    return entries(trace, rows, columns, way)


def seconds(trace: Trace, way: str) -> float:
    """The time of one Jacobian; short ones are repeated."""
    count, taken = 1, 0.0
    while True:
        began = time.process_time()
        for _ in range(count):
            jacobian(trace, way)
        taken = time.process_time() - began
        if taken >= LEAST:
            return taken / count
        count = max(2 * count, int(count * LEAST / max(taken, 1e-6)))


def main(rounds: int) -> None:
    worst = 0.0
    print(f"{'':<30}{'auto':>10}{'forward':>10}{'reverse':>10}   ratio   chosen")
    for name, trace in runs():
        times: dict[str, list[float]] = {way: [] for way in WAYS}
        for _ in range(rounds):
            for way in WAYS:
                times[way].append(seconds(trace, way))
        best = {way: min(found) for way, found in times.items()}
        _, choice = jacobian(trace, "auto")
        chosen = min(best["auto"], best[choice.mode])  # the same work, measured twice
        ratio = chosen / min(best["forward"], best["reverse"], chosen)
        worst = worst if name in SHAPES else max(worst, ratio)
        numbers = "".join(f"{1000 * best[way]:>10.3f}" for way in WAYS)
        print(f"{name:<30}{numbers}   {ratio:>5.2f}   {choice.mode}, {choice.sweeps} sweeps")
    print(f"times in ms; the worst ratio of the samples is {worst:.2f} (at most 1.3 is asked)")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
