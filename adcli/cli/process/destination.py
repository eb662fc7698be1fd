"""Where results go: stdout, or a file that is written whole or not at all."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from secrets import token_hex
from typing import IO, Any, NoReturn

from adcli.cli.process.environment import Environment
from adcli.text.errors import AdError, OutOfTime

ENDINGS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


def form_of(path: str, forms: Mapping[str, str]) -> str | None:
    """The format that the ending of a path tells, of those by their endings; None where it has none.

    What is no regular file (a pipe, a device) has no ending. Raises AdError (usage) for another one.
    """
    ending = os.path.splitext(path)[1].lower()
    if ending in ("", ".") or _is_stream(path):
        return None
    if ending not in forms:
        *others, last = forms
        raise AdError(
            "usage",
            f"{path} ends in {ending}, which is no format that adcli writes",
            hint=f"name the format, --csv or --json, or let it end in {', '.join(others)} or {last}",
        )
    return forms[ending]


def _is_stream(path: str) -> bool:
    return os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)


# A path of our own streams: what they lead to may be a file in which others have written already.
OURS = {"-": 1, "/dev/stdout": 1, "/dev/fd/1": 1, "/proc/self/fd/1": 1}
OURS |= {"/dev/stderr": 2, "/dev/fd/2": 2, "/proc/self/fd/2": 2}


@contextmanager
def destination(path: str | None, environment: Environment) -> Iterator[IO[str]]:
    """A stream to write to: stdout, or a new file beside `path` that takes its place at the end.

    If anything goes wrong in between, Ctrl-C, a full disk and the end of the terminal included,
    `path` stays what it was.
    Raises AdError (file) where nothing can be written there.
    """
    if path is None or path in OURS:
        yield environment.stdout if OURS.get(path or "-") == 1 else environment.stderr
        return
    if os.path.exists(path) and not os.path.isfile(path):
        with _opening(path), open(path, "w", encoding="utf-8", newline="") as stream:
            yield stream
        return
    target = os.path.realpath(path)
    folder, name = os.path.split(target)
    new = os.path.join(folder, f".{name}.{token_hex(4)}")
    try:
        with _opening(path):
            stream = open(new, "x", encoding="utf-8", newline="")  # noqa: SIM115 - closed before it is renamed
        with stream, _cleared_up():
            yield stream
        if os.path.exists(target):
            os.chmod(new, os.stat(target).st_mode & 0o7777)
        os.replace(new, target)
    except BaseException as fault:
        with suppress(OSError):
            os.unlink(new)
        if isinstance(fault, OSError) and fault.filename is None:
            raise AdError("file", f"{path} cannot be written: {fault.strerror or fault}") from None
        raise


@contextmanager
def _cleared_up() -> Iterator[None]:
    """Within it a signal that would end the process at once is raised as SystemExit."""
    try:
        mine = [number for number in ENDINGS if signal.getsignal(number) is signal.SIG_DFL]
        for number in mine:
            signal.signal(number, _end)
    except ValueError:  # signals come to the main thread only
        mine = []
    try:
        yield
    finally:
        for number in mine:
            signal.signal(number, signal.SIG_DFL)


def _end(number: int, _frame: Any) -> NoReturn:
    raise SystemExit(128 + number)


@contextmanager
def _opening(path: str) -> Iterator[None]:
    try:
        yield
    except OutOfTime as stopped:  # for the other end of a pipe
        stopped.work = stopped.work or f"opening {path}"
        raise
    except BrokenPipeError:
        raise
    except OSError as fault:
        raise AdError("file", f"{path} cannot be written: {fault.strerror or fault}") from None
