"""The accuracy of every function, against mpmath at 50 digits and more: the table of tests/README.md.

    python -m tests.accuracy [POINTS] [--write]

Draws POINTS random points over each function's whole domain (300 unless told), adds those that are
hard (tails, poles, zeros, edges, huge and tiny arguments) and those of the tests, and prints the worst
error of the value, the first and the second derivatives; `--write` puts the table into tests/README.md.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from adcli.export.notation.cards import card
from adcli.operations import Operation
from tests.operations.bars import SPECIAL, error, scale_of
from tests.operations.measured import VISIBLE, Measured, derivatives, second_derivatives, values

TINY = 1e-300  # below, what was computed on the way may be subnormal
PAGE = Path(__file__).resolve().parent / "README.md"
MARKS = re.compile(r"(<!-- accuracy: begin -->\n).*?(<!-- accuracy: end -->)", re.DOTALL)
TESTED = (80, 30, 30)  # random points that the tests draw for values, first and second derivatives
KINDS: tuple[Callable[[Operation, int], Iterable[Measured]], ...] = (values, derivatives, second_derivatives)


def worst(operation: Operation, order: int, measured: Iterable[Measured]) -> float:
    """The largest error: in ulp of the true number; for what may cancel, relative to its scale."""
    largest = 0.0
    for _, point, got, want in measured:
        size = float(abs(want))
        if size < TINY or not math.isfinite(got):
            continue
        relative = operation.name in SPECIAL or order == 2
        unit = scale_of(operation, order, point, size) if relative else math.ulp(size)
        largest = max(largest, error(got, want) / unit)
    return largest


def row(operation: Operation, number: int) -> str:
    """A line of the table."""
    cells = []
    for order, kind in enumerate(KINDS):
        largest = max(worst(operation, order, kind(operation, n)) for n in (number, TESTED[order]))
        relative = operation.name in SPECIAL or order == 2
        cells.append(f"{largest:.1e}" if relative else f"{largest:.2f} ulp")
    return f"| `{card(operation).call}` | {' | '.join(cells)} |"


@cache
def told() -> dict[str, tuple[float, ...]]:
    """What the page says: the worst error of the value, the first and the second derivative, by function."""
    text = MARKS.search(PAGE.read_text(encoding="utf-8"))
    rows = re.findall(r"^\| `(.*?)` \| (.*) \|$", text[0], re.MULTILINE) if text else []
    return {call: tuple(float(cell.split()[0]) for cell in cells.split(" | ")) for call, cells in rows}


def table(number: int) -> str:
    """The whole table."""
    lines = ["| function | value | first derivative | second derivative |", "|---|---|---|---|"]
    for operation in VISIBLE:
        lines.append(row(operation, number))
        print(lines[-1], file=sys.stderr, flush=True)
    return "\n".join(lines)


def main(arguments: list[str]) -> None:
    number = next((int(a) for a in arguments if a.isdecimal()), 300)
    text = table(number)
    if "--write" in arguments:
        page = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(MARKS.sub(lambda m: f"{m[1]}{text}\n{m[2]}", page), encoding="utf-8")
    else:
        print(text)


if __name__ == "__main__":
    main(sys.argv[1:])
