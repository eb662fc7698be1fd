"""Taylor mode against mpmath, against repeated sweeps on handles, and at the points where it is hard."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from typing import Any

import mpmath
import pytest

from adcli.engine.sweeps.forward import forward
from adcli.engine.sweeps.reverse import reverse
from adcli.engine.taylor.expansion import Expansion
from adcli.engine.taylor.scaling import expand
from adcli.graph import Builder
from adcli.graph.reach import active
from adcli.graph.wellformed import check
from adcli.numbers.handles import HANDLES, Handle, handles_of
from adcli.operations import TABLE, Form, Operation
from tests.engine.sweeps.test_sweeps import Functions
from tests.operations.points import WHOLE, admitted, count_of
from tests.operations.reference import REFERENCE

ORDER = 8

SMOOTH = [
    op for op in TABLE.values() if op.form is Form.ELEMENTWISE and not op.tensor and op.name in REFERENCE
]
CASES = [
    (operation, position)
    for operation in SMOOTH
    for position in range(count_of(operation))
    if operation.partials[min(position, len(operation.arguments) - 1)] is not None
]


def point_of(operation: Operation, rng: random.Random) -> list[float]:
    """A moderate point well inside the operation's samples."""
    while True:
        point = []
        for i in range(count_of(operation)):
            low, high = operation.samples[min(i, len(operation.samples) - 1)]
            if (operation.name, i) in WHOLE:
                point.append(float(round(low)))
                continue
            if low < 4 and high > -4:
                low, high = max(low, -4.0), min(high, 4.0)
            point.append(rng.uniform(low + 0.1 * (high - low), high - 0.1 * (high - low)))
        if admitted(operation, tuple(point)):
            return point


def series(builder: Builder, node: int, x: int, order: int, side: int = 0) -> list[float]:
    """The coefficients by x, with zeros for those that are absent."""
    found = Expansion(builder, {x: 1.0}, side=side).coefficients(node, order)
    return [*found, *[0.0] * (order + 1 - len(found))]


def assert_near(found: Sequence[float], right: Sequence[Any], tolerance: float) -> None:
    """Each coefficient is within a tolerance of the largest one nearby."""
    assert all(map(math.isfinite, found))
    assert len(found) == len(right)
    for m, (c, want) in enumerate(zip(found, right, strict=True)):
        nearby = max(abs(right[j]) for j in range(max(0, m - 1), min(len(right), m + 2)))
        assert abs(c - want) <= tolerance * nearby, (m, c, want)


@pytest.mark.parametrize(("operation", "position"), CASES, ids=lambda part: getattr(part, "name", str(part)))
def test_every_operation_has_mpmath_s_coefficients(operation: Operation, position: int) -> None:
    rng = random.Random(f"taylor {operation.name} {position}")
    for _ in range(1 if operation.cost > 25 else 2):
        point = point_of(operation, rng)
        builder = Builder(strict=False)
        arguments = [builder.input(x) if i == position else builder.constant(x) for i, x in enumerate(point)]
        node = builder.apply(operation, *arguments)

        def along(x: Any, point: list[float] = point) -> Any:
            moved = [x if i == position else mpmath.mpf(u) for i, u in enumerate(point)]
            return REFERENCE[operation.name](*moved)

        with mpmath.workdps(60):
            right = mpmath.taylor(along, mpmath.mpf(point[position]), ORDER)
        assert_near(series(builder, node, arguments[position], ORDER), right, 2e-14)
        check(builder.graph())


Formula = Callable[..., Any]
COMPOSITIONS: list[tuple[Formula, float, int]] = [
    (lambda m, x: m.exp(m.sin(x)), 0.6, 30),
    (lambda m, x: m.tan(x), 0.5, 30),
    (lambda m, x: m.asin(x / 2) / m.sqrt(1 + x * x), 0.6, 30),
    (lambda m, x: m.erf(m.sin(x)), 0.6, 30),
    (lambda m, x: m.gamma(x) * m.cos(x), 1.5, 10),
    (lambda m, x: m.exp(x * m.log(x)), 1.5, 20),
    (lambda m, x: m.log(1 + m.exp(-x)) / (2 + m.cos(3 * x)), 0.3, 20),
    (lambda m, x: m.atan(m.sinh(x)) - m.sqrt(m.cosh(x)), -0.8, 20),
]


@pytest.mark.parametrize(("formula", "a", "order"), COMPOSITIONS)
def test_compositions_have_mpmath_s_coefficients(formula: Formula, a: float, order: int) -> None:
    builder = Builder(strict=False)
    x = builder.input(a)
    node = formula(Functions(), Handle(builder, x)).node
    with mpmath.workdps(50 + order):
        right = mpmath.taylor(lambda t: formula(mpmath, t), mpmath.mpf(a), order)
    assert_near(series(builder, node, x, order), right, 1e-13)


