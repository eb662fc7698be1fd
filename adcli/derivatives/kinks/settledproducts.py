"""Products with a direction where something bends at the point: they are derivatives along it.

J ẋ is the derivative of the outputs along ẋ, which need not be the sum of the partials' terms where
the function is not differentiable; Jᵀ ȳ is that of the number ȳ·f, in which kinks may cancel.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import isfinite
from typing import Any

from adcli.derivatives.axes.slices import Part, chosen_of, elements_of, gathered_from
from adcli.derivatives.kinks.bends import Told, Way, outputs_told, ways_of
from adcli.derivatives.kinks.settled import Settled, settled, settled_along
from adcli.derivatives.kinks.sides import Both, weighted
from adcli.derivatives.kinks.surroundings import Surroundings
from adcli.language.program import Trace

Products = dict[str, Any]  # by label


def along_tangent(
    trace: Trace,
    outputs: Sequence[Part],
    moved: Sequence[Part],
    direction: Mapping[int, Any],
    products: Products,
) -> tuple[Products, Settled]:
    """J ẋ, of which a sweep gave `products`, as it is from both sides along ẋ."""
    around = Surroundings(trace)
    tangents = {x: t for x, t in direction.items() if _any(t)}
    numbers = dict(elements_of(outputs, products))
    if not tangents or (around.plain and all(map(isfinite, numbers.values()))):
        return products, Settled(around)
    named = moved[0] if len(moved) == 1 and not moved[0].shape else None
    way = Way(
        "the tangent",
        "along the tangent",
        around.towards("the tangent", tangents),
        None if named is None else named.label,
        None if named is None else named.node,
    )
    told = outputs_told(trace, [part.label for part in outputs])
    seen = settled_along(around, told, {0: way}, {(i, 0): d for i, d in enumerate(numbers.values())})
    if not seen.numbers:
        return products, seen
    changed = {i: d for (i, _), d in seen.numbers.items()}
    merged = {label: changed.get(i, d) for i, (label, d) in enumerate(numbers.items())}
    return gathered_from(outputs, merged), seen


def partials(around: Surroundings, inputs: Sequence[Part], slopes: Products) -> tuple[Products, Settled]:
    """The gradient of the one output, of which a sweep gave `slopes`, as it is from both sides."""
    numbers = dict(elements_of(inputs, slopes))
    if around.plain and all(map(isfinite, numbers.values())):
        return slopes, Settled(around)
    elements = {e.label: e for e in chosen_of(inputs).elements(around.trace.graph.shapes)}
    told, swept = outputs_told(around.trace), {(0, j): d for j, d in enumerate(numbers.values())}
    seen = settled(around, told, [elements[label] for label in numbers], swept)
    changed = {j: d for (_, j), d in seen.numbers.items()}
    merged = {label: changed.get(j, d) for j, (label, d) in enumerate(numbers.items())}
    return gathered_from(inputs, merged) if changed else slopes, seen


COMBINED = "ȳ·f"


def of_adjoint(
    trace: Trace,
    outputs: Sequence[Part],
    inputs: Sequence[Part],
    adjoint: Mapping[str, Any],
    products: Products,
) -> tuple[Products, Settled]:
    """Jᵀ ȳ, of which a sweep gave `products`, as the derivative of ȳ·f that both sides have."""
    around = Surroundings(trace)
    numbers = dict(elements_of(inputs, products))
    if around.plain and all(map(isfinite, numbers.values())):
        return products, Settled(around)
    counted = [part for part in outputs if _any(adjoint[part.label])]
    weights = [(part.label, adjoint[part.label], part.value(trace)) for part in counted]
    ways = {
        way.name: way._replace(both=None if way.both is None else _combined(way.both, weights))
        for way in ways_of(around, chosen_of(inputs).elements(trace.graph.shapes))
    }
    nodes = tuple(part.node for part in counted if type(part.node) is int)
    one = len(outputs) == 1 and not outputs[0].shape
    told = Told(COMBINED, 0.0, nodes, "the derivative" if one else f"the derivative of {COMBINED}")
    columns = {j: ways[label] for j, label in enumerate(numbers) if label in ways}
    seen = settled_along(around, [told], columns, {(0, j): d for j, d in enumerate(numbers.values())})
    if not seen.numbers:
        return products, seen
    changed = {j: d for (_, j), d in seen.numbers.items()}
    merged = {label: changed.get(j, d) for j, (label, d) in enumerate(numbers.items())}
    return gathered_from(inputs, merged), seen


def _combined(both: Both, weights: Sequence[tuple[str, Any, Any]]) -> Both:
    """Both sides with one output more: how far ȳ·f is from its value at the point."""
    left, right = (
        replace(side, outputs={**side.outputs, COMBINED: weighted(side, weights)})
        for side in (both.left, both.right)
    )
    return Both(left, right, both.primal)


def _any(number: Any) -> bool:
    return bool(number.any() if hasattr(number, "any") else number)
