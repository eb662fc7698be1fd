"""Inputs and outputs scalar by scalar."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from adcli.derivatives.axes.wrt import Chosen
from adcli.language.program import Trace
from adcli.lazy import np

Index = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Element:
    """A scalar: an input or output, or an element of an array.

    `node` is the node of the whole; a float where an output depends on no input.
    """

    label: str
    name: str
    node: Any
    index: Index
    value: float

    def of(self, whole: Any) -> float:
        """This element of something that has the shape of the whole (None: absent, 0)."""
        if whole is None:
            return 0.0
        if not self.index:
            return float(whole)
        from adcli.operations.arrays.absent import dense

        return float(dense(whole)[self.index])

    def seed(self, whole: Any) -> Any:
        """1 in this element's place, in the shape of the whole."""
        if not self.index:
            return 1.0
        seed = np.zeros(np.shape(whole))
        seed[self.index] = 1.0
        return seed

    def moved(self, point: Mapping[str, Any], value: float) -> dict[str, Any]:
        """The point with another value for this element."""
        return {**point, self.name: self.replaced(point[self.name], value)}

    def replaced(self, whole: Any, value: float) -> Any:
        """Something that has the shape of the whole, with another value for this element."""
        if not self.index:
            return value
        whole = whole.copy()
        whole[self.index] = value
        return whole


def inputs_of(trace: Trace, chosen: Chosen) -> Iterator[Element]:
    """The scalars of the chosen inputs."""
    names = {node: name for name, node in trace.inputs.items()}
    for element in chosen.elements(trace.graph.shapes):
        whole = trace.primal[element.node]
        value = float(whole[element.key]) if element.key else float(whole)
        yield Element(element.label, names[element.node], element.node, element.key, value)


def elements(trace: Trace, names: Mapping[str, Any]) -> Iterator[Element]:
    """The scalars of labelled nodes, arrays in row-major order: `x`, `v[0]`, `A[0,1]`."""
    for name, node in names.items():
        whole = trace.value(node)
        for index in _indices(whole):
            label = f"{name}[{','.join(map(str, index))}]" if index else name
            yield Element(label, name, node, index, float(whole[index]) if index else float(whole))


def _indices(whole: Any) -> Iterator[Index]:
    if not hasattr(whole, "shape"):
        return iter([()])
    return iter(np.ndindex(whole.shape))
