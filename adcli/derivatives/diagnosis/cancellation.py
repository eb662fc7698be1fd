"""The notices of digits that a sum has lost, and of values that underflowed."""

from __future__ import annotations

from typing import Any

from adcli.language.grammar.decimals import notice
from adcli.language.program import Trace
from adcli.operations import Operation
from adcli.operations.floats.doubled import two_sum
from adcli.operations.lossy import SUMS
from adcli.text.notices import Notice
from adcli.text.numerals import counted
from adcli.text.source import on_one_line

LOST = 1e-10  # a relative difference from which digits are said to be lost
SMALL, LARGE = 1e-5, 1e150  # numbers between these have lost less: an error of 1 ulp of 1, or by a square
FEW = 3  # digits; of a value that has fewer, it is said


CANCELS = 1e10  # how much larger than its result an operand is where that is suspected


def cancelled(trace: Trace, k: int, digits: int) -> Notice:
    """The notice of a sum, node k, that leaves so few digits of the value."""
    span = trace.span(k)
    text = "a sum" if span is None else f"`{on_one_line(span.text)}`"
    some = counted(digits, "digit") if digits else "no digit"
    message = f"{text} cancels: {some} of the value can be trusted (--digits-report says more)"
    return Notice("underflow", message, span)


def underflow(trace: Trace, k: int) -> Notice:
    """The notice of a node that underflowed."""
    span = trace.span(k)
    return notice("a value" if span is None else span.text, "underflow", span)


def error_of_sum(operation: Operation, u: Any, v: Any) -> Any:
    """The rounding error of u + v or u - v (D. E. Knuth, TAOCP 2, 1969, §4.2.2)."""
    return two_sum(u, v if operation is SUMS[0] else -v)[1]
