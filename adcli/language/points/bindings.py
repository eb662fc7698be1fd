"""Points: what `--at` says."""

from __future__ import annotations

import re
import reprlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from math import isinf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adcli.language.compiling.scope import Scope, scope_of
from adcli.language.grammar.decimals import lost, to_number
from adcli.language.grammar.tree import Syntax
from adcli.language.grammar.vocabulary import is_ours
from adcli.language.program import Program, literals
from adcli.language.reading.lexer import lexer
from adcli.language.reading.parser import parse
from adcli.language.state.budget import Limits
from adcli.language.state.registers import plain_value
from adcli.lazy import Lazy
from adcli.text.errors import AdError
from adcli.text.notices import Notice
from adcli.text.numerals import number
from adcli.text.source import Source, Span

if TYPE_CHECKING:
    from adcli.language.compiling import compiler
    from adcli.language.files.dialects import Dialect
    from adcli.language.points import missing as unmet
    from adcli.language.state import findings
    from adcli.language.tracing import tracer as tracing
    from adcli.language.values import general
else:  # plain numbers need none of them
    compiler = Lazy("adcli.language.compiling.compiler")
    unmet = Lazy("adcli.language.points.missing")
    findings = Lazy("adcli.language.state.findings")
    tracing = Lazy("adcli.language.tracing.tracer")
    general = Lazy("adcli.language.values.general")


@dataclass(slots=True)
class Bindings:
    """Names with their values at the point (floats or arrays), and where each was given.

    `loose` names are from a file: what nothing uses is no cause for a warning. `notices` are about
    the values. `texts` are what the numbers of a point's file were written as, in row-major order.
    """

    values: dict[str, Any] = field(default_factory=dict)
    spans: dict[str, Span] = field(default_factory=dict)
    loose: frozenset[str] = frozenset()
    notices: tuple[Notice, ...] = ()
    texts: dict[str, list[str]] = field(default_factory=dict)

    def over(self, defaults: Bindings) -> Bindings:
        """These bindings, completed by others."""
        return Bindings(
            defaults.values | self.values,
            defaults.spans | self.spans,
            self.loose | (defaults.loose - self.values.keys()),
            (*defaults.notices, *self.notices),
            {k: v for k, v in defaults.texts.items() if k not in self.values} | self.texts,
        )


def read_bindings(
    texts: Sequence[str],
    folder: Path | None = None,
    limits: Limits | None = None,
    dialect: Dialect | None = None,
) -> Bindings:
    """The bindings of several texts such as `x=2, y=pi/3` or `@point.json, x=2`; the last one wins.

    `dialect` is that of tables in files.
    Raises AdError (syntax, name, file, domain, budget) with its place in the option.
    """
    bindings = Bindings()
    for text in texts:
        bindings = read_point(Source(text, "--at"), folder, limits, dialect).over(bindings)
    return bindings


def read_point(
    source: Source,
    folder: Path | None = None,
    limits: Limits | None = None,
    dialect: Dialect | None = None,
) -> Bindings:
    """The bindings of one text; files are looked for in `folder`. Raises as `read_bindings`."""
    return _plain(source) or _read(source, folder or Path(), limits or Limits(), dialect)


def bindings_of(values: Mapping[str, Any]) -> Bindings:
    """Bindings from numbers, as the library's callers give them. Raises AdError for what is none."""
    bindings = Bindings()
    if not hasattr(values, "items"):
        raise AdError(
            "usage", f"values are given by name, as in {{'x': 2}}, and not as {reprlib.repr(values)}"
        )
    for name, value in values.items():
        try:
            bindings.values[name] = to_number(value)
        except (TypeError, ValueError, OverflowError):
            told = reprlib.repr(value)
            raise AdError("usage", f"`{name}` is neither a number nor an array of numbers: {told}") from None
    return bindings


@cache
def _pair() -> re.Pattern[str]:
    """`x = -2.5` up to the comma or the end, with the grammar's own numbers."""
    number = lexer().pieces.patterns["NUMBER"]
    return re.compile(rf"\s*([A-Za-z]\w*)\s*=\s*([-+]?{number})\s*(?:,(?!\s*\Z)|\Z)", re.ASCII)


