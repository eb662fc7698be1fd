"""The operations on NumPy arrays (and on NumPy scalars), as sweeps perform them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

from adcli.lazy import np
from adcli.operations import TABLE
from adcli.operations.arrays import kernels
from adcli.operations.arrays.absent import dense, jointly, linearly, restricted
from adcli.operations.operation import UNDEFINED, Form, Operation
from adcli.operations.rules.texts import Numbers


def function(name: str) -> Any:
    """The function of that name in the texts of the table."""
    if name == "np":
        return np
    if name == "kernels":
        return kernels
    if name == "passed":
        return _passed
    if name == "powslope":
        return _powslope
    return _of_operation(TABLE[name])


def _powslope(u: Any, v: Any) -> Any:
    return np.where(v == 0, 0.0, v * kernels.powlog(u, np.where(v == 0, 2.0, v), 0, 1))


def _passed(w: Any, where: Any, weight: Any) -> Any:
    return restricted(w * np.asarray(weight, dtype=float), where)


@cache
def _of_operation(operation: Operation) -> Callable[..., Any]:
    if operation.numpy and not operation.variadic:
        return ARRAYS.compiled(", ".join(operation.arguments), operation.numpy)
    return _element_by_element(operation)


def _element_by_element(operation: Operation) -> Callable[..., Any]:
    def value(*arguments: float) -> float:
        try:
            return operation.value(*map(float, arguments))  # type: ignore[no-any-return]
        except OverflowError:
            return np.inf
        except UNDEFINED:
            return np.nan

    def on_arrays(*arguments: Any) -> Any:
        return np.asarray(np.frompyfunc(value, len(arguments), 1)(*arguments), dtype=float)

    return on_arrays


def value(operation: Operation, attributes: tuple[Any, ...], *arguments: Any) -> Any:
    """The operation's value, by IEEE 754."""
    with np.errstate(all="ignore"):
        if operation.tensor:
            return operation.value(*arguments, *attributes)
        return _of_operation(operation)(*arguments)


def apply(
    name: str,
    *arguments: Any,
    fixed: tuple[Any, ...] = (),
    attributes: tuple[Any, ...] = (),
    owned: bool = True,
) -> Any:
    """A linear or bilinear operation on arrays, as a sweep does it.

    A reverse sweep owns the adjoint that a rule reads, so that the rule may take it over; a forward
    sweep seldom does. `fixed` are arguments in which the operation is not linear.
    """
    operation = TABLE[name]
    function = operation.lean if owned and operation.lean is not None else operation.value
    if operation.form is not Form.LINEAR:
        return function(*map(dense, arguments), *attributes)
    if operation.joint is not None:
        return jointly(lambda *parts: function(*parts, *fixed, *attributes), arguments)
    number, *rest = arguments
    if type(number) is float or type(number) is np.ndarray:  # the common case
        return function(number, *rest, *attributes)
    return linearly(lambda x: function(x, *rest, *attributes), number)


class _Arrays(Numbers):
    plain = True

    def applying(self, owned: bool) -> Callable[..., Any]:
        return self.apply if owned else partial(self.apply, owned=False)


ARRAYS = _Arrays("arrays", function, apply)
