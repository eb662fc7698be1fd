"""The series of operations that have a forward rule instead of partials: det, solve, softmax …"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adcli.engine.recurrences import Series
from adcli.errors import AdError
from adcli.graph.handles import HANDLES, Handle
from adcli.operations.rules import FLOATS, pushing

if TYPE_CHECKING:
    from adcli.engine.taylor import Expansion


class Tangential:
    """y = op(u, …), ẏ = rule(u̇, u, y): m y_m is the coefficient m - 1 of ẏ.

    The derivative u̇ enters the graph as an input whose series is that of u', and the rule, run on
    handles, appends ẏ. The rule is linear in u̇, so that what depends on u̇ has no partials that do;
    those nodes lag one order behind u and go on here, between u and y.
    """

    def __init__(self, expansion: Expansion, k: int) -> None:
        self._expansion = expansion
        self._node = k
        self._moving: list[tuple[Series, Series]] = []  # of u and of u'
        self._group: list[int] = []
        self._slope: Series = []

    def next(self, m: int) -> Any:
        if m == 1:
            self._begin()
        else:
            if self._expansion.numbers is not FLOATS:
                name = self._expansion.applied(self._node).operation.name
                raise AdError("usage", f"mixed partials go through {name} of arrays once only")
            for u, slope in self._moving:
                if m < len(u):
                    slope.append(m * u[m])
            self._group = self._expansion.further(self._group, m - 1)
        return self._slope[m - 1] / m if m <= len(self._slope) else None

    def _begin(self) -> None:
        """Builds ẏ, with the sum over the arguments that move."""
        expansion, k = self._expansion, self._node
        applied, arguments = expansion.applied(k), expansion.builder.nodes[k][1:]
        handles = [expansion.handle(a) for a in arguments]
        total, moving = None, set()
        for position, a in enumerate(arguments):
            u = expansion.series.get(a, [])  # none: it never moves, and no rule asked for it
            if len(u) < 2:
                continue
            tangent = u[1]
            if expansion.numbers is FLOATS:
                node = expansion.slope_of(a)
                moving.add(node)
                self._moving.append((u, expansion.series[node]))
                tangent = Handle(expansion.builder, node)
            part = pushing(applied, position, HANDLES)(tangent, *handles, expansion.handle(k))
            total = part if total is None else total + part
        if total is None:
            return
        if isinstance(total, Handle) and moving:
            self._group = expansion.enter(total.node, moving)
            self._slope = expansion.series[total.node]
        else:
            self._slope = [total]
