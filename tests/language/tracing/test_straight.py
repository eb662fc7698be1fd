"""The straight run of a plain expression is what the tracer does, node by node."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from adcli.language.points.bindings import bindings_of
from adcli.language.program import Trace, load
from adcli.language.tracing import straight
from adcli.operations import SPELLINGS, find
from adcli.text.errors import AdError
from adcli.text.source import Source

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
    try:
        program = load(Source(text))
        return program.trace(
            {name: v for name, v in bindings_of(point).values.items() if name in program.inputs(point)}
        )
    except AdError as error:
        return str(error)


def by_the_tracer(text: str, point: dict[str, Any]) -> Trace | str:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(straight, "run", lambda *_: None)
        return traced(text, point)


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
        trace.guards,
        [(n.kind, n.message, n.span and (n.span.start, n.span.end)) for n in trace.notices],
        trace.touched,
    )


@pytest.mark.parametrize("text", [*PLAIN, *OTHERS])
@pytest.mark.parametrize("more", [{}, {"e": 2.0}, {"sin": 4.0}])
def test_the_same_trace(text: str, more: dict[str, float]) -> None:
    assert told(traced(text, POINT | more)) == told(by_the_tracer(text, POINT | more))


@pytest.mark.parametrize("name", SPELLINGS)
@pytest.mark.parametrize("count", [1, 2])
def test_every_function(name: str, count: int) -> None:
    text = f"{name}({', '.join('xy'[:count])}) + {name}({', '.join(['0.4', '2'][:count])})"
    assert repr(told(traced(text, POINT))) == repr(told(by_the_tracer(text, POINT)))  # which may hold arrays


SPOTS = st.sampled_from([0.0, -0.0, 1.0, -1.0, 0.5, 2.0, -3.0, 700.0, 1e300, 5e-324, float("inf")])
ATOMS = st.sampled_from(
    ["x", "y", "x", "y", "z", "e", "pi", "inf", "sin", "0", "1", "2", "0.5", "3", "1e308", "true", "[1, 2]"]
)
FUNCTIONS_OF_ONE = sorted(name for name in SPELLINGS if find(name, 1))
FUNCTIONS_OF_TWO = sorted(name for name in SPELLINGS if find(name, 2))
OPERATORS = st.sampled_from([" + ", " - ", " + ", " - ", "*", "/", "^", "**", " // ", " % ", " @ ", " < "])


def larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.tuples(inner, OPERATORS, inner).map("".join),
        st.tuples(inner, OPERATORS, inner).map(lambda three: f"({''.join(three)})"),
        st.builds("{}({})".format, st.sampled_from(FUNCTIONS_OF_ONE), inner),
        st.builds("{}({}, {})".format, st.sampled_from(FUNCTIONS_OF_TWO), inner, inner),
        st.builds("{}({})".format, st.sampled_from(["2", "3", "x", "(y)", "np.sin", "where", "sum"]), inner),
        st.builds("{}{}".format, st.sampled_from(["-", "+", "- -", "2 ", "(x)"]), inner),
        st.builds("log({}, base={})".format, inner, inner),
    )


@settings(max_examples=600)
@given(
    st.recursive(ATOMS, larger, max_leaves=9),
    st.fixed_dictionaries({"x": SPOTS, "y": SPOTS, "z": SPOTS}, optional={"e": SPOTS, "sin": SPOTS}),
)
@example("x - (y + z) - (x - y - z) + e^x", {"x": 2.0, "y": -0.0, "z": 0.0})
@example("0^x + (x - x)/y", {"x": 0.0, "y": 1.0, "z": 1.0})
@example("abs(x)^y - e*e^x", {"x": 0.0, "y": 0.0, "z": 1.0, "e": 2.0})
def test_the_same_trace_of_any_expression(text: str, point: dict[str, float]) -> None:
    assert repr(told(traced(text, point))) == repr(told(by_the_tracer(text, point)))


@pytest.mark.parametrize("text", PLAIN)
def test_plain_ones_are_run_straight(text: str) -> None:
    program = load(Source(text))
    assert straight.run(program.syntax, program.scope, program.scope.inputs, POINT) is not None


@pytest.mark.parametrize("value", [[1.0, 2.0], float("inf")])
def test_arrays_and_infinities_are_for_the_tracer(value: Any) -> None:
    program = load(Source("x*y"))
    assert straight.run(program.syntax, program.scope, program.scope.inputs, {"x": value, "y": 1.0}) is None
