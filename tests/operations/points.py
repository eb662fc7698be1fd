"""Points at which kernels are compared with mpmath: random ones of every size, and hard ones."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

from adcli.operations import Operation
from adcli.operations.rules.floats import FLOATS
from adcli.operations.rules.texts import python_of
from adcli.operations.table import (
    activation,
    arithmetic,
    degrees,
    elementary,
    hyperbolic,
    selection,
    special,
    trigonometry,
)

Point = tuple[float, ...]

ROOMS = (arithmetic, elementary, trigonometry, degrees, hyperbolic, activation, special, selection)
SCALARS: list[Operation] = [operation for room in ROOMS for operation in room.OPERATIONS]

_NEAR = [sign * 2.0**-k for k in (52, 51, 40, 30, 20, 10) for sign in (1.0, -1.0)]
# The doubles nearest to a multiple of π/2, odd and even: by continued fractions of π 2^-k.
QUARTER_TURNS = (
    14461176.67027838, 28922353.34055676, 563416747700.2246, 1126833495400.4492, 2.1684714451092387e20,
    4.336942890218477e20, 8.095985741369106e37, 1.2143978612053659e38, 3.8281827772588983e59,
    7.656365554517797e59, 1.5986289000543612e74, 1.2853022199154463e174, math.ldexp(6381956970095103.0, 797),
)  # fmt: skip
HARD: list[float] = [
    *QUARTER_TURNS,
    *(1.0 + d for d in _NEAR), 1.0 - 2.0**-53,
    *(0.5 + d for d in _NEAR), *(2.0 + d for d in _NEAR),
    *(k * math.pi / 2 for k in (1, 2, 3, 4, 7, 11, 22, 355, 710)),
    5e-324, 1e-310, 2.3e-308, 1e-300, 1e-200, 1e-100, 1e-20, 1e-16, 1.5e-8, 1e-5, 2.0**-30, 2.0**-27,
    0.25, 1.5, 3.0, 10.0, 18.0, 20.0, 22.0, 36.7, 37.5, 40.0, 100.0, 180.0, 360.0, 700.0, 709.7, 745.0,
    1e3, 12345.678, 1e5, 1e8, 2.0**28, 2.0**30, 1e15, 2.0**53, 1e17, 1e100, 1e154, 1e200, 1.7e308,
    1.2784645427610738, 0.7517915246935645, 1.4616321449683622, 2.4572475, 2.7476826, 3.1435808,
    4.493409457909064, 7.725251836937707, 2.081575977818101,  # zeros of slopes, of lgamma, of j_1, j_2
]  # fmt: skip

# Ranges of the arguments where those of the sizes above would only overflow, or take mpmath too long.
RANGES: dict[str, tuple[tuple[float, float], ...]] = {
    "gamma": ((-170.0, 171.0),), "factorial": ((-170.0, 170.0),), "lgamma": ((-1e3, 1e5),),
    "digamma": ((-1e3, 1e5),), "polygamma": ((0.0, 30.0), (-100.0, 1e4)), "beta": ((0.0, 300.0), (0.0, 1e3)),
    "betaslope": ((0.0, 300.0), (0.0, 1e3)), "betacross": ((1e-20, 300.0), (1e-20, 1e3)),
    "psidiff": ((0.0, 3.0), (0.05, 1e3), (0.05, 1e3)), "sphj": ((-60.0, 60.0), (0.0, 8.0)),
    "erf": ((-7.0, 7.0),), "erfc": ((-7.0, 27.0),), "normpdf": ((-38.0, 38.0),), "normcdf": ((-38.0, 10.0),),
    "gelu": ((-38.0, 38.0),), "gauss": ((-27.0, 27.0),), "erfinv": ((-1.0, 1.0),), "erfinvslope": ((-1.0,
    1.0),),
    "rootslope": ((1e-8, 1e8), (-50.0, 50.0)), "rootlog": ((1e-8, 1e8), (-50.0, 50.0)),
    "powlog": ((1e-8, 1e8), (-20.0, 20.0), (1.0, 3.0), (0.0, 2.0)),
}  # fmt: skip
# Points that were wrong once; of two the second derivatives are measured at the first.
FOUND: dict[str, tuple[Point, ...]] = {
    "pow": ((2.2954501399947256e-35, -1.0000000000000002), (1e-250, 0.3)),
    "beta": ((1e-12, 3e-12), (169.99999999999994, 6.533861771791964e-292)),
}
WHOLE = {("polygamma", 0), ("psidiff", 0), ("sphj", 1), ("powlog", 2), ("powlog", 3)}


def admitted(operation: Operation, point: Point) -> bool:
    """Whether no fault of the operation holds at the point."""
    if operation.name == "mod" and abs(point[0]) > 1e14 * abs(point[1]):
        return False  # the quotient, which is the slope, is beyond whole doubles
    parameters = ", ".join(operation.names(len(point)))
    return not any(FLOATS.compiled(parameters, python_of(c))(*point) for c, *_ in operation.faults)


def bends(operation: Operation, point: Point, y: float) -> bool:
    """Whether a kink of the operation lies at the point."""
    parameters = ", ".join((*operation.names(len(point)), "y"))
    texts = [kink.where for kink in operation.kinks if isinstance(kink.where, str)]
    return any(FLOATS.compiled(parameters, python_of(text))(*point, y) for text in texts)


def count_of(operation: Operation) -> int:
    """How many arguments to try it with: three where it takes any number."""
    return len(operation.arguments) if not operation.variadic else max(3, len(operation.arguments) + 1)


def _random(rng: random.Random, low: float, high: float) -> float:
    """A number between low and high: uniform, or log-uniform around 0 or an end."""
    kind = rng.randrange(4)
    if kind < 2:
        return rng.uniform(low, high)
    size = (high - low) * math.exp(rng.uniform(-30.0, 0.0))
    if kind == 2 and low < 0.0 < high:
        x = rng.choice((-1.0, 1.0)) * size
        return x if low <= x <= high else rng.uniform(low, high)
    return low + size if rng.random() < 0.5 else high - size


def _wide(rng: random.Random) -> float:
    size = rng.choice((1.0, 3.0, 8.0, 40.0, 300.0))
    return rng.choice((-1.0, 1.0)) * math.pow(10.0, rng.uniform(-size, size))


def points(operation: Operation, number: int, seed: int = 1) -> Iterator[Point]:
    """Points inside the operation's domain: those found, `number` random ones, the hard ones."""
    rng = random.Random(f"{operation.name} {seed}")
    count = count_of(operation)
    ranges = RANGES.get(operation.name)

    def argument(i: int, wide: bool) -> float:
        if ranges:
            low, high = ranges[i]
        elif wide:
            return _wide(rng)
        else:
            low, high = operation.samples[min(i, len(operation.samples) - 1)]
        x = _random(rng, low, high)
        return float(round(x)) if (operation.name, i) in WHOLE else x

    yield from FOUND.get(operation.name, ())
    for k in range(number):
        point = tuple(argument(i, k % 2 == 0) for i in range(count))
        if admitted(operation, point):
            yield point
    yield from hard(operation, rng)


def hard(operation: Operation, rng: random.Random) -> Iterator[Point]:
    """The hard points inside the operation's domain (and its ranges)."""
    ranges = RANGES.get(operation.name)
    count = count_of(operation)
    for k, x in enumerate(HARD if count < 3 else HARD[::4]):
        for y in (x, -x):
            for i in range(count) if count < 3 else (k % count,):
                low, high = operation.samples[min(i, len(operation.samples) - 1)]
                point = [rng.uniform(low, high) for _ in range(count)]
                if ranges:
                    point = [_random(rng, *ranges[j]) for j in range(count)]
                    if not ranges[i][0] <= y <= ranges[i][1]:
                        continue
                point[i] = y
                point = [float(round(p)) if (operation.name, j) in WHOLE else p for j, p in enumerate(point)]
                if admitted(operation, tuple(point)):
                    yield tuple(point)
