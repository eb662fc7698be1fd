"""The ratio of a gradient's time to its value's, for every sample.

    python tests/bench/gradients.py

Both run a program that was read before. Of one with several outputs the first is taken. The cheap gradient
principle bounds the operations of a reverse sweep by 4 or 5 times those of the value (A. Griewank, A.
Walther, Evaluating Derivatives, section 3.4); the ratio is to be at most 4.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import adcli

SAMPLES = sorted((Path(__file__).resolve().parents[2] / "samples").glob("*.ad"))


def seconds(run: Callable[[], Any]) -> float:
    """The median processor time of a run, of at least 5 and 0.1 seconds of them."""
    times: list[float] = []
    while len(times) < 5 or sum(times) < 0.1:
        began = time.process_time()
        run()
        times.append(time.process_time() - began)
    return statistics.median(times)


def main() -> None:
    worst = 0.0
    for sample in SAMPLES:
        program = adcli.load(str(sample))
        output = next(iter(adcli.eval(program).outputs))
        value = seconds(lambda: adcli.eval(program, output=output))  # noqa: B023
        gradient = seconds(lambda: adcli.grad(program, output=output, mode="reverse"))  # noqa: B023
        worst = max(worst, gradient / value)
        print(
            f"{sample.stem:22} {value * 1e6:9.0f} µs {gradient * 1e6:9.0f} µs {gradient / value:6.2f} times"
        )
    print(f"at most {worst:.2f} times")


if __name__ == "__main__":
    main()