def test_order_100_to_13_digits_of_the_largest_coefficient_nearby() -> None:
    """exp(sin(x)): with s the known coefficients of the sine, m y_m = Σ j s_j y_{m-j}, in mpmath."""
    builder = Builder(strict=False)
    x = builder.input(0.6)
    node = builder.apply(TABLE["exp"], builder.apply(TABLE["sin"], x))
    with mpmath.workdps(150):
        a = mpmath.mpf(0.6)
        sines = [mpmath.sin(a + m * mpmath.pi / 2) / mpmath.factorial(m) for m in range(101)]
        right = [mpmath.exp(sines[0])]
        for m in range(1, 101):
            right.append(mpmath.fsum(j * sines[j] * right[m - j] for j in range(1, m + 1)) / m)
    assert_near(series(builder, node, x, 100), right, 1e-13)


@pytest.mark.parametrize(
    ("a", "exponent"),
    [(1.5, 2.5), (1.5, -3.0), (2.0, 1 / 3), (-1.5, 5.0), (-1.5, -2.0), (1e-9, 7.0), (3.0, 5000.0)],
)
def test_powers_of_a_series(a: float, exponent: float) -> None:
    builder = Builder(strict=False)
    x = builder.input(a)
    u = builder.apply(TABLE["sub"], builder.apply(TABLE["exp"], x), builder.constant(math.exp(a) - a))
    node = builder.apply(TABLE["pow"], u, builder.constant(exponent))
    base = builder.values[u]
    with mpmath.workdps(200):
        a_, c = mpmath.mpf(a), mpmath.mpf(base) - mpmath.exp(mpmath.mpf(a))
        right = mpmath.taylor(lambda t: mpmath.power(mpmath.exp(t) + c, exponent), a_, ORDER)
        right = [mpmath.re(r) for r in right]
    found = series(builder, node, x, ORDER)
    if exponent < 1000:
        assert_near(found, right, 1e-13)
    else:
        assert all(math.isfinite(c) or abs(r) > 1e308 for c, r in zip(found, right, strict=True))


def test_whole_powers_at_zero_are_exact() -> None:
    builder = Builder(strict=False)
    x = builder.input(0.0)
    cube = builder.apply(TABLE["pow"], x, builder.constant(3.0))
    assert series(builder, cube, x, 5) == [0, 0, 0, 1, 0, 0]
    sines = builder.apply(TABLE["pow"], builder.apply(TABLE["sin"], x), builder.constant(2.0))
    assert series(builder, sines, x, 4) == [0, 0, 1, 0, pytest.approx(-1 / 3, rel=1e-15)]


def test_a_fractional_power_at_zero_ends_in_infinity() -> None:
    builder = Builder(strict=False)
    x = builder.input(0.0)
    node = builder.apply(TABLE["pow"], x, builder.constant(2.5))
    assert series(builder, node, x, 3) == [0, 0, 0, math.inf]
    root = builder.apply(TABLE["sqrt"], x)
    assert series(builder, root, x, 3) == [0, math.inf, -math.inf, math.inf]


def test_a_polynomial_ends_at_its_degree() -> None:
    """What is beyond the degree is absent, so that no infinite partial meets a zero."""
    builder = Builder(strict=False)
    x = builder.input(2.0)
    node = builder.apply(TABLE["mul"], builder.apply(TABLE["mul"], x, x), x)
    assert Expansion(builder, {x: 1.0}).coefficients(node, 9) == [8, 12, 6, 1]


@pytest.mark.parametrize(
    ("name", "inner", "sides"),
    [
        ("abs", [0, 0, 1], ([0, 0, 1], [0, 0, 1])),
        ("abs", [0, 0, -1], ([0, 0, 1], [0, 0, 1])),
        ("abs", [0, 0, 0, 1], ([0, 0, 0, -1], [0, 0, 0, 1])),
        ("abs", [0, 1, 5], ([0, -1, -5], [0, 1, 5])),
        ("relu", [0, 0, 1], ([0, 0, 1], [0, 0, 1])),
        ("relu", [0, 0, -1], ([0, 0, 0], [0, 0, 0])),
        ("relu", [0, 1, 1], ([0, 0, 0], [0, 1, 1])),
    ],
)
def test_a_tie_is_decided_by_the_next_order_that_differs(
    name: str, inner: list[float], sides: tuple[list[float], list[float]]
) -> None:
    """Left and right of 0, along a polynomial with these coefficients."""
    builder = Builder(strict=False)
    x = builder.input(0.0)
    u = builder.constant(0.0)
    for c in reversed(inner):
        u = builder.apply(TABLE["add"], builder.apply(TABLE["mul"], u, x), builder.constant(float(c)))
    node = builder.apply(TABLE[name], u)
    found = [series(builder, node, x, len(inner) - 1, side) for side in (-1, 1)]
    assert found == list(sides)


