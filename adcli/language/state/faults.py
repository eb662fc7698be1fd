"""Gives an error of an operation its place in the text and the values that caused it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from adcli.graph.graph import INPUT, LEAF
from adcli.language.grammar.tree import _is_literal, operands
from adcli.language.mistakes.brackets import fitted
from adcli.language.state.registers import Frame
from adcli.lazy import np
from adcli.text.errors import AdError
from adcli.text.numerals import short
from adcli.text.source import Span, in_short

if TYPE_CHECKING:
    from adcli.language.state.run import Run


SHOWN = 3  # inputs named beside a caret


def locate(tracer: Run, frame: Frame, error: AdError) -> AdError:
    """The error with the span of the instruction that raised it, where it has none yet."""
    if error.span is not None:
        return _with_formula(error, error.span)
    instruction = frame.code.instructions[frame.at - 1]
    place = instruction[-1]
    registers = [r for r in _registers(instruction) if isinstance(r, int)]
    values = [frame.registers[r] for r in registers]
    detail = describe_operands(tracer, place, values)
    span = tracer.syntax.span(place)
    return _with_formula(AdError(error.kind, error.message, span, hint=error.hint, detail=detail), span)


def _with_formula(error: AdError, span: Span) -> AdError:
    """The error; of a logarithm of what has underflowed to 0, with a formula that has its value."""
    if error.kind != "domain" or error.hint or not re.fullmatch(r"log\d* of zero", error.message):
        return error
    from adcli.language.mistakes.logarithms import written_out  # only such an error needs it

    formula = written_out(span.text)
    if formula is not None:
        text = span.source.text
        condition = "where no element is 0, " if "prod" in span.text else ""
        error.hint = f"{condition}write {fitted(formula, text[: span.start], text[span.end :])}"
    return error


def _registers(instruction: tuple[Any, ...]) -> tuple[Any, ...]:
    """The registers that a BINARY, UNARY or NARY instruction reads."""
    operands = instruction[3:-1]
    return operands[0] if operands and isinstance(operands[0], tuple) else operands


def describe_operands(tracer: Run, place: int, values: list[Any]) -> str:
    """`x - 5 = -3 at x = 2`: the operands that are not plain numbers, and the inputs behind them."""
    syntax = tracer.syntax
    told, behind = [], set()
    for node, x in zip(operands(syntax, place), values, strict=False):
        if not isinstance(x, (int, float)) or _is_literal(syntax, node):
            continue
        told.append(f"{in_short(syntax.text(node))} = {short(tracer.value_of(x))}")
        if type(x) is int:
            behind |= inputs_behind(tracer, x)
    names = [n for n, node in tracer.inputs.items() if node in behind]
    point = [
        f"{n} = {short(tracer.value_of(tracer.inputs[n]))}" for n in names if type(tracer.inputs[n]) is int
    ]
    shown = [p for p in point if p not in told][:SHOWN]
    return ", ".join(told) + (f" at {', '.join(shown)}" if shown else "")


def element_detail(tracer: Run, place: int, values: Any, index: tuple[int, ...], shape: Any) -> str:
    """`v = -4 in element [0]`: the operands in the element that has no value."""
    nodes = operands(tracer.syntax, place)
    told = []
    for node, value in zip(nodes, values, strict=False):
        if not _is_literal(tracer.syntax, node):
            element = float(np.broadcast_to(value, shape)[index]) if shape else float(value)
            told.append(f"{in_short(tracer.syntax.text(node))} = {short(element)}")
    return f"{', '.join(told)} in element [{', '.join(map(str, index))}]"


def inputs_behind(tracer: Run, node: int) -> set[int]:
    """The input nodes that a node was computed from."""
    nodes = tracer.builder.nodes
    seen, stack, found = {node}, [node], set()
    while stack:
        k = stack.pop()
        if nodes[k][0] == INPUT:
            found.add(k)
        elif nodes[k][0] >= LEAF:
            fresh = [a for a in nodes[k][1:] if a not in seen]
            seen.update(fresh)
            stack += fresh
    return found
