"""Arrays element by element: their labels and values, and which of them are shown."""

from __future__ import annotations

from typing import Any

SHOWN = 24  # elements of one array that a terminal shows
ENDS = 4  # of these, at its end


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
    if whole or count <= SHOWN:
        return list(range(count))
    return [*range(SHOWN - ENDS), None, *range(count - ENDS, count)]
