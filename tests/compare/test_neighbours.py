"""Values beside a point: the graph where it is the program, the program where it is not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from adcli.compare.ladder import Ladder, scale_of
from adcli.compare.replay import Dependent, Missing, Replay, Sample
from adcli.derivatives.axes.places import Element, elements
from adcli.language.program import Trace, load
from adcli.text.source import Source


def traced(text: str, **point: Any) -> tuple[Trace, list[Element], tuple[Element, ...]]:
    trace = load(Source(text)).trace(point, keep=True)
    return trace, list(elements(trace, trace.inputs)), tuple(elements(trace, trace.outputs))


def replay(text: str, which: int = 0, **point: Any) -> Replay:
    trace, inputs, outputs = traced(text, **point)
    return Replay(Dependent(trace, inputs[which].node, outputs), inputs[which])


PROGRAM = "y = x^2 + a\nif y > 5:\n    y = y*3\nfor k in range(3):\n    y = sin(y) + abs(x)*k\ny, x*a"


@pytest.mark.parametrize("x", [2.0, 2.25, 3.5, -3.0])
def test_a_replay_is_a_run(x: float) -> None:
    again = replay(PROGRAM, x=3.0, a=1.0)
    replayed = again.at(x)
    run = load(Source(PROGRAM)).trace({"x": x, "a": 1.0})
    if x > 2.0 or x < 0:
        assert isinstance(replayed, Sample)
        assert replayed.outputs == tuple(run.value(node) for node in run.outputs.values())
        assert (replayed.choices == again.dependent.here) == (x > 0)
    else:
        assert isinstance(replayed, Missing)
        assert replayed.crosses
        assert replayed.why == "`y > 5` (line 2) is decided otherwise"


ON_ARRAYS = [
    "w = A@v + abs(v)*where(v > 1, v, 2)\nw[0] = v[1]*w[2]\ns = 0\nfor i in range(3):\n"
    "    if v[i] > 0.1:\n        s += norm(w)*v[i]\nw, s, max(v)*prod(w)",
    "u = solve(A + eye(3), v)\nu[1:] += cumsum(v)[1:]\nsoftmax(u)@log(v), det(A)*u",
]


@pytest.mark.parametrize("text", ON_ARRAYS)
@pytest.mark.parametrize("which", range(12))
def test_a_replay_of_arrays_is_a_run(text: str, which: int) -> None:
    point = {
        "A": np.array([[4.0, 1.0, 0.5], [0.3, 3.0, 1.0], [1.0, 0.2, 5.0]]),
        "v": np.array([0.5, 2.0, 3.0]),
    }
    again = replay(text, which, **point)
    for factor in (1.0, 1.1, 0.97):
        value = again.element.value * factor
        found = again.at(value)
        run = load(Source(text)).trace(again.element.moved(point, value))
        assert isinstance(found, Sample)
        assert found.outputs == tuple(e.value for e in elements(run, run.outputs))
        assert found.choices == again.dependent.here


def test_decisions_choices_and_domains_of_arrays() -> None:
    point: dict[str, Any] = {"v": np.array([0.5, 2.0])}
    crossed = replay("s = 0\nfor x in v:\n    if x > 1:\n        s += x\ns + sum(v)", 1, **point).at(0.9)
    assert isinstance(crossed, Missing)
    assert crossed.why == "`x > 1` (line 3) is decided otherwise"
    bent = replay("sum(abs(v))", **point)
    there = bent.at(-0.5)
    assert isinstance(there, Sample)
    assert there.choices != bent.dependent.here
    assert bent.selection(0) == "abs(v)"
    assert replay("sum(log(v))", **point).at(-0.5) == Missing("log of a negative number")
    assert replay("sum(exp(v))", **point).at(1000.0) == Missing("overflows")
    assert replay("inv(A)", A=np.array([[1.0, 2.0], [2.0, 5.0]])).at(0.8) == Missing("the matrix is singular")


def test_a_fault_behind_a_decision_is_no_fault() -> None:
    found = replay("log(x) if x > 0 else 0", x=1.0).at(-1.0)
    assert isinstance(found, Missing)
    assert found.crosses


def test_the_domain_ends() -> None:
    assert replay("log(x)", x=1.0).at(-1.0) == Missing("log of a negative number")
    assert replay("exp(x)", x=1.0).at(1000.0) == Missing("overflows")


def test_an_overflow_on_the_way_is_no_fault() -> None:
    found = replay("1/(1 + exp(x))", x=1.0).at(1000.0)
    assert isinstance(found, Sample)
    assert found.outputs == (0.0,)


def test_derivatives_beside_the_point() -> None:
    there = replay("x^3*y, x + y", x=2.0, y=5.0)
    assert (there.derivative(3.0, 0), there.derivative(3.0, 1)) == (135.0, 1.0)
    there = replay("v^3*sum(v)", 1, v=np.array([1.0, 2.0]))
    assert [there.derivative(3.0, k) for k in (0, 1)] == [1.0, 135.0]


def test_only_what_depends_on_the_input_is_computed_again() -> None:
    both = (replay("exp(y)*exp(y + 1)*x", which, x=2.0, y=5.0) for which in (0, 1))
    assert [len(found.dependent.steps) for found in both] == [5, 1]


@pytest.mark.parametrize("x", [1.0, -3.7, 1e-50, 1e300, 1e-310, 0.0, 1.7e308, 2.0**60])
def test_steps_are_exact(x: float) -> None:
    trace, inputs, outputs = traced("0*x + 1", x=x)
    ladder = Ladder(Dependent(trace, inputs[0].node, outputs), inputs[0])
    ladder.begin()
    for k in range(14):
        ladder.climb(k)
    assert ladder.rungs
    for rung in ladder.descending():
        assert 0 < rung.h < (abs(x) or 1.0)
        assert rung.left is not None
        assert x - (x - rung.h) == rung.h
        assert rung.right is None or (x + rung.h) - x == rung.h


def test_the_scale_is_that_of_the_point() -> None:
    assert [scale_of(x) for x in (0.0, 1.0, 1.99, -5.0, 0.3)] == [1.0, 1.0, 1.0, 4.0, 0.25]
