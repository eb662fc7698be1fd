"""Bounds of rounding errors, by adjoints.

An operation's result is off by a few units in its last place; what that does to the output is its
adjoint times the error. The sum over all operations bounds the error of the output to first order:
the original purpose of reverse mode. (S. Linnainmaa, BIT 16 (1976) 146-160.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite, log2, sqrt
from typing import Any

from adcli.engine.accuracy.underflow import LEAST, underflowed, underflowed_elements
from adcli.engine.sweeps.partials import careful
from adcli.engine.sweeps.reverse import reverse, rules_of
from adcli.graph import Builder
from adcli.graph.graph import LEAF, Graph, computed
from adcli.graph.ieee import by_ieee
from adcli.graph.reach import active
from adcli.lazy import Lazy, np
from adcli.numbers.handles import HANDLES, Handle, handles_of
from adcli.operations import Form, Operation
from adcli.operations.operation import UNDEFINED
from adcli.operations.rules.texts import Product

absent = Lazy("adcli.operations.arrays.absent")

Rules = Sequence[Sequence[Product]]

EPS = 2.0**-52
COST_OF_EPS = 4  # operations of the table's `cost` that are reckoned with one eps
BLOCK = 18  # additions to a term of a sum of up to 128, as NumPy adds
SPECIAL = 20  # from this cost on a value may be as wrong as one at a neighbouring argument

GAMMAS = ("digamma", "lgamma")  # computed as sums of terms that cancel at their zeros


def value_bound(graph: Graph, primal: Sequence[Any], adjoints: Sequence[Any], moved: Sequence[int]) -> float:
    """The bound of `error_bound`; 0 where it is not finite, and so says nothing.

    What does not depend on the input rounds alike at every step, and cancels in the differences.
    """
    bound = error_bound(graph, primal, adjoints, moved)
    return bound if isfinite(bound) else 0.0


@by_ieee
def error_bound(graph: Graph, primal: Sequence[Any], adjoints: Sequence[Any], moved: Sequence[int]) -> float:
    """eps Σ c |adjoint × value| over the operations that `moved` marks, and what underflow adds.

    c is 1 for arithmetic and a few for operations that cost more; special functions are off (near
    their zeros) by what one eps of their arguments does, too. Copies are exact; a sum of n terms is
    off by what n/2 eps of its terms do, as if they were added one after the other.
    """
    rules = rules_of(graph)
    adjoints = [_certain(w) for w in adjoints]
    total = lost = 0.0
    for k, node in enumerate(graph.nodes):
        if node[0] < LEAF or not moved[k] or adjoints[k] is None or primal[k] is None:
            continue
        applied = graph.operations[node[0]]
        assert applied is not None
        cost = applied.operation.cost
        if applied.operation.tensor:
            shares = [_of_terms(graph, rules, k, applied.operation, adjoints[k], primal)]
        else:
            shares = [_magnitude(adjoints[k], primal[k]) * max(1.0, cost / COST_OF_EPS)]
        if cost >= SPECIAL:
            values = [primal[a] for a in node[1:]]
            parts = [passed_on(graph, rules, k, i, adjoints[k], primal) for i in range(len(values))]
            shares += [_magnitude(part, v) for part, v in zip(parts, values, strict=True)]
            if applied.operation.name in GAMMAS and type(primal[k]) is float:
                shares.append(_magnitude(adjoints[k], _terms(applied.operation.name, *values)))
        total += sum(share for share in shares if share == share)
        lost += _magnitude(adjoints[k], _below(graph, primal, k))
    return EPS * total + LEAST * lost


def _terms(name: str, x: float) -> float:
    """The size of the terms that digamma is the sum of, or lgamma to the left of 0."""
    return 0.0 if x > 12.0 or (name == "lgamma" and x > 0.0) else 4.0


def _certain(adjoint: Any) -> Any:
    """An adjoint, 0 where it is undefined: 0 times an infinite slope, of what counts for nothing."""
    if type(adjoint) is float:
        return adjoint if adjoint == adjoint else 0.0
    if adjoint is None:
        return None
    whole = absent.dense(adjoint)
    return np.where(whole == whole, whole, 0.0) if np.isnan(whole).any() else adjoint


def _below(graph: Graph, primal: Sequence[Any], k: int) -> Any:
    """1 where node k underflowed, element by element; 0 elsewhere."""
    if type(primal[k]) is float:
        return float(underflowed(graph, primal, k))
    at = underflowed_elements(graph, primal, k)
    return 0.0 if at is None else at


def _of_terms(
    graph: Graph, rules: Rules, k: int, operation: Operation, w: Any, primal: Sequence[Any]
) -> float:
    """Σ c |adjoint × value| of an operation on whole arrays: its terms, times the roundings of each."""
    if operation.moves == "gather":
        return 0.0
    values, y = [np.asarray(primal[a]) for a in graph.arguments(k)], primal[k]
    rule, w = rules[graph.nodes[k][0]], absent.dense(w)
    if operation.form in (Form.LINEAR, Form.BILINEAR):
        part = rule[0](abs(w), *map(np.abs, values), y)  # terms of either sign do not cancel
        return _roundings(operation, values, np.size(y)) * _magnitude(part, np.abs(values[0]))
    with np.errstate(all="ignore"):
        parts = [pull(w, *values, y) for pull in rule]
    shares = [
        _magnitude(part, np.max(np.abs(v)) if v.ndim > 1 else v)
        for part, v in zip(parts, values, strict=True)
    ]
    return _magnitude(w, y) + _roundings(operation, values, 1) * sum(shares)


def _roundings(operation: Operation, values: Sequence[Any], size: int) -> float:
    """How often a term is rounded, at most, half as often: eps is two roundings.

    Into one number NumPy adds in pairs of blocks of 128. An inverse, a determinant or a solution is
    as wrong as rounding each element of the matrix n times would make it.
    """
    if operation.form is Form.BILINEAR:
        return max(1.0, sqrt(values[0].size * values[1].size / max(size, 1)) / 2)
    terms = float(max(values[0].shape, default=1))
    if operation.form is Form.LINEAR and operation.moves:
        terms = values[0].size / max(size, 1)
    pairwise = size == 1 and values[0].ndim < 2
    return max(1.0, min(terms, BLOCK + log2(terms)) / 2 if pairwise and terms > 0 else terms / 2)


def passed_on(graph: Graph, rules: Rules, k: int, position: int, w: Any, primal: Sequence[Any]) -> Any:
    """What node k passes on of its adjoint w to one argument."""
    try:
        part = rules[graph.nodes[k][0]][position](w, *[primal[a] for a in graph.arguments(k)], primal[k])
    except UNDEFINED:
        part = careful(graph, k, position, w, primal)
    return 0.0 if part is None else part


def _magnitude(adjoint: Any, value: Any) -> float:
    if adjoint is None:
        return 0.0
    if type(adjoint) is float and type(value) is float:
        return abs(adjoint * value)
    with np.errstate(all="ignore"):
        return float(np.sum(np.abs(absent.dense(adjoint) * value)))


def derivative_bound(graph: Graph, primal: Sequence[Any], x: int, node: int) -> float | None:
    """The same bound for the derivative of `node` by x: how far off rounding may leave it.

    The reverse sweep on handles makes the derivative a graph; its own adjoints then tell. None
    where that graph cannot be made.
    """
    made = differentiated(graph, primal, node, 1.0, [x])
    if made is None:
        return None
    bound = bound_of(made, made.derivatives[0], 1.0)
    return None if bound is None else bound if isfinite(bound) else 0.0


@dataclass(frozen=True, slots=True)
class Differentiated:
    """A graph that also computes derivatives: their nodes in it, or their values where constant."""

    graph: Graph
    primal: list[Any]
    derivatives: list[Any]


def differentiated(
    graph: Graph, primal: Sequence[Any], node: int, seed: Any, by: Sequence[int]
) -> Differentiated | None:
    """The graph, extended by the derivatives of `node` (its elements weighted by `seed`) by others.

    None where an operation cannot be differentiated on handles.
    """
    builder = Builder.extending(graph, list(primal))
    try:
        adjoints = reverse(graph, handles_of(builder, graph), {node: seed}, active(graph, by), HANDLES)
        derivatives = [_laid_out(adjoints[x]) for x in by]
    except (TypeError, AttributeError, *UNDEFINED):
        return None
    return Differentiated(builder.graph(), builder.values, derivatives)


def _laid_out(number: Any) -> Any:
    """A derivative's node; its value where it is constant."""
    if number is None or isinstance(number, float):
        return number
    number = absent.dense(number)
    return number.node if isinstance(number, Handle) else number


def bound_of(made: Differentiated, derivative: Any, seed: Any) -> float | None:
    """The bound of one derivative (the element that `seed` picks); 0 where it is constant."""
    if type(derivative) is not int:
        return 0.0
    marks = computed(made.graph)
    try:
        adjoints = reverse(made.graph, made.primal, {derivative: seed}, marks)
    except (TypeError, AttributeError, *UNDEFINED):
        return None
    return error_bound(made.graph, made.primal, adjoints, marks)
