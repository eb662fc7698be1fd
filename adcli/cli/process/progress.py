"""A line on stderr that says how far long work has come, where somebody watches."""

from __future__ import annotations

import os
from time import monotonic
from typing import BinaryIO

from adcli.cli.process.environment import Environment

LONG = 1.0  # seconds that work takes before it is worth a line
PAUSE = 0.1  # seconds between two lines
ERASE = "\r\x1b[K"


class Progress:
    """The line; it is there only while the work goes on, and in a terminal."""

    def __init__(self, environment: Environment, stream: BinaryIO, colours: bool) -> None:
        self.environment = environment
        self.stream = stream
        self.colours = colours
        self.began = monotonic()
        self.next = self.began + LONG
        self.shown = False

    def step(self, done: int, failed: int) -> None:
        """Tell how far the work is; cheap where there is nothing to tell yet."""
        now = monotonic()
        if now < self.next:
            return
        self.next = now + PAUSE
        if not self.environment.stderr_is_terminal:
            self.next = float("inf")
            return
        from adcli.show.layout.page import Page
        from adcli.show.layout.progress import progress

        page = Page(width=self.environment.width, colours=self.colours)
        self._write(ERASE + progress(done, failed, self._fraction(), now - self.began, page))
        self.shown = True

    def clear(self) -> None:
        """Take the line away, so that something else can be said."""
        if self.shown:
            self._write(ERASE)
            self.shown = False

    def _fraction(self) -> float | None:
        """How much of the file is read; None for a pipe."""
        try:
            size = os.fstat(self.stream.fileno()).st_size
            return self.stream.tell() / size if size else None
        except (OSError, ValueError):
            return None

    def _write(self, text: str) -> None:
        try:
            self.environment.stderr.write(text)
            self.environment.stderr.flush()
        except (OSError, ValueError):
            pass
