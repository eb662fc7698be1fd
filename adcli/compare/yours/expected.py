"""The user's own derivatives: numbers, formulas or a file."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from adcli.compare.yours.asked import (
    Asked,
    Expected,
    Given,
    Whole,
    flat,
    is_decimal,
    known_to,
    leaves,
    written,
)
from adcli.compare.yours.formula import run_beside
from adcli.language.files.arrays import read_array
from adcli.language.grammar.tree import Kind, Syntax
from adcli.language.mistakes.brackets import arguments_in
from adcli.language.points.bindings import bindings_of
from adcli.language.points.seeds import in_letters
from adcli.language.program import Trace, load
from adcli.language.reading.parser import parse
from adcli.text.errors import AdError
from adcli.text.source import Part, Source, Span

OPTION = "--expect"


NAMED = re.compile(r"(?<![=<>!])=(?!=)|@")  # what a text without names has not


def read_expected(texts: Sequence[str], asked: Asked) -> Given:
    """The user's derivatives by the labels of output and input; the last text wins.

    A text is `x=2*x*y, v[0]=1`, formulas in the program's inputs at their point; or `2*x*y, x^2`, in
    the order of the inputs; or `@FILE` (see `given_file`).
    Raises AdError where a name is no input, or the shapes do not fit.
    """
    from adcli.compare.yours.givenfiles import given_file

    found: Given = {}
    for text in texts:
        if not NAMED.search(text):
            found |= _unnamed(text, asked)
            continue
        read, elements = in_letters(text)
        syntax = parse(Part(read, OPTION, 1, text), "bindings")
        names, values = syntax.parts[syntax.root]
        for name, node in zip(names, values, strict=True):
            span = syntax.span(node)
            if name:
                whole, bound = _formula(syntax, node, asked)
                found |= asked.spread(elements.get(name, name), whole, bound, span, span.text)
            else:
                found |= given_file(Path(syntax.parts[node][0]), span, asked)
    return found


def given_numbers(numbers: Mapping[str, Any], asked: Asked) -> Given:
    """The user's derivatives as exact numbers and arrays by name. Raises as `read_expected`."""
    found: Given = {}
    for name, whole in bindings_of(numbers).values.items():
        found |= asked.spread(name, whole, 0.0, Span(Source(name, "expect"), 0, len(name)))
    return found


def _unnamed(text: str, asked: Asked) -> Given:
    """Numbers or formulas in the order of the inputs."""
    span = Span(Source(text, OPTION), 0, len(text))
    asked.only_output(span)
    numbers: list[Expected] = []
    at = 0
    for part in arguments_in(text):
        at = text.index(part, at)
        numbers += _item(part, text, at, asked.trace)
        at += len(part)
    return asked.in_order(numbers, f"{OPTION} has", span)


def _item(part: str, text: str, at: int, trace: Trace) -> list[Expected]:
    """The numbers of one item of a list, which stands at `at` in the text: decimals, or a formula."""
    decimals = list(leaves(part))
    if all(map(is_decimal, decimals)):
        signed = [decimal.replace("−", "-").replace("–", "-").replace(" ", "") for decimal in decimals]
        return [Expected(float(number), 0.0, known_to(number)) for number in signed]
    outputs = run_beside(load(Part(part, OPTION, 1, text, at)), trace).values()
    return written([number for whole, bound in outputs for number in flat(whole, bound)], part)


def _formula(syntax: Syntax, node: int, asked: Asked) -> Whole:
    """The value of a formula at the program's point."""
    span = syntax.span(node)
    if syntax.kinds[node] == Kind.FILE:
        return read_array(Path(syntax.parts[node][0]), span, dialect=asked.dialect), 0.0
    # what stands before it becomes spaces, so that places in it are places in the whole text
    blank = "".join("\n" if c == "\n" else " " for c in span.source.text[: span.start])
    text = f"({blank[1:]}{span.text})" if blank else span.text
    try:
        return next(iter(run_beside(load(Source(text, span.source.name)), asked.trace).values()))
    except AdError as error:
        place = (
            span if error.span is None else Span(span.source, error.span.start, min(error.span.end, span.end))
        )
        raise AdError(error.kind, error.message, place, hint=error.hint, detail=error.detail) from None
