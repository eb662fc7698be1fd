"""The gradient of one scalar output."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress
from typing import TYPE_CHECKING, Any

from adcli.answers.values import Gradient
from adcli.derivatives.axes.element import Element
from adcli.derivatives.axes.outputs import dense, laid_out, scalar_output, shaped
from adcli.derivatives.axes.wrt import Chosen, choose_inputs, chosen_names
from adcli.derivatives.diagnosis.firstorder import notices_of, settled_gradient, with_sides
from adcli.derivatives.diagnosis.losses import losses
from adcli.engine.sweeps.choose import NOTABLE_TAPE, Choice, choose
from adcli.engine.sweeps.forward import forward
from adcli.engine.sweeps.reverse import reverse
from adcli.engine.sweeps.tape import tape_kept
from adcli.graph.reach import active, dependents
from adcli.language.points.bindings import Bindings, point_of
from adcli.language.program import Program, Trace
from adcli.text.notices import Notice

if TYPE_CHECKING:
    from adcli.derivatives.kinks.settled import Settled


def gradient(
    program: Program,
    bindings: Bindings,
    *,
    wrt: str | None = None,
    output: str | None = None,
    mode: str = "auto",
) -> Gradient:
    """The value of a scalar output and its derivative by each chosen input: ∂f/∂x for every x.

    `wrt` names inputs or elements of them (`x,v[1]`), in the order of the answer; without it, all
    of them. `mode` is auto, forward or reverse. Raises AdError where there is no value, or where
    the program has several outputs.
    """
    point, notices = point_of(program, bindings)
    names = chosen_names(program, point, wrt)
    along = names if mode == "forward" or (mode == "auto" and len(names) == 1) else None
    return gradient_of(program.trace(point, output, along=along), wrt, mode, notices)


def gradient_of(
    trace: Trace, wrt: str | None = None, mode: str = "auto", notices: Sequence[Notice] = ()
) -> Gradient:
    """The gradient of a run; `notices` are those of its point. Raises AdError as `gradient` does."""
    label, node = scalar_output(trace)
    chosen, choice, derivatives = numbers_of(trace, node, wrt, mode)
    derivatives, found = settled_gradient(trace, chosen, derivatives)
    return Gradient(
        source=trace.program.title,
        inputs=trace.point(),
        output=label,
        value=trace.value(node),
        gradient=dict(zip(chosen.names, laid_out(trace, chosen, derivatives), strict=True)),
        mode=choice.mode,
        reason=choice.reason,
        sweeps=choice.sweeps,
        warnings=(*notices, *_notices(trace, node, chosen, derivatives, found)),
    )


def _notices(
    trace: Trace, node: Any, chosen: Chosen, derivatives: Sequence[Any], found: Settled | None
) -> Iterator[Notice]:
    """The notices of a gradient; of a run that let go of its graph, those that it told on its way."""
    if trace.whole:
        yield from losses(trace, [node])
        notices = notices_of(trace, node, chosen, derivatives, found)
        yield from with_sides(trace, notices, chosen.nodes, found.ties if found else ())
    else:
        yield from trace.notices


def numbers_of(trace: Trace, node: Any, wrt: str | None, mode: str) -> tuple[Chosen, Choice, list[Any]]:
    """What to differentiate by, which way, and the derivatives; None where one is structurally absent."""
    graph = trace.graph
    chosen = choose_inputs(trace, wrt)
    connected = dependents(graph, [node] if type(node) is int else [])
    sizes = chosen.sizes(graph.shapes)
    inputs = sum(n for n, x in zip(sizes, chosen.nodes, strict=True) if connected[x] or not trace.whole)
    tape = tape_kept(graph, trace.primal)
    choice = choose(inputs, 1, mode, None, tape if tape >= NOTABLE_TAPE else 0)
    return chosen, choice, sweep(trace, node, chosen, choice, connected if trace.whole else None)


def sweep(
    trace: Trace, node: Any, chosen: Chosen, choice: Choice, used: bytearray | None = None
) -> list[Any]:
    """The derivative of a node by each chosen one, None where it is structurally absent.

    `used` marks what the node depends on, where that is known: a forward sweep leaves out the rest.
    """
    if type(node) is not int:
        return [None] * len(chosen.nodes)
    if choice.mode == "forward":
        live = list(compress(range(len(used)), used)) if used and 0 in used else None
        return _forward(trace, node, chosen, live)
    marks = active(trace.graph, chosen.nodes)
    adjoints = reverse(trace.graph, trace.primal, {node: 1.0}, marks, asked=chosen.nodes)
    if not trace.graph.shapes:
        return [adjoints[x] for x in chosen.nodes]
    whole = {x: dense(adjoints[x]) for x in chosen.nodes}
    _part_memory(whole)
    return [Element("", x, key).of(whole[x]) for x, key in zip(chosen.nodes, chosen.keys, strict=True)]


def _part_memory(adjoints: dict[int, Any]) -> None:
    """Copies what shares its memory: an answer's arrays are its own."""
    seen = set()
    for x, adjoint in adjoints.items():
        if hasattr(adjoint, "base"):
            if adjoint.base is not None or id(adjoint) in seen:
                adjoints[x] = adjoint.copy()
            seen.add(id(adjoint))


def _forward(trace: Trace, node: int, chosen: Chosen, live: Sequence[int] | None) -> list[Any]:
    """One sweep per element, through the `live` nodes."""
    graph, primal = trace.graph, trace.primal
    if not trace.whole or not graph.shapes:
        carried = trace.carried or {}
        seeds = [carried.get(name, {x: 1.0}) for name, x in zip(chosen.names, chosen.nodes, strict=True)]
        return [forward(graph, primal, tangents, asked=(node,), live=live)[node] for tangents in seeds]
    found = []
    for name, x, key in zip(chosen.names, chosen.nodes, chosen.keys, strict=True):
        shape = graph.shapes.get(x, ())
        elements = list(Chosen((name,), (x,), (key,)).elements(graph.shapes))
        seeded = [{x: e.seed(shape)} for e in elements]
        tangents = [forward(graph, primal, seed, asked=(node,), live=live)[node] for seed in seeded]
        found.append(tangents[0] if key or not shape else shaped(tangents, shape))
    return found
