"""The user's own derivatives: numbers, formulas or a file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from adcli.compare.elements import Element
from adcli.engine.accuracy.rounding import value_bound
from adcli.engine.sweeps.reverse import reverse
from adcli.language.files.arrays import read_array
from adcli.language.files.dialects import TOLD, Dialect
from adcli.language.grammar.decimals import to_number
from adcli.language.grammar.tree import Kind, Syntax
from adcli.language.mistakes.brackets import arguments_in, closing
from adcli.language.mistakes.spelling import nearest
from adcli.language.points.bindings import bindings_of
from adcli.language.points.seeds import in_letters
from adcli.language.program import Program, Trace, load
from adcli.language.reading.parser import parse
from adcli.lazy import np
from adcli.text.errors import AdError
from adcli.text.numerals import counted
from adcli.text.source import Part, Source, Span

OPTION = "--expect"
NAMED = re.compile(r"(?<![=<>!])=(?!=)|@")  # what a text without names has not
DECIMAL = re.compile(r"[+\-−–]?\s*(\d[\d_]*)?(\.[\d_]*)?(?:[eE]([+-]?\d+))?")
EXACT_DIGITS = 17  # a number that is written with so many is the double that it names


@dataclass(frozen=True, slots=True)
class Expected:
    """A derivative as the user has it.

    `bound` is what rounding does to a formula; `known` how far off a number may be as it is written.
    """

    value: float
    bound: float = 0.0
    known: float = 0.0


@dataclass(frozen=True, slots=True)
class Asked:
    """The derivatives that are compared, of scalar outputs by scalar inputs, in the trace of a program."""

    trace: Trace
    outputs: Sequence[Element]
    inputs: Sequence[Element]
    dialect: Dialect = TOLD  # of tables in files

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The labels of output and input, row by row of the Jacobian."""
        return [(o.label, i.label) for o in self.outputs for i in self.inputs]

    def only_output(self, span: Span) -> str:
        """The output, where there is one. Raises AdError where names of inputs do not say enough."""
        if len(self.outputs) == 1:
            return self.outputs[0].label
        named = ", ".join(o.label for o in self.outputs[:8]) + (", …" if len(self.outputs) > 8 else "")
        raise AdError(
            "usage", f"there are {len(self.outputs)} outputs: {named}", span,
            hint="give the Jacobian in a file (@jac.json, @jac.npy), or choose one with --output NAME",
        )  # fmt: skip

    def input(self, name: str, span: Span) -> list[Element]:
        """The scalars of the input that a name, or `dx`, `df_dx`, means. Raises AdError if it is none."""
        for spelt in (name, *self._without_d(name)):
            mine = [e for e in self.inputs if spelt in (e.name, e.label)]
            if mine:
                return mine
        near = nearest(name, [e.name for e in self.inputs])
        known = ", ".join(dict.fromkeys(e.name for e in self.inputs))
        hint = f"did you mean `{near}`?" if near else f"there are: {known}"
        raise AdError("name", f"there is no input `{name}` to compare with", span, hint=hint)

    def _without_d(self, name: str) -> Iterator[str]:
        starts = ("d", "df_d", *(f"d{o.name}_d" for o in self.outputs))
        return (name.removeprefix(start) for start in starts if name.startswith(start))

    def spread(self, name: str, whole: Any, bound: float, span: Span, text: str = "") -> Given:
        """A number or an array for each scalar of one input; `text` is how it is written, if it is known."""
        output, mine, array = self.only_output(span), self.input(name, span), to_number(whole)
        single = isinstance(array, float)
        if (single and len(mine) != 1) or (not single and array.size != len(mine)):
            count = 1 if single else array.size
            raise AdError("shape", f"`{name}` has {len(mine)} elements, and {count} are given", span)
        numbers = written(flat(array, bound), text)
        return {(output, e.label): number for e, number in zip(mine, numbers, strict=True)}

    def in_order(self, numbers: Sequence[Expected], what: str, span: Span) -> Given:
        """Numbers for all derivatives, row by row of the Jacobian."""
        if len(numbers) != len(self.pairs):
            message = (
                f"{what} {counted(len(numbers), 'number')}, for {counted(len(self.pairs), 'derivative')}"
            )
            raise AdError("shape", message, span)
        return dict(zip(self.pairs, numbers, strict=True))


