"""A tridiagonal system from its text to the numbers of its Jacobian, against CasADi.

    python tests/bench/tridiagonal.py [EQUATIONS] [ROUNDS]

Broyden's tridiagonal function, (3 - 2x_i)x_i - x_{i-1} - 2x_{i+1} + 1 = 0. Whole processes in turn:
`adcli jac --sparse --json` on a program, and a Python program that builds the same system from
CasADi's symbols, forms its Jacobian and evaluates it. The median ratio of their times is printed
(at most 1 is asked), then adcli's own times and memory as the system grows to ten times its size.
"""

from __future__ import annotations

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

PROGRAMS = {
    "slices": """input x = [-1 + 0.1*i/{n} for i in range({n})]
u = concat([0], x, [0])
output (3 - 2*x)*x - u[:-2] - 2*u[2:] + 1
""",
    "list": """input x = [-1 + 0.1*i/{n} for i in range({n})]
u = concat([0], x, [0])
output [(3 - 2*u[i])*u[i] - u[i-1] - 2*u[i+1] + 1 for i in range(1, {n} + 1)]
""",
    "loop": """input x = [-1 + 0.1*i/{n} for i in range({n})]
n = len(x)
y = zeros(n)
y[0] = (3 - 2*x[0])*x[0] - 2*x[1] + 1
for i in range(1, n - 1):
    y[i] = (3 - 2*x[i])*x[i] - x[i-1] - 2*x[i+1] + 1
y[n-1] = (3 - 2*x[n-1])*x[n-1] - x[n-2] + 1
output y
""",
}

CASADI = """
import sys
import casadi
n = int(sys.argv[1])
x = casadi.SX.sym("x", n)
s = casadi.vertsplit(x)
rows = []
for i in range(n):
    y = (3 - 2*s[i])*s[i] + 1
    if i > 0:
        y = y - s[i-1]
    if i < n - 1:
        y = y - 2*s[i+1]
    rows.append(y)
jacobian = casadi.Function("J", [x], [casadi.jacobian(casadi.vertcat(*rows), x)])
value = jacobian([-1 + 0.1*i/n for i in range(n)])
print(value.nnz(), sum(value.nonzeros()))
"""


def assignments(n: int) -> str:
    """The system as one assignment an equation."""
    lines = [f"input {', '.join(f'x{i} = {-1 + 0.1 * i / n}' for i in range(n))}"]
    for i in range(n):
        before = f" - x{i - 1}" if i else ""
        after = f" - 2*x{i + 1}" if i < n - 1 else ""
        lines.append(f"y{i} = (3 - 2*x{i})*x{i}{before}{after} + 1")
    return "\n".join([*lines, f"output {', '.join(f'y{i}' for i in range(n))}"]) + "\n"


def program(name: str, n: int, folder: str) -> str:
    path = Path(folder) / f"{name}{n}.ad"
    path.write_text(assignments(n) if name == "assignments" else PROGRAMS[name].format(n=n))
    return str(path)


def run(words: list[str]) -> tuple[float, str]:
    """The time of a process, and what it printed."""
    began = time.perf_counter()
    done = subprocess.run(words, capture_output=True, text=True, check=True, env=dict(os.environ))
    return time.perf_counter() - began, done.stdout


def ours(path: str) -> tuple[float, Any]:
    seconds, text = run([sys.executable, "-m", "adcli", "jac", path, "--sparse", "--json", "--quiet"])
    return seconds, json.loads(text)


def against(name: str, n: int, rounds: int, folder: str) -> None:
    path = program(name, n, folder)
    mine, theirs = [], []
    for _ in range(rounds):
        seconds, answer = ours(path)
        mine.append(seconds)
        seconds, text = run([sys.executable, "-c", CASADI, str(n)])
        theirs.append(seconds)
        entries, total = text.split()
        assert len(answer["values"]) == int(entries) == 3 * n - 2
        assert abs(sum(answer["values"]) - float(total)) < 1e-9 * n
    ratio = statistics.median(a / b for a, b in zip(mine, theirs, strict=True))
    print(
        f"{name:<12} adcli {statistics.median(mine):6.2f} s   CasADi {statistics.median(theirs):6.2f} s"
        f"   ratio {ratio:.2f}   {answer['sweeps']} sweeps"
    )


def growth(name: str, n: int, folder: str) -> None:
    """Times and the largest memory so far of adcli alone, as the system grows."""
    for size in (n, 3 * n, 10 * n):
        seconds, answer = ours(program(name, size, folder))
        memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1000
        per = 1e6 * seconds / size
        print(
            f"{name:<12} n = {size:>9,}   {seconds:6.2f} s   {per:5.0f} µs an equation"
            f"   {memory:6.0f} MB   {answer['sweeps']} sweeps"
        )


def main(n: int, rounds: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for name in ("slices", "list", "loop", "assignments"):
            growth(name, n, folder)
        for name in ("slices", "list", "loop", "assignments"):
            against(name, n, rounds, folder)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000, int(sys.argv[2]) if len(sys.argv) > 2 else 5)
