"""SOURCE and --at: from the words of the command line to a program and a point."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from adcli.cli.environment import Environment
from adcli.errors import AdError
from adcli.source import Source

if TYPE_CHECKING:
    from adcli.language.bindings import Bindings
    from adcli.language.program import Program


def question(word: str, at: Sequence[str], environment: Environment) -> tuple[Program, Bindings]:
    """The program that SOURCE names, and the point that the --at options give."""
    from adcli.language.bindings import read_bindings
    from adcli.language.program import load

    source = read_source(word, environment)
    return load(source), read_bindings(at)


def read_source(word: str, environment: Environment) -> Source:
    """The text of an expression, of a file that ends in .ad, or of standard input (`-`)."""
    if word == "-":
        return Source(_decoded(environment.stdin.read(), "<stdin>"), "<stdin>")
    if word.endswith(".ad") and "\n" not in word:
        return Source(_decoded(_contents(word), word), word)
    if "." in word and os.path.isfile(word):
        raise AdError(
            "file",
            f"{word} is a file, and a program's file name ends in .ad",
            hint=f"rename it, or write: adcli COMMAND - < {word}",
        )
    return Source(word, "expression")


def _contents(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        raise AdError("file", f"there is no file {path}", hint=_near_file(path)) from None
    except IsADirectoryError:
        raise AdError("file", f"{path} is a folder, not a file") from None
    except PermissionError:
        raise AdError("file", f"{path} may not be read") from None
    except OSError as fault:
        raise AdError("file", f"{path} cannot be read: {fault.strerror}") from None


def _near_file(path: str) -> str:
    from difflib import get_close_matches

    folder, name = os.path.split(path)
    try:
        programs = [entry for entry in os.listdir(folder or ".") if entry.endswith(".ad")]
    except OSError:
        return f"there is no folder {folder} either"
    near = get_close_matches(name, programs, 1)
    return f"did you mean {os.path.join(folder, near[0])}?" if near else ""


def _decoded(contents: bytes, name: str) -> str:
    """The text of a file: UTF-8, with or without a byte order mark."""
    try:
        text = contents.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = contents.count(b"\n", 0, fault.start) + 1
        raise AdError(
            "file", f"{name} is not UTF-8 text (byte {fault.start + 1}, line {line})", hint="save it as UTF-8"
        ) from None
    if "\0" in text:
        raise AdError("file", f"{name} is not a text file: it has NUL characters")
    return text
