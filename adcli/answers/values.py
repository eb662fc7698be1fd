"""Values and the gradient of one output."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from adcli.answers.answer import Answer
from adcli.engine.sweeps.choose import Mode


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation(Answer):
    """The values of the outputs, by their labels."""

    outputs: dict[str, Any]

    @property
    def value(self) -> Any:
        """The number, where the only output is one; else the outputs by their labels."""
        values = list(self.outputs.values())
        return values[0] if len(values) == 1 and isinstance(values[0], float | int) else self.outputs


@dataclass(frozen=True, slots=True, kw_only=True)
class Gradient(Answer):
    """The value of one scalar output and its derivative by each chosen input.

    An array input has an array of the same shape; an input that the output does not depend on has
    0.0; a derivative that does not exist is nan, or inf for an infinite slope, with a warning.
    """

    output: str
    value: float
    gradient: dict[str, Any]
    mode: Mode
    reason: str
    sweeps: int
