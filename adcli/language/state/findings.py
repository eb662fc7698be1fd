"""What a run has found on its way: overflows, values that are undefined, decisions at a tie."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite, isinf
from typing import TYPE_CHECKING, Any

from adcli.graph.graph import LEAF
from adcli.language.grammar.decimals import notice
from adcli.language.state.guards import SIGNS
from adcli.language.state.run import RESCALE
from adcli.text.errors import AdError
from adcli.text.notices import Notice
from adcli.text.source import in_short

if TYPE_CHECKING:
    from adcli.language.state.run import Run


def overflows(tracer: Run) -> list[Notice]:
    """Values that are infinite although their operands are finite; raises where one is nan."""
    values, syntax, builder = tracer.builder.values, tracer.syntax, tracer.builder
    places = list(tracer.overflows)
    if builder.shapes:  # of arrays, the tracer has looked at every element itself
        values = [x if type(x) is float else 0.0 for x in values]
    if not all(map(isfinite, values)):
        for k, value in enumerate(values):
            arguments = builder.nodes[k][1:] if builder.nodes[k][0] >= LEAF else (k,)
            if value != value:
                raise undefined(tracer, k)
            scalars = not any(a in builder.shapes for a in arguments)
            if not isfinite(value) and scalars and all(isfinite(values[a]) for a in arguments):
                places.append(builder.places[k])
    return [notice(syntax.text(p), "overflow", syntax.span(p)) for p in dict.fromkeys(places)]


def undefined(tracer: Run, k: int) -> AdError:
    """The error of a node whose value is nan: it names the input or the overflow that came before."""
    builder, syntax = tracer.builder, tracer.syntax
    place = builder.places[k]
    given: dict[int, float] = {}
    computed: dict[int, float] = {}
    for a in builder.nodes[k][1:] if builder.nodes[k][0] >= LEAF else [k]:
        value = builder.values[a]
        if builder.places[a] >= 0 and type(value) is float and not isfinite(value):
            (computed if builder.nodes[a][0] >= LEAF else given)[builder.places[a]] = value
    within = (n for n in syntax.lost if syntax.lows[place] <= n < place)
    computed |= {n: syntax.parts[n][0] for n in within if isinf(syntax.parts[n][0])}
    told = [f"{in_short(syntax.text(n))} is {value}" for n, value in given.items()]
    told += [f"{in_short(syntax.text(n))} overflowed to {value}" for n, value in computed.items()]
    if not told:
        arrays = (builder.values[a] for a in builder.nodes[k][1:] if a in builder.shapes)
        from_nan = any((array != array).any() for array in arrays)
        return tracer.undefined_at(place, f"{in_short(syntax.text(place))} is nan" if from_nan else "")
    message = f"undefined: {' and '.join(told)}"
    return AdError("undefined", message, syntax.span(place), hint=RESCALE if computed else "")


def refuse_nan(tracer: Run, outputs: Mapping[str, Any]) -> None:
    """Raises where an array of the outputs has a nan that was given: no operation has met it."""
    for label, x in outputs.items():
        value = tracer.builder.values[x] if type(x) is int else x
        if type(value) is not float and (value != value).any():
            place = tracer.builder.places[x] if type(x) is int else tracer.syntax.root
            raise AdError("undefined", f"undefined: `{label}` has a nan in it", tracer.syntax.span(place))


def boundaries(tracer: Run) -> list[Notice]:
    """Decisions that hang on an exact tie."""
    notices = {}
    for guard in tracer.guards:
        if guard.margin == 0.0 and guard.place not in notices and guard.operation != "is":
            text = in_short(tracer.syntax.text(guard.place))
            sign = SIGNS[guard.operation]
            message = f"the two sides of `{sign}` are equal in `{text}`: the function may bend or jump here"
            notices[guard.place] = Notice("boundary", message, tracer.syntax.span(guard.place))
    return list(notices.values())
