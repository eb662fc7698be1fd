"""A mixed partial of any order from all sides of the point, in every order of its variables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import permutations, product
from math import factorial, isfinite, nan, prod
from typing import Any, NamedTuple

from adcli.derivatives.axes.element import Element
from adcli.derivatives.kinks.curvature import cause_of
from adcli.derivatives.kinks.iterated import Iterated, Step
from adcli.derivatives.kinks.sides import CLOSE
from adcli.derivatives.kinks.surroundings import Surroundings
from adcli.engine.beside.moved import Lost
from adcli.numbers.germs.germ import Germ
from adcli.text.notices import Notice
from adcli.text.numerals import short

FEW = 3  # variables of which all orders are tried; of more, each is once the closest


class Found(NamedTuple):
    """The partial where it is one number, nan where it depends on the order; else what is to be told."""

    number: float | None = None
    notice: Notice | None = None


def partial_beside(around: Surroundings, variables: Sequence[Element]) -> Found:
    """The partial by every variable as often as it stands there, from all sides.

    It exists where it is the same from all of them, and so are all partials of lower order on the way.
    """
    counts = Counter(variable.label for variable in variables)
    elements = {variable.label: variable for variable in variables}
    iterated = Iterated(around, 1 + max(counts.values()))
    limits = {order: [*_limits(iterated, [elements[x] for x in order])] for order in _orders(list(counts))}
    if any(isinstance(number, Lost) for found in limits.values() for _, number in found):
        return Found(None, None if around.plain else _unknown(around, counts))
    bend_at_point = any(map(partial(_bends, around), elements.values()))  # which is told with the first ones
    powers = sorted(product(*(range(n + 1) for n in counts.values())), key=sum)
    for power in powers[1:]:
        wanted = dict(zip(counts, power, strict=True))
        each = {
            order: [_partial(number, signs, order, wanted) for signs, number in limits[order]]
            for order in limits
        }
        numbers = [number for found in each.values() for number in found]
        if not all(map(isfinite, numbers)):
            return Found()
        if not _one(numbers):
            return Found() if bend_at_point else _parted(around, wanted, each)
    return Found(numbers[-1] + 0.0)


def _bends(around: Surroundings, variable: Element) -> bool:
    """Whether there is no first derivative by a variable, or none is known."""
    both, ((label, node),) = around.along(variable), around.trace.outputs.items()
    return both is None or both.agreed(label, around.trace.value(node)) is None


def _orders(names: list[str]) -> Iterator[tuple[str, ...]]:
    if len(names) <= FEW:
        yield from permutations(names)
    else:
        yield from ((*names[k:], *names[:k]) for k in range(len(names)))


def _limits(iterated: Iterated, elements: Sequence[Element]) -> Iterator[tuple[tuple[int, ...], Any]]:
    """The output beside the point from all sides, each element closer to it than those before."""
    for signs in product((-1, 1), repeat=len(elements)):
        steps = [
            Step({x.node: iterated.around.unit(x)}, sign) for x, sign in zip(elements, signs, strict=True)
        ]
        yield signs, iterated.number(*steps)


def _partial(number: Any, signs: Sequence[int], order: Sequence[str], wanted: dict[str, int]) -> float:
    """That of the wanted orders; nan where there is none, or it is not known."""
    powers = [wanted[name] for name in order]
    for level in range(len(order) - 1, -1, -1):
        m = powers[level]
        if not isinstance(number, Germ) or number.line.level < level:
            number = 0.0 if m else number
            continue
        if m >= number.order or any(e < m and (type(e) is not int or e < 0) for e in number.terms):
            return nan
        number = number.terms.get(m, 0.0)
    odd: int = prod(sign**m for sign, m in zip(signs, powers, strict=True))
    return float(number) * float(odd * prod(map(factorial, powers)))


def _one(numbers: Sequence[float]) -> bool:
    most = CLOSE * max(map(abs, numbers))
    return all(abs(number - numbers[0]) <= most for number in numbers)


def _parted(around: Surroundings, wanted: dict[str, int], each: dict[tuple[str, ...], list[float]]) -> Found:
    """What is told of a partial whose sides, or orders, differ."""
    span, says = cause_of(around, lambda k: False)
    called = _called(wanted)
    numbers = [number for found in each.values() for number in found]
    low, high = min(numbers), max(numbers)
    if all(map(_one, each.values())):
        told = f"the derivative by {called} depends on their order: it is {short(low)} or {short(high)}"
        return Found(nan, Notice("undefined", f"{says}: {told}", span, left=low, right=high))
    told = f"the derivative by {called} is {short(low)} from one side, {short(high)} from another"
    return Found(None, Notice("kink", f"{says}: {told}", span, left=low, right=high))


def _unknown(around: Surroundings, counts: Mapping[str, int]) -> Notice:
    """What is told where there is no following the output beside the point."""
    span, says = cause_of(around, lambda k: False)
    return Notice("kink", f"{says}: the derivative by {_called(counts)} is not known from all sides", span)


def _called(counts: Mapping[str, int]) -> str:
    return ", ".join(f"`{name}`" for name, m in counts.items() for _ in range(m))
