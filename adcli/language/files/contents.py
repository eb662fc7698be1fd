"""The bytes of files and streams: so many at most, and read in steps, so that an alarm can strike."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import BinaryIO

from adcli.text.errors import AdError, OutOfTime

PROGRAM = 10_000_000  # bytes of a program, which takes some hundred times as many while it is compiled
NUMBERS = 200_000_000  # bytes of a file of numbers, and of a line of a file of records
STEP = 1 << 20  # bytes that are read at a time

_asked: ContextVar[int | None] = ContextVar("bytes that the user allows", default=None)


@contextmanager
def allowing(size: int | None) -> Iterator[None]:
    """Within it whatever is read may have so many bytes; None: as many as usual."""
    token = _asked.set(size)
    try:
        yield
    finally:
        _asked.reset(token)


def most(usual: int) -> int:
    """How many bytes something may have that usually may have so many."""
    asked = _asked.get()
    return usual if asked is None else asked


def too_long(name: str, size: int) -> AdError:
    """The error for what is longer than it may be."""
    return AdError("budget", f"{name} is longer than {size:,} bytes", hint="--max-bytes N allows more")


@contextmanager
def waiting(name: str) -> Iterator[None]:
    """Where the time runs out within it, the error will say that this was being read."""
    try:
        yield
    except OutOfTime as stopped:
        stopped.work = f"reading {name}"
        raise


def contents(stream: BinaryIO, name: str, usual: int) -> bytes:
    """All bytes of a stream. Raises AdError (budget) where they are more than it may have."""
    left = most(usual) + 1
    pieces = []
    with waiting(name):
        while left and (piece := stream.read(min(left, STEP))):
            pieces.append(piece)
            left -= len(piece)
    if not left:
        raise too_long(name, most(usual))
    return b"".join(pieces)
