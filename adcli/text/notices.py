"""Warnings: the answer stands, and there is something to know about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from adcli.text.source import Span
from adcli.text.width import LONGEST, shortened

WarningKind = Literal[
    "kink", "boundary", "infinite_slope", "undefined", "overflow", "underflow", "unused", "unconnected"
]


@dataclass(frozen=True)
class Notice:
    """A warning: the answer stands, and there is something to know about it.

    input        the input or element that is affected, where it is one
    left, right  one-sided derivatives along it
    detail       stands beside the caret (values at the point)
    cause, told  where several notices may have one cause: that, and what this one adds to it
    rest         what is not affected
    """

    kind: WarningKind
    message: str
    span: Span | None = None
    input: str | None = None
    left: float | None = None
    right: float | None = None
    detail: str = ""
    cause: str = ""
    told: str = ""
    rest: str = ""

    def __post_init__(self) -> None:
        if len(self.message) > LONGEST:
            object.__setattr__(self, "message", shortened(self.message))
