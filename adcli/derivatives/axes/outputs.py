"""Outputs: the scalar one, and how the derivatives by inputs are laid out."""

from __future__ import annotations

from typing import Any

from adcli.derivatives.axes.wrt import Chosen
from adcli.language.program import Trace
from adcli.lazy import np
from adcli.text.errors import AdError


def is_scalar(trace: Trace) -> bool:
    """Whether the program has one output, and that is a number."""
    return len(trace.outputs) == 1 and not any(
        getattr(trace.value(node), "shape", ()) for node in trace.outputs.values()
    )


def scalar_output(trace: Trace) -> tuple[str, Any]:
    """The one output of a program, with its label."""
    if len(trace.outputs) != 1:
        names = ", ".join(trace.outputs)
        raise AdError(
            "usage", f"there are {len(trace.outputs)} outputs: {names}",
            hint="`adcli jac` gives the derivatives of all; --output NAME chooses one",
        )  # fmt: skip
    label, node = next(iter(trace.outputs.items()))
    if getattr(trace.value(node), "shape", ()):
        message = f"the output `{label}` is an array of shape {list(trace.value(node).shape)}"
        raise AdError("usage", message, hint="`adcli jac` gives the derivatives of all its elements")
    return label, node


def shaped(tangents: list[Any], shape: tuple[int, ...]) -> Any:
    """The derivatives by the elements of an array, in its shape; None where all are absent."""
    if all(t is None for t in tangents):
        return None
    return np.array([0.0 if t is None else t for t in tangents]).reshape(shape)


def laid_out(trace: Trace, chosen: Chosen, derivatives: list[Any]) -> list[Any]:
    """The derivatives with zeros where they are absent."""
    if not trace.graph.shapes:
        return [0.0 if d is None else d for d in derivatives]
    shapes = [
        () if key else trace.graph.shapes.get(x, ()) for x, key in zip(chosen.nodes, chosen.keys, strict=True)
    ]
    return [zeros(shape) if d is None else d for d, shape in zip(derivatives, shapes, strict=True)]


def zeros(shape: tuple[int, ...]) -> Any:
    """Zeros of a shape."""
    if not shape:
        return 0.0
    return np.zeros(shape)


def dense(number: Any) -> Any:
    """An adjoint as a plain number or array."""
    if number is None or isinstance(number, float):
        return number
    from adcli.operations.arrays.absent import dense as lay_out

    return lay_out(number)
