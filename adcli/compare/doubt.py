"""What speaks for a derivative that its differences speak against.

Two things can keep values from telling: AD's own rounding errors, and a function that changes
faster than the step, by less than its rounding errors. A wrong rule is neither.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from adcli.compare.differences import SAFETY, Estimate
from adcli.compare.ladder import Ladder
from adcli.engine.accuracy.rounding import derivative_bound
from adcli.engine.taylor.expansion import Expansion
from adcli.graph import Builder
from adcli.operations.operation import UNDEFINED
from adcli.text.errors import AdError

FASTER = "the derivative changes within the step, faster than values can show"
PARTS = (1.0, 0.7)  # of the step: where the derivative is asked for again


def doubt_of(ladder: Ladder, k: int, ad: float, against: Sequence[Estimate], first_order: bool) -> str:
    """Why the derivative of output k may be right all the same; nothing, if it cannot.

    `against` are the estimates that exclude it, whose error is O(h) or O(h²): the smallest step is
    looked at.
    """
    chosen = min(against, key=lambda estimate: estimate.h)
    error = abs(chosen.fd - ad)
    trace, node = ladder.trace, ladder.trace.outputs[ladder.outputs[k].name]
    if not trace.graph.shapes:
        bound = derivative_bound(trace.graph, trace.primal, ladder.element.node, node)
        if bound is not None and SAFETY * bound >= error:
            return f"AD itself is good to {SAFETY * bound:.1g} only, by its own rounding"
    truncation = truncation_by_ad(ladder, k, chosen.h, first_order)
    smooth = _even(ladder, k, ad, chosen) if truncation is None else truncation <= error / 2
    return "" if smooth else FASTER


def truncation_by_ad(ladder: Ladder, k: int, h: float, first_order: bool) -> float | None:
    """|f‴|h²/6, by Taylor mode: how far a central difference of step h is off. None: not known.

    To first order |f″|h/2 is added: that of a forward difference.

    Where a term oscillates within the step, its part of f′ and of f‴ are in proportion, and this is
    larger than its part of f′.
    """
    trace, output = ladder.trace, ladder.outputs[k]
    builder = Builder.extending(trace.graph, list(trace.primal))
    seed = ladder.element.seed(trace.primal[ladder.element.node]) * h  # the unit is h: nothing overflows
    try:
        series = Expansion(builder, {ladder.element.node: seed}).coefficients(trace.outputs[output.name], 3)
    except (AdError, TypeError, AttributeError, KeyError, AssertionError, *UNDEFINED):
        return None
    terms = [abs(output.of(c)) / h for c in series[2 if first_order else 3 :]]
    return sum(terms) if isfinite(sum(terms)) else None


def _even(ladder: Ladder, k: int, ad: float, chosen: Estimate) -> bool:
    """Whether the derivative's second differences within the step are too small to be the error."""
    error = abs(chosen.fd - ad)
    sides = [side.sign for side in (ladder.left, ladder.right) if side.own]
    for part in PARTS:
        far = part * chosen.h
        offsets = (-far, far) if len(sides) == 2 else (sides[0] * far / 2, sides[0] * far)
        first, second = (ladder.derivative(offset, k) for offset in offsets)
        if first is None or second is None:
            continue
        curvature = first + second - 2 * ad if len(sides) == 2 else ad + second - 2 * first
        if not abs(curvature) <= error / 2:
            return False
    return True
