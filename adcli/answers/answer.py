"""What every answer has: its question, its point, its warnings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from adcli.text.notices import Notice

if TYPE_CHECKING:
    from adcli.answers.certified import Certified
    from adcli.answers.digits import Digits


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
