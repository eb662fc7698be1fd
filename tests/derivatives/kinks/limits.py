"""An evaluator of its own for iterated one-sided limits: exact polynomials in t, s, … with s far below t.

A number is {(power of s, power of t): coefficient}, in the order of which is larger: what counts in a
comparison is the least of the powers, that of s first. Expressions are trees: a name, a number, or an
operation with its arguments.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations, product
from math import factorial
from typing import Any

Number = dict[tuple[int, ...], Fraction]
Tree = Any
MOST = 20  # powers that are kept


def constant(value: Any, levels: int) -> Number:
    return {(0,) * levels: Fraction(value)} if value else {}


def added(a: Number, b: Number, times: int = 1) -> Number:
    found = dict(a)
    for powers, c in b.items():
        found[powers] = found.get(powers, Fraction(0)) + times * c
    return {powers: c for powers, c in found.items() if c}


def multiplied(a: Number, b: Number) -> Number:
    found: Number = {}
    for (p, c), (q, d) in product(a.items(), b.items()):
        powers = tuple(map(sum, zip(p, q, strict=True)))
        if max(powers, default=0) <= MOST:
            found[powers] = found.get(powers, Fraction(0)) + c * d
    return {powers: c for powers, c in found.items() if c}


def sign(a: Number) -> int:
    lead = a[min(a)] if a else Fraction(0)
    return (lead > 0) - (lead < 0)


def evaluated(tree: Tree, inputs: Mapping[str, Number], levels: int) -> Number:
    """The value of an expression where its inputs are such numbers."""
    if isinstance(tree, str):
        return inputs[tree]
    if not isinstance(tree, tuple):
        return constant(tree, levels)
    name, *arguments = tree
    u, *rest = (evaluated(argument, inputs, levels) for argument in arguments)
    if name == "add":
        return added(u, rest[0])
    if name == "sub":
        return added(u, rest[0], -1)
    if name == "mul":
        return multiplied(u, rest[0])
    if name == "square":
        return multiplied(u, u)
    if name == "cube":
        return multiplied(u, multiplied(u, u))
    if name == "abs":
        return added({}, u, sign(u) or 1)
    if name == "signed":  # sign(u)*abs(u)
        return u
    if name == "relu":
        return u if sign(u) > 0 else {}
    if name in ("max", "min"):
        above = sign(added(u, rest[0], -1)) > 0
        return u if above == (name == "max") else rest[0]
    if name == "clamp":
        low, high = constant(-1, levels), constant(1, levels)
        below, above = sign(added(u, low, -1)) < 0, sign(added(u, high, -1)) > 0
        return low if below else high if above else u
    assert name in ("where", "if")
    return rest[1] if sign(added(u, rest[0], -1)) > 0 else rest[2]


TEXTS = {
    "add": "({} + {})", "sub": "({} - {})", "mul": "{}*{}", "square": "({})^2", "cube": "({})^3",
    "abs": "abs({})", "signed": "sign({0})*abs({0})", "relu": "relu({})", "max": "max({}, {})",
    "min": "min({}, {})", "clamp": "clamp({}, -1, 1)", "where": "where({} > {}, {}, {})",
    "if": "({2} if {0} > {1} else {3})",
}  # fmt: skip
COUNTS = {"add": 2, "sub": 2, "mul": 2, "max": 2, "min": 2, "where": 4, "if": 4}


def text_of(tree: Tree) -> str:
    if isinstance(tree, str):
        return tree
    if not isinstance(tree, tuple):
        return f"({tree})"
    return TEXTS[tree[0]].format(*map(text_of, tree[1:]))


def random_tree(rng: random.Random, depth: int, names: Sequence[str]) -> Tree:
    """An expression that has many ties where its inputs are 0 or 1."""
    if depth == 0 or rng.random() < 0.1:
        return rng.choice([*names, *names, *names, 1, 2, -1, 0])
    name = rng.choice(list(TEXTS))
    return (name, *(random_tree(rng, depth - 1, names) for _ in range(COUNTS.get(name, 1))))


class Limits:
    """The one-sided and iterated limits of an expression at a point."""

    def __init__(self, tree: Tree, point: Mapping[str, int]) -> None:
        self.tree, self.point = tree, point

    def beside(self, *steps: Mapping[str, int]) -> Number:
        """Along the first of these directions, far closer along the next, and so on."""
        levels = len(steps)
        inputs = {name: constant(value, levels) for name, value in self.point.items()}
        for level, step in enumerate(steps):
            powers = tuple(int(k == levels - 1 - level) for k in range(levels))
            for name, direction in step.items():
                inputs[name] = added(inputs[name], {powers: Fraction(direction)} if direction else {})
        return evaluated(self.tree, inputs, levels)

    @property
    def value(self) -> Fraction:
        return self.beside().get((), Fraction(0))

    def first(self, direction: Mapping[str, int]) -> Fraction | None:
        """The derivative along a direction; None where its sides differ, or the value jumps."""
        sides = [self.taylor(direction, sign, 1) for sign in (-1, 1)]
        return sides[0] if sides[0] == sides[1] else None

    def taylor(self, direction: Mapping[str, int], sign: int, order: int) -> Fraction | None:
        """The coefficient of t^order from one side; None where the value jumps."""
        found = self.beside({name: sign * d for name, d in direction.items()})
        if found.get((0,), Fraction(0)) != self.value:
            return None
        return found.get((order,), Fraction(0)) * (sign if order % 2 else 1)

    def mixed(self, direction: Mapping[str, int], name: str) -> list[Fraction | None]:
        """The derivatives along a direction of that by an input, from all four sides; None: infinite."""
        first, found = self.first({name: 1}), []
        for far, near in product((-1, 1), repeat=2):
            along = {key: far * d for key, d in direction.items()}
            number = self.beside(along, {name: near})
            line = {(0, *powers): c for powers, c in self.beside(along).items()}
            jumps = {powers: c for powers, c in number.items() if powers[0] == 0} != line
            steep = number.get((1, 0), Fraction(0)) * near != first
            found.append(None if jumps or steep else number.get((1, 1), Fraction(0)) * far * near)
        return found

    def second(self, one: str, other: str) -> list[list[Fraction]] | None:
        """The second derivatives from all sides, in each order; None where they are not all finite."""
        if self.first({one: 1}) is None or self.first({other: 1}) is None:
            return None
        if one == other:
            sides = [self.taylor({one: 1}, sign, 2) for sign in (-1, 1)]
            return [[2 * side for side in sides if side is not None]]
        orders = [self.mixed({one: 1}, other), self.mixed({other: 1}, one)]
        known = [[number for number in order if number is not None] for order in orders]
        return known if known == orders else None

    def partial(self, by: str) -> Fraction | str | None:
        """The partial by each letter, in every order of the variables and from all sides.

        `first` where a first derivative bends, `sides` where a later one does, `orders` where it
        depends on the order; None where the value jumps.
        """
        counts = Counter(by)
        each = {order: list(self._corners(order)) for order in permutations(counts)}
        if any(self.first({name: 1}) is None for name in counts):
            return "first"
        for powers in sorted(product(*(range(n + 1) for n in counts.values())), key=sum):
            wanted = dict(zip(counts, powers, strict=True))
            found = {
                order: {_coefficient(number, order, signs, wanted) for signs, number in corners}
                for order, corners in each.items()
            }
            numbers = set().union(*found.values())
            if not any(powers) and numbers != {self.value}:
                return None
            if len(numbers) > 1:
                return "orders" if all(len(known) == 1 for known in found.values()) else "sides"
        return numbers.pop()

    def _corners(self, order: Sequence[str]) -> Iterator[tuple[tuple[int, ...], Number]]:
        for signs in product((-1, 1), repeat=len(order)):
            yield signs, self.beside(*({name: sign} for name, sign in zip(order, signs, strict=True)))


def _coefficient(
    number: Number, order: Sequence[str], signs: Sequence[int], wanted: Mapping[str, int]
) -> Fraction:
    found = number.get(tuple(wanted[name] for name in reversed(order)), Fraction(0))
    for name, sign in zip(order, signs, strict=True):
        found *= sign ** wanted[name] * factorial(wanted[name])
    return found
