"""Digits that a formula loses on the way: underflow, cancellation, and formulas with a better one.

A warning is given only where it matters at this point: where the better function's value differs
from what was computed, where an underflow reaches the value, where no more than two digits of the
value can be trusted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any

from adcli.derivatives.diagnosis.cancellation import CANCELS, FEW, LARGE, LOST, SMALL, cancelled, underflow
from adcli.derivatives.diagnosis.unfolded import with_constants
from adcli.engine.accuracy.exactness import rounded
from adcli.engine.accuracy.underflow import LEAST, underflowed
from adcli.engine.sweeps.reverse import reverse
from adcli.graph.graph import CONSTANT, LEAF, Graph, computed
from adcli.language.grammar.tree import Kind
from adcli.language.program import Trace
from adcli.lazy import Lazy
from adcli.operations.lossy import SUMS, TINY
from adcli.text.errors import AdError
from adcli.text.notices import Notice

if TYPE_CHECKING:
    from adcli.derivatives.diagnosis import formulas
else:  # for values far from 1
    formulas = Lazy("adcli.derivatives.diagnosis.formulas")


NUMBER = Kind.NUMBER


def losses(trace: Trace, nodes: Sequence[Any]) -> list[Notice]:
    """The notices of the outputs (nodes; a constant is passed over), and of decisions that rounding takes."""
    notices = lost_digits(trace, nodes)
    if trace.near and trace.whole:
        from adcli.derivatives.diagnosis.decisions import decided_by_rounding

        notices += decided_by_rounding(trace)
    return notices


def lost_digits(trace: Trace, nodes: Sequence[Any]) -> list[Notice]:
    """The notices of the outputs (nodes; a constant is passed over)."""
    graph, primal = trace.graph, trace.primal
    if trace.lossy:
        return _of_whole(*_with_constants(trace, nodes))
    if not primal or graph.shapes:
        return _of_whole(trace, nodes)
    sizes = list(map(abs, primal))
    least, most = min(sizes), max(sizes)
    if least > SMALL and most < LARGE and most <= CANCELS * least:  # nearly all: nothing can be lost
        return []
    return _of_whole(*(_with_constants(trace, nodes) if _meets_constant(trace) else (trace, nodes)))


def _of_whole(trace: Trace, nodes: Sequence[Any]) -> list[Notice]:
    """The same of a run whose graph shows all that was computed, as far as that matters."""
    graph, primal = trace.graph, trace.primal
    if not primal:
        return []
    if graph.shapes:
        from adcli.derivatives.diagnosis.inarrays import losses_of_arrays

        return losses_of_arrays(trace, nodes)
    sizes = list(map(abs, primal))
    least, most = min(sizes), max(sizes)
    notices = [] if least > SMALL and most < LARGE else formulas.formulas(trace, primal)
    if least < TINY:
        notices += _underflows(trace, nodes, [k for k, size in enumerate(sizes) if size < TINY])
    if not notices and most > CANCELS * least:
        notices += _cancellations(trace, nodes, _cancelling(graph, primal, most / CANCELS))
    return notices


def _meets_constant(trace: Trace) -> bool:
    """Whether an input and a constant that was computed, as 0.1*3, cancel."""
    graph, primal, written = trace.graph, trace.primal, None
    sums = [a is not None and a.operation in SUMS for a in graph.operations]
    for k, node in enumerate(graph.nodes):
        if not sums[node[0]] or graph.nodes[node[1]][0] >= LEAF or graph.nodes[node[2]][0] >= LEAF:
            continue
        sizes = [abs(primal[a]) for a in node[1:]]
        if CANCELS * abs(primal[k]) < max(sizes):
            syntax = trace.program.syntax
            written = written or {syntax.parts[n][0] for n, kind in enumerate(syntax.kinds) if kind == NUMBER}
            if not all(size in written for a, size in zip(node[1:], sizes, strict=True) if _fixed(graph, a)):
                return True
    return False


def _fixed(graph: Graph, k: int) -> bool:
    return bool(graph.nodes[k][0] == CONSTANT)


def _with_constants(trace: Trace, nodes: Sequence[Any]) -> tuple[Trace, Sequence[Any]]:
    """The run with what was computed from constants in its graph, where digits were lost in that."""
    try:
        whole = with_constants(trace)
    except AdError:  # more than the budget has room for
        return trace, nodes
    return whole, list(whole.outputs.values())


# underflow


def _underflows(trace: Trace, nodes: Sequence[Any], tiny: Sequence[int]) -> Iterator[Notice]:
    """Those of the tiny values that underflowed, where an error of the smallest double changes an output."""
    graph, primal = trace.graph, trace.primal
    found = [k for k in tiny if underflowed(graph, primal, k)]
    if not found:
        return
    told = set()
    for y in nodes:
        if type(y) is not int:
            continue
        adjoints = reverse(graph, primal, {y: 1.0}, computed(graph))
        for k in found:
            weight = adjoints[k]
            if weight is None or k in told or not abs(weight) * LEAST > LOST * abs(primal[y]):
                continue
            told.add(k)
            yield underflow(trace, k)


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
    if not suspects:
        return []
    from adcli.derivatives.diagnosis.rounding import trusted, value_error
    from adcli.graph.reach import Scalar

    for y in nodes:
        if type(y) is not int or not isfinite(trace.primal[y]):
            continue
        bound, adjoints = value_error(trace, Scalar(y))
        digits = trusted(trace.primal[y], bound)
        reaching = [k for k in suspects if adjoints[k]]
        behind = (k for k in range(y + 1) if adjoints[k])
        if trace.primal[y] == 0.0 and not any(rounded(trace.graph, trace.primal, k) for k in behind):
            continue  # an exact zero, as that of x^2 - 4 at 2
        if digits is not None and digits < FEW and reaching:
            return [cancelled(trace, reaching[0], digits)]
    return []
