"""What the two sweeps do at an operation: its forward and its reverse rule, for a kind of number."""

from __future__ import annotations

from functools import cache
from typing import Any

from adcli.lazy import np
from adcli.operations.operation import Form, Operation, Rule
from adcli.operations.rules.texts import Applied, Numbers, Product, partial_text, product


def pushing(applied: Applied, position: int, numbers: Numbers, owned: bool = False) -> Product:
    """The forward rule by one argument: (ṫ, *arguments, y) -> its contribution to the tangent of y.

    With `owned`, arrays only, it may take ṫ over.
    """
    return _sweeping(applied, position, numbers, applied.operation.push, owned)


def pulling(applied: Applied, position: int, numbers: Numbers, sharing: bool = False) -> Product:
    """The reverse rule: (ȳ, *arguments, y) -> its contribution to the argument's adjoint.

    With `sharing` that may be ȳ itself: where no rule `updates` adjoints in place.
    """
    if sharing:
        operation = applied.operation
        if operation.form is Form.ELEMENTWISE and partial_text(operation, applied.count, position) == "1":
            return _shared
    return _sweeping(applied, position, numbers, applied.operation.pull, owned=True)


def pulls(applied: Applied, numbers: Numbers, sharing: bool = False) -> tuple[Product, ...]:
    """The reverse rules by all arguments."""
    if not applied.tensor:
        return _products(applied.operation, applied.count, numbers)
    return tuple(pulling(applied, position, numbers, sharing) for position in range(applied.count))


def _shared(w: Any, *rest: Any) -> Any:
    return w


@cache
def _products(operation: Operation, count: int, numbers: Numbers) -> tuple[Product, ...]:
    return tuple(product(operation, count, position, numbers) for position in range(count))


def joining(applied: Applied, numbers: Numbers, taking: bool = False) -> Product | None:
    """The forward rule for all tangents at once, of operations that have one.

    With `taking`, arrays only, it may take the tangents over.
    """
    joint = applied.operation.joint
    if joint is None:
        return None
    apply, attributes = numbers.of_arrays.applying(owned=taking), applied.attributes
    return lambda tangents, *rest: joint(apply, 0, tangents, rest[:-1], rest[-1], attributes)


def _sweeping(applied: Applied, position: int, numbers: Numbers, rule: Rule | None, owned: bool) -> Product:
    if not applied.tensor:
        return product(applied.operation, applied.count, position, numbers)
    numbers = numbers.of_arrays
    if rule is None:
        rule = applied.operation.pull
        if rule is None:
            elementwise = product(applied.operation, applied.count, position, numbers)
            return _on_dense(elementwise)
    apply, attributes, chosen = numbers.applying(owned), applied.attributes, rule
    return lambda w, *rest: chosen(apply, position, w, rest[:-1], rest[-1], attributes)


def _on_dense(rule: Product) -> Product:
    from adcli.operations.arrays.absent import laid_out

    def on_dense(w: Any, *rest: Any) -> Any:
        with np.errstate(all="ignore"):
            return rule(laid_out(w), *rest)

    return on_dense
