"""Digits that a formula loses on the way: underflow, cancellation, and formulas with a better one.

A warning is given only where it matters at this point: where the better function's value differs
from what was computed, where an underflow reaches the value, where no more than two digits of the
value can be trusted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import inf, isfinite
from typing import Any

from adcli.derivatives.digits import trusted, value_error
from adcli.engine.seeds import Scalar
from adcli.engine.sweeps import careful, reverse
from adcli.errors import AdError, Notice, WarningKind
from adcli.graph.graph import CONSTANT, INPUT, LEAF, Graph, active
from adcli.language.literals import notice
from adcli.language.program import Program, Trace, load
from adcli.operations import TABLE, Form, Operation
from adcli.source import Source

TINY = 2.0**-1022  # below this, doubles lose digits
LEAST = 2.0**-1074  # the smallest one: an error of underflow is at most that
LOST = 1e-10  # a relative difference from which digits are said to be lost
SMALL, LARGE = 1e-5, 1e150  # numbers between these have lost less: an error of 1 ulp of 1, or by a square
FEW = 3  # digits; of a value that has fewer, it is said
SUMS = (TABLE["add"], TABLE["sub"])
CANCELS = 1e10  # how much larger than its result an operand is where that is suspected


@dataclass(frozen=True, slots=True)
class Better:
    """A formula, and a function that computes the same without its losses.

    `ends` is the operation that the formula ends with, `needs` are all in it; `constant` is one of
    its numbers, if it has any.
    """

    formula: str
    function: str
    ends: Operation
    needs: frozenset[Operation]
    constant: float | None


def _better(formula: str, function: str, ends: str, *needs: str, constant: float | None = None) -> Better:
    return Better(formula, function, TABLE[ends], frozenset(TABLE[name] for name in (ends, *needs)), constant)


BETTER = (
    _better("sqrt(x^2 + y^2)", "hypot(x, y)", "sqrt", "add", "pow", constant=2.0),
    _better("sqrt(x*x + y*y)", "hypot(x, y)", "sqrt", "add", "mul"),
    _better("log(1 + x)", "log1p(x)", "log", "add", constant=1.0),
    _better("exp(x) - 1", "expm1(x)", "sub", "exp", constant=1.0),
    _better("log(exp(x) + exp(y))", "logsumexp(x, y)", "log", "add", "exp"),
    _better("exp(x)/(1 + exp(x))", "sigmoid(x)", "div", "exp", "add", constant=1.0),
    _better("1 - erf(x)", "erfc(x)", "sub", "erf", constant=1.0),
    _better("log(gamma(x))", "lgamma(x)", "log", "gamma"),
    _better("1 - cos(x)", "2*sin(x/2)^2", "sub", "cos", constant=1.0),
)


def losses(trace: Trace, nodes: Sequence[Any]) -> list[Notice]:
    """The notices of the outputs (nodes of scalars; anything else is passed over)."""
    graph, primal = trace.graph, trace.primal
    if graph.shapes or not primal:
        return []
    used = {a.operation for a in graph.operations if a is not None}
    numbers = {None, *graph.constants}
    asked = [better for better in BETTER if better.needs <= used and better.constant in numbers]
    notices = _formulas(trace, asked) if asked else []
    sizes = list(map(abs, primal))
    least, most = min(sizes), max(sizes)
    if least < TINY:
        notices += _underflows(trace, nodes)
    if not notices and most > CANCELS * least:
        notices += _cancellations(trace, nodes, _cancelling(graph, primal, most / CANCELS))
    return notices


# formulas


@dataclass(frozen=True, slots=True)
class Pattern:
    """A formula as a graph, with its root and its inputs, and the better function as a program."""

    better: Better
    graph: Graph
    root: int
    inputs: tuple[str, ...]
    function: Program


@cache
def _pattern(better: Better) -> Pattern:
    trace = load(Source(better.formula)).trace({"x": 0.5, "y": 0.25})
    return Pattern(
        better, trace.graph, trace.outputs["f"], tuple(trace.inputs), load(Source(better.function))
    )


def _formulas(trace: Trace, asked: Sequence[Better]) -> list[Notice]:
    """A notice for each node of such a form whose better function has another value."""
    graph, primal, notices = trace.graph, trace.primal, []
    ends = [
        () if a is None else [better for better in asked if better.ends is a.operation]
        for a in graph.operations
    ]
    for k, node in [(k, node) for k, node in enumerate(graph.nodes) if ends[node[0]]]:
        if SMALL < abs(primal[k]) < LARGE and SMALL < abs(primal[node[1]]) < LARGE:
            continue
        for better in ends[node[0]]:
            pattern = _pattern(better)
            bound = _matched(pattern, pattern.root, graph, k, {})
            notice = None if bound is None else _judged(trace, k, pattern, bound)
            if notice is not None:
                notices.append(notice)
                break
    return notices


Match = dict[int, int]  # nodes of the pattern -> nodes of the graph


def _matched(pattern: Pattern, p: int, graph: Graph, k: int, bound: Match) -> Match | None:
    """What the inputs of a pattern stand for, where node k is of its form; sums and products either way."""
    known = bound.get(p)
    if known is not None:
        return bound if known == k else None
    code, *operands = pattern.graph.nodes[p]
    if code == INPUT:
        return bound | {p: k} if graph.nodes[k][0] != CONSTANT else None
    if code == CONSTANT:
        value = pattern.graph.constants[operands[0]]
        same = graph.nodes[k][0] == CONSTANT and graph.constants[graph.nodes[k][1]] == value
        return bound if same else None
    asked, applied = pattern.graph.applied(p), graph.applied(k)
    if applied is None or asked is None or applied.operation is not asked.operation:
        return None
    arguments = graph.arguments(k)
    orders = [arguments, arguments[::-1]] if _commutes(asked.operation.partials) else [arguments]
    for order in orders:
        found: Match | None = bound
        for q, a in zip(operands, order, strict=True):
            found = None if found is None else _matched(pattern, q, graph, a, found)
        if found is not None:
            return found
    return None


def _commutes(partials: Sequence[str | None]) -> bool:
    """Sums and products."""
    return tuple(partials) in (TABLE["add"].partials, TABLE["mul"].partials)


def _judged(trace: Trace, k: int, pattern: Pattern, bound: Match) -> Notice | None:
    """A notice, where the formula has lost digits at this point."""
    point = {
        name: trace.primal[bound[q]]
        for q, name in enumerate(pattern.inputs)  # inputs are the first nodes
    }
    if not all(map(isfinite, point.values())):
        return None
    computed, right = trace.primal[k], _value(pattern.function, point)
    if not isfinite(right) or abs(computed - right) <= LOST * abs(right):
        return None
    kind: WarningKind = "underflow" if isfinite(computed) else "overflow"
    formula, function = (
        _named(text, trace, bound, pattern) for text in (pattern.better.formula, pattern.better.function)
    )
    says = "overflows on the way" if kind == "overflow" else "loses digits here"
    message = f"`{formula}` {says}: it is {computed:.8g}, and {function} is {right:.8g}"
    return Notice(kind, message, trace.span(k))


def _value(function: Program, point: dict[str, float]) -> float:
    """The value of a program; inf where it has none."""
    try:
        trace = function.trace(point)
    except AdError:
        return inf
    return float(trace.value(trace.outputs["f"]))


def _named(text: str, trace: Trace, bound: Match, pattern: Pattern) -> str:
    """A formula of the list with the source's own operands, where they are short."""
    words = {}
    for q, name in enumerate(pattern.inputs):
        span = trace.span(bound[q])
        own = "" if span is None else " ".join(span.text.split())
        words[name] = own if own.isidentifier() else name
    if len(set(words.values())) < len(words):
        return text
    marks = {name: f"\0{k}\0" for k, name in enumerate(words)}
    for name, mark in marks.items():
        text = _replaced(text, name, mark)
    for name, mark in marks.items():
        text = text.replace(mark, words[name])
    return text


