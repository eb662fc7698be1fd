"""The table of operations: each is declared once, and everything else follows from it."""

from __future__ import annotations

from functools import lru_cache

from adcli.operations.operation import Form, Kink, Operation, Pass
from adcli.operations.table import (
    activation,
    arithmetic,
    arrays,
    degrees,
    elementary,
    hyperbolic,
    matrices,
    selection,
    special,
    trigonometry,
)

ROOMS = (
    arithmetic,
    elementary,
    trigonometry,
    degrees,
    hyperbolic,
    activation,
    special,
    selection,
    arrays,
    matrices,
)

TABLE: dict[str, Operation] = {operation.name: operation for room in ROOMS for operation in room.OPERATIONS}

SPELLINGS: dict[str, tuple[Operation, ...]] = {}
for _operation in TABLE.values():
    for _name in _operation.spellings:
        SPELLINGS[_name] = (*SPELLINGS.get(_name, ()), _operation)


@lru_cache
def find(name: str, count: int) -> Operation | None:
    """The operation on scalars that `name` means with `count` arguments; None: there is none."""
    for operation in SPELLINGS.get(name, ()):
        if operation.accepts(count) and not operation.tensor:
            return operation
    return None


__all__ = ["ROOMS", "SPELLINGS", "TABLE", "Form", "Kink", "Operation", "Pass", "find"]
