"""A long run of the fuzzer: python tests/fuzz.py [MINUTES] [SEED]. Prints inputs tried and faults found.

Exit status 1 where a fault was found. Each fault is shown with its command line, cut down as far
as it still fails in the same way.
"""

from __future__ import annotations

import os
import sys
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import monotonic

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.fuzzing import judge, lines  # noqa: E402 - the path comes first
from tests.fuzzing.lines import Line  # noqa: E402

SHRINKING = 10.0  # seconds spent on making a fault smaller


def signature(fault: str) -> str:
    """What two faults have in common that have one cause: all but numbers and texts."""
    ends = fault.strip().splitlines()
    return (
        (ends[0] + ends[-1] + ends[-3])[:160] if fault.startswith(("an exception", "a hang")) else fault[:70]
    )


def smaller(line: Line) -> Iterator[Line]:
    """The line with parts left out, the largest parts first."""
    for k in range(len(line.args) - 1, 0, -1):
        yield Line((*line.args[:k], *line.args[k + 1 :]), line.stdin)
    for k in range(len(line.args) - 1, 0, -1):
        yield Line((*line.args[:k], *line.args[k + 2 :]), line.stdin)
    for k, argument in enumerate(line.args[1:], 1):
        for size in (32, 8, 3, 1):
            for at in range(0, len(argument) - size + 1, max(1, size // 2)):
                shorter = argument[:at] + argument[at + size :]
                yield Line((*line.args[:k], shorter, *line.args[k + 1 :]), line.stdin)
    for size in (32, 8, 3, 1):
        for at in range(0, len(line.stdin) - size + 1, max(1, size // 2)):
            yield Line(line.args, line.stdin[:at] + line.stdin[at + size :])


def shrunk(line: Line, fault: str) -> tuple[Line, str]:
    """The smallest line found in a few seconds that fails in the same way."""
    end = monotonic() + SHRINKING
    again = not fault.startswith("a hang")
    while again:
        again = False
        for candidate in smaller(line):
            if monotonic() > end:
                return line, fault
            found = judge.fault(candidate)
            if found is not None and signature(found) == signature(fault):
                line, fault, again = candidate, found, True
                break
    return line, fault


def main(minutes: float, seed: int) -> int:
    """Try command lines for so many minutes."""
    warnings.simplefilter("error")
    random = Random(seed)
    tried, known = 0, set[str]()
    end = monotonic() + 60 * minutes
    while monotonic() < end:
        line = lines.line(random)
        terminal = random.random() < 0.3
        tried += 1
        began = monotonic()
        fault = judge.fault(line, terminal, random.choice((1, 20, 80, 140)))
        if fault is None and monotonic() - began > judge.PATIENCE:
            fault = f"slow: {monotonic() - began:.0f} s"
        if fault is not None and signature(fault) not in known:
            known.add(signature(fault))
            line, fault = shrunk(line, fault)
            print(f"FAULT {len(known)}: {line.args!r} stdin={line.stdin!r}\n{fault}\n", flush=True)
    print(f"seed {seed}: {tried:,} inputs tried, {len(known)} faults found")
    return 1 if known else 0


if __name__ == "__main__":
    asked = [float(word) for word in sys.argv[1:]]
    with tempfile.TemporaryDirectory() as folder:
        lines.prepare(Path(folder))
        os.chdir(folder)
        raise SystemExit(main(asked[0] if asked else 1.0, int(asked[1]) if len(asked) > 1 else 1))
