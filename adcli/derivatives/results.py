"""The answers, frozen: one dataclass a kind of question (arrays in `arrayresults`, orders in `series`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from adcli.engine.sweeps.choose import Mode
from adcli.text.notices import Notice

if TYPE_CHECKING:
    from adcli.derivatives.certified import Certified
    from adcli.derivatives.digits import Digits


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What every answer carries.

    source    the text of the expression, or the program's file name
    inputs    the point: every input with its value (a float, or a read-only view of the array given)
    warnings  what there is to know about the answer
    digits    the report of the digits that can be trusted, where asked for
    certified  enclosures of the true values, where asked for
    """

    source: str
    inputs: dict[str, Any]
    warnings: tuple[Notice, ...] = ()
    digits: Digits | None = None
    certified: Certified | None = None


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