def _replaced(text: str, name: str, mark: str) -> str:
    import re

    return re.sub(rf"\b{name}\b", mark, text)


# underflow


def _underflows(trace: Trace, nodes: Sequence[Any]) -> Iterator[Notice]:
    """Operations that underflowed, where an error of the smallest double changes an output."""
    graph, primal = trace.graph, trace.primal
    found = [k for k, y in enumerate(primal) if -TINY < y < TINY and _underflowed(graph, primal, k)]
    if not found:
        return
    told = set()
    for y in nodes:
        if type(y) is not int:
            continue
        adjoints = reverse(graph, primal, {y: 1.0}, active(graph, trace.inputs.values()))
        for k in found:
            weight = adjoints[k]
            if weight is None or k in told or not abs(weight) * LEAST > LOST * abs(primal[y]):
                continue
            told.add(k)
            span = trace.span(k)
            yield notice("a value" if span is None else span.text, "underflow", span)


def _underflowed(graph: Graph, primal: Sequence[float], k: int) -> bool:
    """Whether node k is 0 or nearly so although neither its arguments nor its slopes say so.

    Where y = op(u) is as small as that because a product or an exponential is, u ∂y/∂u is, too; at
    an ordinary zero, as that of sin or log, it is not.
    """
    applied, arguments = graph.applied(k), graph.arguments(k)
    if applied is None or applied.operation.form is not Form.ELEMENTWISE:
        return False
    values = [primal[a] for a in arguments]
    if not all(values) or not all(map(isfinite, values)):
        return False
    for position, u in enumerate(values):
        if graph.nodes[arguments[position]][0] == CONSTANT:
            continue
        slope = careful(graph, k, position, 1.0, primal)
        if slope is not None and not abs(slope * u) < 1e6 * TINY:
            return False
    return True


