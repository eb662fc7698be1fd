"""A program for many points: it keeps its last run, whose graph serves while the decisions stay."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from adcli.derivatives.axes.outputs import laid_out, scalar_output
from adcli.derivatives.diagnosis.firstorder import settled_gradient
from adcli.derivatives.questions.gradient import numbers_of
from adcli.given import asking
from adcli.language.points.bindings import bindings_of, point_of
from adcli.language.program import Program, Trace
from adcli.language.reruns.replay import replayed
from adcli.text.errors import AdError


@dataclass(slots=True, eq=False, repr=False)
class Model(Program):
    """A program that was loaded; every function of the library takes it in place of a text.

    runs  how often the program ran, rather than its recorded graph
    """

    runs: int = 0
    _last: dict[tuple[str | None, frozenset[str]], Trace] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"Model({self.title!r})"

    @asking
    def value(self, point: Mapping[str, Any], *, output: str | None = None) -> Any:
        """The value of a scalar output. Raises AdError where there is none."""
        trace = self.at(point, output)
        return trace.value(scalar_output(trace)[1])

    @asking
    def value_and_grad(
        self,
        point: Mapping[str, Any],
        *,
        wrt: str | None = None,
        output: str | None = None,
        mode: str = "auto",
    ) -> tuple[float, dict[str, Any]]:
        """The value of a scalar output and its gradient by input, in the shape of each.

        At a kink a derivative is the number that both sides have, or else one by convention.
        Raises AdError where there is no value, or where there are several outputs.
        """
        trace = self.at(point, output)
        _, node = scalar_output(trace)
        chosen, _, derivatives = numbers_of(trace, node, wrt, mode)
        derivatives, _ = settled_gradient(trace, chosen, derivatives)
        return trace.value(node), dict(zip(chosen.names, laid_out(trace, chosen, derivatives), strict=True))

    @asking
    def at(self, point: Mapping[str, Any], output: str | None = None) -> Trace:
        """The run at a point: the last graph at new values where it still is the program's.

        Raises AdError for a name that nothing uses, too: there is no answer to carry a warning.
        """
        given, notices = point_of(self, bindings_of(point))
        unused = [notice.message for notice in notices if notice.kind == "unused"]
        if unused:
            raise AdError("name", unused[0], hint=f"the inputs are: {', '.join(self.inputs()) or 'none'}")
        key = (output, frozenset(given))
        last = self._last.get(key)
        trace = None if last is None else replayed(last, given)
        if trace is None:
            self.runs += 1
            trace = self.trace(given, output)
            self._last[key] = trace
        return trace
