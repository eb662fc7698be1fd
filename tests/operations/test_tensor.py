"""Every operation on whole arrays: its rules against differences and each other, to second order.

Each case is a graph z = Σ c y², y = operation(u², v², …), from inputs u, v, … and random c, so that a
linear operation has a second derivative as well. The values that no rule reads are taken away, as
the tracer does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from adcli.engine.sweeps.forward import forward
from adcli.engine.sweeps.reverse import reverse
from adcli.graph import Builder
from adcli.graph.graph import Graph
from adcli.graph.reach import active
from adcli.graph.wellformed import check
from adcli.language.values.arrays import reads_of
from adcli.numbers.duals import DUALS, duals, tangent_of
from adcli.numbers.handles import HANDLES, Handle, Mask, handles_of
from adcli.operations import TABLE
from adcli.operations.arrays.absent import dense

ALL = ("slice", None, None, None)
PRESENT = Mask(np.array([[True, False, True], [False, False, True]]))
Shape = tuple[int, ...]
Case = tuple[str, tuple[Shape, ...], tuple[Any, ...], tuple[int, ...]]

# name, shapes of the arguments, attributes, whole numbers that follow as constant arguments
CASES: list[Case] = [
    ("index", ((4,),), ((2,), (4,)), ()),
    ("index", ((4,),), ((("slice", 3, 0, -2),), (4,)), ()),
    ("index", ((4,),), (((0, 2, 0, 0),), (4,)), ()),
    ("index", ((3, 4),), ((1,), (3, 4)), ()),
    ("index", ((3, 4),), ((ALL, 2), (3, 4)), ()),
    ("index", ((3, 4),), ((("slice", 1, None, None), (3, 3, 0)), (3, 4)), ()),
    ("index", ((3, 4),), (((0, 2, 0), (1, 1, 1)), (3, 4)), ()),
    ("index", ((4,),), ((("slice", 2, 2, None),), (4,)), ()),
    ("scatter", ((2,),), ((("slice", 3, 0, -2),), (4,)), ()),
    ("scatter", ((4,),), (((0, 2, 0, 0),), (4,)), ()),
    ("scatter", ((),), ((1, 2), (3, 4)), ()),
    ("sum", ((2, 3),), (None, (2, 3)), ()),
    ("sum", ((2, 3),), (0, (2, 3)), ()),
    ("sum", ((2, 3, 2),), (1, (2, 3, 2)), ()),
    ("expand", ((),), (None, (2, 3)), ()),
    ("expand", ((2,),), (1, (2, 3)), ()),
    ("broadcast", ((3,),), ((2, 3), (3,)), ()),
    ("broadcast", ((),), ((2, 3), ()), ()),
    ("broadcast", ((2, 1),), ((3, 2, 4), (2, 1)), ()),
    ("broadcast", ((1, 1),), ((1, 4), (1, 1)), ()),
    ("unbroadcast", ((2, 3),), ((3,), (2, 3)), ()),
    ("unbroadcast", ((3, 2, 4),), ((2, 1), (3, 2, 4)), ()),
    ("unbroadcast", ((2, 3),), ((), (2, 3)), ()),
    ("reshape", ((2, 3),), ((3, 2), (2, 3)), ()),
    ("reshape", ((6,),), ((1, 6, 1), (6,)), ()),
    ("transpose", ((2, 3),), ((1, 0), (1, 0)), ()),
    ("transpose", ((2, 3, 4),), ((1, 2, 0), (2, 0, 1)), ()),
    ("cumsum", ((5,),), (0, False), ()),
    ("cumsum", ((2, 3),), (1, True), ()),
    ("diag", ((3,),), (), ()),
    ("diagonal", ((3, 3),), (), ()),
    ("mask", ((2, 3),), (PRESENT,), ()),
    ("cleared", ((4,),), ((("slice", 1, 3, None),), (4,)), ()),
    ("cleared", ((3, 4),), ((1,), (3, 4)), ()),
    ("stack", ((), (), ()), ((3,),), ()),
    ("stack", ((2, 3), (2, 3)), ((2, 2, 3),), ()),
    ("concat", ((2,), (3,), (1,)), (0, (2, 3, 1), (6,)), ()),
    ("concat", ((2, 1), (2, 3)), (1, (1, 3), (2, 4)), ()),
    ("element", ((4,),), ((4,),), (2,)),
    ("element", ((3, 4),), ((3, 4),), (2, 0)),
    ("put", ((),), ((3, 4),), (2, 0)),
    ("cleared_element", ((3, 4),), ((3, 4),), (2, 0)),
    ("store", ((2,), (4,)), ((("slice", 1, 3, None),), (4,), (2,)), ()),
    ("store", ((), (4,)), ((("slice", 1, 3, None),), (4,), ()), ()),
    ("store", ((4,), (3, 4)), ((("slice", 0, 2, None),), (3, 4), (4,)), ()),
    ("store", ((2,), (4,)), (((3, 0),), (4,), (2,)), ()),
    ("store_element", ((), (4,)), ((4,),), (2,)),
    ("store_element", ((), (3, 4)), ((3, 4),), (1, 3)),
    ("matmul", ((3,), (3,)), (1, 1), ()),
    ("matmul", ((2, 3), (3,)), (2, 1), ()),
    ("matmul", ((2,), (2, 3)), (1, 2), ()),
    ("matmul", ((2, 3), (3, 4)), (2, 2), ()),
    ("scale", ((), (2, 3)), (), ()),
    ("inner", ((2, 3), (2, 3)), (), ()),
    ("outer", ((2,), (3,)), (), ()),
    ("cross", ((3,), (3,)), (), ()),
    ("det", ((3, 3),), (), ()),
    ("det", ((1, 1),), (), ()),
    ("det", ((4, 4),), (), ()),
    ("cofactors", ((1, 1),), (), ()),
    ("cofactors", ((2, 2),), (), ()),
    ("cofactors", ((3, 3),), (), ()),
    ("cofactors", ((5, 5),), (), ()),
    ("cofactors_along", ((1, 1), (1, 1)), (), ()),
    ("cofactors_along", ((2, 2), (2, 2)), (), ()),
    ("cofactors_along", ((3, 3), (3, 3)), (), ()),
    ("cofactors_along", ((4, 4), (4, 4)), (), ()),
    ("logdet", ((3, 3),), (), ()),
    ("inv", ((3, 3),), (), ()),
    ("solve", ((3, 3), (3,)), (1,), ()),
    ("solve", ((3, 3), (3, 2)), (2,), ()),
    ("norm", ((4,),), (None, (4,)), ()),
    ("norm", ((2, 3),), (None, (2, 3)), ()),
    ("softmax", ((4,),), (None, (4,)), ()),
    ("softmax", ((2, 3),), (1, (2, 3)), ()),
    ("logsumexp_of", ((4,),), (None, (4,)), ()),
    ("logsumexp_of", ((2, 3),), (0, (2, 3)), ()),
    ("max_of", ((4,),), (None, (4,)), ()),
    ("max_of", ((2, 3),), (0, (2, 3)), ()),
    ("min_of", ((2, 3, 2),), (1, (2, 3, 2)), ()),
]

each_case = pytest.mark.parametrize(
    "case", CASES, ids=[f"{name}-{shapes}-{k}" for k, (name, shapes, _, _) in enumerate(CASES)]
)


def test_every_operation_has_a_case() -> None:
    assert {operation.name for operation in TABLE.values() if operation.tensor} == {c[0] for c in CASES}


class Built:
    """The graph of a case at a point up to z, or only up to y; in `values`, what no rule reads is gone."""

    def __init__(self, case: Case, point: Sequence[Any], only_y: bool = False) -> None:
        name, shapes, attributes, indices = case
        operation = TABLE[name]
        builder = Builder(strict=False)
        self.inputs = [builder.input(x) for x in point]
        self.squares = squares = [builder.apply(TABLE["mul"], x, x) for x in self.inputs]
        constants = [builder.constant(float(i)) for i in indices]
        self.y = builder.apply(operation, *squares, *constants, attributes=attributes)
        y = builder.values[self.y]
        if not only_y:
            self.z = _weighted_squares(builder, self.y)
        self.graph: Graph = builder.graph()
        check(self.graph)
        self.builder = builder
        positions, reads_result = reads_of(operation, len(squares) + len(indices))
        gone = [node for k, node in enumerate(squares) if k not in positions and shapes[k]]
        if only_y and not reads_result and np.ndim(y):
            gone.append(self.y)
        self.values = [None if k in gone else value for k, value in enumerate(builder.values)]
        self.active = active(self.graph, self.inputs)

    def value(self) -> float:
        return float(self.builder.values[self.z])

    def gradient(self) -> list[Any]:
        adjoints = reverse(self.graph, self.builder.values, {self.z: 1.0}, self.active)
        return [laid_out(adjoints[x], x, self.graph) for x in self.inputs]


def _weighted_squares(builder: Builder, y: int) -> int:
    shape = builder.shapes.get(y, ())
    weights = np.random.default_rng(7).uniform(0.5, 1.5, shape)
    c = builder.constant(weights if shape else float(weights))
    return builder.apply(TABLE["inner" if shape else "mul"], builder.apply(TABLE["mul"], y, y), c)


def laid_out(number: Any, node: int, graph: Graph) -> Any:
    """A derivative as an array; absent is 0."""
    found = np.zeros(graph.shapes.get(node, ())) if number is None else np.asarray(dense(number))
    assert np.isfinite(found).all()
    assert found.shape == graph.shapes.get(node, ())
    return found


def a_point(case: Case, seed: int) -> list[Any]:
    """A random point; square matrices are well-conditioned, with positive determinants of squares."""
    rng = np.random.default_rng(seed)
    point: list[Any] = []
    for shape in case[1]:
        x = rng.uniform(0.3, 1.2, shape)
        if len(shape) == 2 and shape[0] == shape[1]:
            x = x * 0.6 + 1.5 * np.eye(shape[0])
        point.append(x if shape else float(x))
    return point


def directions(case: Case, seed: int) -> list[Any]:
    rng = np.random.default_rng(seed)
    drawn = [rng.normal(size=shape) for shape in case[1]]
    return [t if t.ndim else float(t) for t in drawn]


def moved(point: Sequence[Any], step: Sequence[Any], h: float) -> list[Any]:
    return [x + h * t for x, t in zip(point, step, strict=True)]


def pairing(left: Sequence[Any], right: Sequence[Any]) -> float:
    return float(sum(np.vdot(a, b) for a, b in zip(left, right, strict=True)))


@each_case
def test_both_modes_are_the_slope_of_the_value(case: Case) -> None:
    point, step, h = a_point(case, 1), directions(case, 2), 1e-6
    slope = (Built(case, moved(point, step, h)).value() - Built(case, moved(point, step, -h)).value()) / (
        2 * h
    )
    built = Built(case, point)
    tangent = forward(built.graph, built.builder.values, dict(zip(built.inputs, step, strict=True)))[built.z]
    ahead = float(laid_out(tangent, built.z, built.graph))
    back = pairing(built.gradient(), step)
    assert ahead == pytest.approx(back, rel=1e-12, abs=1e-12)
    assert ahead == pytest.approx(slope, rel=1e-6, abs=1e-8)


@each_case
def test_reverse_is_the_transpose_of_forward(case: Case) -> None:
    built, step = Built(case, a_point(case, 3), only_y=True), directions(case, 4)
    tangent = forward(built.graph, built.values, dict(zip(built.inputs, step, strict=True)))[built.y]
    t = laid_out(tangent, built.y, built.graph)
    w = np.random.default_rng(5).normal(size=t.shape)
    adjoints = reverse(built.graph, built.values, {built.y: w.copy() if w.ndim else float(w)}, built.active)
    back = [laid_out(adjoints[x], x, built.graph) for x in built.inputs]
    assert pairing([w], [t]) == pytest.approx(pairing(back, step), rel=1e-11, abs=1e-12)


@each_case
def test_an_absent_tangent_is_one_of_zeros(case: Case) -> None:
    built, step = Built(case, a_point(case, 6), only_y=True), directions(case, 7)
    for k, x in enumerate(built.inputs):
        alone = forward(built.graph, built.values, {x: step[k]})[built.y]
        zeros = {other: 0.0 * t for other, t in zip(built.inputs, step, strict=True)} | {x: step[k]}
        beside = forward(built.graph, built.values, zeros)[built.y]
        found = laid_out(alone, built.y, built.graph)
        np.testing.assert_allclose(found, laid_out(beside, built.y, built.graph), rtol=1e-14, atol=0)
        taken = forward(built.graph, built.values, {x: step[k]}, asked=[built.y])[built.y]
        np.testing.assert_allclose(found, laid_out(taken, built.y, built.graph), rtol=1e-14, atol=0)


@each_case
def test_a_forward_sweep_leaves_the_tangents_it_reads(case: Case) -> None:
    built, step = Built(case, a_point(case, 10)), directions(case, 11)
    seeds = {x: np.array(t) if np.ndim(t) else t for x, t in zip(built.inputs, step, strict=True)}
    tangents = forward(built.graph, built.builder.values, seeds)
    for x, square, t in zip(built.inputs, built.squares, step, strict=True):
        np.testing.assert_array_equal(tangents[x], t)
        np.testing.assert_allclose(tangents[square], 2 * built.builder.values[x] * t, rtol=1e-14)


@each_case
def test_second_derivatives_agree_along_every_route(case: Case) -> None:
    point, step, h = a_point(case, 8), directions(case, 9), 1e-5
    after, before = (Built(case, moved(point, step, d)).gradient() for d in (h, -h))
    slope = [(a - b) / (2 * h) for a, b in zip(after, before, strict=True)]
    built = Built(case, point)
    for route in (_by_duals, _forward_over_reverse, _reverse_over_reverse, _reverse_over_forward):
        for part, x, want in zip(route(built, step), built.inputs, slope, strict=True):
            found = laid_out(part, x, built.graph)
            scale = 1.0 + np.max(np.abs(want), initial=0.0)
            np.testing.assert_allclose(found, want, rtol=1e-6, atol=1e-7 * scale, err_msg=route.__name__)


def _by_duals(built: Built, step: Sequence[Any]) -> list[Any]:
    """Forward over reverse with dual numbers, on the values that the tracer keeps."""
    seeds = dict(zip(built.inputs, step, strict=True))
    along = duals(built.values, forward(built.graph, built.values, seeds))
    adjoints = reverse(built.graph, along, {built.z: 1.0}, built.active, DUALS)
    return [
        tangent_of(adjoints[x].dense() if hasattr(adjoints[x], "dense") else adjoints[x])
        for x in built.inputs
    ]


def _gradient_graph(built: Built) -> tuple[Builder, list[Any]]:
    more = Builder.extending(built.graph, built.builder.values)
    primal = handles_of(more, built.graph)
    adjoints = reverse(built.graph, primal, {built.z: 1.0}, built.active, HANDLES)
    return more, [dense(adjoints[x]) for x in built.inputs]


def _forward_over_reverse(built: Built, step: Sequence[Any]) -> list[Any]:
    more, rows = _gradient_graph(built)
    tangents = forward(more.graph(), more.values, dict(zip(built.inputs, step, strict=True)))
    return [tangents[row.node] if isinstance(row, Handle) else None for row in rows]


def _reverse_over_reverse(built: Built, step: Sequence[Any]) -> list[Any]:
    """H ẋ as the gradient of ⟨∇z, ẋ⟩."""
    more, rows = _gradient_graph(built)
    seeds: dict[int, Any] = {}
    for row, t in zip(rows, step, strict=True):
        if isinstance(row, Handle):
            seeds[row.node] = seeds.get(row.node, 0.0) + t
    wider = more.graph()
    adjoints = reverse(wider, more.values, seeds, active(wider, built.inputs))
    return [adjoints[x] for x in built.inputs]


def _reverse_over_forward(built: Built, step: Sequence[Any]) -> list[Any]:
    more = Builder.extending(built.graph, built.builder.values)
    primal = handles_of(more, built.graph)
    slope = forward(built.graph, primal, dict(zip(built.inputs, step, strict=True)), HANDLES)[built.z]
    wider = more.graph()
    adjoints = reverse(wider, more.values, {dense(slope).node: 1.0}, active(wider, built.inputs))
    return [adjoints[x] for x in built.inputs]
