"""Which inputs of a graph meet in other than a sum: only by those is there a mixed derivative."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from adcli.graph.graph import INPUT, LEAF, Graph

ADDITIVE = ("add", "sub", "neg")


def inputs_behind(graph: Graph) -> list[int]:
    """Per node of a graph of scalars, the inputs that it was computed from, as bits by their nodes."""
    masks = [0] * len(graph.nodes)
    for k, node in enumerate(graph.nodes):
        if node[0] == INPUT:
            masks[k] = 1 << k
        elif node[0] >= LEAF:
            for a in node[1:]:
                masks[k] |= masks[a]
    return masks


def partners(graph: Graph, masks: Sequence[int], more: Iterable[int] = ()) -> dict[int, int]:
    """Per input, those that it meets, itself included, as bits; in `more` sets of bits some meet besides."""
    meeting = {*more}
    for k, node in enumerate(graph.nodes):
        applied = graph.operations[node[0]]
        if applied is not None and applied.operation.name not in ADDITIVE:
            meeting.add(masks[k])
    found: dict[int, int] = {}
    for mask in meeting:
        for x in bits(mask):
            found[x] = found.get(x, 0) | mask
    return found


def bits(mask: int) -> Iterator[int]:
    """The places of the ones."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
