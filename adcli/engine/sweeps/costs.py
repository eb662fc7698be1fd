"""What the two modes cost at a point, in products with partials and sums of such products."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Cost:
    """The work of all sweeps of a mode: `products` of a partial with a tangent or an adjoint, and `sums`."""

    sweeps: int
    products: int
    sums: int

    @property
    def operations(self) -> int:
        """Products and sums together."""
        return self.products + self.sums


def forward_cost(edges: Sequence[Sequence[int]], seeds: Sequence[int]) -> Cost:
    """One forward sweep a seed. `edges` has, per node, the arguments that pass a derivative on to it."""
    masks = [0] * len(edges)  # bit i: the tangent of seed i is there
    for i, k in enumerate(seeds):
        masks[k] |= 1 << i
    products = sums = 0
    for k, arguments in enumerate(edges):
        if arguments:
            there = 0
            terms = 0
            for a in arguments:
                there |= masks[a]
                terms += masks[a].bit_count()
            masks[k] = there
            products += terms
            sums += terms - there.bit_count()
    return Cost(len(seeds), products, sums)


def reverse_cost(edges: Sequence[Sequence[int]], output: int | None) -> Cost:
    """One reverse sweep from the output."""
    if output is None:
        return Cost(0, 0, 0)
    reached = bytearray(len(edges))
    reached[output] = 1
    products = 0
    for k in range(output, -1, -1):
        if reached[k]:
            products += len(edges[k])
            for a in edges[k]:
                reached[a] = 1
    return Cost(1, products, products - (sum(reached) - 1))


def tape_kept(primal: Sequence[Any]) -> int:
    """The bytes of the values that a reverse sweep may read back."""
    others = [value for value in primal if type(value) is not float]
    return 8 * (len(primal) - len(others)) + sum(getattr(value, "nbytes", 0) for value in others)
