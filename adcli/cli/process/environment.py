"""The streams that a command reads and writes; tests put their own in place."""

from __future__ import annotations

import codecs
import errno
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from io import StringIO
from typing import BinaryIO, NamedTuple, TextIO

# What a terminal without Unicode gets instead; everything else is escaped.
PLAIN = str.maketrans(
    {
        "…": "...", "·": "*", "×": "*", "÷": "/", "−": "-", "–": "-", "—": "-", "→": "->", "√": "sqrt",
        "≤": "<=", "≥": ">=", "≠": "!=", "±": "+-", "∞": "inf", "π": "pi", "τ": "tau", "′": "'", "″": "''",
        "²": "^2", "³": "^3", "∂": "d", "∈": "in", "ℤ": "Z", "ℝ": "R", "“": '"', "”": '"', "‘": "'", "’": "'",
        "γ": "gamma", "Γ": "Gamma", "ψ": "psi", "σ": "sigma", "Σ": "sum", "Π": "prod",
        "⁻": "^-", "¹": "1", "ᵀ": "^T", "∫": "integral",
        "φ": "phi", "Φ": "Phi", "↑": "^", "↓": "v", "\N{COMBINING MACRON}": "_",
    }
)  # fmt: skip


class Environment(NamedTuple):
    """Standard streams, the environment's variables, and what is known about the terminal.

    `width` is the terminal's number of columns; it means nothing where neither stdout nor stderr is one.
    """

    stdin: BinaryIO
    stdout: TextIO
    stderr: TextIO
    environ: Mapping[str, str]
    stdout_is_terminal: bool = False
    stderr_is_terminal: bool = False
    width: int = 80

    def colours(self, is_terminal: bool, refused: bool = False) -> bool:
        """Whether a stream gets colours: https://no-color.org and https://force-color.org."""
        if refused or self.environ.get("NO_COLOR"):
            return False
        if self.environ.get("FORCE_COLOR"):
            return True
        return is_terminal and self.environ.get("TERM") not in ("dumb", "unknown")

    def symbols(self) -> bool:
        """Whether stdout's encoding carries the signs of mathematics."""
        try:
            "·∂ᵀ×↓\N{COMBINING MACRON}".encode(self.stdout.encoding or "utf-8")
        except UnicodeEncodeError:
            return False
        return True

    def message_width(self) -> int | None:
        """Columns of the terminal that shows stderr; None where it is none."""
        return self.width if self.stderr_is_terminal else None

    def say(self, text: str) -> None:
        """Write to stderr, below what is on stdout; if nobody listens there, nobody misses it."""
        with suppress(OSError, ValueError):  # stdout's own faults come up at its last flush
            self.stdout.flush()
        with suppress(OSError, ValueError):
            self.stderr.write(text + "\n")
            self.stderr.flush()


def of_process() -> Environment:
    """The environment of this process."""
    codecs.register_error("adcli.plain", _plain)
    stdout, stderr = _open(sys.stdout, Closed()), _open(sys.stderr, Bottomless())
    stdin = sys.stdin.buffer if sys.stdin is not None else open(os.devnull, "rb")  # noqa: SIM115
    return Environment(
        stdin, stdout, stderr, os.environ, stdout.isatty(), stderr.isatty(), _columns(stdout, stderr)
    )


class Closed(StringIO):
    """Stands for stdout where that is closed: an answer that is written there is lost."""

    def write(self, text: str) -> int:
        raise OSError(errno.EBADF, "standard output is closed")


class Bottomless(StringIO):
    """Stands for stderr where that is closed: nobody wants to hear."""

    def write(self, text: str) -> int:
        return len(text)


def _open(stream: TextIO | None, closed: TextIO) -> TextIO:
    """The stream, made unable to fail on a character; the other one where it is closed."""
    if stream is None:
        return closed
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="adcli.plain")
    return stream


def _plain(error: UnicodeError) -> tuple[str, int]:
    """Codec error handler: the nearest ASCII spelling, or else an escape."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end].translate(PLAIN)
    return text.encode("ascii", "backslashreplace").decode("ascii"), error.end


def _columns(*streams: TextIO) -> int:
    """Columns of the terminal: COLUMNS, or what the first that is a terminal says, or 80."""
    asked = os.environ.get("COLUMNS", "")
    if asked.isdecimal() and int(asked) > 0:
        return int(asked)
    for stream in streams:
        with suppress(OSError, ValueError):
            return os.get_terminal_size(stream.fileno()).columns or 80
    return 80
