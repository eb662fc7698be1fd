"""The answers about derivatives of higher order, frozen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from adcli.answers.answer import Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Taylor(Answer):
    """The derivatives f, f', …, f^(n) of an output by one variable, and its Taylor coefficients.

    f(x) = Σ taylor[m] (x - at)^m; derivatives[m] is m! taylor[m]. One that does not exist is nan or
    infinite, with a warning.
    """

    output: str
    variable: str
    at: float
    derivatives: tuple[float, ...]
    taylor: tuple[float, ...]
    mode: Literal["taylor"] = "taylor"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mixed(Answer):
    """The value of an output, and one partial derivative: by each of `wrt` in turn."""

    output: str
    value: float
    wrt: tuple[str, ...]
    derivative: float
    mode: Literal["taylor"] = "taylor"
