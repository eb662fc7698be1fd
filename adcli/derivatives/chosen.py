"""The inputs to differentiate by."""

from __future__ import annotations

from dataclasses import dataclass

from adcli.errors import AdError
from adcli.language.calls import nearest
from adcli.language.parser import parse
from adcli.language.program import Trace
from adcli.language.syntax import Kind
from adcli.source import Source


@dataclass(frozen=True, slots=True)
class Chosen:
    """Input nodes to differentiate by, with their labels."""

    names: tuple[str, ...]
    nodes: tuple[int, ...]


def choose_inputs(trace: Trace, wrt: str | None) -> Chosen:
    """The inputs that `--wrt` names, in its order; without it, all.

    Raises AdError for a name that is no input.
    """
    if wrt is None:
        return Chosen(tuple(trace.inputs), tuple(trace.inputs.values()))
    syntax = parse(Source(wrt, "--wrt"), "selection")
    names = []
    for item in syntax.parts[syntax.root][0]:
        name = syntax.text(item)
        if syntax.kinds[item] != Kind.NAME or name not in trace.inputs:
            near = nearest(name, list(trace.inputs))
            hint = f"did you mean `{near}`?" if near else f"there are: {', '.join(trace.inputs)}"
            raise AdError("name", f"there is no input `{name}`", syntax.span(item), hint=hint)
        names.append(name)
    return Chosen(tuple(names), tuple(trace.inputs[name] for name in names))
