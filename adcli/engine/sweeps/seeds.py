"""Sweeps from unit seeds: what a Jacobian or a Hessian takes, one seed or many at a time.

On a graph of scalars many seeds travel in one sweep, as an axis of NumPy arrays. There a seed's
derivative that is absent is 0 where another's is present, and 0 times an infinite partial is
nan; so what comes out not finite is computed once more, by a sweep of its own.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from math import isfinite
from typing import Any

from adcli.engine.sweeps.forward import forward, forward_sweep
from adcli.engine.sweeps.outofrange import recovered
from adcli.engine.sweeps.reverse import reverse
from adcli.graph.graph import Graph
from adcli.graph.reach import Scalar, leading
from adcli.lazy import np
from adcli.numbers.duals import DUALS, duals, tangent_of
from adcli.operations.rules.floats import FLOATS

Sweep = Callable[[dict[int, Any]], Sequence[Any]]  # seeds by node -> a derivative a node


Group = Sequence[Scalar]  # elements that one seed is 1 at


def pushed(graph: Graph, primal: Sequence[Any], asked: Sequence[int] | None = None) -> Sweep:
    """The forward sweep: from tangents of inputs to those of outputs, or of the nodes `asked` for."""
    marks = None if asked is None else leading(graph, asked)
    live = None if marks is None else [k for k, mark in enumerate(marks) if mark]
    sweep = forward_sweep(graph, FLOATS, asked, live)
    return lambda seeds: sweep(primal, seeds)


def pulled(graph: Graph, primal: Sequence[Any], active: Sequence[int]) -> Sweep:
    """The reverse sweep: from adjoints of outputs to those of inputs."""
    return lambda seeds: reverse(graph, primal, seeds, active)


def adjoints_along(graph: Graph, primal: Sequence[Any], output: int, active: Sequence[int]) -> Sweep:
    """Forward over reverse: from tangents of inputs to the adjoints of a scalar output, as duals."""

    def sweep(seeds: dict[int, Any]) -> Sequence[Any]:
        along = duals(primal, forward(graph, primal, seeds))
        return recovered(graph, along, output, active, reverse(graph, along, {output: 1.0}, active, DUALS))

    return sweep


def pulled_along(graph: Graph, primal: Sequence[Any], output: int, active: Sequence[int]) -> Sweep:
    """From tangents ẋ of inputs to H ẋ, H the Hessian of a scalar output."""
    sweep = adjoints_along(graph, primal, output, active)
    return lambda seeds: [tangent_of(adjoint) for adjoint in sweep(seeds)]


def from_groups(
    graph: Graph, sweep: Sweep, groups: Sequence[Group], read: Sequence[Scalar]
) -> Iterator[list[float | None]]:
    """For each group, what the sweep from its seed, 1 at all of its elements, leaves at the elements to read.

    None stands for what is structurally absent.
    """
    size = seeds_at_once(graph, len(groups))
    for start in range(0, len(groups), size):
        block = groups[start : start + size]
        if size == 1:
            yield _alone(graph, sweep, block[0], read)
        else:
            yield from _together(graph, sweep, block, read)


def own_entries(graph: Graph, sweep: Sweep, seeded: Sequence[Scalar]) -> Iterator[float | None]:
    """For each element, what the sweep from its unit seed leaves at itself: a square matrix's diagonal."""
    size = seeds_at_once(graph, len(seeded))
    for start in range(0, len(seeded), size):
        block = seeded[start : start + size]
        columns = (
            (_alone(graph, sweep, (element,), [element]) for element in block)
            if size == 1
            else _together(graph, sweep, [(element,) for element in block], block)
        )
        for k, column in enumerate(columns):
            yield column[0 if size == 1 else k]


FEW = 8  # fewer seeds are not worth an array


WORTH = 200_000  # scalar steps that take longer than importing NumPy


MEMORY = 1 << 25  # numbers that one sweep may hold


MOST = 256  # from here on longer arrays save nothing


def seeds_at_once(graph: Graph, count: int) -> int:
    """How many of so many seeds are to travel together in a sweep."""
    if graph.shapes or count < FEW:
        return 1
    if "numpy" not in sys.modules and count * len(graph.nodes) < WORTH:
        return 1
    size = min(MOST, MEMORY // len(graph.nodes))
    return size if size >= FEW else 1


def seed_of(graph: Graph, group: Group, masked: bool = False) -> dict[int, Any]:
    """The seed of a group: 1, or an array with a 1 at each element; `masked`: absent elsewhere."""
    seeds: dict[int, Any] = {}
    for node, place in group:
        if place is None:
            seeds[node] = 1.0
        else:
            seeds.setdefault(node, np.zeros(graph.shapes[node])).flat[place] = 1.0
    if masked:
        from adcli.operations.arrays.absent import restricted

        return {
            k: seed if isinstance(seed, float) else restricted(seed, seed != 0) for k, seed in seeds.items()
        }
    return seeds


def picked(number: Any, place: int | None) -> float | None:
    """The element at `place` of a tangent or an adjoint."""
    if number is None or place is None:
        return number if number is None else float(number)
    return laid_out(number)[place]


def laid_out(number: Any) -> Sequence[float | None]:
    """All elements of a tangent or an adjoint of an array, in row-major order."""
    from adcli.operations.arrays.absent import Masked, dense

    numbers = (0.0 + dense(number)).ravel().tolist()  # an element beside the seed is 0, not -0
    if not isinstance(number, Masked):
        return numbers  # type: ignore[no-any-return]
    return [x if there else None for x, there in zip(numbers, number.present.flat, strict=True)]


def _read(numbers: Sequence[Any], read: Sequence[Scalar]) -> list[float | None]:
    laid: dict[int, Any] = {}
    found = []
    for node, place in read:
        number = numbers[node]
        if number is None or place is None:
            found.append(number if number is None else float(number))
        else:
            if node not in laid:
                laid[node] = laid_out(number)
            found.append(laid[node][place])
    return found


def quietly(graph: Graph, sweep: Sweep, seeds: dict[int, Any]) -> Sequence[Any]:
    """A sweep by IEEE 754, without NumPy's warnings where arrays divide by 0."""
    if not graph.shapes:
        return sweep(seeds)
    with np.errstate(all="ignore"):
        return sweep(seeds)


def _alone(graph: Graph, sweep: Sweep, group: Group, read: Sequence[Scalar]) -> list[float | None]:
    found = _read(quietly(graph, sweep, seed_of(graph, group)), read)
    if graph.shapes and not all(d is None or isfinite(d) for d in found):
        # a 0 beside the seed may have met an infinite partial
        return _read(quietly(graph, sweep, seed_of(graph, group, masked=True)), read)
    return found


def _together(
    graph: Graph, sweep: Sweep, block: Sequence[Group], read: Sequence[Scalar]
) -> Iterator[list[float | None]]:
    seeds: dict[int, Any] = {}
    for k, group in enumerate(block):
        for element in group:
            seeds.setdefault(element.node, np.zeros(len(block)))[k] = 1.0
    with np.errstate(all="ignore"):
        numbers = sweep(seeds)
    found = [numbers[element.node] for element in read]
    zeros = np.zeros(len(block))
    columns = np.array([zeros if number is None else number for number in found])
    columns = columns.reshape(len(read), len(block)) + 0.0  # what is beside the seed is 0, not -0
    for k, column in enumerate(columns.T.tolist()):
        if all(map(isfinite, column)):
            yield [None if number is None else x for number, x in zip(found, column, strict=True)]
        else:
            yield _alone(graph, sweep, block[k], read)
