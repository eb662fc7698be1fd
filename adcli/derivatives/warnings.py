"""What there is to know about a gradient: kinks, infinite slopes, undefined and absent derivatives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from math import isfinite
from typing import Any

from adcli.derivatives.bends import bend_notices, outputs_told
from adcli.derivatives.chosen import Chosen, Element
from adcli.derivatives.failures import failure, rest_of
from adcli.derivatives.onesided import MOST_ELEMENTS, Surroundings
from adcli.errors import Notice
from adcli.graph.graph import dependents
from adcli.language.program import Trace

MOST_FAILURES = 10  # of the elements of one array that are told


def derivative_notices(trace: Trace, node: Any, chosen: Chosen, derivatives: Sequence[Any]) -> list[Notice]:
    """The notices of one output's derivatives: those of kinks, then those of inputs, in their order."""
    around = Surroundings(trace)
    notices = kink_notices(trace, chosen, around)
    connected = None
    failed: list[Notice] = []
    sound: list[str] = []
    for name, x, key, d in zip(chosen.names, chosen.nodes, chosen.keys, derivatives, strict=True):
        if d is None:
            if connected is None:
                outputs = [node, *trace.touched] if type(node) is int else trace.touched
                connected = dependents(trace.graph, outputs)
            if not connected[x] and not any(notice.input == name for notice in notices):
                message = f"the output does not depend on `{name}`"
                notices.append(Notice("unconnected", message, trace.span(x), name))
        elif bad := _bad(name, x, key, d, trace):
            label = next(iter(trace.outputs))
            failed += [failure(around, label, node, element, value) for element, value in bad]
        else:
            sound.append(name)
    return notices + [replace(notice, rest=rest_of(sound)) for notice in failed]


def kink_notices(trace: Trace, chosen: Chosen, around: Surroundings | None = None) -> list[Notice]:
    """The notices of kinks, and of decisions at a tie, by the chosen inputs."""
    around = around or Surroundings(trace)
    if around.plain:
        return []
    elements = list(islice(chosen.elements(trace.graph.shapes), MOST_ELEMENTS))
    return bend_notices(around, outputs_told(trace), elements)


def _bad(name: str, x: int, key: Any, d: Any, trace: Trace) -> list[tuple[Element, float]]:
    """The elements of a derivative that are not finite."""
    if isinstance(d, float):
        return [] if isfinite(d) else [(Element(name, x, key), d)]
    import numpy as np

    if np.isfinite(d).all():
        return []
    elements = Chosen((name,), (x,), (key,)).elements(trace.graph.shapes)
    bad = ((e, float(v)) for e, v in zip(elements, d.ravel().tolist(), strict=True) if not isfinite(v))
    return list(islice(bad, MOST_FAILURES))
