"""A batch of short expressions against the bare parse of its lines.

    python tests/bench/batch.py [LINES]

The lines are all different, such as `log(x1) + x1*x2 - sin(x2) at x1=2, x2=5`. The bare parse is
Lark's LALR parser with its basic lexer on the smallest grammar that reads them (BARE), and makes
no tree: Lark builds one through the callbacks of the rules, and here each of them returns None.
adcli reads the lines as a file, answers them and writes JSON Lines. Prints the median of the
ratios of times taken one after the other, the time a line from 1,000 to 200,000 lines, and the
peak of the memory that a batch allocates.
"""

from __future__ import annotations

import gc
import io
import random
import statistics
import sys
import time
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from lark import Lark

from adcli.cli.group import answer
from adcli.cli.main import COLLECT_AFTER
from adcli.cli.process.environment import Environment
from adcli.records.batch import Batch
from adcli.records.formats import read
from adcli.show.records import json_lines

BARE = r"""
start: sum "at" binding ("," binding)*
binding: NAME "=" NUMBER
sum: product | sum ("+"|"-") product
product: power | product ("*"|"/") power
power: atom | atom "^" atom | "-" power
atom: NUMBER | NAME | NAME "(" sum ")" | "(" sum ")"
NAME: /[a-z]\w*/
NUMBER: /\d+(\.\d+)?/
%ignore " "
"""
BLOCK = 1000  # lines timed at a time
PAIRS = 15


def lines(count: int) -> Iterator[str]:
    """Different short expressions at different points."""
    draw = random.Random(1)
    for k in range(count):
        a, b = draw.sample(["x1", "x2", "a", "b", "u", "v"], 2)
        f, g = draw.choice(["log", "sqrt", "exp", "atan"]), draw.choice(["sin", "cos", "tanh", "sinh"])
        c, d = 1 + k / 1000, draw.randint(2, 999) / 100
        expression = (
            f"{c}*{f}({a}) + {a}*{b} - {g}({b})",
            f"{c}*{a}^2 + {g}({a}*{b})/{b}",
            f"exp(-{a}*{c})*({b} - {d})^2",
            f"({a} + {c})/({b} + {d}) - {f}({a}*{b})",
            f"{c}*{g}({a}) + {d}*{f}({b})",
        )[k % 5]
        yield f"{expression} at {a}={draw.randint(1, 300) / 100}, {b}={draw.randint(1, 300) / 100}"


def bare_parser() -> Lark:
    """Lark without a tree."""
    lark = Lark(BARE, parser="lalr", lexer="basic")
    callbacks = lark.parser.parser.parser.callbacks  # no option of Lark leaves the tree out
    callbacks.update(dict.fromkeys(callbacks, lambda _: None))
    return lark


def bare(lark: Lark, texts: list[str]) -> float:
    """Seconds of the bare parse."""
    began = time.perf_counter()
    for text in texts:
        lark.parse(text)
    return time.perf_counter() - began


def ours(texts: list[str]) -> float:
    """Seconds of `adcli batch FILE --json`, without the start of Python."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "lines.batch")
        path.write_text("".join(text + "\n" for text in texts))
        stdout, stderr = Counter(), io.StringIO()
        environment = Environment(io.BytesIO(), stdout, stderr, {})
        before = gc.get_threshold()
        gc.set_threshold(COLLECT_AFTER)  # as the entry point does
        began = time.perf_counter()
        status = answer(["batch", str(path), "--json"], environment)
        taken = time.perf_counter() - began
        gc.set_threshold(*before)
    assert (status, stdout.written) == (0, len(texts)), stderr.getvalue()
    return taken


class Counter(io.StringIO):
    """A stream that keeps nothing but the number of texts."""

    written = 0

    def write(self, text: str) -> int:
        self.written += 1
        return len(text)


class Generated(io.RawIOBase):
    """A file of lines that are made as they are read."""

    def __init__(self, count: int) -> None:
        self.texts = (f"{text}\n".encode() for text in lines(count))

    def __iter__(self) -> Any:
        return self.texts


def memory(count: int) -> int:
    """Bytes at the peak of a batch whose lines and answers nobody keeps."""
    gc.collect()
    tracemalloc.start()
    batch = Batch()
    for _ in json_lines(map(batch.answer, read(Generated(count), "bench", "batch")), None, "utf-8"):  # type: ignore[arg-type]
        pass
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def main(most: int) -> None:
    lark = bare_parser()
    texts = list(lines(BLOCK * PAIRS))
    blocks = [texts[k : k + BLOCK] for k in range(0, len(texts), BLOCK)]
    bare(lark, blocks[0]), ours(blocks[0])
    pairs = [(ours(block), bare(lark, block)) for block in blocks]
    ratios = sorted(mine / plain for mine, plain in pairs)
    each = [statistics.median(column) / BLOCK * 1e6 for column in zip(*pairs, strict=True)]
    print(f"a line: adcli {each[0]:.0f} µs, bare parse {each[1]:.0f} µs")
    low, high = ratios[len(ratios) // 4], ratios[-len(ratios) // 4]
    print(f"ratio: median {statistics.median(ratios):.2f}, quarters {low:.2f} to {high:.2f} (bar: 1.6)")
    for size in (1_000, 10_000, 100_000, 200_000):
        if size <= most:
            print(f"{size:,} lines: {ours(list(lines(size))) / size * 1e6:.0f} µs a line")
    for size in (1_000, 10_000, 40_000):
        if size <= most:
            print(f"{size:,} lines: {memory(size) / 1e6:.1f} MB at the peak")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200_000)
