"""How many digits of an answer can be trusted, and how it reacts to errors of the inputs.

The *condition* by an input is |x ∂f/∂x / f|: so many times an input's relative error is the value's
(N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2002, §1.6). Rounding is bounded by
adjoints (see `engine.rounding`): the value's on the graph as it ran, a derivative's on the graph
of the derivatives, which a reverse sweep on handles makes. The bounds are to first order, and take
the inputs as exact doubles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import isfinite
from typing import TypeVar

from adcli.answers.answer import Answer
from adcli.answers.digits import ALL, MOST, Digits, Row
from adcli.derivatives.axes.slices import Part, inputs_of, labels_of, outputs_of, values_of
from adcli.derivatives.diagnosis.rounding import condition_of, trusted, unit_of, value_error
from adcli.engine.accuracy.rounding import Differentiated, bound_of, differentiated
from adcli.graph.reach import Scalar
from adcli.language.points.bindings import Bindings, point_of
from adcli.language.program import Program, Trace
from adcli.language.reruns.exact import unfolded_trace
from adcli.text.errors import AdError
from adcli.text.numerals import counted

Given = TypeVar("Given", bound=Answer)


def with_digits(
    answer: Given, program: Program, bindings: Bindings, *, wrt: str | None = None, output: str | None = None
) -> Given:
    """The answer (a gradient, Jacobian or Hessian at the same point) with the report of its digits.

    Raises AdError where there are too many derivatives to look at each.
    """
    from adcli.answers.matrices import Hessian

    point, _ = point_of(program, bindings)
    trace = unfolded_trace(program, point, output)
    outputs, inputs = outputs_of(trace), inputs_of(trace, wrt)
    columns, labels = labels_of(inputs), labels_of(outputs)
    second = isinstance(answer, Hessian)
    count = len(columns) * (len(columns) if second else len(labels))
    if count > MOST:
        message = f"--digits-report looks at each derivative on its own, and there are {count:,}"
        raise AdError("usage", message, hint=f"up to {MOST:,}: choose with --wrt and --output")
    rows = []
    elements = [element for part in outputs for element in part.elements]
    for label, value, element in zip(labels, values_of(trace, outputs), elements, strict=True):
        rows.append(_row(trace, label, value, element, inputs))
    seconds = _seconds(trace, elements[0], inputs) if second else None
    parts = [(part.label, part.shape) for part in inputs]
    return replace(answer, digits=Digits(rows, columns, parts, seconds))


def _row(trace: Trace, label: str, value: float, output: Scalar | None, inputs: Sequence[Part]) -> Row:
    bound, adjoints = value_error(trace, output)
    made = None
    if output is not None:
        by = [part.node for part in inputs]
        made = differentiated(trace.graph, trace.primal, output.node, unit_of(trace.graph, *output), by)
    conditions: list[float | None] = []
    slopes: list[int | None] = []
    for k, part in enumerate(inputs):
        points = values_of(trace, [part])
        numbers = part.gathered(adjoints[part.node] if adjoints else None)
        derivatives = numbers.ravel().tolist() if part.shape else [numbers]
        bounds = _bounds(made, k, part, len(points)) if output is not None else [0.0] * len(points)
        conditions += [condition_of(x, d, value) for x, d in zip(points, derivatives, strict=True)]
        slopes += [trusted(d, b) for d, b in zip(derivatives, bounds, strict=True)]
    return Row(label, value, bound, trusted(value, bound) or 0, conditions, slopes)


def _bounds(made: Differentiated | None, k: int, part: Part, count: int) -> list[float | None]:
    """The bounds of the derivatives by the elements of the k-th part."""
    if made is None:
        return [None] * count
    derivative = made.derivatives[k]
    places = [part.place] if part.key or not part.shape else range(count)
    return [bound_of(made, derivative, unit_of(made.graph, derivative, place)) for place in places]


def _seconds(trace: Trace, output: Scalar | None, inputs: Sequence[Part]) -> list[list[int | None]]:
    """The digits of the second derivatives: the same on the graph of the gradient's gradient."""
    by = [part.node for part in inputs]
    labels = labels_of(inputs)
    if output is None:
        return [[ALL] * len(labels) for _ in labels]
    first = differentiated(trace.graph, trace.primal, output.node, unit_of(trace.graph, *output), by)
    rows: list[list[int | None]] = []
    for k, part in enumerate(inputs):
        places = [part.place] if part.key or not part.shape else range(len(part.labels))
        rows += [_second_row(first, k, place, inputs) for place in places]
    return rows


def _second_row(
    first: Differentiated | None, k: int, place: int | None, inputs: Sequence[Part]
) -> list[int | None]:
    if first is None:
        return [None] * len(labels_of(inputs))
    derivative = first.derivatives[k]
    if type(derivative) is not int:
        return [ALL] * len(labels_of(inputs))
    seed = unit_of(first.graph, derivative, place)
    made = differentiated(first.graph, first.primal, derivative, seed, [part.node for part in inputs])
    digits: list[int | None] = []
    for j, part in enumerate(inputs):
        numbers = _numbers(made, j, part)
        digits += [trusted(d, b) for d, b in zip(numbers, _bounds(made, j, part, len(numbers)), strict=True)]
    return digits


def _numbers(made: Differentiated | None, j: int, part: Part) -> list[float]:
    """The values of the derivatives by the elements of a part."""
    derivative = None if made is None else made.derivatives[j]
    number = made.primal[derivative] if made is not None and type(derivative) is int else derivative
    gathered = part.gathered(number)
    return gathered.ravel().tolist() if part.shape else [gathered]


def told(row: Row) -> str:
    """What the report says of a value, as a sentence."""
    which = "" if row.label == "" else f" of {row.label}"
    if not isfinite(row.bound):
        return f"rounding error{which} not bounded: no digit can be trusted"
    bound = f"{row.bound:.1e}" if row.bound else "0"
    return f"rounding error{which} at most {bound}: {counted(row.digits, 'digit')} can be trusted"
