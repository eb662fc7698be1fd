"""The gradient of one scalar output."""

from __future__ import annotations

from typing import Any

from adcli.derivatives.chosen import Chosen, choose_inputs
from adcli.derivatives.results import Gradient
from adcli.derivatives.warnings import derivative_notices
from adcli.engine.choose import Choice, choose
from adcli.engine.sweeps import forward, reverse
from adcli.errors import AdError
from adcli.graph.graph import active
from adcli.language.bindings import Bindings, point_of
from adcli.language.program import Program, Trace


def gradient(
    program: Program, bindings: Bindings, *, wrt: str | None = None, output: str | None = None, mode: str = "auto"
) -> Gradient:
    """The value of a scalar output and its derivative by each chosen input: ∂f/∂x for every x.

    `wrt` names inputs or elements of them (`x,v[1]`), in the order of the answer; without it, all
    of them. `mode` is auto, forward or reverse. Raises AdError where there is no value, or where
    the program has several outputs.
    """
    point, notices = point_of(program, bindings)
    trace = program.trace(point, output)
    label, node = scalar_output(trace)
    chosen = choose_inputs(trace, wrt)
    choice = choose(len(chosen.nodes), 1, mode)
    derivatives = sweep(trace, node, chosen, choice)
    return Gradient(
        source=program.title,
        inputs=trace.point(),
        output=label,
        value=trace.value(node),
        gradient={name: 0.0 if d is None else d for name, d in zip(chosen.names, derivatives, strict=True)},
        mode=choice.mode,
        reason=choice.reason,
        sweeps=choice.sweeps,
        warnings=(*notices, *trace.notices, *derivative_notices(trace, node, chosen, derivatives)),
    )


def scalar_output(trace: Trace) -> tuple[str, Any]:
    """The one output of a program, with its label."""
    if len(trace.outputs) != 1:
        names = ", ".join(trace.outputs)
        raise AdError(
            "usage", f"there are {len(trace.outputs)} outputs: {names}",
            hint="`adcli jac` gives the derivatives of all; --output NAME chooses one",
        )  # fmt: skip
    return next(iter(trace.outputs.items()))


def sweep(trace: Trace, node: Any, chosen: Chosen, choice: Choice) -> list[Any]:
    """The derivative of a node by each chosen one, None where it is structurally absent."""
    if type(node) is not int:
        return [None] * len(chosen.nodes)
    if choice.mode == "forward":
        return [forward(trace.graph, trace.primal, {x: 1.0})[node] for x in chosen.nodes]
    adjoints = reverse(trace.graph, trace.primal, {node: 1.0}, active(trace.graph, chosen.nodes))
    return [adjoints[x] for x in chosen.nodes]
