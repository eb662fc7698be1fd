"""What a wrong derivative leaves out: a term of a product or a sum, a factor of the chain rule.

Through node v the input reaches the output by w·t, its adjoint times its tangent; through argument a
of node k by w_k·p·t_a, with the local partial p. A derivative that differs from the right one by
exactly such a part, or has 1 for a t or p, was made so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite
from typing import Any, NamedTuple

from adcli.answers.comparison import Row
from adcli.derivatives.axes.places import Element
from adcli.engine.accuracy.rounding import passed_on
from adcli.engine.sweeps.forward import forward
from adcli.engine.sweeps.reverse import rules_of
from adcli.graph.graph import LEAF, Graph
from adcli.graph.ieee import by_ieee
from adcli.language.program import Trace
from adcli.lazy import np
from adcli.text.source import in_short

MOST = 2000  # nodes of a graph that is looked through
PRECISE = 1e-4  # a number whose text leaves more open, in parts of what is missing, tells nothing
CLOSE = 1e-9  # in parts of the derivative: two ways to compute the same
RULES = {"mul": "product", "matmul": "product", "outer": "product", "cross": "product", "div": "quotient"}


Part = tuple[int, Any]  # an argument, and what a node passes on to it of its adjoint


class Omission(NamedTuple):
    """A mistake in words, and the derivative that it makes."""

    says: str
    derivative: float


def omission(
    trace: Trace, output: Element, element: Element, adjoints: Sequence[Any], row: Row, known: float
) -> str:
    """What the given derivative of an output by an input leaves out; nothing, where that cannot be told.

    `known` is how far off the given number may be, as it is written. What the sweeps do not see (a
    derivative that exists at a tie) has no parts.
    """
    graph = trace.graph
    given, right = row.expected, row.ad
    if (
        not adjoints
        or len(graph.nodes) > MOST
        or given is None
        or right != element.of(adjoints[element.node])
    ):
        return ""
    reach = CLOSE * max(abs(right), abs(given)) + known
    if not isfinite(reach) or known > PRECISE * abs(given - right):
        return ""
    found: dict[str, str] = {}  # by rule, the outermost
    for other in _omissions(graph, trace, output, element, adjoints, right):
        if abs(other.derivative - given) <= reach < abs(other.derivative - right):
            found.setdefault(other.says.partition(":")[0], other.says)
    return " or ".join(list(found.values())[:2])


@by_ieee
def _omissions(
    graph: Graph, trace: Trace, output: Element, element: Element, adjoints: Sequence[Any], right: float
) -> list[Omission]:
    """What can be left out, the outermost first."""
    found, primal = list[Omission](), trace.primal
    seed = element.seed(primal[element.node])
    tangents = forward(graph, primal, {element.node: seed})
    rules = rules_of(graph)
    live = [k for k in range(len(graph.nodes)) if tangents[k] is not None and adjoints[k] is not None]
    inner = [k for k in reversed(live) if k not in (element.node, output.node)]
    for v in inner:
        one = _unit(graph, element, v, seed)
        text = _text(trace, v)
        if one is not None and text:
            through = _dot(adjoints[v], tangents[v])
            says = f"chain rule: the inner derivative, that of `{text}`, is missing"
            found.append(Omission(says, right - through + _dot(adjoints[v], one)))
    for k in reversed(live):
        if graph.nodes[k][0] < LEAF:
            continue
        arguments = graph.arguments(k)
        parts = [
            (a, passed_on(graph, rules, k, i, adjoints[k], primal))
            for i, a in enumerate(arguments)
            if tangents[a] is not None
        ]
        found += _of_a_node(trace, k, parts, tangents, adjoints[k], right)
    return found


def _of_a_node(
    trace: Trace, k: int, parts: Sequence[Part], tangents: Sequence[Any], adjoint: Any, right: float
) -> Iterator[Omission]:
    """What can be left out at one node: a term, a sign, a local partial."""
    graph, whole = trace.graph, _text(trace, k)
    applied = graph.applied(k)
    assert applied is not None
    rule = RULES.get(applied.operation.name)
    for a, part in parts:
        text, term = _text(trace, a), _dot(part, tangents[a])
        if not text:
            continue
        if len(parts) > 1:
            what = f"the term of `{text}`"
            if rule:
                what = f"{rule} rule: the term in which `{text}` is differentiated"
            yield Omission(f"{what} is missing", right - term)
            yield Omission(f"{what} has the wrong sign", right - 2 * term)
        if not rule and whole and whole != text and _shape(part) == _shape(adjoint):
            says = f"chain rule: the derivative of `{whole}` by `{text}` is missing"
            yield Omission(says, right - term + _dot(adjoint, tangents[a]))


def _unit(graph: Graph, element: Element, v: int, seed: Any) -> Any:
    """A tangent of 1 at node v instead of the input's; None where their shapes do not tell which."""
    own, shape = graph.shapes.get(element.node, ()), graph.shapes.get(v, ())
    if own == shape:
        return seed
    if not shape:
        return 1.0
    if own:
        return None
    return np.ones(shape)


def _dot(a: Any, b: Any) -> float:
    """⟨a, b⟩, of numbers or arrays; absent is 0."""
    if type(a) is float and type(b) is float:
        return a * b
    if a is None or b is None:
        return 0.0
    from adcli.operations.arrays.absent import dense

    return float(np.sum(dense(a) * dense(b)))


def _shape(x: Any) -> tuple[int, ...]:
    return getattr(x, "shape", ())


def _text(trace: Trace, node: int) -> str:
    """What stands in the source for a node."""
    span = trace.span(node)
    return "" if span is None else in_short(span.text)
