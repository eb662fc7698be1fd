"""A record: one expression with its point; and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from adcli.answers.matrices import Jacobian
from adcli.answers.values import Gradient
from adcli.language.points.bindings import Bindings
from adcli.language.program import Program
from adcli.text.errors import AdError
from adcli.text.source import Part, Span

NO_CELLS: Mapping[str, str] = {}


def nowhere(_: Program) -> Bindings:
    """The point of a record that gives none."""
    return Bindings()


class Record(NamedTuple):
    """One expression of a file.

    line    where it begins in the file, from 1
    source  its text, as a part of the file
    point   the point it gives for a program, which is that text read (raises AdError)
    fault   why it cannot be read at all
    cells   of a table's row, what stands beside the expression and the label
    """

    line: int
    label: str | None
    source: Part
    point: Callable[[Program], Bindings] = nowhere
    fault: AdError | None = None
    cells: Mapping[str, str] = NO_CELLS

    def placed(self, error: AdError) -> AdError:
        """The error with a place in the file, where it has none or one in an option."""
        if error.span is not None and isinstance(error.span.source, Part):
            return error
        text = self.source.text
        start = len(text) - len(text.lstrip())
        span = Span(self.source, start, max(start, len(text.rstrip())))
        return AdError(error.kind, error.message, span, hint=error.hint, detail=error.detail)


class Outcome(NamedTuple):
    """A record with its answer, or with the error that took its place.

    The answer is the gradient of a scalar output, or the Jacobian of several and of arrays. It has
    an error beside it where it could not be written in full.
    """

    record: Record
    answer: Gradient | Jacobian | None = None
    error: AdError | None = None


def verbatim(name: str, line: int, lines: str, start: int, end: int) -> Part:
    """The characters start <= i < end of a file's lines, which begin at `line`."""
    return Part(lines[start:end], name, line, lines, start)


def unreadable(name: str, line: int, lines: str, error: AdError, label: str | None = None) -> Record:
    """The record of lines that are none."""
    return Record(line, label, verbatim(name, line, lines, 0, len(lines)), fault=error)
