"""What the compiler works on: the unit (one function) at hand, labels, and tasks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adcli.language.compiling.instructions import Code

Range = tuple[int, int]  # the nodes low to high of the syntax tree
Task = Range | Callable[[], None]


class Unit:
    """One function while it is compiled (the top level is the outermost)."""

    def __init__(self, code: Code, parent: Unit | None) -> None:
        self.code = code
        self.parent = parent
        self.slots: dict[Any, int] = {}  # (region, name) -> register
        self.constants: dict[Any, int] = {}
        self.loops: list[tuple[Label, Label]] = []  # where `continue` and `break` go
        self.temporary: set[int] = set()  # registers of results that one operation reads

    def register(self, value: Any = None) -> int:
        """A new register, which a frame starts with this value in."""
        self.code.registers.append(value)
        return len(self.code.registers) - 1

    def variable(self, home: int, name: str) -> int:
        """The register of a name, whose region has the key `home`."""
        slot = self.slots.get((home, name))
        if slot is None:
            slot = self.slots[home, name] = self.register()
            self.code.variables[slot] = name
        return slot

    def constant(self, value: Any) -> int:
        """The register of a constant; 0.0 and -0.0 have different ones."""
        key = value if value else repr(value)
        slot = self.constants.get(key)
        if slot is None:
            slot = self.constants[key] = self.register(value)
        return slot


class Label:
    """A place to jump to, which may be known later than the jump."""

    def __init__(self) -> None:
        self.at: int | None = None
        self.jumps: list[int] = []
