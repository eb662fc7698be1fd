"""Products with a direction, one sweep each: J ẋ, Jᵀ ȳ, H ẋ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

from adcli.answers.products import AdjointProduct, HessianProduct, TangentProduct
from adcli.derivatives.axes.directions import settled
from adcli.derivatives.axes.outputs import scalar_output
from adcli.derivatives.axes.slices import (
    Part,
    elements_of,
    gathered_from,
    inputs_of,
    labels_of,
    outputs_of,
    unknown,
)
from adcli.derivatives.diagnosis.entries import product_notices, second_notices
from adcli.derivatives.diagnosis.firstorder import with_sides
from adcli.derivatives.diagnosis.losses import losses
from adcli.derivatives.kinks.curvature import Pair, along_beside
from adcli.derivatives.kinks.seconds import SECOND
from adcli.derivatives.kinks.settledproducts import along_tangent, of_adjoint, partials
from adcli.derivatives.kinks.sides import close
from adcli.derivatives.kinks.surroundings import Surroundings
from adcli.engine.sweeps.seeds import adjoints_along, pulled, pushed, quietly
from adcli.graph.reach import active
from adcli.language.points.bindings import Bindings, point_of
from adcli.language.program import Program, Trace
from adcli.numbers.byvalue import value_of
from adcli.numbers.duals import tangent_of
from adcli.text.errors import AdError

Seeds = dict[str, Any]  # by label


def jvp(
    program: Program,
    bindings: Bindings,
    tangent: Bindings,
    *,
    wrt: str | None = None,
    output: str | None = None,
) -> TangentProduct:
    """ẏ = J ẋ: the derivative of every output along a tangent of the inputs, by one forward sweep.

    `tangent` has a number or an array for each input that moves; the others do not. Raises
    AdError for a name that is no (chosen) input, and for a shape that is not the input's.
    """
    point, notices = point_of(program, bindings)
    trace = program.trace(point, output)
    outputs, inputs = outputs_of(trace), inputs_of(trace, wrt)
    tangent = settled(tangent, inputs, "tangent")
    seeds = seeds_of(trace, inputs, tangent, "tangent")
    direction = by_node(inputs, seeds, tangent)
    numbers = quietly(trace.graph, pushed(trace.graph, trace.primal), direction)
    products = {
        part.label: part.gathered(numbers[part.node] if type(part.node) is int else None) for part in outputs
    }
    moved = [part for part in inputs if part.label in tangent.values]
    products, seen = along_tangent(trace, outputs, moved, direction, products)
    told = product_notices(outputs, moved, products, seen)
    return TangentProduct(
        source=program.title,
        inputs=trace.point(),
        outputs={part.label: part.value(trace) for part in outputs},
        tangent=seeds,
        jvp=products,
        warnings=(
            *notices,
            *tangent.notices,
            *losses(trace, [part.node for part in outputs]),
            *with_sides(trace, told, [part.node for part in moved], seen.ties),
        ),
    )


def vjp(
    program: Program,
    bindings: Bindings,
    adjoint: Bindings,
    *,
    wrt: str | None = None,
    output: str | None = None,
) -> AdjointProduct:
    """x̄ = Jᵀ ȳ: the derivative of Σ ȳ y by every chosen input, by one reverse sweep.

    `adjoint` has a number or an array for each output that counts. Raises AdError as `jvp`.
    """
    point, notices = point_of(program, bindings)
    trace = program.trace(point, output)
    outputs, inputs = outputs_of(trace), inputs_of(trace, wrt)
    adjoint = settled(adjoint, outputs, "adjoint")
    seeds = seeds_of(trace, outputs, adjoint, "adjoint")
    graph, nodes = trace.graph, [part.node for part in inputs]
    numbers = quietly(
        graph, pulled(graph, trace.primal, active(graph, nodes)), by_node(outputs, seeds, adjoint)
    )
    products = {part.label: part.gathered(numbers[part.node]) for part in inputs}
    products, seen = of_adjoint(trace, outputs, inputs, seeds, products)
    told = product_notices(outputs, inputs, products, seen)
    return AdjointProduct(
        source=program.title,
        inputs=trace.point(),
        outputs={part.label: part.value(trace) for part in outputs},
        adjoint=seeds,
        vjp=products,
        warnings=(
            *notices,
            *adjoint.notices,
            *losses(trace, [part.node for part in outputs]),
            *with_sides(trace, told, [part.node for part in inputs], seen.ties),
        ),
    )


def hvp(
    program: Program,
    bindings: Bindings,
    tangent: Bindings,
    *,
    wrt: str | None = None,
    output: str | None = None,
) -> HessianProduct:
    """H ẋ for the Hessian H of a scalar output: a forward sweep, and a reverse one that carries it.

    The Hessian is not formed. Raises AdError as `jvp`, and where there are several outputs.
    """
    point, notices = point_of(program, bindings)
    trace = program.trace(point, output)
    label, node = scalar_output(trace)
    inputs = inputs_of(trace, wrt)
    tangent = settled(tangent, inputs, "tangent")
    seeds = seeds_of(trace, inputs, tangent, "tangent")
    gradient, products = along(trace, node, inputs, by_node(inputs, seeds, tangent))
    around = Surroundings(trace, SECOND)
    sound = all(isfinite(d) for _, d in elements_of(inputs, products))
    beside = along_beside(around, by_node(inputs, seeds, tangent), inputs, sound)
    products = gathered_from(inputs, _settled(dict(elements_of(inputs, products)), beside.numbers))
    gradient, seen = partials(around, inputs, gradient)
    ties = seen.ties if beside.knows(len(labels_of(inputs))) else ()
    named = {f"by `{name}` along the tangent": d for name, d in elements_of(inputs, products)}
    return HessianProduct(
        source=program.title,
        inputs=trace.point(),
        output=label,
        value=trace.value(node),
        gradient=gradient,
        tangent=seeds,
        hvp=products,
        warnings=(
            *notices,
            *tangent.notices,
            *losses(trace, [node]),
            *with_sides(
                trace,
                second_notices(seen, inputs, gradient, named, beside),
                [part.node for part in inputs],
                ties,
            ),
        ),
    )


def _settled(products: dict[str, float], beside: Mapping[Pair, float]) -> dict[str, float]:
    """The elements with those that are one number from all sides of a kink."""
    sides = {label: beside.get(frozenset(("", label)), number) for label, number in products.items()}
    return {
        label: number if close(number, sides[label]) else sides[label] for label, number in products.items()
    }


def along(
    trace: Trace, node: Any, inputs: Sequence[Part], tangents: dict[int, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The gradient of an output, and its derivative along tangents of the inputs."""
    if type(node) is not int:
        return ({part.label: part.gathered(None) for part in inputs},) * 2
    graph = trace.graph
    sweep = adjoints_along(graph, trace.primal, node, active(graph, [part.node for part in inputs]))
    numbers = quietly(graph, sweep, tangents)
    gradient = {part.label: part.gathered(value_of(numbers[part.node])) for part in inputs}
    return gradient, {part.label: part.gathered(tangent_of(numbers[part.node])) for part in inputs}


