"""The ladder of steps: the program's values at x ± h for h that shrink by a factor of 8.

Steps are powers of 2 in proportion to the point, so that x ± h is x ± h exactly: rung 0 is an
eighth of |x|'s binade (of 1 at x = 0), rung 13 is 2^-42 of it, where rounding has long won.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import frexp, inf, isfinite, ldexp, log2, ulp

from adcli.compare.replay import Dependent, Missing, Replay, Sample
from adcli.derivatives.axes.places import Element
from adcli.text.errors import AdError

BITS = 3  # the ratio of two steps is 2^3
LOWEST = 13
MOST_EVALUATIONS = 36  # of values; 4 more, of derivatives, may be asked of what seems wrong
FAR = 10  # rungs above the step at which rounding is as large as the derivative


def scale_of(x: float) -> float:
    """The power of 2 that begins x's binade; 1 for 0."""
    return ldexp(1.0, frexp(x)[1] - 1) if x else 1.0


@dataclass(slots=True)
class Side:
    """What is known about one side of the point.

    own      whether every decision there is the one made at the point itself
    choices  what selecting operations choose there; None: not known
    why      why there was no value, where there was none
    """

    sign: int
    run: Replay
    own: bool = True
    choices: tuple[object, ...] | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Rung:
    """A step with the outputs at x + h and at x - h, where they are on the same side as x."""

    h: float
    right: tuple[float, ...] | None
    left: tuple[float, ...] | None


class Ladder:
    """The rungs that were climbed so far, for one input."""

    def __init__(self, dependent: Dependent, element: Element, output: str | None = None) -> None:
        """`dependent` is what depends on the element's input; `output` the one asked for, if one was."""
        self.trace, self.outputs = dependent.trace, dependent.outputs
        self.dependent, self.element, self.output = dependent, element, output
        self.x = element.value
        self.scale = scale_of(element.value)
        here = Replay(dependent, element)
        self.right, self.left = Side(1, here), Side(-1, here)
        self.evaluations = 0
        self.rungs: dict[int, Rung] = {}

    def begin(self) -> None:
        """Climbs the lowest rung there is, and learns what is decided on each side."""
        lowest = LOWEST
        while lowest > 0 and self.step(lowest) < ulp(self.x):
            lowest -= 1
        for side in (self.right, self.left):
            self._learn(side, self.step(lowest))
        self.climb(lowest)

    def step(self, k: int) -> float:
        """The step of rung k; inf where it is beyond the largest double."""
        try:
            return ldexp(self.scale, -BITS * (k + 1))
        except OverflowError:
            return inf

    def climb(self, k: int) -> bool:
        """Evaluates rung k, if it is new, exact, and within the budget."""
        h = self.step(k)
        if k in self.rungs or self.evaluations + 2 > MOST_EVALUATIONS or not ulp(self.x) <= h < inf:
            return False
        self.rungs[k] = Rung(h, self._at(self.right, h), self._at(self.left, h))
        return True

    def descending(self) -> list[Rung]:
        """The rungs from the largest step to the smallest."""
        return [self.rungs[k] for k in sorted(self.rungs)]

    def far(self, bound: float, derivative: float) -> range:
        """Rungs around the step at which rounding, `bound`/h, is far below the derivative.

        The derivative only says where to look; what is found there are values.
        """
        if bound == 0.0 or derivative == 0.0 or not isfinite(derivative):
            return range(LOWEST + 7, LOWEST + 12) if self.x == 0.0 else range(0)
        limit = (log2(self.scale) - log2(bound) + log2(abs(derivative))) / BITS - 1
        start = int(limit) - FAR
        return range(start, start + 5)

    def derivative(self, offset: float, k: int) -> float | None:
        """The derivative of output k by AD at x + offset."""
        self.evaluations += 1
        return (self.right if offset > 0 else self.left).run.derivative(self.x + offset, k)

    def _learn(self, side: Side, h: float) -> None:
        found = self._evaluate(side, h)
        if isinstance(found, Missing) and found.crosses:
            side.own = False
            side.why = found.why
            try:
                point = self.element.moved(self.trace.point(), self.x + side.sign * h)
                trace = self.trace.program.trace(point, self.output, keep=True)
            except AdError as error:
                side.why = error.message
                return
            there = Dependent(trace, trace.inputs[self.element.name], self.outputs)
            side.run = Replay(there, self.element)
            found = self._evaluate(side, h)
        if isinstance(found, Sample):
            side.choices = found.choices
            side.own = side.own and found.choices == self.dependent.here
        else:
            side.why = found.why

    def _at(self, side: Side, h: float) -> tuple[float, ...] | None:
        found = self._evaluate(side, h)
        if isinstance(found, Missing):
            side.why = found.why
            return None
        if side.choices is not None and found.choices != side.choices:
            side.why = self._other_choice(side, found.choices)
            return None
        return found.outputs

    def _other_choice(self, side: Side, choices: tuple[object, ...]) -> str:
        """Which operation chooses otherwise."""
        known = side.choices or ()
        changed = [k for k, (a, b) in enumerate(zip(known, choices, strict=False)) if a != b]
        text = side.run.selection(changed[0]) if changed else ""
        return f"`{text}` is on another side of its kink" if text else "a kink has been passed"

    def _evaluate(self, side: Side, h: float) -> Sample | Missing:
        value = self.x + side.sign * h
        if not isfinite(value):
            return Missing("beyond the largest double")
        self.evaluations += 1
        return side.run.at(value)
