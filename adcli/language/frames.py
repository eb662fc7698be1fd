"""Calls under way, and functions as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from adcli.language.code import Code

CALLED, STOPPED = -1, -2  # what a handler answers instead of a place to go on


@dataclass(slots=True)
class Frame:
    """A call that is under way; `result` is the caller's register for its value."""

    code: Code
    at: int
    registers: list[Any]
    result: int


@dataclass(slots=True)
class Closure:
    """A function of the program, with the registers around it and the values of its defaults."""

    code: Code
    outside: list[Any]
    defaults: tuple[Any, ...]
