"""Ctrl-C, which must not get lost.

Where the interrupt strikes while a module is loaded, Python or an extension may take it for a
failure of the import and raise another exception, or can only ignore it, as in a callback.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

_struck = False


def listen() -> None:
    """Remember that Ctrl-C was pressed (unless this process was started to ignore it)."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _strike)
        sys.unraisablehook = _ignored


def deafen() -> None:
    """The answer is out: Ctrl-C comes too late to stop anything."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def struck() -> bool:
    """Whether Ctrl-C was pressed, and what is raised now may be an answer to it."""
    return _struck


def _strike(_signal: int, _frame: Any) -> NoReturn:
    global _struck
    _struck = True
    raise KeyboardInterrupt


def _ignored(unraisable: UnraisableHookArgs) -> None:
    if unraisable.exc_type is KeyboardInterrupt:
        os._exit(130)
    if unraisable.exc_type.__name__ != "OutOfTime":  # whose alarm comes again
        sys.__unraisablehook__(unraisable)
