"""Files of text in UTF-8, with or without a byte order mark."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import BinaryIO

from adcli.language.files.contents import NUMBERS, PROGRAM, contents, waiting
from adcli.language.files.samples import sample_named
from adcli.text.errors import AdError
from adcli.text.source import Source


def read_source(path: str) -> Source:
    """The text of a file. Raises AdError (file) where there is none, or where it is no text."""
    return Source(decoded(contents_of(path, PROGRAM), path), path)


def decoded(contents: bytes, name: str) -> str:
    """The text that the bytes of a file are; `name` is the file's, for the message if they are none."""
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


def opened(path: str, endings: Sequence[str] = (".ad",)) -> BinaryIO:
    """A file, opened for reading. Raises AdError (file); files with such endings are suggested."""
    try:
        with waiting(path):  # for the other end of a pipe
            return open(path, "rb")
    except FileNotFoundError:
        raise AdError(
            "file", f"there is no file {path}", hint=meant(path) or near_file(path, endings)
        ) from None
    except IsADirectoryError:
        raise AdError("file", f"{path} is a folder, not a file") from None
    except PermissionError:
        raise AdError("file", f"{path} may not be read") from None
    except (OSError, ValueError) as fault:
        raise AdError("file", f"{path} cannot be read: {getattr(fault, 'strerror', None) or fault}") from None


def contents_of(path: str, usual: int = NUMBERS) -> bytes:
    """The bytes of a file. Raises as `opened`, and AdError (budget) where they are too many."""
    with opened(path, (os.path.splitext(path)[1] or ".ad",)) as file:
        return contents(file, path, usual)


def meant(path: str) -> str:
    """What is wrong with the text of a path: `~/point.json`, `point.json x=2`."""
    if os.path.basename(path) != path and path.startswith("~"):
        return "a shell knows what ~ is only where a word begins: write the whole path"
    together = re.compile(r"(\S*?[^\s;])[\s;]+(\w+\s*=.*)", re.DOTALL).fullmatch(path)
    return f"write a comma between: @{together[1]}, {together[2]}" if together else ""


def near_file(path: str, endings: Sequence[str]) -> str:
    """A file in the same folder with a similar name, as a hint."""
    from difflib import get_close_matches

    folder, name = os.path.split(path)
    try:
        files = [entry for entry in os.listdir(folder or ".") if entry.endswith(tuple(endings))]
    except OSError:
        return _sample(path) or f"there is no folder {folder} either"
    near = get_close_matches(name, files, 1)
    return f"did you mean {os.path.join(folder, near[0])}?" if near else _sample(path)


def _sample(path: str) -> str:
    """How to get a file that has the name of a sample, as a hint."""
    sample = sample_named(path)
    return f"a sample has this name: adcli samples {sample.name} > {sample.file}" if sample else ""
