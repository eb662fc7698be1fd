"""Answers records: a record is what `grad` is for one source, or `jac` where it has several outputs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from adcli.answers.matrices import Jacobian
from adcli.answers.values import Gradient
from adcli.derivatives.axes.outputs import is_scalar
from adcli.derivatives.axes.wrt import selection
from adcli.derivatives.diagnosis.firstorder import refuse_kinks
from adcli.derivatives.questions.gradient import gradient_of
from adcli.language.points.bindings import Bindings, point_of
from adcli.language.program import Program, Trace, load
from adcli.language.state.budget import Limits
from adcli.records.record import Outcome, Record
from adcli.text.errors import AdError
from adcli.text.notices import Notice
from adcli.text.source import Part

PROGRAMS = 256  # that are kept: a table often asks for one expression at many points
LONGEST = 4096  # characters of such an expression
NAMES = 10_000  # that are remembered as used or unused


@dataclass(slots=True)
class Batch:
    """What all records share.

    `defaults` is the point for what a record does not give itself; `wrt`, `output` and `mode` are
    those of `gradient`; `limits` are the budgets of each record; `smooth` makes a kink an error. A name
    that no record used is worth one notice, at the end. Raises AdError where `wrt` cannot be read.
    """

    defaults: Bindings = field(default_factory=Bindings)
    wrt: str | None = None
    output: str | None = None
    mode: str = "auto"
    limits: Limits | None = None
    smooth: bool = False
    notes: dict[str, None] = field(default_factory=dict)
    _programs: dict[str, Program] = field(default_factory=dict)
    _seen: set[str] = field(default_factory=set)
    _used: set[str] = field(default_factory=set)
    _unused: dict[str, Notice] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.wrt is not None:
            selection(self.wrt)
        for name in self.defaults.values:
            if name not in self.defaults.loose:
                self._unused[name] = _nobody_uses(name, self.defaults)

    def answer(self, record: Record) -> Outcome:
        """The outcome of a record; errors are part of it."""
        if record.fault is not None:
            return Outcome(record, error=record.fault)
        try:
            return Outcome(record, self._answer(record))
        except AdError as error:
            return Outcome(record, error=record.placed(error))

    def _answer(self, record: Record) -> Gradient | Jacobian:
        program = self._program(record.source)
        bindings = record.point(program)
        if self.defaults.values:
            bindings = bindings.over(self._defaults_of(program))
        for note in program.notes_at(bindings.values):
            self.notes[note] = None
        try:
            point, notices = point_of(program, bindings)
            answer = self._derivatives(program.trace(point, self.output), notices)
            if self.smooth:
                refuse_kinks(answer.warnings)
        except AdError:
            self._note_used(program.inputs(bindings.values))
            raise
        self._note_used(answer.inputs)
        return self._without_unused(answer) if answer.warnings else answer

    def _derivatives(self, trace: Trace, notices: Sequence[Notice]) -> Gradient | Jacobian:
        """The gradient of a scalar output; the Jacobian of several outputs, or of an array."""
        if is_scalar(trace):
            return gradient_of(trace, self.wrt, self.mode, notices)
        from adcli.derivatives.questions.jacobian import jacobian_of

        return jacobian_of(trace, self.wrt, self.mode, notices)

    def _program(self, source: Part) -> Program:
        """The program of a text; that of an equal text before it, if it is still there."""
        text = source.text
        known = self._programs.get(text)
        if known is not None:
            return replace(known, source=source, syntax=replace(known.syntax, source=source))
        program = load(source)
        program.limits = self.limits or program.limits
        if text in self._seen:  # what comes twice may come often
            if len(self._programs) >= PROGRAMS:
                self._programs.clear()
            self._programs[text] = program
        elif len(text) <= LONGEST:
            if len(self._seen) >= PROGRAMS:
                self._seen.clear()
            self._seen.add(text)
        return program

    def _defaults_of(self, program: Program) -> Bindings:
        """The defaults without the names that this program assigns itself."""
        values = self.defaults.values
        inputs = program.inputs(values)
        taken = {name: v for name, v in values.items() if name in inputs or name not in program.scope.bound}
        return Bindings(taken, self.defaults.spans, frozenset(taken))  # whose notices are told once

    def _note_used(self, inputs: Iterable[str]) -> None:
        if len(self._used) < NAMES:
            self._used.update(inputs)

    def _without_unused(self, answer: Gradient | Jacobian) -> Gradient | Jacobian:
        """The answer without the warning that it has no use for a name: another record may have."""
        kept = []
        for notice in answer.warnings:
            if notice.kind != "unused":
                kept.append(notice)
            elif notice.input and len(self._unused) < NAMES:
                message = f"no record uses `{notice.input}`"
                self._unused.setdefault(notice.input, replace(notice, message=message))
        return replace(answer, warnings=tuple(kept))

    def notices(self) -> Iterator[Notice]:
        """What is to say once: about the defaults, and each name that no record used."""
        yield from self.defaults.notices
        for name, notice in self._unused.items():
            if name not in self._used:
                yield notice


def _nobody_uses(name: str, bindings: Bindings) -> Notice:
    return Notice("unused", f"no record uses `{name}`", bindings.spans.get(name), name)
