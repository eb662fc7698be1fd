"""JSON Lines: `{"expr": …, "label": …, "at": {…}}`, one object a line (https://jsonlines.org)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from adcli.language.files.arrays import word_at
from adcli.language.files.dialects import TOLD, Dialect
from adcli.language.grammar.decimals import Reader, to_number
from adcli.language.grammar.lookalikes import spelled
from adcli.language.points.bindings import Bindings, read_point
from adcli.language.program import Program
from adcli.language.state.budget import Limits
from adcli.records.lines import FileLine
from adcli.records.record import Record, nowhere, unreadable, verbatim
from adcli.text.errors import AdError, ErrorKind
from adcli.text.source import Part, Source, Span, in_short

LONGEST_HINT = 120  # characters
FIELDS = ("expr", "label", "at")
DIGITS = 300  # of a whole number that is certainly a double
EXPR = re.compile(r'"expr"\s*:\s*"')
CHARACTER = re.compile(r"\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u....|\\.|[^\"]", re.DOTALL)  # of a string


def records(lines: Iterable[FileLine], name: str, dialect: Dialect = TOLD) -> Iterator[Record]:
    """The records, one a line; blank lines are none."""
    for number, text, fault in lines:
        if fault is not None:
            yield unreadable(name, number, text, fault)
        elif text and not text.isspace():
            yield _record(name, number, text, dialect)


def _record(name: str, number: int, text: str, dialect: Dialect) -> Record:
    numbers = Reader()
    try:
        fields = json.loads(text, parse_float=numbers, parse_int=lambda digits: _whole(digits, numbers))
    except json.JSONDecodeError as fault:
        word = word_at(text, fault.pos)
        told = f"`{in_short(word)}` cannot stand here" if word else "it breaks off"
        return _refused(name, number, text, f"this line is not JSON: {told}", fault.pos)
    except RecursionError:
        return _refused(name, number, text, "this line is nested too deeply")
    if not isinstance(fields, dict):
        return _refused(name, number, text, 'a record is an object: {"expr": "x^2", "at": {"x": 3}}')
    given = fields.get("label")
    label = given if given is None or isinstance(given, str) else json.dumps(given)
    expr, at = fields.get("expr"), fields.get("at")
    if not isinstance(expr, str):
        wrong = "there is no `expr`" if expr is None else "`expr` is not a text"
        return _refused(name, number, text, wrong, label=label, kind="missing" if expr is None else "file")
    if at is not None and not isinstance(at, dict):
        return _refused(name, number, text, '`at` is an object of names and numbers: {"x": 3}', label=label)
    source = Part(expr, name, number, lines=text, find=lambda text: string_offsets(text, len(expr)))
    beside = {key: value for key, value in fields.items() if key not in FIELDS and value is not None}
    point = _Point(at or {}, source, numbers, beside, dialect) if at or beside else nowhere
    return Record(number, label, source, point)


def _whole(digits: str, numbers: Reader) -> float:
    """A whole number, which may have more digits than a double, or than Python reads, can take."""
    return int(digits) if len(digits) < DIGITS else numbers(digits)


def _refused(
    name: str,
    number: int,
    text: str,
    message: str,
    at: int = 0,
    label: str | None = None,
    kind: ErrorKind = "syntax",
) -> Record:
    span = Span(verbatim(name, number, text, 0, len(text)), at, at + 1 if at else len(text))
    return unreadable(name, number, text, AdError(kind, message, span), label)


class _Point:
    """The values of `at`: numbers, arrays, or constant expressions as texts."""

    __slots__ = ("at", "beside", "dialect", "numbers", "source")

    def __init__(
        self,
        at: Mapping[str, Any],
        source: Part,
        numbers: Reader,
        beside: Mapping[str, Any],
        dialect: Dialect,
    ) -> None:
        self.at = at
        self.source = source
        self.numbers = numbers
        self.beside = beside
        self.dialect = dialect

    def __call__(self, program: Program) -> Bindings:
        bindings = Bindings()
        if self.beside:
            self._check_beside(program)
        if self.numbers.found:
            bindings.notices = tuple(self.numbers.notices(self._span(0, len(self.source.lines))))
        for name, value in self.at.items():
            if value is not None:
                bindings.values[_key(name)] = self._number(name, value, bindings, program.limits)
        return bindings

    def _check_beside(self, program: Program) -> None:
        """Refuses values that stand beside `expr`: a remark may, but none with the name of an input."""
        inputs = program.inputs(dict.fromkeys(map(_key, self.beside), 0.0))
        found = {name: value for name, value in self.beside.items() if _key(name) in inputs}
        if not found:
            return
        name = next(iter(found))
        record = json.dumps(
            {"expr": self.source.text, "at": {**found, **self.at}}, ensure_ascii=False, default=str
        )
        hint = f"write {record}" if len(record) <= LONGEST_HINT else f'write "at": {{"{name}": …}}'
        message = f"`{name}` stands beside `expr`, and a record's values stand in `at`"
        raise AdError("usage", message, self._span(*self._place(name, "{")), hint=hint)

    def _number(self, name: str, value: Any, bindings: Bindings, limits: Limits) -> Any:
        if type(value) is float:
            return value
        try:
            return to_number(value)
        except (TypeError, ValueError, OverflowError):
            pass
        try:
            if isinstance(value, str):
                return self._constant(name, value, bindings, limits)
        except AdError as error:
            raise self._refused(name, error.message) from None
        raise self._refused(name, "it is neither a number nor an array of numbers")

    def _constant(self, name: str, text: str, bindings: Bindings, limits: Limits) -> Any:
        """The value of a constant expression."""
        given = read_point(Source(f"_={text}"), limits=limits, dialect=self.dialect)
        if len(given.values) > 1:
            raise AdError("syntax", "it is several bindings")
        where = self._span(*self._place(name))
        bindings.notices += tuple(replace(notice, span=where) for notice in given.notices)
        return given.values["_"]

    def _refused(self, name: str, why: str) -> AdError:
        return AdError(
            "domain", f"the value of `{name}` cannot be read: {why}", self._span(*self._place(name))
        )

    def _place(self, name: str, behind: str = '"at"') -> tuple[int, int]:
        """Where the name stands in the line, behind another text."""
        text = self.source.lines
        key = re.compile(re.escape(json.dumps(name, ensure_ascii=False)) + r"\s*:")
        found = key.search(text, text.find(behind) + 1)
        start = found.start() if found else 0
        return start, start + len(name) + 2

    def _span(self, start: int, end: int) -> Span:
        text = self.source.lines
        return Span(verbatim(self.source.name, self.source.first_line, text, 0, len(text)), start, end)


def _key(name: str) -> str:
    """The name that a key stands for."""
    return spelled(name) or name


def string_offsets(line: str, length: int) -> list[int]:
    """Where in a line each of the `length` characters of the text after `"expr":` stands."""
    match = EXPR.search(line)
    at = match.end() if match else 0
    offsets: list[int] = []
    while len(offsets) < length and (character := CHARACTER.match(line, at)):
        offsets.append(at)
        at = character.end()
    return offsets + [at] * (length + 1 - len(offsets))
