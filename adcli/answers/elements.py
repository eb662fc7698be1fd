"""Arrays element by element, with their labels: `x[0]`, `A[0,1]`, in row-major order; and which are shown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def elements(name: str, value: Any) -> list[tuple[str, float]]:
    """The elements with their labels in row-major order: `x`, or `x[0]`, or `A[0,1]`."""
    value = value.tolist() if hasattr(value, "tolist") else value
    if not isinstance(value, list):
        return [(name, value)]
    head = f"{name[:-1]}," if name.endswith("]") else f"{name}["
    return [(f"{head}{label}]", item) for label, item in _walk("", value)]


def _walk(label: str, value: Any) -> Iterator[tuple[str, float]]:
    if isinstance(value, list):
        for k, item in enumerate(value):
            yield from _walk(f"{label},{k}" if label else str(k), item)
    else:
        yield label, value


SHOWN = 24  # elements of a long array that a terminal shows


ENDS = 4  # of these, at its end


LONG = SHOWN + 8  # the most of which all are shown: it is not worth it to leave out a few


def element(inputs: dict[str, Any], label: str) -> Any:
    """The part of the point that a label names: `x`, `v[1]`, `A[0,1]`."""
    if label in inputs:
        return inputs[label]
    name, _, subscripts = label.removesuffix("]").partition("[")
    value = inputs[name]
    for subscript in subscripts.split(","):
        value = value[int(subscript)]
    return value


def shown(count: int, whole: bool) -> list[int | None]:
    """The positions to show of so many elements; None stands for what is left out."""
    if whole or count <= LONG:
        return list(range(count))
    return [*range(SHOWN - ENDS), None, *range(count - ENDS, count)]
