"""Batch files: one expression a line, with a label before it and a point behind it.

baydin:  log(x1) + x1*x2 - sin(x2)   at x1=2, x2=5

A comment begins with a `#` at the start of a line or after a blank; any other `#` may be part of a
file's name (`at v=@run#3.csv`), and elsewhere is left to the language, which reads a comment too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from adcli.language.files.dialects import TOLD, Dialect
from adcli.language.points.bindings import Bindings, read_point
from adcli.language.program import Program
from adcli.records.lines import FileLine
from adcli.records.record import Record, nowhere, unreadable, verbatim
from adcli.text.errors import AdError
from adcli.text.source import Source, Span

COMMENT = re.compile(r"(?:^|\s)#")
LABEL = re.compile(r"\s*([^\W\d]\w*)\s*:(?!=)")
WORDS = re.compile(r"\s*((?!(?:if|while|for|def|else|elif)\b)\w+(?:[ \t-]+\w+)+)\s*:\s")
POINT = re.compile(r"\sat\s+(?=[^\W\d]\w*\s*=(?!=))")


def records(lines: Iterable[FileLine], name: str, dialect: Dialect = TOLD) -> Iterator[Record]:
    """The records of a batch file; blank lines and comments are none."""
    for number, text, fault in lines:
        if fault is not None:
            yield unreadable(name, number, text, fault)
            continue
        comment = COMMENT.search(text) if "#" in text else None
        end = len((text[: comment.start()] if comment else text).rstrip())
        if end:
            yield _record(name, number, text, end, dialect)


def _record(name: str, number: int, text: str, end: int, dialect: Dialect) -> Record:
    label = LABEL.match(text, 0, end)
    if label is None and (words := WORDS.match(text, 0, end)):
        span = Span(verbatim(name, number, text, 0, len(text)), *words.span(1))
        one = "_".join(re.split(r"\W+", words[1]))
        fault = AdError("syntax", "a label is one name", span, hint=f"write {one}: …")
        return unreadable(name, number, text, fault)
    start = label.end() if label else 0
    stop, begin = _split(text, start, end)
    point = nowhere if begin is None else _Point(verbatim(name, number, text, begin, end), dialect)
    source = verbatim(name, number, text, start, stop)
    return Record(number, label[1] if label else None, source, point)


def _split(text: str, start: int, end: int) -> tuple[int, int | None]:
    """Where the expression ends, and where the bindings begin: at the last ` at ` outside brackets."""
    at = text.rfind("at", start + 1, end)
    while at >= 0:
        match = POINT.match(text, at - 1, end)
        if match and not _closes_more_than_it_opens(text, match.end(), end):
            return at - 1, match.end()
        at = text.rfind("at", start + 1, at)
    return end, None


def _closes_more_than_it_opens(text: str, start: int, end: int) -> bool:
    if text.find(")", start, end) < 0 and text.find("]", start, end) < 0:
        return False
    depth = 0
    for character in text[start:end]:
        if character in "([":
            depth += 1
        elif character in ")]":
            depth -= 1
            if depth < 0:
                return True
    return False


class _Point:
    """The bindings behind ` at `."""

    __slots__ = ("dialect", "source")

    def __init__(self, source: Source, dialect: Dialect) -> None:
        self.source = source
        self.dialect = dialect

    def __call__(self, program: Program) -> Bindings:
        return read_point(self.source, limits=program.limits, dialect=self.dialect)