Given = dict[tuple[str, str], Expected]
Whole = tuple[Any, float]  # a number or an array, and the bound


def read_expected(texts: Sequence[str], asked: Asked) -> Given:
    """The user's derivatives by the labels of output and input; the last text wins.

    A text is `x=2*x*y, v[0]=1`, formulas in the program's inputs at their point; or `2*x*y, x^2`, in
    the order of the inputs; or `@FILE` (see `given_file`).
    Raises AdError where a name is no input, or the shapes do not fit.
    """
    from adcli.compare.givenfiles import given_file

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


def is_decimal(text: str) -> bool:
    """Whether a text is a number and no formula."""
    return DECIMAL.fullmatch(text.strip()) is not None and any(map(str.isdecimal, text))


def known_to(text: str) -> float:
    """How far off a number is at most, by its text: half a unit of its last digit.

    Whole numbers, numbers with all the digits of a double, and formulas are exact: 0.
    """
    match = DECIMAL.fullmatch(text.strip())
    if match is None or not is_decimal(text):
        return 0.0
    whole, fraction, exponent = (part or "" for part in match.groups())
    digits = f"{whole}{fraction[1:]}".replace("_", "")
    last = int(exponent or 0) - len(fraction[1:].replace("_", ""))
    if len(digits.lstrip("0")) >= EXACT_DIGITS or (last >= 0 and "." not in text):
        return 0.0
    return 0.5 * float(f"1e{last}")


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


def written(numbers: list[Expected], text: str) -> list[Expected]:
    """The numbers, as far as their text tells them, where it has one for each."""
    texts = list(leaves(text))
    if len(texts) != len(numbers):
        return numbers
    return [replace(number, known=known_to(part)) for number, part in zip(numbers, texts, strict=True)]


def leaves(text: str) -> Iterator[str]:
    """What stands in the innermost lists of a text such as `[1, 2*x], [[0.5]]`, in order."""
    for part in arguments_in(text):
        if part[0] in "[(" and closing(part, 0) == len(part) - 1:
            yield from leaves(part[1:-1])
        else:
            yield part


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


def run_beside(program: Program, trace: Trace) -> Mapping[str, Whole]:
    """The outputs of a program of the user's, at the point of another."""
    point = trace.point()
    for name, has_default in program.inputs(point).items():
        if name not in point and not has_default:
            near = nearest(name, list(point))
            raise AdError(
                "name", f"`{name}` is no input of {trace.program.title}", program.first_seen(name),
                hint=f"did you mean `{near}`?" if near else f"there are: {', '.join(point)}",
            )  # fmt: skip
    known = program.inputs(point)
    run = program.trace({name: value for name, value in point.items() if name in known}, keep=True)
    return {label: (run.value(x), _bound(run, x)) for label, x in run.outputs.items()}


def _bound(run: Trace, x: Any) -> float:
    """What rounding does to an output; of an array, to all its elements together."""
    if type(x) is not int:
        return 0.0
    everything = bytearray(b"\1") * len(run.graph.nodes)
    seed: Any = 1.0
    if x in run.graph.shapes:
        seed = np.ones(run.graph.shapes[x])
    adjoints = reverse(run.graph, run.primal, {x: seed}, everything)
    return value_bound(run.graph, run.primal, adjoints, everything)


def flat(whole: Any, bound: float) -> list[Expected]:
    """The elements of a number or an array."""
    values = whole.ravel().tolist() if hasattr(whole, "ravel") else [float(whole)]
    return [Expected(value, bound) for value in values]
