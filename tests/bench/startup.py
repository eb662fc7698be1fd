"""Start-up: one gradient on the command line against importing the libraries that command lines load.

    python tests/bench/startup.py [ROUNDS]

Every round runs all command lines in turn, in processes of their own, with their output piped. Prints
medians: milliseconds, and the ratio to `import click, lark, rich.console, rich.table` in the same round.
The bars are 1.2, and 1.0 with --json. Peers that are not installed are skipped.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from importlib.util import find_spec

REFERENCE = "import click, lark, rich.console, rich.table"
LINE = ["grad", "log(x1) + x1*x2 - sin(x2)", "--at", "x1=2,x2=5"]
ADCLI = "import sys; from adcli.cli.main import run; sys.exit(run())"
PEERS = {
    "autograd": "from autograd import grad; import autograd.numpy as np; "
    "print(grad(lambda x: np.log(x[0]) + x[0]*x[1] - np.sin(x[1]))(np.array([2.0, 5.0])))",
    "casadi": "from casadi import *; x = SX.sym('x', 2); "
    "print(Function('g', [x], [gradient(log(x[0]) + x[0]*x[1] - sin(x[1]), x)])([2, 5]))",
    "jax": "import jax, jax.numpy as np; "
    "print(jax.grad(lambda x: np.log(x[0]) + x[0]*x[1] - np.sin(x[1]))(np.array([2.0, 5.0])))",
    "sympy": "from sympy import *; x, y = symbols('x y'); "
    "print([diff(log(x) + x*y - sin(y), v).subs({x: 2, y: 5}).evalf() for v in (x, y)])",
}


# Modules are compiled once, as an installation does, and not at every start.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def seconds(command: list[str]) -> float:
    began = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, env=ENVIRONMENT)
    return time.perf_counter() - began


def main(rounds: int) -> None:
    commands = {
        REFERENCE: [sys.executable, "-c", REFERENCE],
        "adcli grad": [sys.executable, "-c", ADCLI, *LINE],
        "adcli grad --json": [sys.executable, "-c", ADCLI, *LINE, "--json"],
    }
    for name, program in PEERS.items():
        if find_spec(name) is None:
            print(f"{name} is not installed: skipped")
        else:
            commands[f"the same with {name}"] = [sys.executable, "-c", program]
    for command in commands.values():
        seconds(command)
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            times[name].append(seconds(command))
    for name, measured in times.items():
        ratios = [a / b for a, b in zip(measured, times[REFERENCE], strict=True)]
        print(f"{statistics.median(measured) * 1e3:7.1f} ms {statistics.median(ratios):6.2f}x  {name}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 21)