def test_max_takes_the_larger_series_on_either_side() -> None:
    builder = Builder(strict=False)
    x = builder.input(1.0)
    node = builder.apply(TABLE["max"], x, builder.apply(TABLE["mul"], x, x))
    assert series(builder, node, x, 2, side=-1) == [1, 1, 0]
    assert series(builder, node, x, 2, side=1) == [1, 2, 1]
    assert series(builder, node, x, 2) == [1, 1.5, 0.5]


@pytest.mark.parametrize(("formula", "a", "order"), COMPOSITIONS)
def test_repeated_sweeps_on_handles_give_the_same_derivatives(formula: Formula, a: float, order: int) -> None:
    """Orders 2 and 3 along three other routes: reverse and forward sweeps, in turn."""
    builder = Builder(strict=False)
    x = builder.input(a)
    node = formula(Functions(), Handle(builder, x)).node
    coefficients = series(Builder.extending(builder.graph(), builder.values), node, x, 3)

    def reversed_(builder: Builder, node: int) -> tuple[Builder, int]:
        graph = builder.graph()
        more = Builder.extending(graph, builder.values)
        adjoints = reverse(graph, handles_of(more, graph), {node: 1.0}, active(graph, [x]), HANDLES)
        return more, adjoints[x].node

    def forwarded(builder: Builder, node: int) -> tuple[Builder, int]:
        graph = builder.graph()
        more = Builder.extending(graph, builder.values)
        return more, forward(graph, handles_of(more, graph), {x: 1.0}, HANDLES)[node].node

    for route in ([reversed_] * 3, [forwarded] * 3, [forwarded, reversed_, forwarded]):
        place = (builder, node)
        for m, step in enumerate(route, 1):
            place = step(*place)
            value = place[0].values[place[1]]
            assert math.isfinite(value)
            assert value == pytest.approx(math.factorial(m) * coefficients[m], rel=1e-11)


def test_a_coefficient_on_handles_can_be_differentiated() -> None:
    """∂³/∂x²∂y of sin(x y): the second coefficient by x, as a node, then forward by y."""
    builder = Builder(strict=False)
    x, y = builder.input(0.7), builder.input(1.3)
    node = builder.apply(TABLE["sin"], builder.apply(TABLE["mul"], x, y))
    second = Expansion(builder, {x: 1.0}, HANDLES).coefficients(node, 2)[2]
    graph = builder.graph()
    check(graph)
    slope = 2 * forward(graph, builder.values, {y: 1.0})[second.node]
    assert slope == pytest.approx(-2 * 1.3 * math.sin(0.91) - 0.7 * 1.69 * math.cos(0.91), rel=1e-14)


@pytest.mark.parametrize("scale", [1e-3, 1e3, 1.0])
def test_neither_tiny_nor_huge_coefficients_spoil_a_derivative(scale: float) -> None:
    """sin(s x) at order 150: its coefficients are s^m/m! in size."""
    builder = Builder(strict=False)
    x = builder.input(0.5)
    node = builder.apply(TABLE["sin"], builder.apply(TABLE["mul"], builder.constant(scale), x))
    order = 90 if scale > 1 else 150
    found = expand(builder.graph(), builder.values, x, node, order)
    with mpmath.workdps(700):
        s = mpmath.mpf(scale)
        for m in range(order + 1):
            want = s**m * mpmath.sin(s * mpmath.mpf(0.5) + m * mpmath.pi / 2)
            if 1e-290 < abs(want) < 1e290:
                got = found.derivative(m)
                assert math.isfinite(got)
                assert abs(got - want) <= 1e-12 * s**m


def test_long_chains_take_no_recursion() -> None:
    """y ← y + x/(1 + y²)/n, 5,000 times, is a graph of 25,000 nodes in a row."""
    builder = Builder(strict=False)
    x = builder.input(0.5)
    y, one, n = x, builder.constant(1.0), builder.constant(5_000.0)
    for _ in range(5_000):
        below = builder.apply(TABLE["add"], one, builder.apply(TABLE["mul"], y, y))
        y = builder.apply(
            TABLE["add"], y, builder.apply(TABLE["div"], builder.apply(TABLE["div"], x, below), n)
        )
    found = series(builder, y, x, 2)
    assert all(map(math.isfinite, found))
    assert found[1] == pytest.approx(forward(builder.graph(), builder.values, {x: 1.0})[y], rel=1e-12)
