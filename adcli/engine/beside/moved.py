"""Each node of a graph just beside the point, as a germ, or lost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from adcli.engine.sparsity.reaching import carried
from adcli.graph.graph import LEAF, Graph
from adcli.graph.ieee import by_ieee
from adcli.graph.reach import dependents
from adcli.numbers.germs.germ import Beyond, Germ, Unknown
from adcli.numbers.germs.onarrays import on_germs
from adcli.operations.operation import UNDEFINED
from adcli.text.errors import AdError


class Lost:
    """A number of which nothing is known beside the point; `why`, if it lies outside a domain."""

    __slots__ = ("why",)

    def __init__(self, why: str = "") -> None:
        self.why = why


@by_ieee
def beside(
    graph: Graph,
    primal: Sequence[Any],
    moving: Mapping[int, Germ],
    nodes: Iterable[int],
    known: Sequence[Any] | None = None,
) -> list[Any]:
    """Every node that some nodes need, where inputs, and nodes that are held so, move as these germs.

    A germ where it moves, `Lost` where nothing is known of it, else its value. `known` are the nodes
    where none is held: only those that were computed from a held one differ.
    """
    numbers = list(primal)
    needed = dependents(graph, nodes)
    marks: list[Any] = [None] * len(numbers)
    anew = {k for k in moving if graph.nodes[k][0] >= LEAF}
    for x, germ in moving.items():
        numbers[x], marks[x] = germ, _moving(germ)
    for k in range(min(moving, default=len(numbers)), len(numbers)):
        node = graph.nodes[k]
        if node[0] < LEAF or not needed[k] or k in moving:
            continue
        if any(marks[a] is not None for a in node[1:]):
            applied = graph.operations[node[0]]
            assert applied is not None
            marks[k] = carried(graph, primal, k, marks) if applied.tensor else 1.0
            if marks[k] is not None:
                if known is None or not anew.isdisjoint(node[1:]):
                    anew.add(k)
                    numbers[k] = moved_by(applied, [numbers[a] for a in node[1:]])
                else:
                    numbers[k] = known[k]
    return numbers


def _moving(germ: Germ) -> Any:
    """Which elements of an input move."""
    if not hasattr(germ.terms.get(1), "shape"):
        return 1.0
    return (germ.terms[1] != 0.0).astype(float)


def moved_by(applied: Any, arguments: Sequence[Any]) -> Any:
    """An operation beside the point, on numbers of which some may be `Lost`."""
    lost = next((a for a in arguments if isinstance(a, Lost)), None)
    if lost is not None:
        return lost
    try:
        return on_germs(applied.operation, *arguments, attributes=applied.attributes)
    except Beyond as beyond:
        return Lost(str(beyond))
    except AdError as error:  # of matrices
        return Lost(error.message)
    except (Unknown, *UNDEFINED):
        return Lost()
    finally:
        for line in {id(a.line): a.line for a in arguments if isinstance(a, Germ)}.values():
            line.known.clear()  # it is for the recursion of one operation
