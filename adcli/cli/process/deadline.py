"""--timeout: an alarm that stops whatever runs, wherever it is.

The alarm is a signal (SIGALRM; where there is none, a timer that interrupts the main thread as
Ctrl-C does), whose handler raises `OutOfTime`. Python takes signals between its own instructions:
one operation on a large array is finished first.
"""

from __future__ import annotations

import _thread
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from time import monotonic
from typing import Any

from adcli.text.errors import AdError, OutOfTime

AGAIN = 1.0  # seconds until the next alarm, should the first have struck where Python ignores exceptions
LONGEST = 1e8  # seconds that every system's timer can hold

# What the work was at, by the rooms that were entered; the first that fits.
STAGES = (
    ("adcli.language.tracing.tracer", "running the program"),
    ("adcli.language.tracing.straight", "running the program"),
    ("adcli.compare", "comparing with finite differences"),
    ("adcli.language", "reading the program"),
    ("adcli.engine", "in a sweep"),
    ("adcli.derivatives", "differentiating"),
    ("adcli.show", "writing the answer"),
)


@contextmanager
def deadline(seconds: float | None) -> Iterator[None]:
    """Raises OutOfTime in the block when so many seconds have passed; None: never.

    Raises AdError (usage) outside the main thread, which alone gets signals.
    """
    if seconds is None or seconds == inf:
        yield
        return
    end = monotonic() + seconds
    number = getattr(signal, "SIGALRM", signal.SIGINT)

    def stop(_signal: int, _frame: Any) -> None:
        if number == signal.SIGINT and monotonic() < end:
            raise KeyboardInterrupt
        raise OutOfTime(seconds)

    try:
        before = signal.signal(number, stop)
    except ValueError:
        raise AdError("usage", "--timeout works in the main thread only") from None
    disarm = _armed(min(seconds, LONGEST))
    try:
        yield
    finally:
        disarm()
        signal.signal(number, before)


def _armed(seconds: float) -> Any:
    """Starts the timer; calling the result stops it."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
        return lambda: signal.setitimer(signal.ITIMER_REAL, 0)
    from threading import Timer

    timer = Timer(seconds, _thread.interrupt_main)
    timer.daemon = True
    timer.start()
    return timer.cancel


def as_error(stopped: OutOfTime) -> AdError:
    """The error that tells where the time ran out."""
    rooms = []
    traceback = stopped.__traceback__
    while traceback is not None:
        rooms.append(str(traceback.tb_frame.f_globals.get("__name__")))
        traceback = traceback.tb_next
    stage = stopped.work or next(
        (said for room, said in STAGES if any(name.startswith(room) for name in rooms)), ""
    )
    unit = "second" if stopped.seconds == 1 else "seconds"
    message = f"stopped after {stopped.seconds:g} {unit}{': ' if stage else ''}{stage}"
    return AdError("budget", message, stopped.span, hint="--timeout SECONDS allows more")
