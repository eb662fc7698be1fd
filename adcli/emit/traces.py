"""The steps of a trace as JSON fields: the same as the table for people shows."""

from __future__ import annotations

from typing import Any

from adcli.derivatives.steps import Contribution, Decision, Step, Steps
from adcli.emit.json import FIELDS, plain
from adcli.emit.symbols import expression
from adcli.numerals import exact


def fields(answer: Steps) -> dict[str, Any]:
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
        "costs": {
            mode: {"sweeps": cost.sweeps, "products": cost.products, "sums": cost.sums}
            for mode, cost in answer.costs.items()
        },
    }


FIELDS["Steps"] = fields  # here, so that other commands need not read this module


def _node(answer: Steps, k: int) -> dict[str, Any]:
    step = answer.steps[k]
    found: dict[str, Any] = {
        "id": k,
        "name": step.name,
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
        else exact(operand)
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
