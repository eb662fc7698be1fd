"""The straight run of a plain expression is what the tracer does, node by node."""

from __future__ import annotations

from typing import Any

import pytest

from adcli.errors import AdError
from adcli.language import straight
from adcli.language.bindings import bindings_of
from adcli.language.program import Trace, load
from adcli.operations import SPELLINGS
from adcli.source import Source

POINT = {"x": 0.7, "y": 1.3, "z": 2.5}

PLAIN = [
    "x",
    "3",
    "2*3 + x",
    "-x^2",
    "+x - -y",
    "x*y + x*y",
    "log(x) + x*y - sin(y)",
    "x - (y + z - x*y) - 2*z*y",
    "2(x + y)(y + 1)/z",
    "x^2^y",
    "x // y % z",
    "e^x + 2^x",
    "e^(x*y)",
    "pi*x + tau",
    "x - x",
    "0*x - 0",
    "-0*x",
    "x*0.1 + 0.1*y",
    "sqrt(2)*x",
    "hypot(x, y) + atan2(y, x)",
    "1/(1 + exp(-x))",
    "abs(x - y)",
    "beta(x, 2)",
    "np.sin(x)",
    "log(x, 2)",
]
OTHERS = [
    "log(x - 1)",
    "1/(x - x)",
    "exp(1000*x)",
    "x if x > 0 else y",
    "a = x; a*y",
    "x, y",
    "sum([x, y])",
    "x(2)",
    "sinn(x)",
    "where(x > 0, x, y)",
    "sin",
    "max(1, 2) + x",
    "2x(y)",
    "min(x, y, z)",
    "def f(t): return t^2\nf(x)",
    "1e999*x",
    "polygamma(1, x)",
    "sin(sin)",
]


def traced(text: str, point: dict[str, Any]) -> Trace | str:
    program = load(Source(text))
    try:
        return program.trace(
            {name: v for name, v in bindings_of(point).values.items() if name in program.inputs(point)}
        )
    except AdError as error:
        return str(error)


def told(trace: Trace | str) -> Any:
    """All that can be seen of a trace; operations by their names, since codes are numbered freely."""
    if isinstance(trace, str):
        return trace
    graph = trace.graph
    nodes = [
        (a and a.operation.name, graph.nodes[k][1:]) for k in range(len(graph)) for a in [graph.applied(k)]
    ]
    kinds = [node[0] for node in graph.nodes if node[0] < 2]
    return (
        nodes,
        kinds,
        graph.constants,
        trace.primal,
        trace.places,
        trace.inputs,
        trace.outputs,
        trace.notices,
    )


@pytest.mark.parametrize("text", [*PLAIN, *OTHERS])
@pytest.mark.parametrize("more", [{}, {"e": 2.0}, {"sin": 4.0}])
def test_the_same_trace(text: str, more: dict[str, float], monkeypatch: pytest.MonkeyPatch) -> None:
    straightly = told(traced(text, POINT | more))
    monkeypatch.setattr(straight, "run", lambda *_: None)
    assert straightly == told(traced(text, POINT | more))


@pytest.mark.parametrize("name", SPELLINGS)
@pytest.mark.parametrize("count", [1, 2])
def test_every_function(name: str, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"{name}({', '.join('xy'[:count])}) + {name}({', '.join(['0.4', '2'][:count])})"
    straightly = told(traced(text, POINT))
    monkeypatch.setattr(straight, "run", lambda *_: None)
    assert repr(straightly) == repr(told(traced(text, POINT)))  # which may hold arrays


@pytest.mark.parametrize("text", PLAIN)
def test_plain_ones_are_run_straight(text: str) -> None:
    program = load(Source(text))
    assert straight.run(program.syntax, program.scope, program.scope.inputs, POINT) is not None


@pytest.mark.parametrize("value", [[1.0, 2.0], float("inf")])
def test_arrays_and_infinities_are_for_the_tracer(value: Any) -> None:
    program = load(Source("x*y"))
    assert straight.run(program.syntax, program.scope, program.scope.inputs, {"x": value, "y": 1.0}) is None
