"""How operations on arrays are written, with their attributes put in: `v[1:3]`, `sum(A, axis=0)`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Operands = Sequence[str]
Attributes = tuple[Any, ...]


def key_text(key: Sequence[Any]) -> str:
    """A key as it stands between brackets."""
    return ", ".join(map(_part_text, key))


def _part_text(part: Any) -> str:
    if not isinstance(part, tuple):
        return f"{part:g}" if isinstance(part, float) else str(part)
    if part[:1] != ("slice",):
        return f"[{', '.join(map(str, part))}]"
    start, stop, step = ("" if end is None else str(end) for end in part[1:])
    return f"{start}:{stop}" + (f":{step}" if step else "")


def index(operands: Operands, attributes: Attributes) -> str:
    return f"{operands[0]}[{key_text(attributes[0])}]"


def element(operands: Operands, attributes: Attributes) -> str:
    return f"{operands[0]}[{', '.join(operands[1:])}]"


def store(operands: Operands, attributes: Attributes) -> str:
    return f"{operands[1]} with [{key_text(attributes[0])}] = {operands[0]}"


def store_element(operands: Operands, attributes: Attributes) -> str:
    return f"{operands[1]} with [{', '.join(operands[2:])}] = {operands[0]}"


def transpose(operands: Operands, attributes: Attributes) -> str:
    return f"{operands[0]}.T"


def stack(operands: Operands, attributes: Attributes) -> str:
    return f"[{', '.join(operands)}]"


def matmul(operands: Operands, attributes: Attributes) -> str:
    return f"{operands[0]} @ {operands[1]}"


def reshape(operands: Operands, attributes: Attributes) -> str:
    return f"reshape({operands[0]}, {', '.join(map(str, attributes[0]))})"


def broadcast(operands: Operands, attributes: Attributes) -> str:
    return f"broadcast({operands[0]}, {list(attributes[0])})"


def along(name: str) -> Any:
    """A function with an axis, which is written where there is one."""

    def written(operands: Operands, attributes: Attributes) -> str:
        axis = attributes[0]
        return f"{name}({operands[0]}{'' if axis is None else f', axis={axis}'})"

    return written
