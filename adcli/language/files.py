"""Files: texts in UTF-8, with or without a byte order mark, and arrays of numbers."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

from adcli.errors import AdError
from adcli.language.contents import NUMBERS, PROGRAM, contents, waiting
from adcli.language.literals import Reader
from adcli.source import Source, Span


def read_source(path: str) -> Source:
    """The text of a file. Raises AdError (file) where there is none, or where it is no text."""
    return Source(decoded(_contents(path, PROGRAM), path), path)


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
        raise AdError("file", f"there is no file {path}", hint=near_file(path, endings)) from None
    except IsADirectoryError:
        raise AdError("file", f"{path} is a folder, not a file") from None
    except PermissionError:
        raise AdError("file", f"{path} may not be read") from None
    except (OSError, ValueError) as fault:
        raise AdError("file", f"{path} cannot be read: {getattr(fault, 'strerror', None) or fault}") from None


def _contents(path: str, usual: int = NUMBERS) -> bytes:
    with opened(path) as file:
        return contents(file, path, usual)


def near_file(path: str, endings: Sequence[str]) -> str:
    """A file in the same folder with a similar name, as a hint."""
    from difflib import get_close_matches

    folder, name = os.path.split(path)
    try:
        files = [entry for entry in os.listdir(folder or ".") if entry.endswith(tuple(endings))]
    except OSError:
        return f"there is no folder {folder} either"
    near = get_close_matches(name, files, 1)
    return f"did you mean {os.path.join(folder, near[0])}?" if near else ""


def read_json(path: Path, span: Span, numbers: Reader | None = None) -> Any:
    """What a JSON file holds. Raises AdError (file) at the span that names the file.

    `numbers` reads the numbers, here and below: it knows afterwards which of them are lost.
    """
    try:
        return _json(_contents(str(path)), numbers or Reader())
    except AdError as error:
        raise AdError(error.kind, error.message, span, hint=error.hint) from None
    except ValueError as fault:
        raise AdError("file", f"{path} is not JSON: {fault}", span) from None


def read_array(path: Path, span: Span, numbers: Reader | None = None) -> Any:
    """The numbers in a .npy, .csv or .json file, as an array (data only: nothing in it is run).

    Raises AdError (file) at the span that names the file.
    """
    from adcli.language.bindings import to_number

    readers = {".npy": _npy, ".csv": _csv, ".json": _json}
    reader = readers.get(path.suffix.lower())
    if reader is None:
        raise AdError("file", f"{path} is no .npy, .csv or .json file", span)
    try:
        return to_number(reader(_contents(str(path)), numbers or Reader()))
    except AdError as error:
        raise AdError(error.kind, error.message, span, hint=error.hint) from None
    except (TypeError, ValueError, OverflowError) as fault:
        raise AdError("file", f"{path} does not hold an array of numbers: {fault}", span) from None


def _npy(contents: bytes, _: Reader) -> Any:
    """NumPy's own format; objects, which it would unpickle, are refused."""
    import warnings

    from numpy.lib import format as npy

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of headers that Python 2 wrote
            array = npy.read_array(BytesIO(contents), allow_pickle=False)
    except Exception as fault:  # a header is read as Python's literals: it may fail in any way
        raise ValueError(str(fault) or type(fault).__name__) from None
    if array.dtype.kind not in "biuf":
        raise ValueError(f"its elements are of type {array.dtype}")
    return array


def _csv(contents: bytes, number: Reader) -> Any:
    """Rows of numbers; a first row of names is skipped; one column or one row is a vector."""
    try:
        every = list(csv.reader(contents.decode("utf-8-sig").splitlines()))
    except csv.Error as fault:
        raise ValueError(str(fault)) from None
    rows = [row for row in every if any(map(str.strip, row))]
    if rows and not all(map(_is_number, rows[0])):
        rows = rows[1:]
    for k, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise ValueError(f"row {k + 1} has {len(row)} of them, and row 1 has {len(rows[0])}")
    numbers = [[number(cell) for cell in row] for row in rows]
    if len(numbers) == 1:
        return numbers[0]
    return [row[0] for row in numbers] if all(len(row) == 1 for row in numbers) else numbers


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def _json(contents: bytes, number: Reader) -> Any:
    try:
        return json.loads(contents.decode("utf-8-sig"), parse_int=number, parse_float=number)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
