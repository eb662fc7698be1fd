"""The tape: what reverse mode keeps, measured in bytes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adcli.graph.graph import Graph

NODE = 140  # bytes: a tuple of two arguments, its number, a float, and their places in three lists
ARRAY = 88  # bytes more of a value that is an array, beside its elements


def tape_kept(graph: Graph, primal: Sequence[Any]) -> int:
    """The bytes that a reverse sweep may read back: the graph, and its values."""
    arrays = [value for value in primal if type(value) is not float] if graph.shapes else []
    return NODE * len(graph) + sum(ARRAY + getattr(value, "nbytes", 0) for value in arrays)
