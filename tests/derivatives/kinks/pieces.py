"""An evaluator of its own for formulas with ties: exact, on polynomials in t, t → 0+.

A formula is a tree; along x + t d each of its parts is a polynomial with rational coefficients on either
side of the point, whose lowest power decides every selection, step and comparison. Nothing here is
shared with the package.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest
from math import floor, inf
from random import Random
from typing import Any

Poly = tuple[Fraction, ...]  # the coefficients of 1, t, t², …
MOST = 9  # coefficients that are kept: no more than the first is asked for, and ties go no further


def constant(number: Any) -> Poly:
    return (Fraction(number),)


def plus(a: Poly, b: Poly) -> Poly:
    return tuple(x + y for x, y in zip_longest(a, b, fillvalue=Fraction(0)))


def times(a: Poly, b: Poly) -> Poly:
    found = [Fraction(0)] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            found[i + j] += x * y
    return tuple(found[:MOST])


def minus(a: Poly) -> Poly:
    return tuple(-x for x in a)


def sign(a: Poly) -> int:
    lead = next((x for x in a if x), Fraction(0))
    return (lead > 0) - (lead < 0)


def against(a: Poly, b: Poly) -> int:
    return sign(plus(a, minus(b)))


def largest(*parts: Poly) -> Poly:
    best = parts[0]
    for part in parts[1:]:
        best = part if against(part, best) > 0 else best
    return best


def smallest(*parts: Poly) -> Poly:
    return minus(largest(*map(minus, parts)))


def floored(a: Poly) -> Poly:
    below = a[0].denominator == 1 and sign((Fraction(0), *a[1:])) < 0
    return constant(floor(a[0]) - below)


COMPARISONS: dict[str, Callable[[int], bool]] = {
    "<": lambda s: s < 0, "<=": lambda s: s <= 0, ">": lambda s: s > 0, ">=": lambda s: s >= 0,
    "==": lambda s: s == 0, "!=": lambda s: s != 0,
}  # fmt: skip


@dataclass(frozen=True)
class Piece:
    """A part of a formula: how it is written, and what it is along a line."""

    text: str
    along: Callable[[Mapping[str, Poly]], Poly]


def variable(name: str) -> Piece:
    return Piece(name, lambda point: point[name])


def number(value: int) -> Piece:
    return Piece(f"({value})" if value < 0 else str(value), lambda point: constant(value))


def applied(template: str, function: Callable[..., Poly], *parts: Piece) -> Piece:
    text = template.format(*(part.text for part in parts))
    return Piece(text, lambda point: function(*(part.along(point) for part in parts)))


def chosen(template: str, test: str, a: Piece, b: Piece, then: Piece, otherwise: Piece) -> Piece:
    """`then` where a stands to b as the test says."""
    decide = COMPARISONS[test]

    def along(point: Mapping[str, Poly]) -> Poly:
        return (then if decide(against(a.along(point), b.along(point))) else otherwise).along(point)

    condition = f"{a.text} {test} {b.text}"
    return Piece(template.format(c=condition, a=then.text, b=otherwise.text), along)


def random_piece(rng: Random, names: Sequence[str], depth: int) -> Piece:
    """A formula in which ties are frequent where its inputs are small whole numbers."""
    if depth == 0:
        leaves = [variable(rng.choice(names)), variable(rng.choice(names)), number(rng.choice([-1, 0, 1, 2]))]
        return rng.choice(leaves)
    some = [random_piece(rng, names, depth - rng.choice([1, 1, 2][: depth + 1])) for _ in range(4)]
    a, b, c, d = some
    k = number(rng.choice([-2, -1, 2, 3]))
    test = rng.choice(list(COMPARISONS))
    zero = constant(0)
    kinds: list[Callable[[], Piece]] = [
        lambda: applied("({} + {})", plus, a, b),
        lambda: applied("({} - {})", lambda u, v: plus(u, minus(v)), a, b),
        lambda: applied("{}*{}", times, k, a),
        lambda: applied("{}*{}", times, a, b),
        lambda: applied("abs({})", lambda u: largest(u, minus(u)), a),
        lambda: applied("max({}, {})", largest, a, b),
        lambda: applied("min({}, {})", smallest, a, b),
        lambda: applied("max({}, {}, {})", largest, a, b, c),
        lambda: applied("relu({})", lambda u: largest(u, zero), a),
        lambda: applied("clamp({}, -1, 1)", lambda u: largest(constant(-1), smallest(u, constant(1))), a),
        lambda: applied("sign({})", lambda u: constant(sign(u)), a),
        lambda: applied("sign({0})*{0}", lambda u: largest(u, minus(u)), a),
        lambda: applied("floor({})", floored, a),
        lambda: applied("(floor({0}) + mod({0}, 1))", lambda u: u, a),
        lambda: applied("(relu({0}) - relu(-{0}))", lambda u: u, a),
        lambda: applied("max([{}, {}, {}])", largest, a, b, c),
        lambda: applied("sum(relu([{}, {}]))", lambda u, v: plus(largest(u, zero), largest(v, zero)), a, b),
        lambda: chosen("where({c}, {a}, {b})", test, a, b, c, d),
        lambda: chosen("({a} if {c} else {b})", test, a, b, c, d),
        lambda: chosen("({a} if {c} else {b})", test, a, b, c, c),
    ]  # fmt: skip
    return rng.choice(kinds)()


def slopes(piece: Piece, point: Mapping[str, int], direction: Mapping[str, Any]) -> tuple[float, float]:
    """The one-sided derivatives along a direction; infinite where the value jumps."""
    return combined([(1, piece)], point, direction)


def combined(
    weighted: Sequence[tuple[int, Piece]], point: Mapping[str, int], direction: Mapping[str, Any]
) -> tuple[float, float]:
    """Those of a weighted sum."""
    here = {name: constant(x) for name, x in point.items()}
    found = []
    for side in (-1, 1):
        line = {name: (Fraction(x), side * Fraction(direction.get(name, 0))) for name, x in point.items()}
        rise = constant(0)
        for weight, piece in weighted:
            change = plus(piece.along(line), minus(piece.along(here)))
            rise = plus(rise, times(constant(weight), change))
        if rise[0]:
            found.append(side * inf if rise[0] > 0 else -side * inf)
        else:
            found.append(float(side * rise[1]) + 0.0 if len(rise) > 1 else 0.0)
    return found[0], found[1]


def agree(sides: tuple[float, float]) -> bool:
    """Whether they are one derivative."""
    return sides[0] == sides[1] and abs(sides[0]) < inf
