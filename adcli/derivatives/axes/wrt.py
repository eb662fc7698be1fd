"""The inputs to differentiate by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from adcli.derivatives.axes.element import Element, Key
from adcli.language.grammar.tree import Kind, Syntax
from adcli.language.program import Program, Trace
from adcli.language.reading.parser import parse
from adcli.text.errors import AdError
from adcli.text.source import Source, Span


@dataclass(frozen=True, slots=True)
class Chosen:
    """What to differentiate by: labels with input nodes; a key where one element is meant."""

    names: tuple[str, ...]
    nodes: tuple[int, ...]
    keys: tuple[Key, ...]

    def elements(self, shapes: dict[int, tuple[int, ...]]) -> Iterator[Element]:
        """Every scalar, arrays in row-major order: `x`, `v[0]`, `A[0,1]`."""
        for name, node, key in zip(self.names, self.nodes, self.keys, strict=True):
            if key or node not in shapes:
                yield Element(name, node, key)
            else:
                yield from elements_of(name, node, shapes[node])

    def sizes(self, shapes: dict[int, tuple[int, ...]]) -> list[int]:
        """The number of scalars that each name stands for."""
        if not shapes:
            return [1] * len(self.nodes)
        return [
            1 if key else size_of(shapes.get(node, ()))
            for node, key in zip(self.nodes, self.keys, strict=True)
        ]


def size_of(shape: tuple[int, ...]) -> int:
    """The number of elements of a shape."""
    size = 1
    for length in shape:
        size *= length
    return size


def elements_of(name: str, node: int, shape: tuple[int, ...]) -> Iterator[Element]:
    """The elements of an array, labelled, in row-major order."""
    for number in range(size_of(shape)):
        key = []
        for length in reversed(shape):
            number, k = divmod(number, length)
            key.append(k)
        yield Element(f"{name}[{','.join(map(str, reversed(key)))}]", node, tuple(reversed(key)))


@lru_cache(maxsize=16)
def selection(wrt: str) -> Syntax:
    """What `--wrt` says, read once for any number of runs. Raises AdError (syntax)."""
    source = Source(wrt, "--wrt")
    if len(names := wrt.split()) > 1 and all(map(str.isidentifier, names)):
        span, hint = Span(source, 0, len(wrt)), f"write {','.join(names)}"
        raise AdError("syntax", "names are separated by commas", span, hint=hint)
    return parse(source, "selection")


def chosen_names(program: Program, point: Mapping[str, Any], wrt: str | None) -> list[str]:
    """The inputs of which `--wrt` names any part, before a run; without it, all inputs."""
    if wrt is None:
        return list(program.inputs(point))
    syntax = selection(wrt)
    items = syntax.parts[syntax.root][0]
    bases = (item if syntax.kinds[item] == Kind.NAME else syntax.parts[item][0] for item in items)
    return [syntax.text(base) for base in bases]


def choose_inputs(trace: Trace, wrt: str | None) -> Chosen:
    """The inputs, or elements of them, that `--wrt` names, in its order; without it, all inputs.

    Raises AdError for what is no input.
    """
    if wrt is None:
        return Chosen(tuple(trace.inputs), tuple(trace.inputs.values()), ((),) * len(trace.inputs))
    syntax = selection(wrt)
    found: dict[str, tuple[int, Key]] = {}
    for item in syntax.parts[syntax.root][0]:
        base = item if syntax.kinds[item] == Kind.NAME else syntax.parts[item][0]
        name = syntax.parts[base][0] if syntax.kinds[base] == Kind.NAME else ""
        if name not in trace.inputs:
            from adcli.language.mistakes.spelling import nearest

            near = nearest(name, list(trace.inputs))
            hint = f"did you mean `{near}`?" if near else f"there are: {', '.join(trace.inputs)}"
            raise AdError("name", f"there is no input `{name}`", syntax.span(item), hint=hint)
        key = () if base == item else _key(trace, syntax, item, trace.inputs[name])
        label = f"{name}[{','.join(map(str, key))}]" if key else name
        found[label] = trace.inputs[name], key
    nodes, keys = zip(*found.values(), strict=True)
    return Chosen(tuple(found), nodes, keys)


def _key(trace: Trace, syntax: Syntax, item: int, node: int) -> Key:
    """The whole numbers of `v[1]` or `A[0,1]`, counted from the front."""
    shape = trace.graph.shapes.get(node, ())
    subscripts = syntax.parts[item][1]
    key = []
    for subscript in subscripts:
        text = syntax.text(subscript).replace(" ", "")
        if not text.lstrip("-").isdigit():
            raise AdError("usage", "an element is named by whole numbers", syntax.span(subscript))
        key.append(int(text))
    fits = len(key) == len(shape) and all(-n <= k < n for k, n in zip(key, shape, strict=False))
    if not fits:
        told = f"has the shape {list(shape)}" if shape else "is a single number"
        raise AdError(
            "shape", f"there is no element `{syntax.text(item)}`: the input {told}", syntax.span(item)
        )
    return tuple(k % n for k, n in zip(key, shape, strict=True))
