"""The builder shares equal nodes, keeps values, and refuses nothing it should record."""

import math

import pytest

from adcli.graph import Builder
from adcli.graph.reach import active, dependents
from adcli.graph.wellformed import Fault, check
from adcli.operations import TABLE

ADD, MUL, EXP, FLOOR = (TABLE[name] for name in ("add", "mul", "exp", "floor"))


def test_equal_nodes_are_one_node() -> None:
    builder = Builder()
    x = builder.input(2.0)
    first = builder.apply(MUL, x, x)
    assert builder.apply(MUL, x, x) == first
    assert len(builder.nodes) == 2


def test_constants_are_shared_but_zero_has_a_sign() -> None:
    builder = Builder()
    assert builder.constant(1.5) == builder.constant(1.5)
    assert builder.constant(0.0) != builder.constant(-0.0)
    assert [math.copysign(1, c) for c in builder.constants] == [1.0, 1.0, -1.0]


def test_values_stand_beside_the_nodes() -> None:
    builder = Builder()
    x, y = builder.input(2.0), builder.input(3.0)
    node = builder.apply(EXP, builder.apply(MUL, x, y))
    assert builder.values[node] == math.exp(6.0)


def test_a_node_that_raises_is_not_recorded() -> None:
    builder = Builder()
    x = builder.input(0.0)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            builder.binary(builder.code(TABLE["div"], 2), x, x)
    assert len(builder.nodes) == len(builder.values) == 1


def test_a_lenient_builder_goes_on_as_ieee_754_says() -> None:
    builder = Builder(strict=False)
    zero, one = builder.constant(0.0), builder.constant(1.0)
    assert builder.values[builder.apply(TABLE["div"], one, zero)] == math.inf
    assert math.isnan(builder.values[builder.apply(TABLE["log"], builder.constant(-1.0))])


def test_extending_goes_on_with_the_same_nodes() -> None:
    builder = Builder()
    x = builder.input(2.0)
    square = builder.apply(MUL, x, x)
    half = builder.constant(0.5)
    more = Builder.extending(builder.graph(), builder.values)
    assert more.apply(MUL, x, x) == square
    assert more.constant(0.5) == half
    assert more.input(1.0) == len(builder.nodes)
    assert len(builder.nodes) == 3, "the finished graph stays as it was"


def test_activity_stops_at_steps() -> None:
    builder = Builder()
    x, y = builder.input(2.5), builder.input(1.0)
    step = builder.apply(FLOOR, x)
    total = builder.apply(ADD, builder.apply(MUL, step, y), y)
    marks = active(builder.graph(), [x])
    assert [marks[x], marks[step], marks[total]] == [1, 0, 0]
    assert all(dependents(builder.graph(), [total]))


def test_the_checker_passes_a_good_graph_and_catches_planted_faults() -> None:
    builder = Builder()
    x = builder.input(2.0)
    builder.apply(EXP, builder.apply(MUL, x, builder.constant(3.0)))
    graph = builder.graph()
    check(graph)
    nodes = list(graph.nodes)
    for k, broken in ((1, (0, 0)), (3, (9, 1)), (2, (2, 0, 3)), (2, (2, 0)), (3, nodes[2]), (1, (1, 7))):
        planted = [*nodes[:k], broken, *nodes[k + 1 :]]
        with pytest.raises(Fault):
            check(type(graph)(planted, graph.operations, graph.constants, graph.shapes))
