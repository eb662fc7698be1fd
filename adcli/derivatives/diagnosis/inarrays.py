"""Digits that are lost where there are arrays: what `losses` tells, element by element.

It is to cost little. Arrays that the graph did not keep are computed again where they are small;
a large one is looked at as a whole: by its largest element. What is suspected is then judged by the
bound of the rounding error, from the adjoints.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import fsum, isfinite
from typing import Any

from adcli.derivatives.axes.wrt import size_of
from adcli.derivatives.diagnosis.cancellation import CANCELS, FEW, LOST, cancelled, error_of_sum, underflow
from adcli.derivatives.diagnosis.formulas import MANY, formulas
from adcli.derivatives.diagnosis.rounding import trusted, value_error
from adcli.engine.accuracy.exactness import rounded
from adcli.engine.accuracy.underflow import LEAST, underflowed_elements
from adcli.engine.sweeps.reverse import reverse
from adcli.engine.sweeps.seeds import seed_of
from adcli.graph.evaluation import completed
from adcli.graph.graph import LEAF, Graph, computed
from adcli.graph.reach import Scalar
from adcli.language.program import Trace
from adcli.lazy import np
from adcli.operations import TABLE, Form, Operation
from adcli.operations.arrays.absent import dense
from adcli.operations.lossy import SUMS
from adcli.text.errors import AdError
from adcli.text.notices import Notice

MOST_GONE = 1000  # arrays that are computed again
MOST_OUTPUTS = 16  # elements of outputs that are looked at
REACHES = LEAST * 2.0**1023 / LOST * 2  # an underflow may change a value below this: adjoints are finite
TOTAL, DOT = TABLE["sum"], TABLE["matmul"]


def losses_of_arrays(trace: Trace, nodes: Sequence[Any]) -> list[Notice]:
    """The notices of the outputs (nodes)."""
    graph = trace.graph
    with np.errstate(all="ignore"):
        primal = _values(graph, trace.primal)
        notices = formulas(trace, primal)
        outputs = [(y, value) for y, value in _elements(graph, primal, nodes) if isfinite(value)]
        near = [(y, value) for y, value in outputs if abs(value) < REACHES]
        notices += _underflows(trace, primal, near) if near else ()
        if notices or not outputs:
            return notices
        adds = [applied is not None and _adds(applied.operation) for applied in graph.operations]
        suspects = [k for k, node in enumerate(graph.nodes) if adds[node[0]] and _cancels(graph, primal, k)]
        return _cancellations(trace, primal, outputs, suspects) if suspects else []


def _values(graph: Graph, primal: Sequence[Any]) -> list[Any]:
    """The values of the nodes, with those of arrays that were let go where they are few and small."""
    gone = [k for k, value in enumerate(primal) if value is None]
    if len(gone) > MOST_GONE or sum(size_of(graph.shapes[k]) for k in gone) > MANY:
        return list(primal)
    return completed(graph, primal) if gone else list(primal)


def _elements(graph: Graph, primal: Sequence[Any], nodes: Sequence[Any]) -> list[tuple[Scalar, float]]:
    """The first elements of the outputs that are known, with their values."""
    found = []
    for y in nodes:
        if type(y) is int and y not in graph.shapes:
            found.append((Scalar(y), primal[y]))
        elif type(y) is int and primal[y] is not None:
            few = primal[y].ravel()[:MOST_OUTPUTS].tolist()
            found += [(Scalar(y, place), value) for place, value in enumerate(few)]
    return found[:MOST_OUTPUTS]


# underflow


def _underflows(
    trace: Trace, primal: Sequence[Any], outputs: Sequence[tuple[Scalar, float]]
) -> Iterator[Notice]:
    graph = trace.graph
    below = ((k, underflowed_elements(graph, primal, k)) for k in range(len(primal)))
    found = [(k, at) for k, at in below if at is not None]
    told = set()
    for y, value in outputs if found else ():
        adjoints = reverse(graph, primal, seed_of(graph, [y]), computed(graph))
        for k, at in found:
            weight = adjoints[k]
            if k in told or weight is None:
                continue
            if (at & (np.abs(dense(weight)) * LEAST > LOST * abs(value))).any():
                told.add(k)
                yield underflow(trace, k)


# cancellation


def _adds(operation: Operation) -> bool:
    """Whether an operation is a sum, or a product that is one of many terms."""
    linear = operation.form is Form.LINEAR and operation.moves != "gather"
    return operation in SUMS or linear or operation.form is Form.BILINEAR


def _cancels(graph: Graph, primal: Sequence[Any], k: int) -> bool:
    """Whether node k adds up to far less than what it adds, in any element of a small array."""
    applied, arguments, y = graph.applied(k), graph.arguments(k), primal[k]
    assert applied is not None
    values = [primal[a] for a in arguments]
    if type(y) is float and applied.operation in SUMS:  # the common case in a loop
        bound = CANCELS * abs(y)
        return any(
            abs(x) > bound and graph.nodes[a][0] >= LEAF for x, a in zip(values, arguments, strict=True)
        )
    if y is None or any(value is None for value in values):
        return False
    computed = any(graph.nodes[a][0] >= LEAF for a in arguments)
    small = all(type(value) is float or value.size <= MANY for value in (*values, y))
    operation = applied.operation
    if operation in SUMS:
        if not computed:
            return False
        terms = np.maximum(*map(abs, values)) if small else max(map(_largest, values))
        return _below(y, terms, small)
    if not small and np.ndim(y):
        return False
    if small:
        terms = operation.value(*map(np.abs, values), *applied.attributes)
    else:
        terms = _largest(values[0]) * (_largest(values[1]) if operation.form is Form.BILINEAR else 1.0)
    return _below(y, terms, small) and (computed or _rounded(graph, primal, k))


def _largest(x: Any) -> float:
    """max |x|, without an array for |x|."""
    return float(max(np.max(x), -np.min(x))) if np.size(x) else 0.0


def _below(y: Any, terms: Any, each: bool) -> bool:
    """Whether terms are so much larger than their sum: for any element, or for its largest."""
    return bool(np.any(CANCELS * abs(y) < terms)) if each else CANCELS * _largest(y) < terms


def _rounded(graph: Graph, primal: Sequence[Any], k: int) -> bool:
    """Whether node k was rounded, as far as that is known."""
    applied = graph.applied(k)
    assert applied is not None
    values, y = [primal[a] for a in graph.arguments(k)], primal[k]
    if not applied.operation.tensor:
        return rounded(graph, primal, k)
    if applied.operation in SUMS:
        return bool(np.any(error_of_sum(applied.operation, *values)))
    if applied.operation is TOTAL and np.ndim(y) == 0:
        return fsum((*np.ravel(values[0]), -y)) != 0.0
    if applied.operation is not DOT:
        return False
    if np.ndim(y) == 0:
        return fsum((*(values[0] * values[1]), -y)) != 0.0
    return not all(np.array_equal(x, np.rint(x)) for x in values)


def _cancellations(
    trace: Trace, primal: Sequence[Any], outputs: Sequence[tuple[Scalar, float]], suspects: Sequence[int]
) -> list[Notice]:
    """A notice for the first output of whose value fewer than three digits can be trusted."""
    graph = trace.graph
    if any(value is None for value in primal):
        try:
            primal = trace.program.trace(trace.point(), trace.output, keep=True).primal
        except AdError:  # more than the budget has room for
            return []
    whole = replace(trace, primal=list(primal))
    for y, value in outputs:
        bound, adjoints = value_error(whole, y)
        reached = [w is not None and bool(np.any(dense(w))) for w in adjoints]
        digits, reaching = trusted(value, bound), [k for k in suspects if reached[k]]
        if digits is None or digits >= FEW or not reaching:
            continue
        rounded = (_rounded(graph, primal, k) for k in range(y.node + 1) if reached[k] and graph.arguments(k))
        if value == 0.0 and not any(rounded):
            continue  # an exact zero, as that of x^2 - 4 at 2
        return [cancelled(trace, reaching[0], digits)]
    return []
