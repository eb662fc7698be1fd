"""Exit statuses."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """What the shell is told."""

    DONE = 0
    NO = 1  # the answer is "no": a check disagreed, a record or a row failed
    WRONG = 2  # the request was wrong: syntax, name, missing value, domain, usage
    INTERRUPTED = 130  # Ctrl-C: 128 + SIGINT, as shells have it
