"""The forward sweep: tangents from the inputs to the outputs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from adcli.engine.sweeps.partials import careful
from adcli.graph.graph import LEAF, Applied, Graph
from adcli.graph.ieee import by_ieee
from adcli.graph.reach import last_uses
from adcli.operations.operation import UNDEFINED
from adcli.operations.rules.floats import FLOATS
from adcli.operations.rules.sweeping import joining, pulls, pushing
from adcli.operations.rules.texts import Numbers, Product

Record = Callable[[int, int, Any], None]


@by_ieee
def forward(
    graph: Graph,
    primal: Sequence[Any],
    tangents: Mapping[int, Any],
    numbers: Numbers = FLOATS,
    asked: Collection[int] | None = None,
    live: Sequence[int] | None = None,
) -> list[Any]:
    """Forward mode: the tangent of every node, from the tangents of some.

    For y = op(u, v, …): ẏ = Σ ∂y/∂u u̇. `tangents` maps nodes (inputs) to their seeds. Returns one
    tangent per node, None where it is structurally absent. Where only some are `asked` for, those
    of arrays are let go after their last use, and updates in a loop reuse their memory. `live` are
    the nodes to go through, in order, where others are of no interest.
    """
    return forward_sweep(graph, numbers, asked, live)(primal, tangents)


def forward_sweep(
    graph: Graph,
    numbers: Numbers = FLOATS,
    asked: Collection[int] | None = None,
    live: Sequence[int] | None = None,
) -> Callable[[Sequence[Any], Mapping[int, Any]], list[Any]]:
    """`forward` for many sweeps: a function of `primal` and `tangents`.

    `live` are the nodes to go through, in order, where others are of no interest.
    """
    steps = range(len(graph.nodes)) if live is None else live
    rules = forward_rules(graph, numbers)
    last = last_uses(graph, asked) if asked is not None and graph.shapes else None

    def sweep(primal: Sequence[Any], tangents: Mapping[int, Any]) -> list[Any]:
        tangent: list[Any] = [None] * len(graph.nodes)
        for k, seed in tangents.items():
            tangent[k] = seed
        if last is None:
            _push_all(graph, rules, primal, tangent, steps)
        else:
            _push_letting_go(graph, rules, primal, tangent, steps, last)
        return tangent

    return sweep


def _push_letting_go(
    graph: Graph,
    rules: Sequence[Pushing],
    primal: Sequence[Any],
    tangent: list[Any],
    steps: Sequence[int],
    last: Sequence[int],
) -> None:
    """The forward sweep from the seeds in `tangent`, of which arrays live until their last use."""
    nodes = graph.nodes
    for k in steps:
        node = nodes[k]
        if node[0] < LEAF:
            continue
        arguments = node[1:]
        for a in arguments:
            if tangent[a] is not None:
                break
        else:
            continue
        taking = len(node) > 2 and last[node[2]] == k
        tangent[k] = push(graph, rules, primal, tangent, k, taking)
        for a in arguments:
            if last[a] == k:
                tangent[a] = None


def _push_all(
    graph: Graph, rules: Sequence[Pushing], primal: Sequence[Any], tangent: list[Any], steps: Sequence[int]
) -> None:
    """The forward sweep from the seeds in `tangent`; two arguments, the common case, without a loop."""
    pairs = [rule.each if len(rule.each) == 2 else None for rule in rules]
    nodes = graph.nodes
    for k in steps:
        node = nodes[k]
        pair = pairs[node[0]]
        if len(node) != 3 or pair is None:
            if node[0] >= LEAF:
                tangent[k] = push(graph, rules, primal, tangent, k)
            continue
        _, a, b = node
        s, t = tangent[a], tangent[b]
        if s is None and t is None:
            continue
        by_u, by_v = pair
        u, v, y = primal[a], primal[b], primal[k]
        try:
            left = None if s is None else by_u(s, u, v, y)
            right = None if t is None else by_v(t, u, v, y)
        except UNDEFINED:
            tangent[k] = push(graph, rules, primal, tangent, k)
            continue
        tangent[k] = right if left is None else left if right is None else left + right


def push(
    graph: Graph,
    rules: Sequence[Pushing],
    primal: Sequence[Any],
    tangent: Sequence[Any],
    k: int,
    taking: bool = False,
) -> Any:
    """The tangent of node k from those of its arguments: one step of the forward sweep.

    `taking` tells that nothing reads the tangent of the array that is updated (`store`) any more.
    """
    code, *arguments = graph.nodes[k]
    tangents = [tangent[a] for a in arguments]
    if not any(t is not None for t in tangents):
        return None
    total = None
    values = [primal[a] for a in arguments]
    rule = rules[code]
    joint = rule.taking if taking else rule.joint
    if joint is not None:
        return joint(tangents, *values, primal[k])
    for position, t in enumerate(tangents):
        if t is None:
            continue
        try:
            part = rule.each[position](t, *values, primal[k])
        except UNDEFINED:
            part = careful(graph, k, position, t, primal)
        if part is not None:
            total = part if total is None else total + part
    return total


@dataclass(frozen=True, slots=True)
class Pushing:
    """The forward rules of an operation: by each argument, or for all tangents at once.

    `taking` is the joint rule that may take the tangents over.
    """

    each: tuple[Product, ...]
    joint: Product | None = None
    taking: Product | None = None


def forward_rules(graph: Graph, numbers: Numbers = FLOATS) -> list[Pushing]:
    """Per code, the rules of the forward sweep."""
    rules = []
    for applied in graph.operations:
        if applied is None:
            rules.append(LEAVES)
        elif applied.operation.joint is not None:
            rules.append(Pushing((), joining(applied, numbers), joining(applied, numbers, taking=True)))
        elif applied.tensor:
            rules.append(Pushing(tuple(pushing(applied, i, numbers) for i in range(applied.count))))
        else:
            rules.append(_on_scalars(applied, numbers))
    return rules


LEAVES = Pushing(())


@lru_cache(4096)
def _on_scalars(applied: Applied, numbers: Numbers) -> Pushing:
    """The rules of an operation on scalars: looked up once, not once a graph."""
    return Pushing(pulls(applied, numbers))
