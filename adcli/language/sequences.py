"""Arrays of given numbers, ranges, and lists to go through.

Each function gets the tracer, the positional values, the named ones and the place of the call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adcli.errors import AdError
from adcli.language import structures
from adcli.language.frames import Function, Named
from adcli.language.items import Range, Zipped
from adcli.lazy import np
from adcli.operations import TABLE

if TYPE_CHECKING:
    from adcli.language.tracer import Tracer

GROUP = 20  # elements of an array that a group in a list weighs


def full_of(value: float) -> Function:
    """The function that gives arrays of one number, by their shape."""

    def filled(t: Tracer, values: list[Any], named: Named, place: int) -> Any:
        from adcli.language.arrays import Array

        shape = structures.shape_argument(t, values, place)
        structures.check_size(t, shape, place)
        return Array(np.full(shape, value))

    return filled


def eye(t: Tracer, values: list[Any], named: Named, place: int) -> Any:
    """The identity matrix."""
    from adcli.language.arrays import Array

    size = structures.whole(t, values[0], place)
    structures.check_size(t, (size, size), place)
    return Array(np.eye(size))


def linspace(t: Tracer, values: list[Any], named: Named, place: int) -> Any:
    """a + (b - a) k/(n - 1), k = 0 … n - 1."""
    from adcli.language.arrays import Array

    count = structures.whole(t, values[2], place)
    structures.check_size(t, (count,), place)
    a, b = values[0], values[1]
    if isinstance(a, float) and isinstance(b, float) and not t.exact:
        return Array(np.linspace(a, b, count))
    mul, add, sub, div = (t.slot(TABLE[name], 2) for name in ("mul", "add", "sub", "div"))
    numbers, last = Array(np.arange(count, dtype=float)), float(max(count - 1, 1))
    steps = structures.binary(t, div, numbers, last, place)
    width = structures.binary(t, sub, b, a, place)
    return structures.binary(t, add, a, structures.binary(t, mul, width, steps, place), place)


def range_(t: Tracer, values: list[Any], named: Named, place: int) -> Any:
    """Whole numbers from a (0) to below b, by steps (1); a step of 0 is refused."""
    bounds = [structures.whole(t, x, place) for x in values]
    if len(bounds) == 3 and not bounds[2]:
        raise AdError("domain", "a range with step 0 never ends", t.syntax.span(place))
    return Range(*bounds)


def length(t: Tracer, values: list[Any], named: Named, place: int) -> Any:
    """The length of the first axis, or of a group."""
    return float(len(structures.items(t, values[0], place)))


def shape(t: Tracer, values: list[Any], named: Named, place: int) -> Any:
    """The lengths of all axes, as an array."""
    from adcli.language.arrays import Array

    x = values[0]
    flat = isinstance(x, (tuple, Range)) and all(map(structures.is_scalar, x))
    lengths = (len(x),) if flat else structures.array(t, x, place).shape
    return Array(np.array(lengths, dtype=float))


def enumerate_(t: Tracer, values: list[Any], named: Named, place: int) -> Any:
    """Pairs of a position and an item."""
    items = structures.items(t, values[0], place)
    t.budget.afford(GROUP * len(items), t.syntax.span(place))
    return Zipped((Range(len(items)), items))


def zip_(t: Tracer, values: list[Any], named: Named, place: int) -> Any:
    """Items side by side, as far as the shortest goes."""
    zipped = Zipped([structures.items(t, x, place) for x in values])
    t.budget.afford(GROUP * len(zipped), t.syntax.span(place))
    return zipped
