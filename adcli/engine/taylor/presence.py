"""Which elements of arrays move at all, where only one element of an input does.

Absent is not zero (see `engine.sweeps`): where an element does not depend on the variable, there
is no coefficient that an infinite partial could turn into 0·∞. What is present in a node's tangent
is present in all its coefficients, so one step of forward mode, on ones, tells.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from adcli.graph import Builder
from adcli.graph.graph import Applied
from adcli.lazy import np
from adcli.numbers.germs.onscalars import condition
from adcli.operations import Form
from adcli.operations.operation import UNDEFINED
from adcli.operations.rules.floats import FLOATS
from adcli.operations.rules.sweeping import joining, pushing


class Presence:
    """The masks of the array nodes that are present in part, and the nodes that are absent."""

    def __init__(
        self, builder: Builder, active: Callable[[int], bool], seeds: Mapping[int, Any], side: int
    ) -> None:
        self._builder, self._active, self._side = builder, active, side
        self._masks = {k: seed != 0.0 for k, seed in seeds.items() if getattr(seed, "ndim", 0)}
        self._absent: set[int] = set()

    def enter(self, k: int) -> bool:
        """Whether the node is present in any element; notes where."""
        from adcli.operations.arrays.absent import Masked

        tangent = self._tangent(k)
        if tangent is None:
            self._absent.add(k)
            return False
        if isinstance(tangent, Masked):
            self._masks[k] = tangent.present
        return True

    def follow(self, new: int, k: int) -> None:
        """The new node is present where node k is."""
        if k in self._masks:
            self._masks[new] = self._masks[k]

    def restricted(self, k: int, coefficient: Any) -> Any:
        """A coefficient of node k, 0 where it is absent."""
        if k not in self._masks:
            return coefficient
        from adcli.operations.arrays.absent import select

        return select(self._masks[k], coefficient)

    def _tangent(self, k: int) -> Any:
        """The forward rule of node k on tangents that are 1 where they are present."""
        code, *arguments = self._builder.nodes[k]
        applied = self._builder.operations[code]
        assert applied is not None
        values = [self._builder.value(a) for a in (*arguments, k)]
        ones = [self._ones(a) for a in arguments]
        together = joining(applied, FLOATS)
        if together is not None:
            return together(ones, *values)
        total = None
        for position, one in enumerate(ones):
            if one is None:
                continue
            try:
                part = pushing(applied, position, FLOATS)(one, *values)
            except UNDEFINED:
                part = 1.0  # there, and infinite
            if part is not None:
                total = part if total is None else total + part
        if self._side and applied.operation.form is Form.SELECTING:
            total = _with_ties(total, applied, values)
        return total

    def _ones(self, k: int) -> Any:
        from adcli.operations.arrays.absent import Masked

        if k in self._absent or not self._active(k):
            return None
        shape = self._builder.shapes.get(k, ())
        ones: Any = np.ones(shape) if shape else 1.0
        return Masked(ones, self._masks[k]) if k in self._masks else ones


def _with_ties(tangent: Any, applied: Applied, values: Sequence[Any]) -> Any:
    """A selection's tangent, there at every tie too: beside the point, that passes something on."""
    from adcli.operations.arrays.absent import Masked

    ties = np.zeros(np.shape(values[-1]), dtype=bool)
    for kink in applied.operation.kinks:
        holds = np.frompyfunc(condition(applied.operation, applied.count, str(kink.where)), len(values), 1)
        ties |= np.asarray(holds(*values), dtype=bool)
    if not ties.any():
        return tangent
    at_ties = Masked(np.ones(ties.shape), ties)
    return at_ties if tangent is None else tangent + at_ties
