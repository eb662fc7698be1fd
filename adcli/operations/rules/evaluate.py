"""The value of an operation on floats, and what is said where it has none."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache, partial
from typing import Any

from adcli.lazy import np
from adcli.operations.operation import UNDEFINED, Operation
from adcli.text.errors import AdError


def evaluator(operation: Operation, strict: bool) -> Callable[..., Any]:
    """The operation's value on floats, fit for a hot loop: it may raise what `math` raises."""
    return operation.value if strict else _lenient(operation)


def tensor_evaluator(operation: Operation, attributes: tuple[Any, ...]) -> Callable[..., Any]:
    """The operation's value on arrays, by IEEE 754."""
    from adcli.operations.rules.onarrays import value

    return partial(value, operation, attributes)


@cache
def _lenient(operation: Operation) -> Callable[..., float]:
    def value(*arguments: float) -> float:
        try:
            return operation.value(*arguments)  # type: ignore[no-any-return]
        except UNDEFINED:
            return ieee(operation, *arguments)

    return value


def ieee(operation: Operation, *arguments: float) -> float:
    """The value by IEEE 754: inf, -inf or nan where there is no finite one."""
    from adcli.operations.rules.onarrays import ARRAYS

    with np.errstate(all="ignore"):
        return float(ARRAYS.function(operation.name)(*map(np.float64, arguments)))


def fault(operation: Operation, *arguments: float) -> AdError | None:
    """Why the operation has no value on these arguments; None where it has (it overflowed)."""
    from adcli.operations.rules.floats import FLOATS
    from adcli.operations.rules.texts import python_of

    parameters = ", ".join(operation.names(len(arguments)))
    for condition, message, *hint in operation.faults:
        if any(map(math.isnan, arguments)):
            break
        if FLOATS.compiled(parameters, python_of(condition))(*arguments):
            return AdError("domain", message, hint="".join(hint))
    return None
