"""The error of finite differences against their step: truncation falls with h, rounding rises."""

from __future__ import annotations

from collections.abc import Iterable

from adcli.answers.comparison import Method, Row, Step, Variation
from adcli.compare.replay import Dependent, Missing, Replay
from adcli.derivatives.axes.places import Element
from adcli.language.program import Trace
from adcli.text.errors import AdError

DECADES = range(1, 16)


class Line:
    """One output along one input, wherever the program runs."""

    def __init__(self, trace: Trace, element: Element, result: Element, output: str | None) -> None:
        self.trace, self.element, self.result, self.output = trace, element, result, output
        self.run = Replay(Dependent(trace, element.node, (result,)), element)

    def at(self, x: float) -> float | None:
        """The value; None where there is none."""
        found = self.run.at(x)
        if not isinstance(found, Missing):
            return found.outputs[0]
        if not found.crosses:
            return None
        try:
            there = self.trace.program.trace(self.element.moved(self.trace.point(), x), self.output)
        except AdError:
            return None
        return self.result.of(there.value(there.outputs[self.result.name]))

    def quotient(self, h: float, method: Method) -> float | None:
        """The difference quotient of a step, over the step that was really taken."""
        x = self.element.value
        if method == "richardson":
            wide, narrow = self.quotient(h, "central"), self.quotient(h / 2, "central")
            return None if wide is None or narrow is None else narrow + (narrow - wide) / 3
        low = x if method == "forward" else x - h
        up, down = self.at(x + h), self.at(low)
        width = (x + h) - low
        return None if up is None or down is None or width == 0.0 else (up - down) / width


def variation(
    trace: Trace, element: Element, result: Element, row: Row, method: Method, output: str | None = None
) -> Variation:
    """The error for h from 1e-1 to 1e-15 of |x| (of 1 at 0), and for the step that was chosen."""
    line = Line(trace, element, result, output)
    scale = abs(element.value) or 1.0
    steps = sorted({scale * float(f"1e-{k}") for k in DECADES} | _chosen(row), reverse=True)
    return Variation(
        input=element.label,
        output=result.label,
        ad=row.ad,
        chosen=row.h,
        steps=tuple(_step(h, line.quotient(h, method), row.ad) for h in steps),
    )


def _chosen(row: Row) -> set[float]:
    return set() if row.h is None else {row.h}


def _step(h: float, fd: float | None, ad: float) -> Step:
    return Step(h, fd, None if fd is None else abs(fd - ad))


def variations(
    trace: Trace,
    inputs: Iterable[Element],
    outputs: Iterable[Element],
    rows: Iterable[Row],
    method: Method,
    output: str | None,
) -> tuple[Variation, ...]:
    """One for each row whose input is among the inputs."""
    inputs_by_label = {element.label: element for element in inputs}
    outputs_by_label = {element.label: element for element in outputs}
    return tuple(
        variation(trace, inputs_by_label[row.input], outputs_by_label[row.output], row, method, output)
        for row in rows
        if row.input in inputs_by_label
    )
