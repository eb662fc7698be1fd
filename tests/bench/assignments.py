"""A megabyte of assignments: the whole gradient against Lark's bare parse of the same text.

    python tests/bench/assignments.py [BYTES]

The bare parse is LALR with the smallest grammar that reads the text (assignments.lark) and builds
no tree. Prints the median of the ratios measured in turn; the bar is 2.
"""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path
from typing import Any

from lark import Lark

from adcli.derivatives.questions.gradient import gradient
from adcli.language.points.bindings import bindings_of
from adcli.language.program import load
from adcli.text.source import Source

INPUTS = 50


def text_of(size: int) -> str:
    """Assignments `t1 = sin(x1*0.5) + exp(-x7)/(1 + x3^2)`, no two alike, of about `size` bytes."""
    lines: list[str] = []
    length = 0
    while length < size:
        k = len(lines) + 1
        a, b, c = k % INPUTS + 1, 7 * k % INPUTS + 1, 3 * k % INPUTS + 1
        lines.append(f"t{k} = sin(x{a}*0.{k}) + exp(-x{b}*0.{k})/(1.{k} + x{c}^2)\n")
        length += len(lines[-1])
    return "".join(lines)


class Bare:
    """Lark's LALR parser without callbacks: it recognises the text, and that is all."""

    def __init__(self) -> None:
        grammar = Path(__file__).with_suffix(".lark").read_text(encoding="utf-8")
        self.lark = Lark(grammar, parser="lalr", lexer="basic")
        callbacks: dict[Any, Any] = self.lark.parser.parser.parser.callbacks
        for rule in callbacks:
            callbacks[rule] = _nothing

    def parse(self, text: str) -> None:
        self.lark.parse(text)


def _nothing(children: list[Any]) -> None:
    return None


def seconds(run: Any, *arguments: Any) -> float:
    began = time.perf_counter()
    run(*arguments)
    return time.perf_counter() - began


def whole_gradient(text: str) -> None:
    point = bindings_of({f"x{k}": 0.3 + 0.01 * k for k in range(1, INPUTS + 1)})
    last = text.rstrip().rpartition("\n")[2].partition(" ")[0]
    gradient(load(Source(text)), point, output=last)


def main(size: int) -> None:
    text, bare = text_of(size), Bare()
    bare.parse(text[: text.index("\n") + 1])
    ratios = []
    for _ in range(5):
        ours, theirs = seconds(whole_gradient, text), seconds(bare.parse, text)
        ratios.append(ours / theirs)
        print(f"gradient {ours:.2f} s, bare parse {theirs:.2f} s, ratio {ours / theirs:.2f}")
    print(f"median ratio {statistics.median(ratios):.2f} for {len(text):,} bytes (at most 2 is asked)")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