# cancellation


def _cancelling(graph: Graph, primal: Sequence[float], below: float) -> list[int]:
    """Sums and differences, of what was computed, that are far smaller than what they add.

    None is where the value is not `below` a bound.
    """
    sums = [a is not None and a.operation in SUMS for a in graph.operations]
    found = []
    for k, node in enumerate(graph.nodes):
        if sums[node[0]] and -below < primal[k] < below:
            _, a, b = node
            least = CANCELS * abs(primal[k])
            large = abs(primal[a]) > least or abs(primal[b]) > least
            if large and (graph.nodes[a][0] >= LEAF or graph.nodes[b][0] >= LEAF):
                found.append(k)
    return found


def _cancellations(trace: Trace, nodes: Sequence[Any], suspects: Sequence[int]) -> list[Notice]:
    """A notice for the first output of whose value fewer than three digits can be trusted."""
    for y in nodes if suspects else ():
        if type(y) is not int or not isfinite(trace.primal[y]):
            continue
        bound, adjoints = value_error(trace, Scalar(y), list(trace.inputs.values()))
        digits = trusted(trace.primal[y], bound)
        reaching = [k for k in suspects if adjoints[k]]
        if trace.primal[y] == 0.0 and not any(_rounded(trace, k) for k in range(y + 1) if adjoints[k]):
            continue  # an exact zero, as that of x^2 - 4 at 2
        if digits is not None and digits < FEW and reaching:
            span = trace.span(reaching[0])
            text = "a sum" if span is None else f"`{' '.join(span.text.split())}`"
            some = f"{digits} digit{'' if digits == 1 else 's'}" if digits else "no digit"
            message = f"{text} cancels: {some} of the value can be trusted (--digits-report says more)"
            return [Notice("underflow", message, span)]
    return []


def _rounded(trace: Trace, k: int) -> bool:
    """Whether node k is a sum or difference that was rounded (D. E. Knuth, TAOCP 2, 1969, §4.2.2)."""
    applied = trace.graph.applied(k)
    if applied is None or applied.operation not in SUMS:
        return False
    u, v = (trace.primal[a] for a in trace.graph.arguments(k))
    y, v = trace.primal[k], v if applied.operation is SUMS[0] else -v
    part = y - u
    return bool((u - (y - part)) + (v - part))
