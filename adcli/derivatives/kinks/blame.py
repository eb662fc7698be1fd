"""Which of the operations that bend at a point make an output bend: those without which it would not.

A kink counts for nothing where what follows multiplies it by 0, or does not choose it. So each
suspect is held smooth, as it is on the other side of the point, while the rest bends as it does: it
is to blame where that changes the output's first-order change.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adcli.derivatives.kinks.sides import Both, Side, close, rise_of
from adcli.derivatives.kinks.surroundings import Surroundings
from adcli.engine.beside.moved import Lost, beside
from adcli.numbers.germs.germ import Germ, Line

WORK = 100_000  # nodes that are followed for one answer


class Blame:
    """What the kinks around a point contribute to outputs; asked only where several are suspected."""

    def __init__(self, around: Surroundings) -> None:
        self.around = around
        self._spent = 0
        self._shares: dict[tuple[Any, ...], dict[int, Any]] = {}

    def share(self, k: int, nodes: Sequence[int], name: str, both: Both) -> Any:
        """Whether node k makes these nodes bend along a way; of one array, in which elements.

        True where that is not known.
        """
        key = (tuple(nodes), name)
        if key not in self._shares:
            self._shares[key] = self._found(nodes, both)
        return self._shares[key].get(k, True)

    def _found(self, nodes: Sequence[int], both: Both) -> dict[int, Any]:
        leading = self.around.leading(nodes)
        suspects = [k for k, _ in self.around.kinks if k in leading and both.bends(k)]
        self._spent += 2 * len(suspects) * self.around.size
        if not nodes or len(suspects) < 2 or not both.own or self._spent > WORK:
            return {}
        shares = {k: self._contribution(k, nodes, both) for k in suspects}
        if len(nodes) == 1 and nodes[0] in self.around.trace.graph.shapes:
            found = sum(shares.values())  # nobody's: of two that only count together
            return {k: share | (found == 0) for k, share in shares.items()}
        return shares if any(shares.values()) else {}

    def _contribution(self, k: int, nodes: Sequence[int], both: Both) -> Any:
        found: Any = False
        for side, other in ((both.left, both.right), (both.right, both.left)):
            changed = self._changed(k, nodes, side, other.moved[k])
            found = found | (changed if len(nodes) == 1 else any(map(_any, changed)))
        return found

    def _changed(self, k: int, nodes: Sequence[int], side: Side, beyond: Any) -> Any:
        """Whether the nodes change otherwise on one side where node k goes on as beyond the point."""
        graph, primal = self.around.trace.graph, self.around.primal
        inputs = self.around.trace.inputs.values()
        moving = {x: side.moved[x] for x in inputs if isinstance(side.moved[x], Germ)}
        smooth = continued(beyond, next(iter(moving.values())).line)
        if smooth is None:
            found = [True] * len(nodes)
        else:
            numbers = beside(graph, primal, moving | {k: smooth}, nodes, side.moved)
            found = [
                _unlike(*(rise_of(number, primal[n]) for number in (numbers[n], side.moved[n])))
                for n in nodes
            ]
        return found[0] if len(nodes) == 1 else found


def continued(number: Any, line: Line) -> Germ | None:
    """A number from one side of the point, as it goes on to the other; None where no power series says."""
    if isinstance(number, Lost):
        return None
    if not isinstance(number, Germ):
        return Germ(line, {0: number}, line.order)
    powers = [e for e in number.terms if isinstance(e, int)]
    if len(powers) < len(number.terms):
        return None
    terms = number.terms
    return Germ(line, {e: -terms[e] if e % 2 else terms[e] for e in powers}, number.order)


def _unlike(a: Any, b: Any) -> Any:
    """Whether two changes differ to first order, as far as is known; of arrays, in which elements."""
    if isinstance(a, Lost) or isinstance(b, Lost):
        return True
    sides = [n if isinstance(n, Germ) else None for n in (a, b)]
    if any(n is not None and n.order <= 1 for n in sides):
        return True
    terms: list[Any] = [{0: n} if g is None else g.terms for n, g in zip((a, b), sides, strict=True)]
    found: Any = False
    for e in {e for each in terms for e in each if e <= 1}:
        p, q = (each.get(e, 0.0) + 0.0 for each in terms)
        same = close(p, q) if hasattr(q, "shape") else close(q, p)
        found = found | (~same if hasattr(same, "shape") else not same)
    return found


def _any(mask: Any) -> bool:
    return bool(mask.any() if hasattr(mask, "any") else mask)
