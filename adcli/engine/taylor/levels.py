"""The series of nodes in levels: what is asked of an expansion while the plans of its nodes are made."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adcli.engine.sweeps.partials import careful
from adcli.engine.taylor.presence import Presence
from adcli.engine.taylor.recurrences import Recurrence, Series, total
from adcli.graph.builder import Builder
from adcli.graph.graph import CONSTANT, LEAF, Applied
from adcli.graph.reach import carries
from adcli.numbers.handles import HANDLES, Handle
from adcli.operations.operation import UNDEFINED
from adcli.operations.rules.floats import FLOATS
from adcli.operations.rules.texts import Numbers, product


@dataclass(frozen=True, slots=True)
class Plan:
    """The nodes whose series a recurrence reads to its own order, and the recurrence, once they are there."""

    needs: Sequence[int]
    recurrence: Callable[[], Recurrence]


class Levels:
    """The series of the nodes of `builder` in t, where each seeded input is its value + seed·t.

    On FLOATS the coefficients are numbers (arrays for nodes that are arrays); on HANDLES they are
    handles into `builder`, so that a coefficient can itself be differentiated. `side` 1 or -1
    decides selections at a tie as they are just right or just left of the point; 0 by the
    conventions of the table.

    series    node -> its coefficients so far; one that does not depend on a seed has only the first
    levels    the nodes whose series go on, by how many orders they lag behind
    """

    def __init__(
        self, builder: Builder, seeds: Mapping[int, Any], numbers: Numbers = FLOATS, side: int = 0
    ) -> None:
        self.builder = builder
        self.numbers = numbers
        self.side = side
        self.add_up = sum if numbers.plain else total
        self.series: dict[int, Series] = {k: [self.primal(k), self._seed(seed)] for k, seed in seeds.items()}
        self.levels: list[list[int]] = []
        self._seeds = set(seeds)
        self._active = bytearray()
        self._recurrences: dict[int, Recurrence] = {}
        self._newest: list[int] = []
        in_part = any(getattr(seed, "ndim", 0) and not seed.all() for seed in seeds.values())
        self._presence = Presence(builder, self.active, seeds, side) if in_part else None

    def plan(self, k: int) -> Plan:
        """How the series of node k goes on: which of the plans fits it (see `plans`)."""
        raise NotImplementedError

    def primal(self, k: int) -> Any:
        """The value of node k as a number of this expansion."""
        return self.builder.value(k) if self.numbers.plain else self.handle(k)

    def active(self, k: int) -> bool:
        """Whether node k depends on a seed."""
        nodes, operations = self.builder.nodes, self.builder.operations
        for new in range(len(self._active), len(nodes)):
            code, *arguments = nodes[new]
            reached = code >= LEAF and any(self._active[a] for a in arguments)
            self._active.append(new in self._seeds or (reached and carries(operations[code])))
        return bool(self._active[k])

    def applied(self, k: int) -> Applied:
        """The operation of node k, which is no leaf."""
        applied = self.builder.operations[self.builder.nodes[k][0]]
        assert applied is not None
        return applied

    def partial(self, k: int, position: int) -> Series | None:
        """The series of the partial of node k by its argument at `position`; None: there is none.

        Nodes that are new go to the newest level.
        """
        applied, arguments = self.applied(k), self.builder.nodes[k][1:]
        rule = product(applied.operation, applied.count, position, HANDLES)
        try:
            partial = rule(1.0, *map(self.handle, arguments), Handle(self.builder, k))
        except UNDEFINED:
            partial = careful(self.builder.graph(), k, position, 1.0, self.builder.values)
        if partial is None:
            return None
        if not isinstance(partial, Handle):
            return [partial]
        self.enter(partial.node)
        return self.series[partial.node]

    def _seed(self, seed: Any) -> Any:
        """A seed as a number of this expansion: an array among handles is a constant node."""
        if self.numbers.plain or isinstance(seed, float):
            return seed
        return Handle(self.builder, self.builder.constant(seed))

    def handle(self, k: int) -> Any:
        """Node k for a rule: constants stay numbers, so that what is constant is folded."""
        code, *rest = self.builder.nodes[k]
        return self.builder.constants[rest[0]] if code == CONSTANT else Handle(self.builder, k)

    def slope_of(self, k: int) -> int:
        """A new input for the derivative of node k; its series begins here, who asked makes it longer."""
        slope = self.series[k][1]
        new = self.builder.input(slope)
        self._seeds.add(new)
        self.series[new] = [slope]
        if self._presence is not None:
            self._presence.follow(new, k)
        return new

    def enter(self, node: int, moving: set[int] | None = None) -> list[int]:
        """Gives a node, and all that it is computed from, a series; in the newest level if it has none.

        What depends on `moving` nodes goes to none; it is added to them, and returned in order.
        """
        plans: dict[int, Plan] = {}
        apart: list[int] = []
        stack = [node]
        while stack:
            k = stack[-1]
            if k in self.series:
                stack.pop()
                continue
            if not self.active(k):
                self.series[k] = [self.primal(k)]
                continue
            if k not in plans:
                plans[k] = self.plan(k)
            if missing := [a for a in plans[k].needs if a not in self.series]:
                stack += missing
                continue
            self.series[k] = [self.primal(k)]
            if self._presence is not None and not self._presence.enter(k):
                continue
            self._recurrences[k] = plans[k].recurrence()
            if moving and not moving.isdisjoint(plans[k].needs):
                moving.add(k)
                apart.append(k)
            else:
                self._newest.append(k)
        return apart

    def further(self, nodes: list[int], order: int) -> list[int]:
        """Computes the coefficients of an order; returns the nodes whose series go on."""
        going_on = []
        for k in nodes:
            coefficient = self._recurrences[k].next(order)
            if coefficient is not None:
                if self._presence is not None:
                    coefficient = self._presence.restricted(k, coefficient)
                self.series[k].append(coefficient)
                going_on.append(k)
        return going_on
