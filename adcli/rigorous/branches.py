"""Whether the decisions of a run hold for the true numbers, too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adcli.language.program import Trace
from adcli.language.state.guards import COMPARISONS, Guard
from adcli.lazy import np
from adcli.rigorous.ball import UNSURE, Ball, equal
from adcli.rigorous.enclosures import Sheet, elements, numbers
from adcli.text.source import on_one_line


class Branches:
    """The guards of a run: `nodes` are those that they compare."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.nodes = [x for guard in trace.guards for x in (guard.a, guard.b) if type(x) is int]

    def doubt(self, sheet: Sheet, balls: Sequence[Ball]) -> tuple[str, bool]:
        """What speaks against the run, and whether that is final at any precision."""
        unsure = ""
        for guard in self.trace.guards:
            answers = [
                COMPARISONS[guard.operation](a, b)
                for a, b in zip(*self._sides(guard, sheet, balls), strict=True)
            ]
            for answer, outcome in zip(answers, np.ravel(guard.outcome).tolist(), strict=True):
                if answer is not UNSURE and bool(answer) != outcome:
                    return f"the true numbers take the other branch{self._place(guard)}", True
                if answer is UNSURE and not unsure:
                    unsure = f"the enclosures do not decide the branch{self._place(guard)}"
        return unsure, False

    def tie(self, sheet: Sheet, balls: Sequence[Ball]) -> tuple[list[int], str] | None:
        """The nodes of decisions that hang on a tie of the true numbers, and what is said of the first."""
        nodes: list[int] = []
        reason = ""
        for guard in self.trace.guards:
            pairs = zip(*self._sides(guard, sheet, balls), strict=True)
            if guard.operation != "is" and any(equal(a, b) is True for a, b in pairs):
                nodes += [k for x in (guard.a, guard.b) if type(x) is int for k in elements(sheet.nodes[x])]
                place = self._place(guard)
                reason = reason or f"the true numbers hang on a tie{place}, and one branch was run"
        return (nodes, reason) if nodes else None

    def _sides(self, guard: Guard, sheet: Sheet, balls: Sequence[Ball]) -> list[list[Any]]:
        """Both sides by elements, in the shape that they have beside each other."""
        return [self._side(x, np.shape(guard.outcome), sheet, balls) for x in (guard.a, guard.b)]

    def _side(self, x: Any, shape: Any, sheet: Sheet, balls: Sequence[Ball]) -> list[Any]:
        if type(x) is int:
            found, own = [balls[k] for k in elements(sheet.nodes[x])], np.shape(sheet.nodes[x])
        else:
            found, own = [Ball(number) for number in numbers(x)], np.shape(x)
        places = np.arange(len(found)).reshape(own)
        return [found[k] for k in np.broadcast_to(places, shape).flat]

    def _place(self, guard: Guard) -> str:
        span = self.trace.program.syntax.span(guard.place)
        return f" at line {span.line}: `{on_one_line(span.text)}`"
