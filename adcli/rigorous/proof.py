"""Enclosures at rising precision, until every number has its digits or cannot get them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from flint import arb, ctx

from adcli.answers.answer import Answer
from adcli.answers.certified import Certified, Proven
from adcli.answers.matrices import Hessian, Jacobian
from adcli.answers.values import Evaluation, Gradient
from adcli.derivatives.axes.slices import Part, inputs_of, labels_of, outputs_of
from adcli.language.points.bindings import Bindings, point_of
from adcli.language.program import Program, Trace
from adcli.language.reruns.exact import exact_trace
from adcli.rigorous.ball import Ball
from adcli.rigorous.branches import Branches
from adcli.rigorous.decimals import proven
from adcli.rigorous.enclosing import UNDECIDED, Element, Enclosed, Question, enclosed
from adcli.rigorous.enclosures import Points, Sheet, elements, numbers
from adcli.text.errors import AdError
from adcli.text.notices import Notice
from adcli.text.source import on_one_line

FARTHEST = 10**6  # powers of ten that are told
BITS = (128, 256, 512, 1024, 2048, 4096, 8192, 16384)
NO_DERIVATIVE = ("kink", "boundary")
PERHAPS = ("undefined", "infinite_slope")  # in doubles; the true derivative may exist all the same
WORK = 200_000_000  # nodes times bits, beyond which precision does not rise

Given = TypeVar("Given", bound=Answer)


def prove(answer: Given, program: Program, bindings: Bindings, wrt: str | None, output: str | None) -> Given:
    """The answer with its numbers proven."""
    point, _ = point_of(program, bindings)
    run = exact_trace(program, point, output)
    trace = run.trace
    outputs, inputs = outputs_of(trace), inputs_of(trace, wrt)
    branches = Branches(trace)
    asked = [part.node for part in (*outputs, *inputs) if type(part.node) is int]
    sheet = Sheet(trace.graph, trace.primal, run.leaves, [*asked, *branches.nodes])
    question = _question(answer, sheet, outputs, inputs)
    points = Points(bindings, [leaf.what for leaf in run.leaves.values() if leaf.kind == "given"])
    before = ctx.prec
    try:
        found = _rising(question, sheet, points, branches, answer.warnings)
    finally:
        ctx.prec = before
    return replace(answer, certified=found)


def _question(answer: Answer, sheet: Sheet, outputs: Sequence[Part], inputs: Sequence[Part]) -> Question:
    values, slopes, seconds = _doubles(answer)
    if isinstance(answer, Evaluation):
        inputs = ()
    return Question(
        labels_of(outputs),
        labels_of(inputs),
        [(part.label, part.shape) for part in inputs],
        [x for part in outputs for x in _elements(sheet, part)],
        [int(x) for part in inputs for x in _elements(sheet, part)],
        values,
        slopes,
        seconds,
    )


def _elements(sheet: Sheet, part: Part) -> list[Element]:
    if type(part.node) is not int:
        return list(numbers(part.node))
    nodes: list[Element] = list(elements(sheet.nodes[part.node]))
    return nodes if part.place is None else [nodes[part.place]]


def _doubles(answer: Answer) -> tuple[list[float], list[list[float]], list[list[float]] | None]:
    """The values, first and second derivatives of an answer, element by element."""
    if isinstance(answer, Evaluation):
        return [x for value in answer.outputs.values() for x in numbers(value)], [], None
    if isinstance(answer, Gradient):
        return [answer.value], [[x for slope in answer.gradient.values() for x in numbers(slope)]], None
    if isinstance(answer, Hessian):
        if answer.hessian is None:
            raise AdError("usage", "the whole Hessian is certified, not its diagonal alone")
        return [answer.value], [list(answer.slopes)], answer.hessian
    assert isinstance(answer, Jacobian)
    return list(answer.value), answer.jacobian, None


def _rising(
    question: Question, sheet: Sheet, points: Points, branches: Branches, warnings: Sequence[Notice]
) -> Certified:
    settled = _settled(question, warnings)
    for bits in BITS:
        ctx.prec = bits
        balls = sheet.evaluate(points.evaluate())
        doubt, final = branches.doubt(sheet, balls)
        enclosures = enclosed(question, sheet, balls, branches)
        found = _certified(question, enclosures, warnings, doubt, bits)
        settled |= {enclosures.reason} - {"", UNDECIDED}
        final = final or bits * len(balls) > WORK
        if final or all(number.text or number.reason in settled for number in found.numbers):
            break
    return _explained(found, question, sheet, balls, enclosures, branches.trace, warnings)


def _certified(
    question: Question, enclosed: Enclosed, warnings: Sequence[Notice], doubt: str, bits: int
) -> Certified:
    """The numbers that are proven at this precision; the others say why, as far as is known."""

    def one(number: arb | None, double: float, against: str = "") -> Proven:
        if doubt or against or number is None:
            return Proven(None, reason=doubt or against or enclosed.reason)
        return proven(number, double) or Proven(None)

    bent = [_against(warnings, column) for column in question.columns]
    values = [one(x, d) for x, d in zip(enclosed.values, question.values, strict=True)]
    slopes = [
        [one(x, d, why) for x, d, why in zip(row, doubles, bent, strict=True)]
        for row, doubles in zip(enclosed.slopes, question.slopes, strict=True)
    ]
    seconds = None
    if enclosed.seconds is not None and question.seconds is not None:
        seconds = [
            [one(x, d, bent[i] or why) for x, d, why in zip(row, doubles, bent, strict=True)]
            for i, (row, doubles) in enumerate(zip(enclosed.seconds, question.seconds, strict=True))
        ]
    return Certified(question.rows, question.columns, question.parts, values, slopes, seconds, bits)


def _against(warnings: Sequence[Notice], column: str, kinds: Sequence[str] = NO_DERIVATIVE) -> str:
    """Why there is no derivative by an input, as the double answer found."""
    for notice in warnings:
        by = notice.input is None or notice.input == column or column.startswith(f"{notice.input}[")
        if notice.kind in kinds and by:
            return notice.message
    return ""


def _settled(question: Question, warnings: Sequence[Notice]) -> set[str]:
    """Reasons that no precision will change."""
    return {reason for column in question.columns if (reason := _against(warnings, column))}


def _explained(
    found: Certified,
    question: Question,
    sheet: Sheet,
    balls: Sequence[Ball],
    enclosed: Enclosed,
    trace: Trace,
    warnings: Sequence[Notice],
) -> Certified:
    """The same, with a reason for everything that is not proven."""

    def told(number: Proven, enclosure: arb | None, y: Element, column: str = "") -> Proven:
        if number.text is not None or number.reason:
            return number
        reason = _against(warnings, column, PERHAPS) if column else ""
        return replace(number, reason=reason or _reason(enclosure, y, sheet, balls, trace, found.bits))

    def row(numbers_: list[Proven], enclosures: list[arb | None], y: Element) -> list[Proven]:
        return [told(n, x, y, c) for n, x, c in zip(numbers_, enclosures, question.columns, strict=True)]

    values = [told(*each) for each in zip(found.values, enclosed.values, question.outputs, strict=True)]
    slopes = [row(*each) for each in zip(found.slopes, enclosed.slopes, question.outputs, strict=False)]
    seconds = found.seconds
    if seconds is not None and enclosed.seconds is not None:
        y = question.outputs[0]
        seconds = [row(a, b, y) for a, b in zip(seconds, enclosed.seconds, strict=True)]
    return replace(found, values=values, slopes=slopes, seconds=seconds)


def _reason(
    number: arb | None, y: Element, sheet: Sheet, balls: Sequence[Ball], trace: Trace, bits: int
) -> str:
    """Why a number has not got its digits at the highest precision."""
    if number is not None and number.is_finite():
        if not number.contains(0):
            return f"the enclosure is too wide even in {bits} bits"
        power = int(number.abs_upper().mid_rad_10exp(1)[2]) + 1 if number.abs_upper() > 0 else 0
        if abs(power) > FARTHEST:
            wide = f"the enclosure is too wide even in {bits} bits"
            return wide if power > 0 else "it is 0 or very near, and no precision tells 0 from that"
        return f"it is 0 or very near: its size is below 1e{power}, and no precision tells 0 from that"
    for k in range(len(balls)):
        if not balls[k].arb.is_finite() and (type(y) is not int or k <= y):
            old = next((o for o, new in enumerate(sheet.nodes) if k in elements(new)), None)
            span = None if old is None else trace.span(old)
            text = f"`{on_one_line(span.text)}`" if span is not None else "an operation"
            if k in sheet.undecided:
                return f"the enclosures do not decide {text}, which jumps or bends here"
            return f"{text} has no enclosure here: its arguments may lie outside the domain, or it overflows"
    return "a derivative on the way has no enclosure at this point"
