"""Calls under way, and functions as values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from adcli.language.code import Code

if TYPE_CHECKING:
    from adcli.language.tracer import Tracer

Named = dict[str, Any]  # arguments by name
Function = Callable[["Tracer", list[Any], Named, int], Any]  # positional and named arguments, place

Answer = int | None  # what a handler answers: a place to go to, or None to go on
CALLED, STOPPED = -1, -2  # where another frame is next


@dataclass(slots=True)
class Frame:
    """A call that is under way; `result` is the caller's register for its value."""

    code: Code
    at: int
    registers: list[Any]
    result: int


class Builtin:
    """A function of ours as a value, as in `simpson(sin, 0, 1)`."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


@dataclass(slots=True)
class Closure:
    """A function of the program, with the registers around it and the values of its defaults."""

    code: Code
    outside: list[Any]
    defaults: tuple[Any, ...]
