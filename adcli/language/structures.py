"""What registers hold besides floats and nodes of scalars: bools, tuples, functions, lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adcli.errors import AdError
from adcli.language.calls import Builtin
from adcli.language.frames import Closure

if TYPE_CHECKING:
    from adcli.language.tracer import Tracer


def is_scalar(x: Any) -> bool:
    """A float, a node of a scalar, or a bool."""
    return isinstance(x, (float, int))


def number(tracer: Tracer, x: Any, place: int) -> Any:
    """A float or a node; true and false count as 1 and 0."""
    if isinstance(x, bool):
        return float(x)
    if isinstance(x, (float, int)):
        return x
    raise AdError("shape", f"a number is wanted here, not {kind_of(x)}", tracer.syntax.span(place))


def kind_of(x: Any) -> str:
    """What a value is, in the user's words."""
    if x is None:
        return "a name without a value"
    if isinstance(x, tuple):
        return f"a group of {len(x)} values"
    if isinstance(x, (Closure, Builtin)):
        return "a function"
    return "a list"


def _operand(tracer: Tracer, x: Any, node: int) -> Any:
    if x is None:
        name = tracer.syntax.text(node)
        raise AdError("name", f"`{name}` has no value here yet", tracer.syntax.span(node))
    return number(tracer, x, node)


def operands_of(tracer: Tracer, place: int, count: int) -> list[int]:
    """The nodes of the syntax tree that an operation's operands come from."""
    from adcli.language.faults import operands

    found = operands(tracer.syntax, place)
    return found if len(found) == count else [place] * count


def nary(tracer: Tracer, slot: int, arguments: tuple[Any, ...], place: int) -> Any:
    """An operation on whatever the registers hold."""
    nodes = operands_of(tracer, place, len(arguments))
    numbers = [_operand(tracer, x, node) for x, node in zip(arguments, nodes, strict=True)]
    return tracer.scalar(slot, numbers, place)


def unary(tracer: Tracer, slot: int, x: Any, place: int) -> Any:
    return nary(tracer, slot, (x,), place)


def binary(tracer: Tracer, slot: int, x: Any, y: Any, place: int) -> Any:
    return nary(tracer, slot, (x, y), place)


def truth(tracer: Tracer, x: Any, place: int) -> bool:
    """A number as a condition: true when it is not 0."""
    from adcli.language.guards import compare as decide

    if isinstance(x, bool):
        return x
    return bool(decide(tracer, "ne", _operand(tracer, x, place), 0.0, place))


def compare(tracer: Tracer, operation: str, x: Any, y: Any, place: int) -> Any:
    nodes = operands_of(tracer, place, 2)
    return truth(tracer, _operand(tracer, x, nodes[0]), place) and _operand(tracer, y, nodes[1])


def iterate(tracer: Tracer, x: Any, place: int) -> Any:
    """An iterator over the items of a value."""
    return iter(items(tracer, x, place))


def items(tracer: Tracer, x: Any, place: int) -> Any:
    """The items of a group or a range."""
    if isinstance(x, (tuple, Range)):
        return x
    raise AdError("shape", f"{kind_of(x)} has no items to go through", tracer.syntax.span(place))


def result(tracer: Tracer, x: Any, place: int) -> Any:
    """A value as an output."""
    if x is None:
        raise AdError("name", "the output has no value", tracer.syntax.span(place))
    return number(tracer, x, place)


class Range(list[float]):
    """The numbers of `range(a, b, step)`."""


def whole(tracer: Tracer, x: Any, place: int) -> int:
    """A whole number, as bounds and indices are; a guard is left where it depends on an input."""
    from adcli.language.guards import Guard

    value = tracer.value_of(_operand(tracer, x, place))
    if value != value or value in (float("inf"), float("-inf")) or int(value) != value:
        raise AdError("shape", f"a whole number is wanted here, not {value:g}", tracer.syntax.span(place))
    if type(x) is int:
        tracer.guards.append(Guard("is", x, value, True, 0.0, place, after=len(tracer.builder.nodes)))
    return int(value)


def builtin(tracer: Tracer, name: str, values: list[Any], named: dict[str, Any], place: int) -> Any:
    """A function on ranges and lists."""
    if name == "range" and 1 <= len(values) <= 3 and not named:
        bounds = [whole(tracer, x, place) for x in values]
        if len(bounds) == 3 and not bounds[2]:
            raise AdError("domain", "a range with step 0 never ends", tracer.syntax.span(place))
        numbers = range(*bounds)
        return Range(map(float, numbers))
    raise AdError("shape", f"{name} cannot be called so", tracer.syntax.span(place))
