"""Formulas that lose digits, overflow or underflow where a function of the language does not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import inf, isfinite
from typing import Any

from adcli.derivatives.diagnosis.cancellation import LARGE, LOST, SMALL
from adcli.graph.graph import CONSTANT, INPUT, Graph
from adcli.language.program import Program, Trace, load
from adcli.lazy import np
from adcli.operations import TABLE, Operation
from adcli.text.errors import AdError
from adcli.text.notices import Notice, WarningKind
from adcli.text.numerals import short
from adcli.text.source import Source, on_one_line

MANY = 100_000  # elements; a larger array is not computed a second time


@dataclass(frozen=True, slots=True)
class Better:
    """A formula, and a function that computes the same without its losses.

    `ends` is the operation that the formula ends with, `needs` are all in it; `constant` is one of
    its numbers, if it has any. One `of_array` is of an array as a whole.
    """

    formula: str
    function: str
    ends: Operation
    needs: frozenset[Operation]
    constant: float | None
    of_array: bool


def _better(
    formula: str,
    function: str,
    ends: str,
    *needs: str,
    constant: float | None = None,
    of_array: bool = False,
) -> Better:
    operations = frozenset(TABLE[name] for name in (ends, *needs))
    return Better(formula, function, TABLE[ends], operations, constant, of_array)


BETTER = (
    _better("sqrt(x^2 + y^2)", "hypot(x, y)", "sqrt", "add", "pow", constant=2.0),
    _better("sqrt(x*x + y*y)", "hypot(x, y)", "sqrt", "add", "mul"),
    _better("log(1 + x)", "log1p(x)", "log", "add", constant=1.0),
    _better("exp(x) - 1", "expm1(x)", "sub", "exp", constant=1.0),
    _better("sqrt(sum(x^2))", "norm(x)", "sqrt", "sum", "pow", constant=2.0, of_array=True),
    _better("sqrt(sum(x*x))", "norm(x)", "sqrt", "sum", "mul", of_array=True),
    _better("sqrt(x @ x)", "norm(x)", "sqrt", "matmul", of_array=True),
    _better("log(sum(exp(x)))", "logsumexp(x)", "log", "sum", "exp", of_array=True),
    _better("log(exp(x) + exp(y))", "logsumexp(x, y)", "log", "add", "exp"),
    _better("exp(x)/(1 + exp(x))", "sigmoid(x)", "div", "exp", "add", constant=1.0),
    _better("1 - erf(x)", "erfc(x)", "sub", "erf", constant=1.0),
    _better("log(gamma(x))", "lgamma(x)", "log", "gamma"),
    _better("log(factorial(x))", "lgamma(x + 1)", "log", "factorial"),
    _better("log(cosh(x))", "x + softplus(-2*x) - log(2)", "log", "cosh"),
    _better("log(sinh(x))", "x + log(-expm1(-2*x)) - log(2)", "log", "sinh"),
    _better("log(1 + exp(x))", "softplus(x)", "log", "add", "exp", constant=1.0),
    _better("log(exp(x) - 1)", "x + log(-expm1(-x))", "log", "sub", "exp", constant=1.0),
    _better("log(exp(x))", "x", "log", "exp"),
    _better("log(x^y)", "y*log(x)", "log", "pow"),
    _better("log(x*y)", "log(x) + log(y)", "log", "mul"),
    _better("1 - cos(x)", "2*sin(x/2)^2", "sub", "cos", constant=1.0),
)


@dataclass(frozen=True, slots=True)
class Pattern:
    """A formula as a graph, with its root and its inputs, and the better function as a program."""

    better: Better
    graph: Graph
    root: int
    inputs: tuple[str, ...]
    function: Program


@cache
def pattern_of(better: Better) -> Pattern:
    """The formula of a better function as a graph."""
    point: dict[str, Any] = {"x": 0.5, "y": 0.25}
    if better.of_array:
        point["x"] = np.array([0.5, 0.25])
    trace = load(Source(better.formula)).trace(point)
    return Pattern(
        better, trace.graph, trace.outputs["f"], tuple(trace.inputs), load(Source(better.function))
    )


def formulas(trace: Trace, primal: Sequence[Any]) -> list[Notice]:
    """A notice for each node of such a form whose better function has another value."""
    graph, notices = trace.graph, []
    used = {a.operation for a in graph.operations if a is not None}
    numbers = {None, *(c for c in graph.constants if type(c) is float)}
    asked = [better for better in BETTER if better.needs <= used and better.constant in numbers]
    if not asked:
        return []
    ends = [
        () if a is None else [better for better in asked if better.ends is a.operation]
        for a in graph.operations
    ]
    for k, node in [(k, node) for k, node in enumerate(graph.nodes) if ends[node[0]]]:
        if _moderate(primal[k]) and _moderate(primal[node[1]]):
            continue
        for better in ends[node[0]]:
            pattern = pattern_of(better)
            bound = _matched(pattern, pattern.root, graph, k, {})
            notice = None if bound is None else _judged(trace, primal, k, pattern, bound)
            if notice is not None:
                notices.append(notice)
                break
    return notices


def _moderate(value: Any) -> bool:
    """Whether a value, or every element of an array, lies between numbers that lose little."""
    if type(value) is float:
        return SMALL < abs(value) < LARGE
    if not hasattr(value, "size") or not value.size or value.size > MANY:
        return True
    return bool(abs(value).min() > SMALL and abs(value).max() < LARGE)


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
        own = graph.constants[graph.nodes[k][1]] if graph.nodes[k][0] == CONSTANT else None
        return bound if type(own) is float and own == value else None
    asked, applied = pattern.graph.applied(p), graph.applied(k)
    if applied is None or asked is None or applied.operation is not asked.operation:
        return None
    if asked.operation.tensor and k in graph.shapes:
        return None  # along an axis
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


def _judged(trace: Trace, primal: Sequence[Any], k: int, pattern: Pattern, bound: Match) -> Notice | None:
    """A notice, where the formula has lost digits at this point."""
    point = {name: primal[bound[q]] for q, name in enumerate(pattern.inputs)}  # inputs are the first nodes
    computed = primal[k]
    if not all(map(_finite, point.values())) or computed is None:
        return None
    found = _worst(computed, _value(pattern.function, point))
    if found is None:
        return None
    computed, right, where = found
    kind: WarningKind = "underflow" if isfinite(computed) else "overflow"
    formula, function = (
        _named(text, trace, bound, pattern) for text in (pattern.better.formula, pattern.better.function)
    )
    says = "overflows on the way" if kind == "overflow" else "loses digits here"
    message = f"`{formula}` {says}: it is {short(computed)}, and {function} is {short(right)}{where}"
    return Notice(kind, message, trace.span(k))


def _finite(value: Any) -> bool:
    """Whether a value is known and finite, in all elements; and no array too large."""
    if type(value) is float:
        return isfinite(value)
    return value is not None and value.size <= MANY and bool(isfinite(value.sum()))


def _worst(computed: Any, right: Any) -> tuple[float, float, str] | None:
    """Where a value differs from what is right: both, and the first such element."""
    if type(computed) is float and type(right) is float:
        off = isfinite(right) and not abs(computed - right) <= LOST * abs(right)
        return (computed, right, "") if off else None
    with np.errstate(all="ignore"):
        off = np.isfinite(right) & ~(np.abs(computed - right) <= LOST * np.abs(right))
    if not off.any():
        return None
    place = np.unravel_index(np.argmax(off), off.shape)
    computed, right = (float(np.broadcast_to(number, off.shape)[place]) for number in (computed, right))
    return computed, right, f" in element [{','.join(map(str, place))}]" if place else ""


def _value(function: Program, point: dict[str, Any]) -> Any:
    """The value of a program; inf where it has none."""
    try:
        trace = function.trace(point)
    except AdError:
        return inf
    return trace.value(trace.outputs["f"])


def _named(text: str, trace: Trace, bound: Match, pattern: Pattern) -> str:
    """A formula of the list with the source's own operands, where they are short."""
    words = {}
    for q, name in enumerate(pattern.inputs):
        span = trace.span(bound[q])
        own = "" if span is None else on_one_line(span.text)
        words[name] = own if own.isidentifier() else name
    if len(set(words.values())) < len(words):
        return text
    marks = {name: f"\0{k}\0" for k, name in enumerate(words)}
    for name, mark in marks.items():
        text = re.sub(rf"\b{name}\b", mark, text)
    for name, mark in marks.items():
        text = text.replace(mark, words[name])
    return text
