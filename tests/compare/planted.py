"""Wrong rules: copies of the table's operations with one mistake in a partial derivative."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from adcli.answers.comparison import Method, Row
from adcli.compare.comparison import compared
from adcli.compare.slopes import Slopes
from adcli.derivatives.axes.places import elements
from adcli.graph import Builder
from adcli.language.program import Trace, load
from adcli.operations import TABLE, Form, Operation, Pass
from adcli.text.source import Source

NOTHING = load(Source("0"))
TINY = "1.000001"  # a factor that is off by 1e-6


@dataclass(frozen=True)
class Plant:
    """An operation with a mistake; `position` is that of the argument whose partial is wrong."""

    mistake: str
    operation: Operation
    position: int

    def __str__(self) -> str:
        return f"{self.operation.name}, argument {self.position + 1}: {self.mistake}"


def count_of(operation: Operation) -> int:
    """How many arguments a test calls it with."""
    return 3 if operation.variadic else len(operation.arguments)


def differentiable() -> list[Operation]:
    """The operations that have partial derivatives."""
    return [
        o
        for o in TABLE.values()
        if o.samples and ((o.form is Form.ELEMENTWISE and any(o.partials)) or o.form is Form.SELECTING)
    ]


def partials(operation: Operation) -> list[str | None]:
    """The partial by each argument of a call."""
    found = list(operation.partials[: count_of(operation)])
    while operation.variadic and len(found) < count_of(operation):
        found.append(found[-1])
    return found + [None] * (count_of(operation) - len(found))


def plants(operation: Operation) -> Iterator[Plant]:
    """Each mistake in each partial of an operation."""
    if operation.form is Form.SELECTING:
        yield from _selecting(operation)
        return
    for position, partial in enumerate(operation.partials):
        if partial is not None:
            yield Plant("sign", _with(operation, position, f"-({partial})"), position)
            yield Plant("factor 1 + 1e-6", _with(operation, position, f"{TINY}*({partial})"), position)
            yield Plant("absent", _with(operation, position, None), position)
            for k, shorter in enumerate(without_a_term(partial)):
                yield Plant(f"without term {k + 1}", _with(operation, position, shorter), position)
    for i in range(len(operation.partials) - 1):
        first, second = operation.partials[i : i + 2]
        if first is not None and second is not None and first != second and not operation.variadic:
            swapped = (*operation.partials[:i], second, first, *operation.partials[i + 2 :])
            yield Plant("swapped partials", replace(operation, partials=swapped), i)


def _with(operation: Operation, position: int, partial: str | None) -> Operation:
    wrong = (*operation.partials[:position], partial, *operation.partials[position + 1 :])
    return replace(operation, partials=wrong)


def _selecting(operation: Operation) -> Iterator[Plant]:
    names = operation.names(count_of(operation))
    right = [Pass(f"{name} == y") if operation.split else operation.passes[k] for k, name in enumerate(names)]
    for mistake, factor in (("sign", "-1"), ("factor 1 + 1e-6", TINY)):
        for position, passes in enumerate(right):
            if passes is not None:
                wrong = list(right)
                wrong[position] = Pass(passes.where, f"{factor}*({passes.weight})")
                yield Plant(mistake, replace(operation, passes=tuple(wrong), split=False), position)
    if len(right) > 1:
        wrong = [*right[:-2], right[-1], right[-2]]
        last = len(right) - 1
        yield Plant("swapped", replace(operation, passes=tuple(wrong), split=False), last)


def without_a_term(partial: str) -> list[str]:
    """The partial without one of its terms, for each of them; none where it is one term."""
    terms, depth, start = [], 0, 0
    for k, c in enumerate(partial):
        depth += (c in "([") - (c in ")]")
        if depth == 0 and k and re.match(r" [+-] ", partial[k : k + 3]):
            terms.append(partial[start:k])
            start = k + 1
    terms.append(partial[start:])
    if len(terms) == 1 or " if " in partial:
        return []
    return [
        "".join(t.replace(" ", "") for t in terms[:k] + terms[k + 1 :]).lstrip("+") for k in range(len(terms))
    ]


def points(operation: Operation, many: int, seed: int = 7) -> Iterator[list[float]]:
    """Points inside the samples' intervals; those around 0 are also tried near it."""
    random = Random(f"{operation.name}{seed}")
    intervals = list(operation.samples)
    while len(intervals) < count_of(operation):
        intervals.append(intervals[-1])
    for _ in range(many):
        nearer = 10.0 ** -random.randint(0, 3)
        point = [a if a == b else random.uniform(a, b) * (nearer if a < 0 < b else 1.0) for a, b in intervals]
        yield [x if moves(operation, k) else random.choice(intervals[k]) for k, x in enumerate(point)]


def trace_of(operation: Operation, point: list[float]) -> Trace:
    """A graph of the one operation; arguments without a partial are constants."""
    builder = Builder()
    inputs, arguments = {}, []
    for k, x in enumerate(point):
        if moves(operation, k):
            inputs[f"x{k + 1}"] = builder.input(x)
            builder.places[-1] = -1
            arguments.append(inputs[f"x{k + 1}"])
        else:
            arguments.append(builder.constant(x))
    node = builder.apply(operation, *arguments)
    return Trace(NOTHING, builder.graph(), builder.values, builder.places, inputs, {"f": node}, [], (), [])


def moves(operation: Operation, position: int) -> bool:
    """Whether the table has a derivative by this argument: others are conditions and whole numbers."""
    right = TABLE[operation.name]
    if right.form is Form.SELECTING:
        return right.passes[min(position, len(right.passes) - 1)] is not None
    return partials(right)[position] is not None


def rows(operation: Operation, point: list[float], method: Method = "central") -> dict[str, Row]:
    """What check says about the operation at a point, by input."""
    trace = trace_of(operation, point)
    inputs = list(elements(trace, trace.inputs))
    outputs = tuple(elements(trace, trace.outputs))
    return {row.input: row for row in compared(Slopes(trace, outputs, inputs), None, method)}
