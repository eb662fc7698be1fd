"""Forward over reverse on dual numbers, against mpmath and against the graphs of gradients."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import mpmath
import pytest
from hypothesis import given

from adcli.engine.sweeps.forward import forward
from adcli.engine.sweeps.reverse import reverse
from adcli.engine.sweeps.seeds import from_groups, pulled_along
from adcli.engine.taylor.scaling import expand
from adcli.graph import Builder
from adcli.graph.graph import Graph
from adcli.graph.reach import Scalar, active
from adcli.numbers.byvalue import value_of
from adcli.numbers.duals import DUALS, Dual, duals, tangent_of
from adcli.numbers.handles import HANDLES, Handle, handles_of
from adcli.operations import TABLE, Form, Operation
from tests.engine.sweeps.test_sweeps import FORMULAS, build, graphs
from tests.operations.points import admitted, count_of
from tests.operations.reference import REFERENCE

SMOOTH = [
    operation
    for operation in TABLE.values()
    if operation.form is Form.ELEMENTWISE and not operation.tensor and operation.name in REFERENCE
]


def hessian(graph: Graph, values: list[Any], node: int, inputs: list[int]) -> list[list[float]]:
    """All second derivatives, forward over reverse."""
    elements = [Scalar(x) for x in inputs]
    sweep = pulled_along(graph, values, node, active(graph, inputs))
    return [
        [d or 0.0 for d in column] for column in from_groups(graph, sweep, [[x] for x in elements], elements)
    ]


@pytest.mark.parametrize("operation", SMOOTH, ids=lambda operation: operation.name)
def test_every_operation_s_second_derivatives_are_those_of_its_gradient_s_graph(operation: Operation) -> None:
    rng = random.Random(operation.name)
    count = count_of(operation)
    seen = 0
    while seen < 5:
        samples = [operation.samples[min(i, len(operation.samples) - 1)] for i in range(count)]
        point = tuple(rng.uniform(*sample) for sample in samples)
        if not admitted(operation, point):
            continue
        seen += 1
        builder = Builder(strict=False)
        inputs = [builder.input(x) for x in point]
        node = builder.apply(operation, *inputs)
        graph = builder.graph()
        got = hessian(graph, builder.values, node, inputs)
        for i, row in enumerate(_over_handles(graph, builder.values, node, inputs)):
            for j, want in enumerate(row):
                if math.isfinite(want):
                    assert got[j][i] == pytest.approx(want, rel=1e-9, abs=1e-300), (point, i, j)


def _over_handles(graph: Graph, values: list[Any], node: int, inputs: list[int]) -> list[list[float]]:
    """Reverse over reverse, through the graph of the gradient."""
    more = Builder.extending(graph, values)
    marks = active(graph, inputs)
    slopes = reverse(graph, handles_of(more, graph), {node: 1.0}, marks, HANDLES)
    wider = more.graph()
    rows = []
    for x in inputs:
        slope = slopes[x]
        if not isinstance(slope, Handle):
            rows.append([0.0] * len(inputs))
            continue
        seconds = reverse(wider, more.values, {slope.node: 1.0}, active(wider, inputs))
        rows.append([seconds[y] or 0.0 for y in inputs])
    return rows


@pytest.mark.parametrize(("formula", "point"), FORMULAS)
def test_second_derivatives_are_mpmath_s(formula: Callable[..., Any], point: tuple[float, ...]) -> None:
    builder, inputs, node = build(formula, *point)
    got = hessian(builder.graph(), builder.values, node, inputs)
    for i in range(len(point)):
        for j in range(len(point)):
            order = tuple((k == i) + (k == j) for k in range(len(point)))
            want = float(mpmath.diff(lambda *args: formula(mpmath, *args), point, order))
            assert math.isfinite(got[i][j])
            assert got[i][j] == pytest.approx(want, rel=1e-9, abs=1e-12)


@given(graphs())
def test_the_hessian_is_the_same_along_every_route(built: tuple[Builder, list[int], int]) -> None:
    builder, inputs, node = built
    graph, values = builder.graph(), builder.values
    marks = active(graph, inputs)
    if not marks[node]:
        return
    routes = [
        hessian(graph, values, node, inputs),
        _over_handles(graph, values, node, inputs),
        _reverse_over_forward(graph, values, node, inputs),
        _forward_over_reverse_graph(graph, values, node, inputs),
    ]
    numbers = [d for route in routes for row in route for d in row]
    assert all(map(math.isfinite, numbers))
    scale = 1 + max(map(abs, numbers))
    for route in routes[1:]:
        for row, want in zip(route, routes[0], strict=True):
            assert row == pytest.approx(want, rel=1e-8, abs=1e-8 * scale)


def _reverse_over_forward(graph: Graph, values: list[Any], node: int, inputs: list[int]) -> list[list[float]]:
    rows = []
    for x in inputs:
        more = Builder.extending(graph, values)
        slope = forward(graph, handles_of(more, graph), {x: 1.0}, HANDLES)[node]
        wider = more.graph()
        if not isinstance(slope, Handle):
            rows.append([0.0] * len(inputs))
            continue
        seconds = reverse(wider, more.values, {slope.node: 1.0}, active(wider, inputs))
        rows.append([seconds[y] or 0.0 for y in inputs])
    return rows


def _forward_over_reverse_graph(
    graph: Graph, values: list[Any], node: int, inputs: list[int]
) -> list[list[float]]:
    more = Builder.extending(graph, values)
    slopes = reverse(graph, handles_of(more, graph), {node: 1.0}, active(graph, inputs), HANDLES)
    wider = more.graph()
    rows = []
    for x in inputs:
        tangents = forward(wider, more.values, {x: 1.0})
        found = [tangents[s.node] if isinstance(s := slopes[y], Handle) else None for y in inputs]
        rows.append([d or 0.0 for d in found])
    return rows


@pytest.mark.parametrize(("formula", "point"), FORMULAS)
def test_third_derivatives_are_the_same_along_every_route(
    formula: Callable[..., Any], point: tuple[float, ...]
) -> None:
    """Duals over a graph by reverse, over one by forward, forward three times, Taylor, mpmath."""
    builder, inputs, node = build(formula, *point)
    graph, values, x = builder.graph(), builder.values, inputs[0]
    by_reverse = Builder.extending(graph, values)
    adjoint = reverse(graph, handles_of(by_reverse, graph), {node: 1.0}, active(graph, [x]), HANDLES)[x]
    slopes = [(graph, values, node)]
    for _ in range(3):
        before, at, top = slopes[-1]
        more = Builder.extending(before, list(at))
        tangent = forward(before, handles_of(more, before), {x: 1.0}, HANDLES)[top]
        assert isinstance(tangent, Handle)
        slopes.append((more.graph(), more.values, tangent.node))
    order = (3, *([0] * (len(point) - 1)))
    found = [
        float(mpmath.diff(lambda *args: formula(mpmath, *args), point, order)),
        hessian(by_reverse.graph(), by_reverse.values, adjoint.node, [x])[0][0],
        hessian(*slopes[1], [x])[0][0],
        slopes[3][1][slopes[3][2]],
        expand(graph, values, x, node, 3).derivative(3),
    ]
    assert all(map(math.isfinite, found))
    assert found[1:] == pytest.approx([found[0]] * 4, rel=1e-9, abs=1e-10)


def test_perturbations_cannot_be_confused() -> None:
    """d/dx (x · d/dy (x + y)) = 1, the classic of J. M. Siskind and B. A. Pearlmutter (2005): not 2.

    The inner derivative is a graph, the outer one runs over it on duals.
    """
    builder = Builder(strict=False)
    x, y = builder.input(1.0), builder.input(1.0)
    total = builder.apply(TABLE["add"], x, y)
    graph = builder.graph()
    more = Builder.extending(graph, builder.values)
    inner = forward(graph, handles_of(more, graph), {y: 1.0}, HANDLES)[total]
    outer = Handle(more, x) * inner
    wider = more.graph()
    assert forward(wider, more.values, {x: 1.0})[outer.node] == 1.0
    along = duals(more.values, forward(wider, more.values, {x: 1.0}))
    adjoint = reverse(wider, along, {outer.node: 1.0}, active(wider, [x]), DUALS)[x]
    assert (value_of(adjoint), tangent_of(adjoint)) == (1.0, None)


def test_what_has_no_tangent_meets_no_infinite_slope() -> None:
    """sqrt(x) + x·y along y at x = 0: the root's slope is infinite, and does not change with y."""
    builder = Builder(strict=False)
    x, y = builder.input(0.0), builder.input(2.0)
    root = builder.apply(TABLE["sqrt"], x)
    node = builder.apply(TABLE["add"], root, builder.apply(TABLE["mul"], x, y))
    graph = builder.graph()
    along = duals(builder.values, forward(graph, builder.values, {y: 1.0}))
    adjoints = reverse(graph, along, {node: 1.0}, active(graph, [x, y]), DUALS)
    assert value_of(adjoints[x]) == math.inf
    assert tangent_of(adjoints[x]) == 1.0


def test_a_dual_compares_by_its_value() -> None:
    x = Dual(2.0, 5.0)
    assert x == 2.0
    assert x != Dual(3.0, 5.0)
    assert x < 3.0 <= Dual(3.0, 1.0)
    assert not x > Dual(2.0, 0.0)
    assert x >= 2.0


def test_division_by_zero_follows_ieee() -> None:
    quotient = Dual(1.0, 1.0) / Dual(0.0, 1.0)
    assert value_of(quotient) == math.inf
    assert math.isnan(tangent_of(quotient))
