"""Products with a direction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from adcli.answers.answer import Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class TangentProduct(Answer):
    """J ẋ: the derivative of every output along a tangent of the inputs (what it leaves out is 0)."""

    outputs: dict[str, Any]
    tangent: dict[str, Any]
    jvp: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjointProduct(Answer):
    """Jᵀ ȳ: the derivative of Σ ȳ y by every chosen input."""

    outputs: dict[str, Any]
    adjoint: dict[str, Any]
    vjp: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class HessianProduct(Answer):
    """H ẋ: how the gradient of a scalar output changes along a tangent of the inputs."""

    output: str
    value: float
    gradient: dict[str, Any]
    tangent: dict[str, Any]
    hvp: dict[str, Any]
