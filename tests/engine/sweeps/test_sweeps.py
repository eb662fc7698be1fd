"""The two sweeps on floats, on arrays and on handles; forward against reverse; against mpmath."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import adcli
from adcli.derivatives.axes.outputs import dense
from adcli.engine.sweeps.forward import forward
from adcli.engine.sweeps.reverse import reverse
from adcli.graph import Builder
from adcli.graph.graph import Graph
from adcli.graph.reach import active
from adcli.graph.wellformed import check
from adcli.language.program import load
from adcli.numbers.byvalue import value_of
from adcli.numbers.handles import HANDLES, handles_of
from adcli.operations import TABLE
from adcli.operations.rules.floats import FLOATS
from adcli.operations.rules.onarrays import ARRAYS
from adcli.text.source import Source


def build(formula: Callable[..., Any], *point: float) -> tuple[Builder, list[int], int]:
    """A graph of a formula that is written for mpmath-like functions on handles."""
    from adcli.numbers.handles import Handle

    builder = Builder(strict=False)
    inputs = [builder.input(x) for x in point]
    result = formula(Functions(), *(Handle(builder, k) for k in inputs))
    return builder, inputs, result.node


class Functions:
    """The table's functions on handles, by name."""

    def __getattr__(self, name: str) -> Any:
        return HANDLES.function(name)


FORMULAS: list[tuple[Callable[..., Any], tuple[float, ...]]] = [
    (lambda m, x, y: m.log(x) + x * y - m.sin(y), (2.0, 5.0)),
    (lambda m, x, y: m.sin(x * y) + (x * y) * (x * y), (2.0, 3.0)),
    (lambda m, a, b, c: m.tanh((a + b) * c), (2.0, -1.0, 3.0)),
    (lambda m, x, y: (m.sin(x / y) + x / y - m.exp(y)) * (x / y - m.exp(y)), (1.5, 0.5)),
    (lambda m, x, y: m.exp(-x * x) / (1 + y * y) + m.sqrt(x + y), (0.3, 1.2)),
    (lambda m, x: m.atan(x) * m.cosh(x) - m.asinh(3 * x), (0.7,)),
]


@pytest.mark.parametrize(("formula", "point"), FORMULAS)
def test_both_modes_agree_with_mpmath(formula: Callable[..., Any], point: tuple[float, ...]) -> None:
    builder, inputs, node = build(formula, *point)
    graph = builder.graph()
    check(graph)
    adjoints = reverse(graph, builder.values, {node: 1.0}, active(graph, inputs))
    for position, x in enumerate(inputs):
        order = tuple(int(k == position) for k in range(len(point)))
        want = float(mpmath.diff(lambda *args: formula(mpmath, *args), point, order))
        tangent = forward(graph, builder.values, {x: 1.0})[node]
        assert math.isfinite(adjoints[x])
        assert math.isfinite(tangent)
        assert adjoints[x] == pytest.approx(want, rel=1e-12)
        assert tangent == pytest.approx(want, rel=1e-12)


