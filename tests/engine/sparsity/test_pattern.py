"""The pattern of a Jacobian is exactly where a derivative can be, at this point."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adcli.derivatives.axes.entries import laid
from adcli.derivatives.axes.slices import inputs_of, outputs_of
from adcli.engine.sparsity import sets as shared
from adcli.engine.sparsity.lowering import lowered
from adcli.engine.sparsity.pattern import pattern
from adcli.engine.sparsity.sets import Sets
from adcli.graph.reach import Scalar
from adcli.language.program import Trace, load
from adcli.text.source import Source

VECTORS = "input x = [0.3, 0.7, 1.1, 1.6], A = [[1, 2], [3, 4]]\n"


def traced(text: str, **point: Any) -> Trace:
    return load(Source(text)).trace(point)


def elements(trace: Trace) -> tuple[list[Scalar], list[Scalar]]:
    rows = [y for part in outputs_of(trace) for y in part.elements if y is not None]
    return rows, [x for part in inputs_of(trace, None) for x in part.elements if x is not None]


def of(text: str, **point: Any) -> list[tuple[int, ...]]:
    trace = traced(text, **point)
    found = pattern(trace.graph, trace.primal, *elements(trace))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("outputs", "rows"),
    [
        ("x^2", [(0,), (1,), (2,), (3,)]),
        ("x[1:]*x[:-1]", [(0, 1), (1, 2), (2, 3)]),
        ("x + x[0]", [(0,), (0, 1), (0, 2), (0, 3)]),
        ("[x[2], 1, x[0]*x[3]]", [(2,), (), (0, 3)]),
        ("concat(x[2:], x[:1])", [(2,), (3,), (0,)]),
        ("sum(x)", [(0, 1, 2, 3)]),
        ("sum(A, axis=0)", [(4, 6), (5, 7)]),
        ("A.T*3", [(4,), (6,), (5,), (7,)]),
        ("A + A[0]", [(4,), (5,), (4, 6), (5, 7)]),
        ("reshape(x, 2, 2)*A", [(0, 4), (1, 5), (2, 6), (3, 7)]),
        ("diag(x)[1]", [(), (1,), (), ()]),
        ("A @ x[:2]", [(0, 1, 4, 5, 6, 7)] * 2),
        ("max(x, 1)", [(), (), (2,), (3,)]),
        ("where(x > 1, x^2, 7)", [(), (), (2,), (3,)]),
        ("floor(x)*x", [(0,), (1,), (2,), (3,)]),
        ("sum(max(x, 1))", [(2, 3)]),
    ],
)
def test_operations_on_arrays(outputs: str, rows: list[tuple[int, ...]]) -> None:
    assert of(f"{VECTORS}output {outputs}") == rows


def test_scalars() -> None:
    text = "u = x*y\nv = max(u, z)\nw = floor(z) + abs(x)^2\noutput u, v, w, x - x*0"
    assert of(text, x=2.0, y=3.0, z=1.5) == [(0, 1), (0, 1), (0,), (0,)]
    assert of(text, x=2.0, y=3.0, z=9.0) == [(0, 1), (2,), (0,), (0,)]


def test_updates_in_a_loop() -> None:
    """Also where the input itself is updated: its own labels stay."""
    text = "input x = [1, 2, 3, 4]\nfor i in range(1, 4):\n  x[i] = x[i]*x[i-1]\noutput x"
    assert of(text) == [(0,), (0, 1), (0, 1, 2), (0, 1, 2, 3)]
    trace = traced(text)
    rows, columns = elements(trace)
    flat = lowered(trace.graph, trace.primal, [z.node for z in (*rows, *columns)])
    assert flat is not None
    assert not flat.graph.shapes
    found = pattern(flat.graph, flat.primal, [*map(flat.element, rows)], [*map(flat.element, columns)])
    assert found == [(0,), (0, 1), (0, 1, 2), (0, 1, 2, 3)]


def test_arithmetic_on_long_arrays_is_not_lowered() -> None:
    for count, short in ((3, True), (100, False)):
        trace = traced(f"input x = range({count})\noutput x*2")
        assert (lowered(trace.graph, trace.primal, []) is not None) == short


@given(st.lists(st.sets(st.integers(0, 5000)), max_size=12), st.integers(0, 2))
@settings(max_examples=60)
def test_sets_are_sets(items: list[set[int]], width: int) -> None:
    """Whole numbers' bits, frozensets, and mixtures of both."""
    sets = Sets((1000, 5001, 10**6)[width])
    items = [{j % 1000 for j in item} if width == 0 else item for item in items]
    numbers = [sets.union_of_all(map(sets.single, item)) for item in items]
    assert [sets.columns(n) for n in numbers] == [tuple(sorted(item)) for item in items]
    assert sets.columns(sets.union_of_all(numbers)) == tuple(sorted(set().union(*items)))
    for a, number in zip(items, numbers, strict=True):
        assert (a == set()) == (number == 0)


def test_a_pattern_that_is_too_full_counts_as_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "BUDGET", 100)
    text = "s = 0\nfor i in range(40):\n  s = s + x[i]\noutput s, s^2, s^3"
    trace = traced(text, x=np.arange(40.0))
    rows, columns = elements(trace)
    found = laid(trace, rows, columns, whole=True).known
    assert found.pattern is None
    assert found.entries == 120
    assert found.choice().sweeps == 3
