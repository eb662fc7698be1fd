"""A kind of number that adcli does not have, through both sweeps: it needs what `adcli.numbers` says.

The kind is that of the rational numbers, so that every derivative is exact; arrays have them for elements.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adcli.engine.sweeps.forward import forward
from adcli.engine.sweeps.reverse import reverse
from adcli.graph import Graph
from adcli.graph.graph import CONSTANT, INPUT
from adcli.graph.reach import active
from adcli.language.program import load
from adcli.numbers.byvalue import ByValue, value_of
from adcli.operations import TABLE, Operation
from adcli.operations.arrays.absent import applied, dense
from adcli.operations.rules.texts import Numbers, passed_on, powslope_of
from adcli.text.source import Source


class Rational(ByValue):
    """A fraction, or an array of fractions."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value if isinstance(value, np.ndarray) else Fraction(value)

    def select(self, present: Any) -> Rational:
        zero: Any = Fraction(0)
        return Rational(np.where(present, self.value, zero))

    def __add__(self, other: Any) -> Any:
        return perform(TABLE["add"], self, other)

    def __radd__(self, other: Any) -> Any:
        return perform(TABLE["add"], other, self)

    def __sub__(self, other: Any) -> Any:
        return perform(TABLE["sub"], self, other)

    def __rsub__(self, other: Any) -> Any:
        return perform(TABLE["sub"], other, self)

    def __mul__(self, other: Any) -> Any:
        return perform(TABLE["mul"], self, other)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        return perform(TABLE["div"], self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return perform(TABLE["div"], other, self)

    def __neg__(self) -> Rational:
        return Rational(-self.value)

    def __pos__(self) -> Rational:
        return self


PERFORMED: list[str] = []


def perform(operation: Operation, *arguments: Any, attributes: tuple[Any, ...] = ()) -> Any:
    """An operation on fractions; doubles among them are fractions, too."""
    PERFORMED.append(operation.name)
    numbers = [_fraction(argument) for argument in arguments]
    if operation.tensor or not any(isinstance(number, np.ndarray) for number in numbers):
        return Rational(operation.value(*numbers, *attributes))
    return Rational(np.frompyfunc(operation.value, len(numbers), 1)(*numbers))


def _fraction(number: Any) -> Any:
    value = value_of(number)
    if isinstance(value, np.ndarray) and value.dtype != object:
        return np.vectorize(Fraction, otypes=[object])(value)
    return Fraction(value) if isinstance(value, (float, int)) else value


def _function(name: str) -> Any:
    if name == "passed":
        return passed_on
    if name == "powslope":
        return powslope_of(_function("pow"))
    return lambda *arguments: perform(TABLE[name], *arguments)


def _apply(name: str, *arguments: Any, fixed: tuple[Any, ...] = (), attributes: tuple[Any, ...] = ()) -> Any:
    return applied(perform, TABLE[name], arguments, fixed, attributes)


RATIONALS = Numbers("rationals", _function, _apply)


def primal_of(graph: Graph, inputs: Sequence[Any]) -> list[Any]:
    """The value of every node in rational numbers."""
    values: list[Any] = []
    for k, node in enumerate(graph.nodes):
        if node[0] == INPUT:
            values.append(Rational(inputs[node[1]]))
        elif node[0] == CONSTANT:
            values.append(graph.constants[node[1]])
        else:
            found = graph.applied(k)
            assert found is not None
            values.append(
                perform(found.operation, *[values[a] for a in node[1:]], attributes=found.attributes)
            )
    return values


def both_ways(text: str, **point: Any) -> tuple[Fraction, list[Any]]:
    """The value of a formula, and its gradient: in reverse mode, once forward mode gives the same."""
    doubles = {name: np.asarray(value, dtype=float) for name, value in point.items()}
    given = {name: value if value.ndim else float(value) for name, value in doubles.items()}
    trace = load(Source(text)).trace(given)
    graph, node, inputs = trace.graph, trace.outputs["f"], [trace.inputs[name] for name in point]
    primal = primal_of(graph, [_fraction(np.asarray(value)[()]) for value in point.values()])
    one = Rational(1)
    adjoints = reverse(graph, primal, {node: one}, active(graph, inputs), RATIONALS)
    gradient = [value_of(dense(adjoints[k])) for k in inputs]
    for k, slope in zip(inputs, gradient, strict=True):
        if not graph.shapes.get(k):
            tangent = forward(graph, primal, {k: one}, RATIONALS)[node]
            assert value_of(tangent) == slope
            continue
        for place in np.ndindex(*graph.shapes[k]):
            seed = _fraction(np.zeros(graph.shapes[k]))
            seed[place] = Fraction(1)
            tangent = forward(graph, primal, {k: Rational(seed)}, RATIONALS)[node]
            assert value_of(dense(tangent)) == slope[place]
    return value_of(primal[node]), gradient


whole = st.integers(-9, 9)


@given(whole, whole.filter(bool))
def test_rational_functions_have_exact_gradients(x: int, y: int) -> None:
    value, gradient = both_ways("f = (x^3 - x/y)/(x*x + y*y)", x=x, y=y)
    u, v, w = Fraction(x), Fraction(y), Fraction(x * x + y * y)
    top = u**3 - u / v
    assert value == top / w
    assert gradient == [(3 * u**2 - 1 / v) / w - 2 * u * top / w**2, u / v**2 / w - 2 * v * top / w**2]


@given(whole, whole)
def test_selections_choose_by_value(x: int, y: int) -> None:
    value, gradient = both_ways("f = max(3*x, y) + abs(x - 2*y) + relu(y)", x=x, y=y)
    assert value == max(3 * x, y) + abs(x - 2 * y) + max(y, 0)
    larger = Fraction((3 * x > y) - (3 * x < y) + 1, 2)  # a tie is split evenly
    bend = (x > 2 * y) - (x < 2 * y)
    assert [slope or 0 for slope in gradient] == [3 * larger + bend, 1 - larger - 2 * bend + (y > 0)]


def test_what_is_absent_needs_no_number_of_the_kind() -> None:
    value, gradient = both_ways("f = where(x > 1, y, x)", x=2, y=5)
    assert value == 5
    assert gradient == [None, 1]


VECTORS = st.lists(whole, min_size=3, max_size=3)


@given(VECTORS, VECTORS)
def test_rules_of_arrays_run_on_the_kind(v: list[int], w: list[int]) -> None:
    value, (by_v, by_w) = both_ways("f = dot(v, w) + sum(v*v) + w[2]*v[0]", v=v, w=w)
    assert value == sum(a * b + a * a for a, b in zip(v, w, strict=True)) + w[2] * v[0]
    assert list(by_v) == [w[0] + 2 * v[0] + w[2], w[1] + 2 * v[1], w[2] + 2 * v[2]]
    assert list(by_w) == [v[0], v[1], v[2] + v[0]]


@given(VECTORS)
def test_a_selection_on_an_array_masks_the_kind(v: list[int]) -> None:
    value, (gradient,) = both_ways("f = sum(where(v > 0, v*v, 3*v))", v=v)
    assert value == sum(a * a if a > 0 else 3 * a for a in v)
    assert list(gradient) == [2 * a if a > 0 else 3 for a in v]


@pytest.mark.parametrize("mode", ["forward", "reverse"])
def test_a_rule_is_asked_only_for_what_is_active(mode: str) -> None:
    """Sweeps on this kind compute on nothing that no input moves."""
    trace = load(Source("input x\nf = x*x + 7/3")).trace({"x": 2.0})
    primal = primal_of(trace.graph, [Fraction(2)])
    PERFORMED.clear()
    x, node = trace.inputs["x"], trace.outputs["f"]
    if mode == "forward":
        forward(trace.graph, primal, {x: Rational(1)}, RATIONALS)
    else:
        reverse(trace.graph, primal, {node: Rational(1)}, active(trace.graph, [x]), RATIONALS)
    assert sorted(PERFORMED) == ["add", "mul", "mul"]
