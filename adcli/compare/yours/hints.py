"""What a wrong derivative looks like: hints that its ratio to the right one gives."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from math import isfinite, log, log10, pi
from struct import pack, unpack
from typing import Protocol

CLOSE = 1e-9  # ratios that differ by less are the same
SWAPPED = ": swapped?"
DIGITS = 3  # from so many right digits on, they are counted
SINGLE = 6.3  # digits that a float of 32 bits has at least
ROUGH = 0.01  # a number that is known to less than this part of itself tells nothing
MOST = 1_000_000  # pairs of entries that are compared

FACTORS: tuple[tuple[float, str], ...] = (
    (-1.0, "the sign is wrong"),
    *((float(k), f"{k} times too large") for k in (2, 3, 4, 5, 10, 100, 1000)),
    *((1.0 / k, f"{k} times too small") for k in (2, 3, 4, 5, 10, 100, 1000)),
    *((-float(k), f"the sign is wrong, and it is {k} times too large") for k in (2, 3, 4)),
    *((-1.0 / k, f"the sign is wrong, and it is {k} times too small") for k in (2, 3, 4)),
    (180 / pi, "a factor of 180/π: degrees for radians"),
    (pi / 180, "a factor of π/180: degrees for radians"),
    (log(10), "a factor of log(10): natural for decimal logarithm"),
    (1 / log(10), "a factor of log(10): natural for decimal logarithm"),
    (log(2), "a factor of log(2): natural for binary logarithm"),
    (1 / log(2), "a factor of log(2): natural for binary logarithm"),
    (2 * pi, "2π times too large"),
    (1 / (2 * pi), "2π times too small"),
    (pi, "π times too large"),
    (1 / pi, "π times too small"),
)


def hint(
    given: float,
    right: float,
    derivatives: Mapping[str, float],
    point: Mapping[str, float],
    value: float,
    known: float = 0.0,
) -> str:
    """Why a given derivative may be wrong, or nothing.

    `derivatives` are the right ones by the other inputs, `point` holds the inputs' values, and
    `value` is the function's own. `known` is how far off the given number may be, as it is written.
    """
    if not (isfinite(given) and isfinite(right)):
        return ""
    reach = max(CLOSE, known / abs(given)) if given else 0.0
    if reach > ROUGH:
        return ""
    for name, derivative in derivatives.items():
        if derivative != 0.0 and _same(given, derivative, reach):
            return f"this is the derivative by {name}{SWAPPED}"
    if given == 0.0 or right == 0.0:
        return ""
    ratio = given / right
    for factor, says in FACTORS:
        if _same(ratio, factor, reach):
            return says
    digits = -log10(abs(ratio - 1)) if ratio != 1 else 16.0
    if digits >= DIGITS:
        single = ", as of 32-bit numbers" if digits > SINGLE and is_single(given) else ""
        return f"right to {int(digits)} digits{single}"
    if _same(given, 1 / right, reach):
        return "this is the reciprocal"
    if _same(given, value, reach):
        return "this is the value, not the derivative"
    return _factor_of_an_input(ratio, point, reach)


def is_single(number: float) -> bool:
    """Whether a number is a float of 32 bits, or one as it is written with all its digits."""
    try:
        (single,) = unpack("f", pack("f", number))
    except OverflowError:
        return False
    return number == single or number in (float(f"{single:.{n}g}") for n in (7, 8, 9))


def _factor_of_an_input(ratio: float, point: Mapping[str, float], reach: float) -> str:
    for name, x in point.items():
        if x not in (0.0, 1.0) and _same(ratio, x, reach):
            return f"{name} times too large: one factor {name} too many?"
        if x not in (0.0, 1.0) and _same(ratio * x, 1.0, reach):
            return f"{name} times too small: a factor {name} forgotten?"
    return ""


def _same(a: float, b: float, reach: float = CLOSE) -> bool:
    return a == b or abs(a - b) <= reach * abs(b)


class Given(Protocol):
    """A number that is off by at most `known`, as it is written."""

    @property
    def value(self) -> float: ...
    @property
    def known(self) -> float: ...


Pair = tuple[str, str]  # the labels of an output and an input


def misplaced(
    given: Mapping[Pair, Given],
    right: Mapping[Pair, float],
    wrong: Sequence[Pair],
    outputs: Sequence[str],
    inputs: Sequence[str],
) -> dict[Pair, str]:
    """By entry that is wrong, which other entry of the Jacobian it is; all of them, if it is transposed."""
    if len(wrong) > 1 and len(given) == len(outputs) * len(inputs):
        for what, partner in _transpositions(outputs, inputs):
            if all(_is(given[pair], right[partner[pair]]) for pair in given):
                says = f"{what} is transposed: this is"
                return {pair: f"{says} {_named(partner[pair], outputs)}" for pair in wrong}
    found = {}
    for pair in wrong if len(wrong) * len(right) <= MOST else ():
        if given[pair].known <= ROUGH * abs(given[pair].value):
            elsewhere = [p for p in right if p[0] != pair[0] and right[p] and _is(given[pair], right[p])]
            if len(elsewhere) == 1:
                found[pair] = f"this is {_named(elsewhere[0], outputs)}: another entry?"
    return found


def _transpositions(outputs: Sequence[str], inputs: Sequence[str]) -> Iterator[tuple[str, dict[Pair, Pair]]]:
    """Ways in which a Jacobian, or a matrix among the inputs, can be transposed: which entry is for which."""
    pairs = [(o, i) for o in outputs for i in inputs]
    if len(outputs) > 1:
        flipped = [(o, i) for i in inputs for o in outputs]
        yield "the Jacobian", dict(zip(pairs, flipped, strict=True))
    turned = {name: re.sub(r"\[(\d+),(\d+)\]$", r"[\2,\1]", name) for name in inputs}
    if any(name != other for name, other in turned.items()) and set(turned.values()) == set(inputs):
        yield "the matrix", {(o, i): (o, turned[i]) for o, i in pairs}


def _is(given: Given, right: float) -> bool:
    """Whether a given number is a derivative, as far as it is written."""
    return abs(given.value - right) <= max(CLOSE * abs(right), given.known)


def _named(pair: Pair, outputs: Sequence[str]) -> str:
    output, name = pair
    return f"the derivative of {output} by {name}" if len(outputs) > 1 else f"the derivative by {name}"