def seeds_of(trace: Trace, parts: Sequence[Part], given: Bindings, what: str) -> Seeds:
    """The seed of every part, by label: what is left out is 0. `what` is tangent or adjoint."""
    labels = [part.label for part in parts]
    for name in given.values:
        if name not in labels:
            of = "input" if what == "tangent" else "output"
            if name in trace.inputs and of == "input":
                raise AdError("usage", f"`{name}` is held constant by --wrt", given.spans.get(name))
            raise unknown(of, name, labels, given.spans.get(name))
    seeds = {}
    for part in parts:
        seed = given.values.get(part.label)
        if seed is not None and getattr(seed, "shape", ()) != part.shape:
            raise AdError(
                "shape", f"the {what} of `{part.label}` is {_kind(getattr(seed, 'shape', ()))}",
                given.spans.get(part.label), hint=f"`{part.label}` is {_kind(part.shape)}",
            )  # fmt: skip
        seeds[part.label] = part.gathered(None) if seed is None else seed
    return seeds


def _kind(shape: tuple[int, ...]) -> str:
    if not shape:
        return "a number"
    return f"an array of {shape[0]}" if len(shape) == 1 else f"an array of {' by '.join(map(str, shape))}"


def by_node(parts: Sequence[Part], seeds: Seeds, given: Bindings) -> dict[int, Any]:
    """The seeds that were given, as a sweep takes them; several elements of an array are one seed."""
    by: dict[int, Any] = {}
    for part in parts:
        if part.label in given.values and type(part.node) is int:
            by[part.node] = part.spread(seeds[part.label], by.get(part.node))
    return by
