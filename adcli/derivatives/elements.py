"""Arrays element by element, with their labels: `x[0]`, `A[0,1]`, in row-major order."""

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
