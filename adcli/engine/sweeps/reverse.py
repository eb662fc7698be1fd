"""The reverse sweep: adjoints from the outputs to the inputs."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from adcli.engine.sweeps.forward import Record
from adcli.engine.sweeps.partials import careful
from adcli.graph.graph import LEAF, Graph
from adcli.graph.ieee import by_ieee
from adcli.operations.operation import UNDEFINED
from adcli.operations.rules.floats import FLOATS
from adcli.operations.rules.sweeping import pulls
from adcli.operations.rules.texts import Numbers, Product


@by_ieee
def reverse(
    graph: Graph,
    primal: Sequence[Any],
    adjoints: Mapping[int, Any],
    active: Sequence[int],
    numbers: Numbers = FLOATS,
    record: Record | None = None,
    asked: Collection[int] | None = None,
) -> list[Any]:
    """Reverse mode: the adjoint of every active node, from the adjoints of some (the outputs).

    For y = op(u, v, …): ū += ȳ ∂y/∂u. `active` marks the nodes whose adjoint is wanted, or leads
    to one that is. Returns one adjoint per node, None where it is structurally absent. `record`
    is told every contribution (node, position of the argument, part or None) as it is added.
    Where only some are `asked` for, the adjoints of other arrays are let go once they are passed on,
    and adjoints may share their memory.
    (S. Linnainmaa, BIT 16 (1976) 146-160.)
    """
    rules = rules_of(graph, numbers, sharing=asked is not None)
    nodes = graph.nodes
    done: Collection[int] = () if asked is None else graph.shapes.keys() - set(asked)
    adjoint: list[Any] = [None] * len(nodes)
    for k, seed in adjoints.items():
        adjoint[k] = seed
    for k in range(len(nodes) - 1, -1, -1):
        w = adjoint[k]
        if w is None:
            continue
        if k in done:
            adjoint[k] = None
        node = nodes[k]
        if len(node) == 3:  # the common case without a loop
            code, a, b = node
            u, v, y = primal[a], primal[b], primal[k]
            if active[a]:
                try:
                    part = rules[code][0](w, u, v, y)
                except UNDEFINED:
                    part = careful(graph, k, 0, w, primal)
                if record is not None:
                    record(k, 0, part)
                if part is not None:
                    before = adjoint[a]
                    adjoint[a] = part if before is None else before + part
            if active[b]:
                try:
                    part = rules[code][1](w, u, v, y)
                except UNDEFINED:
                    part = careful(graph, k, 1, w, primal)
                if record is not None:
                    record(k, 1, part)
                if part is not None:
                    before = adjoint[b]
                    adjoint[b] = part if before is None else before + part
        elif node[0] >= LEAF:
            operands = node[1:]
            values = [primal[a] for a in operands]
            for position, a in enumerate(operands):
                if active[a]:
                    try:
                        part = rules[node[0]][position](w, *values, primal[k])
                    except UNDEFINED:
                        part = careful(graph, k, position, w, primal)
                    if record is not None:
                        record(k, position, part)
                    if part is not None:
                        before = adjoint[a]
                        adjoint[a] = part if before is None else before + part
    return adjoint


def rules_of(graph: Graph, numbers: Numbers = FLOATS, sharing: bool = False) -> list[Sequence[Product]]:
    """Per code and position, the rule of the reverse sweep; `sharing` as in `operations.rules.pulling`."""
    if sharing:
        sharing = not any(applied is not None and applied.operation.updates for applied in graph.operations)
    return [() if applied is None else pulls(applied, numbers, sharing) for applied in graph.operations]
