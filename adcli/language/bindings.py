"""Points: what `--at` says."""

from __future__ import annotations

import re
import reprlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import isinf
from pathlib import Path
from typing import Any

from adcli.errors import AdError, Notice
from adcli.language import structures
from adcli.language.budget import Limits
from adcli.language.characters import spelled
from adcli.language.compiler import compile_program
from adcli.language.findings import overflows
from adcli.language.functions import is_ours
from adcli.language.lexer import lexer
from adcli.language.literals import Reader, lost, texts_of
from adcli.language.missing import reject_assignment_in_output, without_value
from adcli.language.parser import parse
from adcli.language.program import Program, literals
from adcli.language.scope import Scope, scope_of
from adcli.language.syntax import Syntax
from adcli.language.tracer import Tracer
from adcli.numerals import exact
from adcli.source import Source, Span


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
            defaults.loose | self.loose,
            (*defaults.notices, *self.notices),
            {k: v for k, v in defaults.texts.items() if k not in self.values} | self.texts,
        )


def read_bindings(texts: Sequence[str], folder: Path | None = None, limits: Limits | None = None) -> Bindings:
    """The bindings of several texts such as `x=2, y=pi/3` or `@point.json`; the last one wins.

    Raises AdError (syntax, name, file, domain, budget) with its place in the option.
    """
    bindings = Bindings()
    for text in texts:
        bindings = read_point(Source(text, "--at"), folder, limits).over(bindings)
    return bindings


def read_point(source: Source, folder: Path | None = None, limits: Limits | None = None) -> Bindings:
    """The bindings of one text; files are looked for in `folder`. Raises as `read_bindings`."""
    return _plain(source) or _read(source, folder or Path(), limits or Limits())


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


def _read(source: Source, folder: Path, limits: Limits) -> Bindings:
    syntax = parse(source, "bindings")
    names, values = syntax.parts[syntax.root]
    if names == ("",):
        return _point_file(syntax, values[0], folder)
    compiled = compile_program(syntax, constant_scope(syntax))
    tracer = Tracer(syntax, compiled, {}, limits)
    tracer.folder = folder
    tracer.run()
    found = Bindings()
    for name, node, register in zip(names, values, compiled.results, strict=True):
        value = structures.result(tracer, tracer.globals[register], node)
        found.values[name] = structures.plain_value(value)
        found.spans[name] = syntax.span(node)
    found.notices = (*literals(syntax), *overflows(tracer), *tracer.lost)
    return found


def constant_scope(syntax: Syntax) -> Scope:
    """A scope without inputs: a binding is a constant expression."""
    scope = scope_of(syntax)
    for name, node in scope.inputs.items():
        hint = f"write {name}(…)" if is_ours(name) else "a binding is a number or a constant expression"
        raise AdError("name", f"`{name}` has no value here", syntax.span(node), hint=hint)
    return scope


def _point_file(syntax: Syntax, node: int, folder: Path) -> Bindings:
    """A whole point from a JSON object, or from an earlier answer, whose `inputs` are taken."""
    from adcli.language.files import read_json

    path, span = syntax.parts[node][0], syntax.span(node)
    numbers = Reader(written=True)
    read = read_json(folder / path, span, numbers)
    if isinstance(read, dict) and isinstance(read.get("inputs"), dict):
        read = read["inputs"]
    if not isinstance(read, dict):
        raise AdError("file", f"{path} holds no object of names and numbers", span)
    try:
        values = {spelled(name) or name: to_number(value) for name, value in read.items()}
        texts = {spelled(name) or name: texts_of(value) for name, value in read.items()}
    except (TypeError, ValueError, OverflowError):
        raise AdError("file", f"{path} holds something that is not a number", span) from None
    notices = tuple(numbers.notices(span, f" in {path}"))
    return Bindings(values, dict.fromkeys(values, span), frozenset(values), notices, texts)


def to_number(value: Any) -> Any:
    """A number, or an array of numbers, of JSON, of Python or of the tracer.

    Raises TypeError, ValueError or OverflowError for what is none.
    """
    if isinstance(value, (bool, int, float)):
        return float(value)
    if isinstance(value, str):
        return _not_finite(value)
    import numpy as np

    array = np.asarray(value)
    if array.dtype.kind not in "biuf":  # NumPy itself would take null for nan, and "1" for 1
        array = np.asarray(value, dtype=object)
        array = np.array([_item(item) for item in array.ravel()]).reshape(array.shape)
    array = array.astype(float, copy=False)
    return float(array) if array.ndim == 0 else array


def _item(value: Any) -> float:
    if isinstance(value, (bool, int, float)):
        return float(value)
    return _not_finite(value)


def _not_finite(text: Any) -> float:
    """A number that JSON has not, as answers write it."""
    if text not in ("nan", "inf", "-inf"):
        raise TypeError("not a number")
    return float(text)


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
        reject_assignment_in_output(program, missing)
        program.compiled(bindings.values)  # what the text itself has wrong comes first
        raise without_value(program, missing, [n for n in bindings.values if n not in inputs])
    point = {name: bindings.values[name] for name in inputs if name in bindings.values}
    return point, (*bindings.notices, *notices)


def exact_text(value: Any) -> str:
    """A value as a user would write it."""
    return exact(value) if isinstance(value, float) else str(value.tolist())
