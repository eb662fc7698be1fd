"""Where results go: stdout, or a file that is written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from tempfile import NamedTemporaryFile
from typing import IO

from adcli.cli.environment import Environment
from adcli.errors import AdError

NEW_FILE = 0o666  # permissions, of which the umask takes some away


@contextmanager
def destination(path: str | None, environment: Environment) -> Iterator[IO[str]]:
    """A stream to write to: stdout, or a new file beside `path` that takes its place at the end.

    If anything goes wrong in between, Ctrl-C and a full disk included, `path` stays what it was.
    Raises AdError (file) where nothing can be written there.
    """
    if path is None or path == "-":
        yield environment.stdout
        return
    target = os.path.realpath(path)
    if os.path.exists(target) and not os.path.isfile(target):  # a pipe, /dev/stdout
        with _opening(path), open(target, "w", encoding="utf-8", newline="") as stream:
            yield stream
        return
    folder, name = os.path.split(target)
    with _opening(path):
        new = NamedTemporaryFile(  # noqa: SIM115 - closed below, before it is renamed
            "w", dir=folder, prefix=f".{name}.", delete=False, encoding="utf-8", newline=""
        )
    try:
        yield new
        new.close()
        os.chmod(new.name, _permissions(target))
        os.replace(new.name, target)
    except BaseException as fault:
        with suppress(OSError):
            new.close()
        with suppress(OSError):
            os.unlink(new.name)
        if isinstance(fault, OSError) and fault.filename is None:
            raise AdError("file", f"{path} cannot be written: {fault.strerror or fault}") from None
        raise


@contextmanager
def _opening(path: str) -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as fault:
        raise AdError("file", f"{path} cannot be written: {fault.strerror or fault}") from None


def _permissions(target: str) -> int:
    """Those of the file that is replaced, or of a new one."""
    try:
        return os.stat(target).st_mode & 0o7777
    except OSError:
        mask = os.umask(0)
        os.umask(mask)
        return NEW_FILE & ~mask
