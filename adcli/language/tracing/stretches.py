"""Forward mode in stretches: a long run whose graph is let go as it goes.

A forward sweep needs no tape. When the graph has grown long, the tangents of the inputs are carried
to its end, and only what the registers still hold stays, as the leaves of a new graph: the memory of
a loop does not grow with its turns. What needs the whole graph (one-sided derivatives, lost digits)
is not told of such a run.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from adcli.engine.beside.kinks import kinks_that_matter
from adcli.engine.sweeps.forward import forward
from adcli.graph.graph import Graph
from adcli.graph.reach import active
from adcli.language.compiling.instructions import Compiled
from adcli.language.grammar.tree import Syntax
from adcli.language.state.budget import Limits
from adcli.language.state.findings import boundaries, overflows
from adcli.language.state.guards import compared
from adcli.language.state.registers import Closure, Zipped, is_array
from adcli.language.tracing.tracer import Tracer
from adcli.language.values.elements import Rows
from adcli.text.notices import Notice

LONGEST = 250_000  # nodes, of some 300 bytes
DEEPEST = 50  # groups within each other

Tangents = dict[int, Any]


class Stretching(Tracer):
    """A run that carries the tangents of some inputs, of scalars, along.

    names    the inputs to differentiate by
    carried  per input, the tangents of the leaves of this stretch; None while the first one lasts
    before   notices of the stretches before
    bends    the kinks before, and the nodes that were computed from them
    """

    def __init__(
        self,
        syntax: Syntax,
        compiled: Compiled,
        point: Mapping[str, Any],
        limits: Limits,
        names: Collection[str],
    ) -> None:
        super().__init__(syntax, compiled, point, limits)
        self.names = names
        self.carried: dict[str, Tangents] | None = None
        self.before: list[Notice] = []
        self.bends: dict[Notice, set[int]] = {}

    def spend(self, steps: int) -> None:
        super().spend(steps)
        if len(self.builder.nodes) > LONGEST and self._can_begin_anew():
            self._begin_anew()

    def tangents(self) -> dict[str, Tangents] | None:
        return None if self.carried is None else self._seeds()

    def _seeds(self) -> dict[str, Tangents]:
        """Per input, the tangents from which a sweep over this stretch begins."""
        carried = self.carried or {}
        fresh = {x: self.inputs[x] for x in self.names if x in self.inputs and x not in carried}
        return carried | {name: {node: 1.0} for name, node in fresh.items() if type(node) is int}

    def _can_begin_anew(self) -> bool:
        """Whether all chosen inputs are scalars (each element of an array takes a sweep), no group deep."""
        scalars = all(type(self.inputs.get(name, 0)) is int for name in self.names)
        return scalars and not any(too_deep(frame.registers) for frame in self.frames)

    def told(self, outputs: Iterable[Any]) -> list[Notice]:
        nodes = [x for x in outputs if type(x) is int]
        if self.carried is not None:
            self._find_bends(nodes)
        self._follow_bends(nodes)
        return list(dict.fromkeys(self.before))

    def _begin_anew(self) -> None:
        graph, values, seeds = self.builder.graph(), self.builder.values, self._seeds()
        kept = Kept(values)
        kept.renew(self)
        self._find_bends(kept.nodes)
        self._follow_bends(())
        swept = {name: forward(graph, values, by, asked=kept.nodes) for name, by in seeds.items()}
        self.bends = {notice: _renumbered(graph, nodes, kept) for notice, nodes in self.bends.items()}
        self.before = list(dict.fromkeys((*self.before, *overflows(self), *boundaries(self))))
        for passed in (self.overflows, self.guards, self.skipped):
            passed.clear()
        self.builder.restart(kept.values)
        self.carried = {
            name: {new: tangents[old] for new, old in enumerate(kept.nodes) if tangents[old] is not None}
            for name, tangents in swept.items()
        }

    def _find_bends(self, kept: Sequence[int]) -> None:
        """Adds the nodes at a kink of this stretch."""
        graph, decided = self.builder.graph(), compared(g for g in self.guards if g.margin != 0.0)
        for k, kink in kinks_that_matter(graph, self.builder.values, [*kept, *self._tied()], decided):
            message = f"{kink.says}: the run is too long to follow it on either side"
            notice = Notice("kink", message, self.syntax.span(self.builder.places[k]))
            self.bends.setdefault(notice, set()).add(k)

    def _follow_bends(self, outputs: Sequence[int]) -> None:
        """Tells of the kinks that a decision at a tie, or an output, was computed from."""
        graph = self.builder.graph()
        for notice, nodes in self.bends.items():
            marks = active(graph, nodes)
            if any(marks[k] for k in (*self._tied(), *outputs)):
                self.before.append(notice)

    def _tied(self) -> list[int]:
        return compared(guard for guard in self.guards if guard.margin == 0.0)


def _renumbered(graph: Graph, nodes: Collection[int], kept: Kept) -> set[int]:
    """The new numbers of what was computed from some nodes."""
    marks = active(graph, nodes)
    return {new for new, old in enumerate(kept.nodes) if marks[old]}


def too_deep(group: Any) -> bool:
    """Whether groups are within each other deeper than one would write them: `t = t, x` in a loop."""
    inside = [group]
    for _ in range(DEEPEST):
        inside = list({id(y): y for x in inside for y in x if isinstance(y, (tuple, list))}.values())
        if not inside:
            return False
    return True


class Kept:
    """The nodes that a run still holds, with their values, in the order of their new numbers."""

    def __init__(self, primal: Sequence[Any]) -> None:
        self.primal = primal
        self.nodes: list[int] = []
        self.values: list[Any] = []
        self._new: dict[int, int] = {}
        self._seen: set[int] = set()

    def renew(self, tracer: Tracer) -> None:
        """Gives the nodes their new numbers wherever the run holds them."""
        for holder in (tracer.inputs, tracer.outputs, tracer.result):
            for name, x in holder.items():
                holder[name] = self.renewed(x)
        for frame in tracer.frames:
            self.renewed(frame.registers)

    def renewed(self, x: Any) -> Any:
        """The same with new numbers; lists, arrays and functions, which are shared, in place."""
        if type(x) is int:
            return self._number(x)
        if isinstance(x, tuple):
            return tuple(map(self.renewed, x))
        if isinstance(x, slice):
            return slice(*map(self.renewed, (x.start, x.stop, x.step)))
        if type(x) in ITERATORS:
            return self._iterator(x)
        if isinstance(x, (list, Closure, Rows, Zipped)) or is_array(x):
            self._renew_inside(x)
        return x

    def _number(self, node: int) -> int:
        new = self._new.get(node)
        if new is None:
            new = self._new[node] = len(self.nodes)
            self.nodes.append(node)
            self.values.append(self.primal[node])
        return new

    def _renew_inside(self, x: Any) -> None:
        if id(x) in self._seen:
            return
        self._seen.add(id(x))
        if isinstance(x, list):
            x[:] = map(self.renewed, x)
        elif isinstance(x, Closure):
            self.renewed(x.outside)
            x.defaults = self.renewed(x.defaults)
        elif isinstance(x, Rows):
            self.renewed(x.x)
        elif isinstance(x, Zipped):
            x.parts = self.renewed(x.parts)
        else:
            self._renew_array(x)

    def _renew_array(self, x: Any) -> None:
        if x.node is not None and not x.constant:
            x.node, x.pinned = self._number(x.node), True
            self.values[x.node] = x.value  # the graph may not have kept it
        else:
            x.node, x.pinned = None, False
        if hasattr(x, "guards"):  # a mask, whose decisions are told
            x.guards = ()

    def _iterator(self, x: Any) -> Any:
        """An iterator over the same items, as far along."""
        _, (items, *_), *position = x.__reduce__()
        anew = iter(self.renewed(items))
        if position:
            anew.__setstate__(position[0])
        return anew


ITERATORS: tuple[type, ...] = (type(iter(())), type(iter([])), type(iter(Rows.__new__(Rows))))
