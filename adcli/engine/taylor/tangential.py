"""The series of operations that have a forward rule instead of partials: det, solve, softmax …"""

from __future__ import annotations

from typing import Any

from adcli.engine.taylor.levels import Levels
from adcli.engine.taylor.recurrences import Series
from adcli.numbers.handles import HANDLES, Handle
from adcli.operations.rules.sweeping import pushing
from adcli.text.errors import AdError


class Tangential:
    """y = op(u, …), ẏ = rule(u̇, u, y): m y_m is the coefficient m - 1 of ẏ.

    The derivative u̇ enters the graph as an input whose series is that of u', and the rule, run on
    handles, appends ẏ. The rule is linear in u̇, so that what depends on u̇ has no partials that do;
    those nodes lag one order behind u and go on here, between u and y.
    """

    def __init__(self, levels: Levels, k: int) -> None:
        self._levels = levels
        self._node = k
        self._moving: list[tuple[Series, Series]] = []  # of u and of u'
        self._group: list[int] = []
        self._slope: Series = []

    def next(self, m: int) -> Any:
        if m == 1:
            self._begin()
        else:
            if not self._levels.numbers.plain:
                name = self._levels.applied(self._node).operation.name
                raise AdError("usage", f"mixed partials go through {name} of arrays once only")
            for u, slope in self._moving:
                if m < len(u):
                    slope.append(m * u[m])
            self._group = self._levels.further(self._group, m - 1)
        return self._slope[m - 1] / m if m <= len(self._slope) else None

    def _begin(self) -> None:
        """Builds ẏ, with the sum over the arguments that move."""
        levels, k = self._levels, self._node
        applied, arguments = levels.applied(k), levels.builder.nodes[k][1:]
        handles = [levels.handle(a) for a in arguments]
        total, moving = None, set()
        for position, a in enumerate(arguments):
            u = levels.series.get(a, [])  # none: it never moves, and no rule asked for it
            if len(u) < 2:
                continue
            tangent = u[1]
            if levels.numbers.plain:
                node = levels.slope_of(a)
                moving.add(node)
                self._moving.append((u, levels.series[node]))
                tangent = Handle(levels.builder, node)
            part = pushing(applied, position, HANDLES)(tangent, *handles, levels.handle(k))
            total = part if total is None else total + part
        if total is None:
            return
        if isinstance(total, Handle) and moving:
            self._group = levels.enter(total.node, moving)
            self._slope = levels.series[total.node]
        else:
            self._slope = [total]
