"""The axes of a derivative: inputs and outputs, whole and element by element."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from adcli.derivatives.axes.element import Key
from adcli.derivatives.axes.wrt import Chosen, choose_inputs, size_of
from adcli.engine.sweeps.seeds import picked
from adcli.graph.reach import Scalar
from adcli.language.mistakes.spelling import nearest
from adcli.language.program import Trace
from adcli.lazy import np
from adcli.text.errors import AdError
from adcli.text.source import Span

Shape = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """An input or an output, or one element of an array input.

    node    its node; a number (or an array) where it depends on no input
    shape   the shape of this part; () for a scalar and for one element
    key     where an element stands in its array, whose shape is `whole`
    """

    label: str
    node: Any
    shape: Shape = ()
    key: Key = ()
    whole: Shape = ()

    @property
    def place(self) -> int | None:
        """Where the element stands in its array, in row-major order."""
        if not self.key:
            return None
        place = 0
        for k, length in zip(self.key, self.whole, strict=True):
            place = place * length + k
        return place

    @property
    def labels(self) -> list[str]:
        """The labels of its elements: `x`, or `x[0]`, or `A[0,1]`."""
        if not self.shape:
            return [self.label]
        places = product(*map(range, self.shape))
        return [f"{self.label}[{','.join(map(str, place))}]" for place in places]

    @property
    def elements(self) -> list[Scalar | None]:
        """Its elements, in the order of the labels; None for those of a constant."""
        if type(self.node) is not int:
            return [None] * size_of(self.shape)
        if not self.shape:
            return [Scalar(self.node, self.place)]
        return [Scalar(self.node, k) for k in range(size_of(self.shape))]

    def value(self, trace: Trace) -> Any:
        """Its value at the point."""
        whole = trace.value(self.node)
        return whole if self.place is None else float(whole.flat[self.place])

    def spread(self, seed: Any, before: Any = None) -> Any:
        """This part's seed as one of its node, added to those before: of elements, of outputs that are it."""
        if self.place is None:
            return +seed if before is None else before + seed
        whole = np.zeros(self.whole) if before is None else before
        whole.flat[self.place] = seed
        return whole

    def gathered(self, number: Any) -> Any:
        """A tangent or an adjoint of its node as a float or an array of this part's shape."""
        if not self.shape:
            entry = None if number is None else picked(number, self.place)
            return 0.0 if entry is None else entry
        from adcli.operations.arrays.absent import dense

        return np.zeros(self.shape) + (0.0 if number is None else dense(number))


def labels_of(parts: Iterable[Part]) -> list[str]:
    """The labels of all elements, arrays in row-major order."""
    return [label for part in parts for label in part.labels]


def values_of(trace: Trace, parts: Iterable[Part]) -> list[float]:
    """The values of all elements, in the order of the labels."""
    values: list[float] = []
    for part in parts:
        value = part.value(trace)
        values += value.ravel().tolist() if part.shape else [float(value)]
    return values


def elements_of(parts: Iterable[Part], numbers: Mapping[str, Any]) -> Iterator[tuple[str, float]]:
    """Numbers by the labels of parts, element by element."""
    for part in parts:
        number = numbers[part.label]
        yield from zip(part.labels, number.ravel().tolist() if part.shape else [number], strict=True)


def gathered_from(parts: Iterable[Part], elements: Mapping[str, float]) -> dict[str, Any]:
    """The numbers of parts from those of their elements: the inverse of `elements_of`."""
    numbers: dict[str, Any] = {}
    for part in parts:
        found = [elements[label] for label in part.labels]
        if part.shape:
            numbers[part.label] = np.array(found).reshape(part.shape)
        else:
            (numbers[part.label],) = found
    return numbers


def outputs_of(trace: Trace) -> tuple[Part, ...]:
    """The outputs."""
    return tuple(Part(label, node, _shape(trace, node)) for label, node in trace.outputs.items())


def inputs_of(trace: Trace, wrt: str | None) -> tuple[Part, ...]:
    """The inputs or elements that `--wrt` names, in its order; without it, all inputs.

    Raises AdError for what is no input.
    """
    chosen = choose_inputs(trace, wrt)
    parts = []
    for name, node, key in zip(chosen.names, chosen.nodes, chosen.keys, strict=True):
        shape = _shape(trace, node)
        parts.append(Part(name, node, (), key, shape) if key else Part(name, node, shape, (), shape))
    return tuple(parts)


def chosen_of(parts: Iterable[Part]) -> Chosen:
    """These inputs, for what asks for `Chosen`."""
    known = tuple(parts)
    return Chosen(
        tuple(part.label for part in known),
        tuple(part.node for part in known),
        tuple(part.key for part in known),
    )


def _shape(trace: Trace, node: Any) -> Shape:
    return trace.graph.shapes.get(node, ()) if type(node) is int else getattr(node, "shape", ())


def unknown(what: str, name: str, names: Sequence[str], span: Span | None = None) -> AdError:
    """The error of a name that is none of these."""
    near = nearest(name, list(names))
    hint = f"did you mean `{near}`?" if near else f"there are: {', '.join(names)}"
    return AdError("name", f"there is no {what} `{name}`", span, hint=hint)
