"""Work on graphs that follows IEEE 754 without a word: arrays as floats."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from adcli.graph.graph import Graph
from adcli.lazy import np

P = ParamSpec("P")
T = TypeVar("T")


def by_ieee(work: Callable[Concatenate[Graph, P], T]) -> Callable[Concatenate[Graph, P], T]:
    """The work on a graph, without NumPy's warnings of overflow and division by 0, where it has arrays."""

    @wraps(work)
    def quiet(graph: Graph, /, *arguments: P.args, **named: P.kwargs) -> T:
        if not graph.shapes and "numpy" not in sys.modules:  # whose scalars warn like its arrays
            return work(graph, *arguments, **named)
        with np.errstate(all="ignore"):
            return work(graph, *arguments, **named)

    return quiet
