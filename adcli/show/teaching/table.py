"""A trace: its JSON fields, and its table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from adcli.answers.steps import Contribution, Decision, Step, Steps
from adcli.export.notation.symbols import expression
from adcli.show.formats.json import plain
from adcli.show.layout.heading import headline
from adcli.show.layout.page import Line, Page, sentence
from adcli.show.teaching.account import account_fields, account_text
from adcli.show.teaching.backward import backward
from adcli.show.teaching.folding import items
from adcli.show.teaching.forward import forward
from adcli.show.teaching.notation import Notation
from adcli.text.numerals import number


def steps_fields(answer: Steps) -> dict[str, Any]:
    """The fields of a trace's document beside those that every answer has."""
    return {
        "output": answer.output,
        "value": answer.value,
        "gradient": answer.gradient,
        "nodes": [_node(answer, k) for k in range(len(answer.steps))],
        "guards": list(map(_guard, answer.decisions)),
        "mode": answer.mode,
        "reason": answer.reason,
        "sweeps": answer.sweeps,
        "costs": account_fields(answer.account),
    }


def _node(answer: Steps, k: int) -> dict[str, Any]:
    step = answer.steps[k]
    found: dict[str, Any] = {
        "id": k,
        "name": step.name,
        "variable": step.name if step.applied is None else step.variable,
        "expression": step.name
        if step.applied is None
        else expression(step.applied, list(map(_text, step.operands))),
        "operation": "input" if step.applied is None else step.applied.operation.name,
        "arguments": list(step.operands),
        "value": step.value,
        "line": step.span.line if step.span else None,
        "column": step.span.column if step.span else None,
    }
    if answer.mode == "forward":
        found["tangents"] = dict(zip(answer.seeds, map(_present, step.tangents), strict=True))
    else:
        found["adjoint"] = _adjoint(step)
        found["contributions"] = [_contribution(answer, part) for part in step.contributions]
    return found


def _text(operand: Any) -> str:
    return (
        operand
        if isinstance(operand, str)
        else number(operand)
        if isinstance(operand, float)
        else str(plain(operand))
    )


def _present(derivative: Any) -> Any:
    """What is structurally absent is 0."""
    return 0.0 if derivative is None else derivative


def _adjoint(step: Step) -> Any:
    """The adjoint; null where the sweep had no need of it, since no chosen input is behind the step."""
    return _present(step.adjoint) if step.active else None


def _contribution(answer: Steps, part: Contribution) -> dict[str, Any]:
    """`partial` and `product` are null where a selection passed nothing on."""
    return {"from": answer.steps[part.source].name, "partial": part.partial, "product": part.product}


def _guard(decision: Decision) -> dict[str, Any]:
    return {
        "line": decision.span.line,
        "column": decision.span.column,
        "condition": decision.text,
        "outcome": decision.outcome if decision.value is None else decision.value,
        "margin": decision.margin,
    }


BLOCK = 1000  # rows that are laid out together


def steps_drawing(answer: Steps, page: Page) -> Iterator[Line]:
    """The table, with what was asked above it and what it cost below."""
    yield from headline(answer.source, answer.output, answer.value, page)
    yield []
    notation = Notation(answer, page)
    draw = backward if answer.mode == "reverse" else forward
    shown = iter(items(answer, page.whole))
    while block := list(islice(shown, BLOCK)):
        yield from draw(block, notation, page.width)
    if answer.steps:
        yield []
    yield from footer(answer, page, notation.shortened)


def footer(answer: Steps, page: Page, shortened: bool) -> Iterator[Line]:
    """How to see what was left out, the mode with its reason, and what both modes take."""
    if shortened:
        yield from sentence("arrays and sums are shortened: --all shows them whole", page)
    costs = account_text(answer.account, answer.mode, answer.sweeps) if answer.sweeps else []
    for text in [answer.reason, *costs]:
        yield from sentence(text, page)