@pytest.mark.parametrize(("formula", "point"), FORMULAS)
def test_the_gradient_of_a_gradient_is_mpmath_s_second_derivative(
    formula: Callable[..., Any], point: tuple[float, ...]
) -> None:
    builder, inputs, node = build(formula, *point)
    graph = builder.graph()
    more = Builder.extending(graph, builder.values)
    gradient = reverse(graph, handles_of(more, graph), {node: 1.0}, active(graph, inputs), HANDLES)
    wider = more.graph()
    check(wider)
    for i, x in enumerate(inputs):
        row = gradient[x]
        seconds = reverse(wider, more.values, {row.node: 1.0}, active(wider, inputs))
        for j, y in enumerate(inputs):
            order = tuple((k == i) + (k == j) for k in range(len(point)))
            want = float(mpmath.diff(lambda *args: formula(mpmath, *args), point, order))
            got = 0.0 if seconds[y] is None else seconds[y]
            assert math.isfinite(got)
            assert got == pytest.approx(want, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize(("formula", "point"), FORMULAS)
def test_a_leading_axis_of_points_gives_each_point_s_derivative(
    formula: Callable[..., Any], point: tuple[float, ...]
) -> None:
    points = [tuple(x * (1 + 0.1 * k) for x in point) for k in range(4)]
    graph = build(formula, *point)[0].graph()
    singles = [build(formula, *p) for p in points]
    inputs, node = singles[0][1], singles[0][2]
    primal = [np.array([builder.values[k] for builder, _, _ in singles]) for k in range(len(graph))]
    adjoints = reverse(graph, primal, {node: np.ones(4)}, active(graph, inputs), ARRAYS)
    tangents = forward(graph, primal, {inputs[0]: np.ones(4)}, ARRAYS)[node]
    for row, (builder, _, _) in enumerate(singles):
        single = reverse(builder.graph(), builder.values, {node: 1.0}, active(graph, inputs), FLOATS)
        for x in inputs:
            assert np.isfinite(adjoints[x][row])
            assert adjoints[x][row] == pytest.approx(single[x], rel=1e-13)
        assert tangents[row] == pytest.approx(single[inputs[0]], rel=1e-12)


SMOOTH = ["add", "sub", "mul", "sin", "cos", "tanh", "atan", "sigmoid", "exp", "neg"]


@st.composite
def graphs(draw: st.DrawFn) -> tuple[Builder, list[int], int]:
    """Random graphs of smooth operations, with nodes that feed several others."""
    builder = Builder(strict=False)
    inputs = [builder.input(draw(st.floats(-1.5, 1.5))) for _ in range(draw(st.integers(1, 4)))]
    nodes = [*inputs, builder.constant(draw(st.floats(-2, 2)))]
    for _ in range(draw(st.integers(1, 25))):
        operation = TABLE[draw(st.sampled_from(SMOOTH))]
        arguments = [draw(st.sampled_from(nodes)) for _ in operation.arguments]
        node = builder.apply(operation, *arguments)
        if abs(builder.values[node]) < 1e3:
            nodes.append(node)
    return builder, inputs, nodes[-1]


@given(graphs(), st.lists(st.floats(-2, 2), min_size=4, max_size=4), st.floats(-2, 2))
def test_reverse_is_the_transpose_of_forward(
    built: tuple[Builder, list[int], int], direction: list[float], adjoint: float
) -> None:
    builder, inputs, node = built
    graph = builder.graph()
    seeds = dict(zip(inputs, direction, strict=False))
    tangent = forward(graph, builder.values, seeds)[node] or 0.0
    adjoints = reverse(graph, builder.values, {node: adjoint}, active(graph, inputs))
    paired = [(adjoints[x] or 0.0) * seeds[x] for x in inputs]
    size = sum(map(abs, paired)) + abs(adjoint * tangent)
    assert math.isfinite(size)
    assert adjoint * tangent == pytest.approx(math.fsum(paired), rel=1e-9, abs=1e-9 * (1 + size))


@given(graphs())
def test_a_second_derivative_is_the_same_along_every_route(built: tuple[Builder, list[int], int]) -> None:
    builder, inputs, node = built
    graph = builder.graph()
    x, marks = inputs[0], active(graph, inputs)
    if not marks[node]:
        return
    routes = [
        _second(graph, builder, lambda primal, _: reverse(graph, primal, {node: 1.0}, marks, HANDLES)[x], x),
        _second(graph, builder, lambda primal, _: forward(graph, primal, {x: 1.0}, HANDLES)[node], x),
    ]
    values = [value for pair in routes for value in pair]
    assert all(map(math.isfinite, values))
    scale = 1 + max(map(abs, values))
    assert all(value == pytest.approx(values[0], rel=1e-8, abs=1e-8 * scale) for value in values)


def _second(graph: Graph, builder: Builder, first: Callable[..., Any], x: int) -> tuple[float, float]:
    """The second derivative by x: forward and reverse over a first derivative that is a graph."""
    more = Builder.extending(graph, builder.values)
    slope = first(handles_of(more, graph), more)
    if slope is None or isinstance(slope, float):
        return 0.0, 0.0
    wider = more.graph()
    over_forward = forward(wider, more.values, {x: 1.0})[slope.node]
    over_reverse = reverse(wider, more.values, {slope.node: 1.0}, active(wider, [x]))[x]
    return over_forward or 0.0, over_reverse or 0.0


def test_what_is_absent_is_not_multiplied() -> None:
    """sqrt(max(0, x)) at x = -1: the infinite slope of the root meets nothing, not 0·∞."""
    builder = Builder(strict=False)
    x = builder.input(-1.0)
    chosen = builder.apply(TABLE["max"], builder.constant(0.0), x)
    node = builder.apply(TABLE["sqrt"], chosen)
    graph = builder.graph()
    assert reverse(graph, builder.values, {node: 1.0}, active(graph, [x]))[x] is None
    assert forward(graph, builder.values, {x: 1.0})[node] is None


def test_a_zero_adjoint_is_still_followed() -> None:
    """x²y at x = 0: the adjoint of y is 0 at this point, yet ∂²f/∂x² = 2y."""
    builder = Builder(strict=False)
    x, y = builder.input(0.0), builder.input(3.0)
    node = builder.apply(TABLE["mul"], builder.apply(TABLE["mul"], x, x), y)
    graph = builder.graph()
    more = Builder.extending(graph, builder.values)
    gradient = reverse(graph, handles_of(more, graph), {node: 1.0}, active(graph, [x, y]), HANDLES)
    wider = more.graph()
    assert value_of(gradient[x]) == 0.0
    assert forward(wider, more.values, {x: 1.0})[gradient[x].node] == 6.0


SHARED = ["sum(x + y)", "sum((x + y) + x)", "sum(x.T + y) + sum(x*y)", "sum(x - y + x)", "sum(2*(x + y)[0])"]


@pytest.mark.parametrize("text", SHARED)
def test_adjoints_that_share_memory_are_told_apart(text: str) -> None:
    """A sweep for some adjoints only may pass one array on to several nodes; answers are apart."""
    point = {"x": np.arange(9.0).reshape(3, 3), "y": np.ones((3, 3))}
    trace = load(Source(f"input x, y\noutput f = {text}")).trace(point)
    graph, node = trace.graph, trace.outputs["f"]
    nodes = list(trace.inputs.values())
    whole = reverse(graph, trace.primal, {node: 1.0}, active(graph, nodes))
    found = adcli.grad(f"input x, y\noutput f = {text}", at=point, mode="reverse").gradient
    for name, x in trace.inputs.items():
        np.testing.assert_array_equal(found[name], dense(whole[x]))
    assert not np.shares_memory(found["x"], found["y"])
