"""Arrays of given numbers, ranges, and lists to go through.

Each function gets the tracer, the positional values, the named ones and the place of the call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adcli.language.state.registers import Range, Zipped, is_scalar
from adcli.language.state.run import Function, Named, check_size
from adcli.language.values import elements, general
from adcli.lazy import np
from adcli.operations import TABLE
from adcli.text.errors import AdError

if TYPE_CHECKING:
    from adcli.language.state.run import Run

GROUP = 20  # elements of an array that a group in a list weighs


def full_of(value: float) -> Function:
    """The function that gives arrays of one number, by their shape."""

    def filled(t: Run, values: list[Any], named: Named, place: int) -> Any:
        from adcli.language.state.registers import Array

        shape = elements.shape_argument(t, values, place)
        check_size(t, shape, place)
        return Array(np.full(shape, value))

    return filled


def eye(t: Run, values: list[Any], named: Named, place: int) -> Any:
    """The identity matrix."""
    from adcli.language.state.registers import Array

    size = general.whole(t, values[0], place)
    check_size(t, (size, size), place)
    return Array(np.eye(size))


def linspace(t: Run, values: list[Any], named: Named, place: int) -> Any:
    """a + (b - a) k/(n - 1), k = 0 … n - 1."""
    from adcli.language.state.registers import Array

    count = general.whole(t, values[2], place)
    check_size(t, (count,), place)
    a, b = values[0], values[1]
    if isinstance(a, float) and isinstance(b, float) and not t.exact:
        return Array(np.linspace(a, b, count))
    mul, add, sub, div = (t.slot(TABLE[name], 2) for name in ("mul", "add", "sub", "div"))
    numbers, last = Array(np.arange(count, dtype=float)), float(max(count - 1, 1))
    steps = general.binary(t, div, numbers, last, place)
    width = general.binary(t, sub, b, a, place)
    return general.binary(t, add, a, general.binary(t, mul, width, steps, place), place)


def range_(t: Run, values: list[Any], named: Named, place: int) -> Any:
    """Whole numbers from a (0) to below b, by steps (1); a step of 0 is refused."""
    bounds = [general.whole(t, x, place) for x in values]
    if len(bounds) == 3 and not bounds[2]:
        raise AdError("domain", "a range with step 0 never ends", t.syntax.span(place))
    return Range(*bounds)


def length(t: Run, values: list[Any], named: Named, place: int) -> Any:
    """The length of the first axis, or of a group."""
    return float(len(elements.items(t, values[0], place)))


def shape(t: Run, values: list[Any], named: Named, place: int) -> Any:
    """The lengths of all axes, as an array."""
    from adcli.language.state.registers import Array

    x = values[0]
    flat = isinstance(x, (tuple, Range)) and all(map(is_scalar, x))
    lengths = (len(x),) if flat else general.array(t, x, place).shape
    return Array(np.array(lengths, dtype=float))


def enumerate_(t: Run, values: list[Any], named: Named, place: int) -> Any:
    """Pairs of a position and an item."""
    items = elements.items(t, values[0], place)
    t.budget.afford(GROUP * len(items), t.syntax.span(place))
    return Zipped((Range(len(items)), items))


def zip_(t: Run, values: list[Any], named: Named, place: int) -> Any:
    """Items side by side, as far as the shortest goes."""
    zipped = Zipped([elements.items(t, x, place) for x in values])
    t.budget.afford(GROUP * len(zipped), t.syntax.span(place))
    return zipped
