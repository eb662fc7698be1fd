"""The functions on arrays, ranges and lists, by name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from adcli.language.functions import matrices, reductions, sequences, shapes
from adcli.language.grammar.vocabulary import CALLS, MANY
from adcli.language.state.run import Function, Named
from adcli.text.errors import AdError

if TYPE_CHECKING:
    from adcli.language.state.run import Run


def call(t: Run, name: str, values: list[Any], named: Named, place: int) -> Any:
    """Calls a function by name; raises AdError where the arguments do not suit it."""
    least, most, options, *_ = CALLS[name]
    unknown = next((n for n in named if n not in options), None)
    if unknown is not None or not least <= len(values) <= most:
        raise _misfit(t, name, len(values), unknown, place)
    return FUNCTIONS[name](t, values, named, place)


def _misfit(t: Run, name: str, count: int, unknown: str | None, place: int) -> AdError:
    least, most, options, *_ = CALLS[name]
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


FUNCTIONS: dict[str, Function] = {
    "sum": reductions.reduction("sum"),
    "prod": reductions.product,
    "mean": reductions.mean,
    "var": reductions.variance,
    "std": reductions.deviation,
    "max": reductions.numbers_or_array("max"),
    "min": reductions.numbers_or_array("min"),
    "logsumexp": reductions.numbers_or_array("logsumexp"),
    "softmax": reductions.softmax,
    "cumsum": reductions.cumsum,
    "norm": matrices.norm,
    "dot": matrices.matmul,
    "matmul": matrices.matmul,
    "outer": matrices.of_vectors("outer"),
    "cross": matrices.of_vectors("cross", 3),
    "transpose": shapes.transpose,
    "reshape": shapes.reshape,
    "concat": shapes.concat,
    "stack": shapes.stack,
    "diag": matrices.diag,
    "trace": matrices.trace,
    "det": matrices.of_square_matrix("det"),
    "inv": matrices.of_square_matrix("inv"),
    "logdet": matrices.of_square_matrix("logdet"),
    "solve": matrices.solve,
    "zeros": sequences.full_of(0.0),
    "ones": sequences.full_of(1.0),
    "eye": sequences.eye,
    "linspace": sequences.linspace,
    "range": sequences.range_,
    "len": sequences.length,
    "shape": sequences.shape,
    "enumerate": sequences.enumerate_,
    "zip": sequences.zip_,
}
