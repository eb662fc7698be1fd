"""Sweeps from unit seeds: many at a time give what one at a time gives."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import pytest

from adcli.engine.sweeps import seeds
from adcli.engine.sweeps.seeds import from_groups, own_entries, pulled, pulled_along, pushed
from adcli.graph import Builder
from adcli.graph.reach import Scalar, active, leading
from adcli.operations import TABLE

COUNT = 12


def chain(x0: float) -> tuple[Builder, list[int], list[int]]:
    """y_k = sqrt(x_k)·x_{k+1} + max(x_k, 0.5), from x_k = x0 + k/10."""
    builder = Builder(strict=False)
    inputs = [builder.input(x0 + 0.1 * k) for k in range(COUNT)]
    half = builder.constant(0.5)
    outputs = []
    for a, b in zip(inputs, inputs[1:] + inputs[:1], strict=True):
        product = builder.apply(TABLE["mul"], builder.apply(TABLE["sqrt"], a), b)
        outputs.append(builder.apply(TABLE["add"], product, builder.apply(TABLE["max"], a, half)))
    return builder, inputs, outputs


def columns(sweep: Any, builder: Builder, of: Sequence[int], read: Sequence[int]) -> list[list[float | None]]:
    return list(from_groups(builder.graph(), sweep, [[Scalar(k)] for k in of], [Scalar(k) for k in read]))


@pytest.mark.parametrize("x0", [0.3, 0.0])
@pytest.mark.parametrize("way", ["forward", "reverse", "second"])
def test_many_seeds_in_one_sweep(x0: float, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also at x = 0, where a slope is infinite, and 0 times it must not spoil the other columns."""
    builder, inputs, outputs = chain(x0)
    total = outputs[0]
    for y in outputs[1:]:
        total = builder.apply(TABLE["add"], total, y)
    graph = builder.graph()
    marks = active(graph, inputs)
    sweep, of, read = {
        "forward": (pushed(graph, builder.values), inputs, outputs),
        "reverse": (pulled(graph, builder.values, marks), outputs, inputs),
        "second": (pulled_along(graph, builder.values, total, marks), inputs, inputs),
    }[way]
    assert seeds.seeds_at_once(graph, COUNT) > 1
    together = columns(sweep, builder, of, read)
    own = list(own_entries(graph, sweep, [Scalar(k) for k in of])) if way == "second" else []
    monkeypatch.setattr(seeds, "seeds_at_once", lambda *_: 1)
    single = columns(sweep, builder, of, read)
    spoilt = [d for column in single for d in column if d is not None and not math.isfinite(d)]
    assert all(math.isinf(d) for d in spoilt)
    assert bool(spoilt) == (x0 == 0.0)
    for got, want in zip(together, single, strict=True):
        assert [d or 0.0 for d in got] == [d or 0.0 for d in want]
    assert [d or 0.0 for d in own] == [single[k][k] or 0.0 for k in range(len(own))]


def test_blocks_bound_the_memory() -> None:
    builder, _, _ = chain(0.3)
    graph = builder.graph()
    assert seeds.seeds_at_once(graph, seeds.FEW - 1) == 1
    assert seeds.seeds_at_once(graph, 10**6) == seeds.MOST


def test_a_step_does_not_lead_to_the_output() -> None:
    builder = Builder(strict=False)
    x, y = builder.input(1.5), builder.input(2.0)
    node = builder.apply(TABLE["add"], builder.apply(TABLE["floor"], x), y)
    marks = leading(builder.graph(), [node])
    assert not marks[x]
    assert marks[y]
