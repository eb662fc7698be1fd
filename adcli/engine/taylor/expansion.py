"""Taylor mode: the Taylor coefficients of nodes along a line through the point, from the same partials.

The partials of a node are nodes themselves: the table's texts, run on handles, append them to the
graph. Equal nodes are shared, so that sin and cos close onto each other and exp onto itself, and
the classical coupled recurrences appear by themselves, at O(n²) a node; where partials never
close, as gamma's, each order adds nodes, and the cost is cubic.

A partial is needed one order less than the node itself. So nodes stand in levels: level 0 has those
that the output is computed from, level l + 1 the partials of those in level l that are new. The
m-th pass takes level l from order m - l - 1 to m - l, the highest level first; then everything a
recurrence reads is there, and partials of partials are built only as far as they are asked for.
Nothing recurses over the graph.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any

from adcli.engine.taylor.levels import Levels, Plan
from adcli.engine.taylor.plans import plan
from adcli.engine.taylor.recurrences import Series
from adcli.lazy import np


class Expansion(Levels):
    """The Taylor series of an output: every level goes one order further in each pass."""

    def plan(self, k: int) -> Plan:
        return plan(self, k)

    def coefficients(self, node: int, order: int) -> Series:
        """The coefficients 0 … order of the output; a list that is shorter is that of a polynomial."""
        with self._quiet():
            if not self.levels:
                self.enter(node)
                self.levels.append(self._newest)
            while len(self.levels) <= order:
                self._advance()
        return self.series[node][: order + 1]

    def _advance(self) -> None:
        """One pass: every level gets one order further, and the next level comes to be."""
        m = len(self.levels)
        self._newest = []
        for level in range(m - 1, -1, -1):
            self.levels[level] = self.further(self.levels[level], m - level)
        self.levels.append(self._newest)

    def _quiet(self) -> AbstractContextManager[Any]:
        """Arrays follow IEEE 754 without warnings, as floats do."""
        if not self.builder.shapes:
            return nullcontext()
        return np.errstate(all="ignore")
