"""Whether a function whose partials exist at a point is differentiable there.

Where it is, its derivative along every direction is gradient·direction. Fixed directions whose
components are all different, each taken both ways, find most functions where it is not.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from math import inf, isfinite
from typing import Any

from adcli.derivatives.axes.element import Element
from adcli.derivatives.kinks.bends import Told, sides_text
from adcli.derivatives.kinks.sides import TINY, Both
from adcli.derivatives.kinks.surroundings import Surroundings
from adcli.lazy import np
from adcli.text.notices import Notice
from adcli.text.numerals import short

GOLDEN = 0.6180339887498949  # its multiples modulo 1 are spread evenly, and no two are equal
PATTERNS = 3  # of signs, of which each is a direction
FEW = 100  # components that three decimals tell apart
SHOWN = 4  # components of a direction that are named
ROUNDING = 2.0**-30  # of the sizes that are added up

Slopes = Mapping[tuple[int, int], float | None]  # by row and column


def direction_of(pattern: int, count: int) -> list[float]:
    """The components of one of the fixed directions."""
    digits = 3 if count <= FEW else 9
    signs = (1, 1) if pattern == 0 else (1, -1)
    run = max(1, pattern)  # components in a row that have one sign
    return [signs[k // run % 2] * round(0.5 + (k + 1) * GOLDEN % 1 / 2, digits) for k in range(count)]


def elsewhere(
    around: Surroundings,
    outputs: Sequence[Told],
    elements: Sequence[Element],
    slopes: Slopes,
    parted: Collection[int],
) -> list[Notice]:
    """A notice for each output whose partials exist, but that does not go as they say along a direction.

    `slopes` are the partials; rows that are `parted` are told already.
    """
    found: list[Notice] = []
    done: set[str] = set()
    for pattern in range(PATTERNS if len(elements) > 2 else 2):
        components = direction_of(pattern, len(elements))
        both = along_pattern(around, elements, pattern)
        if both is None:
            break
        row = 0
        for output in outputs:
            for place, (left, right) in _sides(output, both):
                terms = [d * c for j, c in enumerate(components) if (d := slopes.get((row, j))) is not None]
                told = output.label in done or row in parted
                if not told and _off(terms, left, right, partial(_rounding, output, both)):
                    done.add(output.label)
                    named = _named(elements, components)
                    found.append(_notice(around, output, place, both, named, (left, right), sum(terms)))
                row += 1
    return found


def along_pattern(around: Surroundings, elements: Sequence[Element], pattern: int = 0) -> Both | None:
    """Both sides along one of the fixed directions of these elements; None where that takes too long."""
    named = f"direction {pattern} of {', '.join(element.label for element in elements)}"
    return around.towards(named, _tangents(around, elements, direction_of(pattern, len(elements))))


def _tangents(
    around: Surroundings, elements: Sequence[Element], components: Sequence[float]
) -> dict[int, Any]:
    """The direction by input nodes."""
    tangents: dict[int, Any] = {}
    for element, component in zip(elements, components, strict=True):
        part = component * around.unit(element)
        before = tangents.get(element.node)
        tangents[element.node] = part if before is None else before + part
    return tangents


def _sides(output: Told, both: Both) -> list[tuple[str, tuple[float | None, float | None]]]:
    """What each element of an output is called, with its slopes from both sides; None where unknown."""
    left, right = both.slopes(output.label, output.value)
    shape = getattr(output.value, "shape", ())
    if not shape:
        agreed = both.agreed(output.label, output.value)
        return [("", (left, right) if agreed is None else (agreed, agreed))]
    places = list(np.ndindex(*shape))
    pairs = [[None] * len(places) if side is None else side.ravel().tolist() for side in (left, right)]
    return [
        (f"[{','.join(map(str, place))}]", (_known(a), _known(b)))
        for place, a, b in zip(places, *pairs, strict=True)
    ]


def _known(slope: float | None) -> float | None:
    return None if slope is None or slope != slope else slope


def _off(
    terms: Sequence[float], left: float | None, right: float | None, rounding: Callable[[], float]
) -> bool:
    """Whether slopes along a direction are not the sum of the partials' terms, far beyond rounding."""
    if left is None or right is None or not all(map(isfinite, terms)):
        return False
    expected = sum(terms)
    allowed = ROUNDING * (sum(map(abs, terms)) + min(abs(left), abs(right)))
    apart = max(abs(left - expected), abs(right - expected))
    if allowed == inf or apart > TINY:
        return allowed == inf or apart > allowed
    return apart > allowed and apart > rounding()


def _rounding(output: Told, both: Both) -> float:
    """What rounding may do to the derivative of an output along a direction; of arrays that is not known."""
    node = both.right.outputs.get(output.label)
    scalars = type(node) is int and both.own and not both.right.graph.shapes
    return both.rounding(node) if scalars and node is not None else 0.0


def _named(elements: Sequence[Element], components: Sequence[float]) -> str:
    named = [f"{e.label}={short(c)}" for e, c in zip(elements[:SHOWN], components, strict=False)]
    return f"({', '.join(named)}{', …' if len(elements) > SHOWN else ''})"


def _notice(
    around: Surroundings,
    output: Told,
    place: str,
    both: Both,
    direction: str,
    sides: tuple[float | None, float | None],
    expected: float,
) -> Notice:
    """Partials exist, the derivative does not: where something bends along the direction, or is decided."""
    leading = around.leading(output.nodes)
    bends = next(((k, kink) for k, kink in around.kinks if k in leading and both.bends(k)), None)
    span, cause = (around.trace.span(bends[0]), bends[1].says) if bends else _tie(around, output)
    called = f"`{output.label}{place}`" if place or output.derivative != "the derivative" else "the function"
    told = (
        f"the partial derivatives exist, but {called} is not differentiable here: along {direction} the "
        f"derivative is {sides_text(both, *sides)}, and by the partial derivatives {short(expected)}"
    )
    return Notice("kink", f"{cause}: {told}", span, None, *sides, cause=cause, told=told)


def _tie(around: Surroundings, output: Told) -> tuple[Any, str]:
    """Where no operation bends: the decision at a tie, or the output."""
    for notice in around.trace.notices:
        if notice.kind == "boundary":
            return notice.span, notice.message.partition(": ")[0]
    return (around.trace.span(output.nodes[0]) if output.nodes else None), "the function bends here"
