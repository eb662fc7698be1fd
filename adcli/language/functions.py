"""The functions on arrays, ranges and lists, by name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from adcli.errors import AdError
from adcli.language import matrices, reductions, sequences, shapes
from adcli.language.frames import Function, Named
from adcli.operations import SPELLINGS, find

if TYPE_CHECKING:
    from adcli.language.tracer import Tracer

MANY = 1_000_000  # arguments: as many as you like


class Entry(NamedTuple):
    """A function, and how it is called.

    `call`, `definition` and `derivative` are for people; they are empty where an operation of the
    same name says it all.
    """

    function: Function
    least: int  # positional arguments
    most: int
    options: tuple[str, ...]  # named arguments
    call: str = ""
    definition: str = ""
    derivative: str = ""


def is_ours(name: str) -> bool:
    """Whether there is a function of this name."""
    return name in SPELLINGS or name in FUNCTIONS


def takes(name: str, count: int, named: bool) -> bool:
    """Whether a call with so many positional arguments is one of these, not of an operation on numbers."""
    return name in FUNCTIONS and (named or count == 1 or find(name, count) is None)


def call(t: Tracer, name: str, values: list[Any], named: Named, place: int) -> Any:
    """Calls a function by name; raises AdError where the arguments do not suit it."""
    function, least, most, options, *_ = FUNCTIONS[name]
    unknown = next((n for n in named if n not in options), None)
    if unknown is not None or not least <= len(values) <= most:
        raise _misfit(t, name, len(values), unknown, place)
    return function(t, values, named, place)


def _misfit(t: Tracer, name: str, count: int, unknown: str | None, place: int) -> AdError:
    _, least, most, options, *_ = FUNCTIONS[name]
    hint = ""
    if unknown is not None:
        told = ", ".join(options) if options else "none"
        message = f"{name} has no named argument `{unknown}` (it has: {told})"
        if unknown == "keepdims":
            hint = f"write reshape({name}(x, axis=1), n, 1)"
    else:
        wanted = str(least) if least == most else f"{least} or more" if most >= MANY else f"{least} to {most}"
        message = f"{name} takes {wanted} argument{'' if wanted == '1' else 's'}, got {count}"
        texts = [t.syntax.text(a) for a in t.syntax.parts[place][1]]
        hint = _axis(name, texts) if count == most + 1 == 2 and "axis" in options else hint
    return AdError("syntax", message, t.syntax.span(place), hint=hint)


NORMS = {"1": "sum(abs({}))", "2": "norm({})", "inf": "max(abs({}))"}


def _axis(name: str, texts: list[str]) -> str:
    """What `sum(A, 0)`, `norm(v, 1)` and `sum(x, y)` are written as."""
    x, second = texts
    if name == "norm":
        return f"write {NORMS[second].format(x)}" if second in NORMS else ""
    if re.fullmatch(r"-?\d", second):
        return f"name the axis: write {name}({x}, axis={second})"
    return f"write {name}([{x}, {second}])" if name in ("sum", "prod", "mean", "std", "var") else ""


# fmt: off
FUNCTIONS: dict[str, Entry] = {
    "sum": Entry(reductions.reduction("sum"), 1, 1, ("axis",)),
    "prod": Entry(
        reductions.product, 1, 1, ("axis",), "prod(x)", "Π x, over all elements or along an axis",
        "dy = Σ dx_k, each times the product of the others",
    ),
    "mean": Entry(reductions.mean, 1, 1, ("axis",), "mean(x)", "sum(x)/n", "dy = mean(dx)"),
    "var": Entry(
        reductions.variance, 1, 1, ("axis", "ddof"), "var(x)", "Σ (x - mean(x))²/(n - ddof)",
        "dy = 2 Σ (x - mean(x)) dx/(n - ddof)",
    ),
    "std": Entry(
        reductions.deviation, 1, 1, ("axis", "ddof"), "std(x)", "sqrt(var(x))",
        "dy = Σ (x - mean(x)) dx/((n - ddof) y)",
    ),
    "max": Entry(reductions.numbers_or_array("max"), 1, MANY, ("axis",)),
    "min": Entry(reductions.numbers_or_array("min"), 1, MANY, ("axis",)),
    "logsumexp": Entry(reductions.numbers_or_array("logsumexp"), 1, MANY, ("axis",)),
    "softmax": Entry(reductions.softmax, 1, 1, ("axis",)),
    "cumsum": Entry(reductions.cumsum, 1, 1, ("axis",)),
    "norm": Entry(matrices.norm, 1, 1, ("axis",)),
    "dot": Entry(matrices.matmul, 2, 2, ()),
    "matmul": Entry(matrices.matmul, 2, 2, ()),
    "outer": Entry(matrices.of_vectors("outer"), 2, 2, ()),
    "cross": Entry(matrices.of_vectors("cross", 3), 2, 2, ()),
    "transpose": Entry(shapes.transpose, 1, 1, ()),
    "reshape": Entry(shapes.reshape, 2, MANY, ()),
    "concat": Entry(shapes.concat, 1, MANY, ("axis",)),
    "stack": Entry(shapes.stack, 1, MANY, ("axis",)),
    "diag": Entry(matrices.diag, 1, 1, ()),
    "trace": Entry(matrices.trace, 1, 1, (), "trace(x)", "the sum of the diagonal", "dy = trace(dx)"),
    "det": Entry(matrices.of_square_matrix("det"), 1, 1, ()),
    "inv": Entry(matrices.of_square_matrix("inv"), 1, 1, ()),
    "logdet": Entry(matrices.of_square_matrix("logdet"), 1, 1, ()),
    "solve": Entry(matrices.solve, 2, 2, ()),
    "zeros": Entry(sequences.full_of(0.0), 1, MANY, (), "zeros(n, …)", "an array of 0, of this shape", "0"),
    "ones": Entry(sequences.full_of(1.0), 1, MANY, (), "ones(n, …)", "an array of 1, of this shape", "0"),
    "eye": Entry(sequences.eye, 1, 1, (), "eye(n)", "the identity matrix", "0"),
    "linspace": Entry(
        sequences.linspace, 3, 3, (), "linspace(a, b, n)", "n numbers from a to b, at equal distances",
        "dy = linspace(da, db, n)",
    ),
    "range": Entry(
        sequences.range_, 1, 3, (), "range(a, b, step)", "whole numbers from a (0) to below b, by steps (1)",
        "0",
    ),
    "len": Entry(sequences.length, 1, 1, (), "len(x)", "the length of the first axis", "0"),
    "shape": Entry(sequences.shape, 1, 1, (), "shape(x)", "the lengths of all axes", "0"),
    "enumerate": Entry(
        sequences.enumerate_, 1, 1, (), "enumerate(x)", "pairs of a position and an element, for loops",
        "that of the elements",
    ),
    "zip": Entry(
        sequences.zip_, 1, MANY, (), "zip(u1, …)", "elements side by side, for loops",
        "that of the elements",
    ),
}
# fmt: on
