"""Comparisons and conditions, and the guards that they leave."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from adcli.language.state.guards import COMPARISONS, Guard, nearly
from adcli.language.state.registers import is_array, is_scalar, kind_of
from adcli.language.values import general
from adcli.language.values.general import number
from adcli.text.errors import AdError

if TYPE_CHECKING:
    from adcli.language.state.run import Run


def compare(tracer: Run, operation: str, x: Any, y: Any, place: int) -> Any:
    """The outcome at the point; a guard is left where it depends on an input (a node equals itself)."""
    if not (is_scalar(x) and is_scalar(y)):
        return _compare_structures(tracer, operation, x, y, place)
    a, b = tracer.sides(x, y)
    if a != a or b != b:
        raise AdError("undefined", "a comparison with an undefined value", tracer.syntax.span(place))
    outcome = bool(COMPARISONS[operation](a, b))
    if a != b and nearly(a, b):
        tracer.near = True
    if (type(x) is int or type(y) is int) and not (type(x) is type(y) and x == y):
        margin = 0.0 if a == b else abs(a - b)
        tracer.guards.append(Guard(operation, x, y, outcome, margin, place, after=len(tracer.builder.nodes)))
    return outcome


def _compare_structures(tracer: Run, operation: str, x: Any, y: Any, place: int) -> Any:
    """Element by element, for arrays; anything else is no number."""
    nodes = general.operands(tracer, place, 2)
    x, y = (general.number(tracer, v, node, arrays_too=True) for v, node in zip((x, y), nodes, strict=True))
    from adcli.language.values import arrays

    return arrays.compare(tracer, operation, x, y, place)


def decide(tracer: Run, positions: tuple[int, ...]) -> None:
    """Notes that the masks behind these guards did not only select: what ran depends on them."""
    for k in positions:
        tracer.guards[k] = replace(tracer.guards[k], selecting=False)


def condition(t: Run, x: Any, place: int) -> Any:
    """A condition: a bool, or for an array the mask of its elements."""
    if not is_array(x):
        return truth(t, x, place)
    from adcli.language.state.registers import Mask
    from adcli.language.values.arrays import compare

    return x if isinstance(x, Mask) else compare(t, "ne", x, 0.0, place)


def negated(t: Run, x: Any, place: int) -> Any:
    """`not x`, element by element for an array."""
    if not is_array(x):
        return not truth(t, x, place)
    from adcli.language.state.registers import Mask
    from adcli.language.values.arrays import compare

    return Mask(x.value == 0, x.guards) if isinstance(x, Mask) else compare(t, "eq", x, 0.0, place)


def combined(t: Run, x: Any, y: Any, either: bool, place: int) -> Any:
    """`x or y` (either), `x and y`, where one of them is a mask."""
    from adcli.language.state.registers import Mask
    from adcli.language.values.arrays import common_shape

    common_shape(t, [v for v in (x, y) if is_array(v)], place)
    a, b = (v.value != 0 if is_array(v) else v for v in (x, y))
    guards = (k for v in (x, y) if isinstance(v, Mask) for k in v.guards)
    return Mask((a | b) if either else (a & b), tuple(guards))


def truth(t: Run, x: Any, place: int) -> bool:
    """A number as a condition: true when it is not 0."""

    if isinstance(x, bool):
        return x
    if is_array(x):
        message = f"a condition is true or false, not {kind_of(x)}"
        raise AdError("shape", message, t.syntax.span(place), hint="where(…) chooses element by element")
    return bool(compare(t, "ne", number(t, x, place), 0.0, place))