def _plain(source: Source) -> Bindings | None:
    """The bindings, where all are plain numbers: a batch has a million of these."""
    text, match, words = source.text, _pair().match, lexer().pieces.words
    values: dict[str, float] = {}
    spans: dict[str, Span] = {}
    at, end = 0, len(text)
    while at < end:
        pair = match(text, at)
        if pair is None:
            return None
        name, number = pair.groups()
        values[name] = value = float(number)
        if name in words or isinf(value) or (value == 0.0 and lost(number, value)):
            return None
        spans[name] = Span(source, *pair.span(2))
        at = pair.end()
    return Bindings(values, spans) if values else None


def _read(source: Source, folder: Path, limits: Limits, dialect: Dialect | None) -> Bindings:
    syntax = parse(source, "bindings")
    pairs = list(zip(*syntax.parts[syntax.root], strict=True))
    syntax.parts[syntax.root] = tuple(zip(*(pair for pair in pairs if pair[0]), strict=True)) or ((), ())
    _names, nodes = syntax.parts[syntax.root]
    compiled = compiler.compile_program(syntax, constant_scope(syntax))
    tracer = tracing.Tracer(syntax, compiled, {}, limits)
    tracer.folder, tracer.dialect = folder, dialect
    tracer.run()
    found = {node: tracer.globals[register] for node, register in zip(nodes, compiled.results, strict=True)}
    bindings = Bindings()
    for name, node in pairs:
        if name:
            value = plain_value(general.result(tracer, found[node], node))
            bindings = Bindings({name: value}, {name: syntax.span(node)}).over(bindings)
        else:
            bindings = _of_file(syntax, node, folder, dialect).over(bindings)
    notices = (*literals(syntax), *findings.overflows(tracer), *tracer.lost)
    return replace(bindings, notices=(*bindings.notices, *notices))


def constant_scope(syntax: Syntax) -> Scope:
    """A scope without inputs: a binding is a constant expression."""
    scope = scope_of(syntax)
    for name, node in scope.inputs.items():
        hint = f"write {name}(…)" if is_ours(name) else "a binding is a number or a constant expression"
        raise AdError("name", f"`{name}` has no value here", syntax.span(node), hint=hint)
    return scope


def _of_file(syntax: Syntax, node: int, folder: Path, dialect: Dialect | None) -> Bindings:
    """The bindings of a whole point in a file."""
    from adcli.language.points.pointfiles import read_point_file

    span = syntax.span(node)
    found = read_point_file(folder, syntax.parts[node][0], span, dialect)
    spans = dict.fromkeys(found.values, span)
    return Bindings(found.values, spans, frozenset(spans), found.notices, found.texts)


def point_of(program: Program, bindings: Bindings) -> tuple[dict[str, Any], tuple[Notice, ...]]:
    """The point at which to run a program, with what is to say about the bindings.

    That is what they say themselves, and that nothing uses one.

    Raises AdError where an input has no value, or where a binding names a variable that is
    assigned.
    """
    inputs = program.inputs(bindings.values)
    notices = []
    for name in bindings.values:
        if name in inputs:
            continue
        if name in program.scope.bound:
            message = f"`{name}` is assigned in the program and is no input"
            hint = (
                f"to change it from outside, declare it: input {name} = {exact_text(bindings.values[name])}"
            )
            raise AdError("name", message, bindings.spans.get(name), hint=hint)
        if name not in bindings.loose:
            notices.append(Notice("unused", f"nothing uses `{name}`", bindings.spans.get(name), name))
    missing = [
        name for name, has_default in inputs.items() if not has_default and name not in bindings.values
    ]
    if missing:
        unmet.reject_assignment_in_output(program, missing)
        program.compiled(bindings.values)  # what the text itself has wrong comes first
        raise unmet.without_value(program, missing, [n for n in bindings.values if n not in inputs])
    point = {name: bindings.values[name] for name in inputs if name in bindings.values}
    return point, (*bindings.notices, *notices)


def exact_text(value: Any) -> str:
    """A value as a user would write it."""
    return number(value) if isinstance(value, float) else str(value.tolist())
