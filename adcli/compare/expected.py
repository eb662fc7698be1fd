"""The user's own gradient: numbers, formulas or a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adcli.compare.elements import Element
from adcli.engine.rounding import value_bound
from adcli.engine.sweeps import reverse
from adcli.errors import AdError
from adcli.language.bindings import to_number
from adcli.language.calls import nearest
from adcli.language.files import read_array, read_json, read_source
from adcli.language.parser import parse
from adcli.language.program import Program, Trace, load
from adcli.language.syntax import Kind, Syntax
from adcli.source import Source, Span


@dataclass(frozen=True, slots=True)
class Expected:
    """A derivative as the user has it; `bound` is what rounding does to a formula."""

    value: float
    bound: float = 0.0


Whole = tuple[Any, float]  # a number or an array, and the bound


def read_expected(
    texts: Sequence[str], trace: Trace, inputs: Sequence[Element], folder: Path | None = None
) -> dict[str, Expected]:
    """The user's derivatives by the labels of the inputs; the last text wins.

    A text is `x=2*x*y, y=x^2`, formulas in the program's inputs at their point, or `@FILE`: an
    object or an earlier answer (.json), an array in the order of the inputs (.npy, .csv, .json),
    or a program whose outputs are the derivatives, by label (`x`, `dx`, `df_dx`) or in order (.ad).
    Raises AdError where a name is no input, or the shapes do not fit.
    """
    found: dict[str, Expected] = {}
    for text in texts:
        source = Source(text, "--expect")
        syntax = parse(source, "bindings")
        names, values = syntax.parts[syntax.root]
        for name, node in zip(names, values, strict=True):
            if name:
                whole = _formula(syntax, node, trace, folder or Path())
                found |= _spread({name: whole}, inputs, syntax.span(node))
            else:
                path = (folder or Path()) / syntax.parts[node][0]
                found |= _file(path, syntax.span(node), trace, inputs)
    return found


def _formula(syntax: Syntax, node: int, trace: Trace, folder: Path) -> Whole:
    """The value of a formula at the program's point."""
    span = syntax.span(node)
    if syntax.kinds[node] == Kind.FILE:
        return read_array(folder / syntax.parts[node][0], span), 0.0
    # what stands before it becomes spaces, so that places in it are places in the whole text
    blank = "".join("\n" if c == "\n" else " " for c in span.source.text[: span.start])
    text = f"({blank[1:]}{span.text})" if blank else span.text
    try:
        return next(iter(_run(load(Source(text, span.source.name)), trace).values()))
    except AdError as error:
        place = (
            span if error.span is None else Span(span.source, error.span.start, min(error.span.end, span.end))
        )
        raise AdError(error.kind, error.message, place, hint=error.hint, detail=error.detail) from None


def _run(program: Program, trace: Trace) -> dict[str, Whole]:
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
    run = program.trace({name: value for name, value in point.items() if name in known})
    return {label: (run.value(x), _bound(run, x)) for label, x in run.outputs.items()}


def _bound(run: Trace, x: Any) -> float:
    """What rounding does to an output; 0 for arrays, whose elements AD's own bound must cover."""
    if type(x) is not int or x in run.graph.shapes:
        return 0.0
    everything = bytearray(b"\1") * len(run.graph.nodes)
    adjoints = reverse(run.graph, run.primal, {x: 1.0}, everything)
    return value_bound(run.graph, run.primal, adjoints, everything)


def _spread(wholes: Mapping[str, Whole], inputs: Sequence[Element], span: Span) -> dict[str, Expected]:
    """Each input's elements with theirs."""
    found: dict[str, Expected] = {}
    for name, (whole, bound) in wholes.items():
        mine = [e for e in inputs if name in (e.name, e.label)]
        if not mine:
            near = nearest(name, [e.name for e in inputs])
            known = ", ".join(dict.fromkeys(e.name for e in inputs))
            hint = f"did you mean `{near}`?" if near else f"there are: {known}"
            raise AdError("name", f"there is no input `{name}` to compare with", span, hint=hint)
        array = to_number(whole)
        single = isinstance(array, float)
        if (single and len(mine) != 1) or (not single and array.size != len(mine)):
            count = 1 if single else array.size
            raise AdError("shape", f"`{name}` has {len(mine)} elements, and {count} are given", span)
        values = [array] if single else array.ravel().tolist()
        found |= {e.label: Expected(value, bound) for e, value in zip(mine, values, strict=True)}
    return found


def _file(path: Path, span: Span, trace: Trace, inputs: Sequence[Element]) -> dict[str, Expected]:
    if path.suffix.lower() == ".ad":
        return _program_file(path, span, trace, inputs)
    if path.suffix.lower() == ".json":
        read = read_json(path, span)
        if isinstance(read, dict):
            read = read["gradient"] if isinstance(read.get("gradient"), dict) else read
            try:
                wholes = {str(name): (to_number(value), 0.0) for name, value in read.items()}
            except (TypeError, ValueError, OverflowError):
                raise AdError("file", f"{path} holds something that is not a number", span) from None
            return _spread(wholes, inputs, span)
    array = read_array(path, span)
    return _in_order([array] if isinstance(array, float) else array.ravel().tolist(), path, span, inputs)


def _in_order(
    values: Sequence[float], path: Path, span: Span, inputs: Sequence[Element]
) -> dict[str, Expected]:
    if len(values) != len(inputs):
        raise AdError(
            "shape", f"{path} holds {len(values)} numbers, and there are {len(inputs)} derivatives", span
        )
    return {e.label: Expected(value) for e, value in zip(inputs, values, strict=True)}


def _program_file(path: Path, span: Span, trace: Trace, inputs: Sequence[Element]) -> dict[str, Expected]:
    try:
        source = read_source(str(path))
    except AdError as error:
        raise AdError("file", error.message, span, hint=error.hint) from None
    outputs = _run(load(source), trace)
    names = {spelling: e.name for e in inputs for spelling in (e.name, f"d{e.name}", f"df_d{e.name}")}
    if all(label in names for label in outputs):
        return _spread({names[label]: whole for label, whole in outputs.items()}, inputs, span)
    numbers = [number for whole, bound in outputs.values() for number in _flat(whole, bound)]
    if len(numbers) != len(inputs):
        raise AdError(
            "shape", f"{path} has the outputs {', '.join(outputs)}: not {len(inputs)} derivatives", span,
            hint=f"name its outputs {', '.join(dict.fromkeys('d' + e.name for e in inputs))}",
        )  # fmt: skip
    return {e.label: number for e, number in zip(inputs, numbers, strict=True)}


def _flat(whole: Any, bound: float) -> list[Expected]:
    values = whole.ravel().tolist() if hasattr(whole, "ravel") else [float(whole)]
    return [Expected(value, bound) for value in values]
