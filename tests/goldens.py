"""Golden outputs: their words are compared exactly, their numbers by a tolerance.

Processors and mathematical libraries round the last bit differently, so that a number of an output
may too. It agrees with the golden one within

- one unit of its eighth digit, if both have no more than the eight digits that a terminal shows,
- 1e-12 of its size otherwise: some thousand roundings, which is what the samples' condition allows,
- or 1e-15 of the largest number of its block (the lines up to a blank one): where terms cancel, 0
  may come out as -1.7e-17.

Whole numbers are exact: they count things. Everything between the numbers, the spaces as well, has to
be the same; where a number of a block is wider or narrower than the golden one, a gap between columns
(two spaces or more) may be wider or narrower too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from math import floor, log10
from pathlib import Path

RELATIVE = 1e-12
NOISE = 1e-15
SHOWN = 8  # digits in a terminal

DECIMAL = r"\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.]*\w)"
NUMBER = rf"(?<![\w.])(?<!\w-)-?{DECIMAL}|(?<!\w)\(-{DECIMAL}\)"  # (-2) behind an operator
PIECES = re.compile(rf"({NUMBER})|(\s+)")


def golden(text: str, path: Path, rewrite: bool) -> None:
    """The text agrees with the golden file, which is written anew where that is wanted."""
    if rewrite:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    found = list(differences(text, path.read_text(encoding="utf-8")))
    assert not found, f"{path.name}:\n" + "\n".join(found)


def differences(text: str, expected: str) -> Iterator[str]:
    """What is not as expected: a line of words about each."""
    if text == expected:
        return
    ours, theirs = text.split("\n"), expected.split("\n")
    if len(ours) != len(theirs):
        yield f"{len(ours)} lines, and not {len(theirs)}"
    pairs = enumerate(zip(ours, theirs, strict=False), 1)
    for _, block in groupby(pairs, lambda pair: bool(pair[1][1].strip())):
        yield from _of_block(list(block))


def _of_block(block: Sequence[tuple[int, tuple[str, str]]]) -> Iterator[str]:
    split = [(number, PIECES.split(line), PIECES.split(expected)) for number, (line, expected) in block]
    numbers = [_value(piece) for _, _, pieces in split for piece in pieces[1::3] if piece]
    noise = NOISE * max(map(abs, numbers), default=0.0)
    moved = any(
        len(a or "") != len(b or "")
        for _, ours, theirs in split
        for a, b in zip(ours[1::3], theirs[1::3], strict=False)
    )
    for number, ours, theirs in split:
        same = len(ours) == len(theirs) and all(
            _agree(k % 3, a, b, noise, moved) for k, (a, b) in enumerate(zip(ours, theirs, strict=True))
        )
        if not same:
            yield f"line {number} is\n{_joined(ours)}\nand not\n{_joined(theirs)}"


def _joined(pieces: Sequence[str | None]) -> str:
    return "".join(piece or "" for piece in pieces)


def _agree(kind: int, ours: str | None, theirs: str | None, noise: float, moved: bool) -> bool:
    """Whether two pieces agree: words (0), numbers (1) or spaces (2)."""
    if ours == theirs or ours is None or theirs is None:
        return ours == theirs
    if kind == 1:
        return numbers_agree(ours, theirs, noise)
    return kind == 2 and moved and min(len(ours), len(theirs)) > 1


def numbers_agree(ours: str, theirs: str, noise: float = 0.0) -> bool:
    """Whether two numbers, as they are written, agree but for rounding."""
    if ours == theirs:
        return True
    if ours.lstrip("-").isdigit() and theirs.lstrip("-").isdigit():
        return False
    a, b = _value(ours), _value(theirs)
    smaller, larger = sorted((abs(a), abs(b)))
    relative = RELATIVE * larger
    if smaller and max(_digits(ours), _digits(theirs)) <= SHOWN:
        relative = 1.001 * 10.0 ** (floor(log10(smaller)) - SHOWN + 1)
    return abs(a - b) <= max(relative, noise)


def _value(number: str) -> float:
    return float(number.strip("()"))


def _digits(number: str) -> int:
    """Significant digits."""
    return len(number.strip("()-").partition("e")[0].replace(".", "").strip("0"))
