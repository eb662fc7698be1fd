"""What an argument of an operation on whole arrays receives, as mathematics: v̄1·xᵀ, Wᵀ·v̄1, v̄1·v/‖v‖."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

# A rule: (position, adjoint, names of the arguments, name of the result, attributes) -> text, or
# empty where it is no short one. `·` is a product, `ᵀ` a transpose.
Written = Callable[[int, str, Sequence[str], str, tuple[Any, ...]], str]


def adjoint_text(
    operation: str,
    position: int,
    adjoint: str,
    names: Sequence[str],
    result: str,
    attributes: tuple[Any, ...],
    symbols: bool,
) -> str:
    """The text of the rule; empty where there is none."""
    written = WRITTEN.get(operation)
    text = written(position, adjoint, names, result, attributes) if written else ""
    if symbols:
        return text
    for symbol, plain in (("⁻ᵀ", "^-T"), ("ᵀ", "^T"), ("·", "*"), ("‖", "|")):
        text = text.replace(symbol, plain)
    return text


def _matmul(position: int, w: str, names: Sequence[str], y: str, attributes: tuple[Any, ...]) -> str:
    left, right = attributes  # numbers of dimensions
    u, v = names
    if left == right == 1:
        return f"{w}·{u if position else v}"
    return f"{u}ᵀ·{w}" if position else f"{w}·{v}ᵀ"


def _outer(position: int, w: str, names: Sequence[str], y: str, attributes: tuple[Any, ...]) -> str:
    u, v = names
    return f"{w}ᵀ·{u}" if position else f"{w}·{v}"


def _scale(position: int, w: str, names: Sequence[str], y: str, attributes: tuple[Any, ...]) -> str:
    return f"{w}·{names[1 - position]}"


def _transpose(position: int, w: str, names: Sequence[str], y: str, attributes: tuple[Any, ...]) -> str:
    return f"{w}ᵀ" if attributes[0] == (1, 0) else ""


def _norm(position: int, w: str, names: Sequence[str], y: str, attributes: tuple[Any, ...]) -> str:
    return f"{w}·{names[0]}/‖{names[0]}‖" if attributes[0] is None else f"{w}·{names[0]}/{y}"


def _inv(position: int, w: str, names: Sequence[str], y: str, attributes: tuple[Any, ...]) -> str:
    return f"-{y}ᵀ·{w}·{y}ᵀ"


def _det(position: int, w: str, names: Sequence[str], y: str, attributes: tuple[Any, ...]) -> str:
    return f"{w}·cofactors({names[0]})"


def _logdet(position: int, w: str, names: Sequence[str], y: str, attributes: tuple[Any, ...]) -> str:
    return f"{w}·{names[0]}⁻ᵀ"


def _solve(position: int, w: str, names: Sequence[str], y: str, attributes: tuple[Any, ...]) -> str:
    right = f"{names[0]}⁻ᵀ·{w}"
    return right if position else f"-({right})·{y}ᵀ"


def _logsumexp(position: int, w: str, names: Sequence[str], y: str, attributes: tuple[Any, ...]) -> str:
    return f"{w}·softmax({names[0]})" if attributes[0] is None else ""


WRITTEN: dict[str, Written] = {
    "matmul": _matmul,
    "outer": _outer,
    "scale": _scale,
    "inner": _scale,
    "transpose": _transpose,
    "norm": _norm,
    "inv": _inv,
    "det": _det,
    "logdet": _logdet,
    "solve": _solve,
    "logsumexp_of": _logsumexp,
}
