"""Values beside a point: the graph where it is the program, the program where it is not."""

from __future__ import annotations

import pytest

from adcli.compare.elements import Element, elements
from adcli.compare.neighbours import Missing, Replay, Rerun, Sample
from adcli.compare.steps import Ladder, scale_of
from adcli.language.program import Trace, load
from adcli.source import Source


def traced(text: str, **point: float) -> tuple[Trace, list[Element], tuple[Element, ...]]:
    trace = load(Source(text)).trace(point)
    return trace, list(elements(trace, trace.inputs)), tuple(elements(trace, trace.outputs))


PROGRAM = "y = x^2 + a\nif y > 5:\n    y = y*3\nfor k in range(3):\n    y = sin(y) + abs(x)*k\ny, x*a"


@pytest.mark.parametrize("x", [2.0, 2.25, 3.5, -3.0])
def test_a_replay_is_a_run(x: float) -> None:
    trace, inputs, outputs = traced(PROGRAM, x=3.0, a=1.0)
    replayed = Replay(trace, inputs[0], outputs).at(x)
    rerun = Rerun(trace, inputs[0], outputs, None).at(x)
    again = load(Source(PROGRAM)).trace({"x": x, "a": 1.0})
    if x > 2.0 or x < 0:
        assert isinstance(replayed, Sample)
        assert isinstance(rerun, Sample)
        values = tuple(again.value(node) for node in again.outputs.values())
        assert replayed.outputs == rerun.outputs == values
        assert (replayed.choices == Replay(trace, inputs[0], outputs).choices(trace.primal)) == (x > 0)
    else:
        assert isinstance(replayed, Missing)
        assert isinstance(rerun, Missing)
        assert replayed == rerun
        assert replayed.crosses
        assert replayed.why == "`y > 5` (line 2) is decided otherwise"


def test_a_fault_behind_a_decision_is_no_fault() -> None:
    trace, inputs, outputs = traced("log(x) if x > 0 else 0", x=1.0)
    found = Replay(trace, inputs[0], outputs).at(-1.0)
    assert isinstance(found, Missing)
    assert found.crosses


def test_the_domain_ends() -> None:
    trace, inputs, outputs = traced("log(x)", x=1.0)
    assert Replay(trace, inputs[0], outputs).at(-1.0) == Missing("log of a negative number")
    trace, inputs, outputs = traced("exp(x)", x=1.0)
    assert Replay(trace, inputs[0], outputs).at(1000.0) == Missing("overflows")


def test_an_overflow_on_the_way_is_no_fault() -> None:
    trace, inputs, outputs = traced("1/(1 + exp(x))", x=1.0)
    found = Replay(trace, inputs[0], outputs).at(1000.0)
    assert isinstance(found, Sample)
    assert found.outputs == (0.0,)


def test_derivatives_beside_the_point() -> None:
    trace, inputs, outputs = traced("x^3*y, x + y", x=2.0, y=5.0)
    replay = Replay(trace, inputs[0], outputs)
    assert (replay.derivative(3.0, 0), replay.derivative(3.0, 1)) == (135.0, 1.0)
    rerun = Rerun(trace, inputs[0], outputs, None)
    assert (rerun.derivative(3.0, 0), rerun.derivative(3.0, 1)) == (135.0, 1.0)


def test_only_what_depends_on_the_input_is_computed_again() -> None:
    trace, inputs, outputs = traced("exp(y)*exp(y + 1)*x", x=2.0, y=5.0)
    assert [len(Replay(trace, element, outputs).steps) for element in inputs] == [5, 1]


@pytest.mark.parametrize("x", [1.0, -3.7, 1e-50, 1e300, 1e-310, 0.0, 1.7e308, 2.0**60])
def test_steps_are_exact(x: float) -> None:
    trace, inputs, outputs = traced("0*x + 1", x=x)
    ladder = Ladder(trace, inputs[0], outputs)
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
