"""Files of numbers: JSON, NumPy's .npy, and tables as text. They are data only: nothing in them is run."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

from adcli.language.files.cells import read_table
from adcli.language.files.dialects import TOLD, Dialect
from adcli.language.files.programs import contents_of, decoded, meant
from adcli.language.grammar.decimals import Reader, to_number
from adcli.lazy import np
from adcli.text.errors import AdError
from adcli.text.source import Span, in_short

UTF_16 = (b"\xff\xfe", b"\xfe\xff")
TABLES = (".csv", ".tsv")
NOT_REAL = {"c": "complex numbers", "U": "texts", "S": "texts", "M": "dates", "m": "times", "V": "records"}


def read_array(path: Path, span: Span, numbers: Reader | None = None, dialect: Dialect | None = None) -> Any:
    """The numbers in a .npy, .csv, .tsv or .json file, as an array; one row or one column is a vector.

    `numbers` reads the numbers, here and below: it knows afterwards which of them are lost.
    Raises AdError (file) at the span that names the file.
    """
    name, ending, number = str(path), path.suffix.lower(), numbers or Reader()
    if ending not in (".npy", ".json", *TABLES):
        hint = "save one array with np.save(file, array)" if ending == ".npz" else meant(name)
        raise AdError("file", f"{name} is no .npy, .csv, .tsv or .json file", span, hint=hint)
    with blamed_on(span):
        contents = contents_of(name)
        if ending == ".npy":
            return to_number(_npy(contents, name))
        if ending == ".json":
            return array_of(parsed_json(contents, name, number), name)
        rows = read_table(text_of(contents, name), name, dialect or TOLD, number)
        if len(rows) == 1:
            return to_number(rows[0])
        return to_number([row[0] for row in rows] if len(rows[0]) == 1 else rows)


def read_json(path: Path, span: Span, numbers: Reader | None = None) -> Any:
    """What a JSON file holds. Raises AdError (file) at the span that names the file."""
    with blamed_on(span):
        return parsed_json(contents_of(str(path)), str(path), numbers or Reader())


@contextmanager
def blamed_on(span: Span) -> Iterator[None]:
    """Gives errors the place that names the file."""
    try:
        yield
    except AdError as error:
        raise AdError(error.kind, error.message, span, hint=error.hint) from None


def text_of(contents: bytes, name: str) -> str:
    """The text of a file of numbers: UTF-8, or UTF-16 with a byte order mark, as spreadsheets write it."""
    if contents.startswith(UTF_16):
        try:
            return contents.decode("utf-16")
        except UnicodeDecodeError:
            raise AdError("file", f"{name} is UTF-16 text that breaks off", hint="save it as UTF-8") from None
    return decoded(contents, name)


# ---- NumPy's own format


def _npy(contents: bytes, name: str) -> Any:
    """An array; objects, which NumPy would unpickle, are refused."""
    import warnings

    npy = np.lib.format
    if not contents.startswith(npy.MAGIC_PREFIX):
        told = "is no .npy file" if contents else "is empty"
        raise AdError("file", f"{name} {told}", hint="write it with np.save(file, array)")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of headers that Python 2 wrote
            array = npy.read_array(BytesIO(contents), allow_pickle=False)
    except Exception as fault:  # a header is read as Python's literals: it may fail in any way
        is_pickle = "Object arrays" in str(fault)
        told = "holds Python objects, and no numbers" if is_pickle else "is damaged, or breaks off"
        raise AdError("file", f"{name} {told}") from None
    kind = array.dtype.kind
    if kind not in "biuf":
        raise AdError("file", f"{name} holds {NOT_REAL.get(kind, 'something else')}, and no real numbers")
    return array


# ---- JSON


def parsed_json(contents: bytes, name: str, number: Reader) -> Any:
    """What JSON says. Raises AdError (file)."""
    text = text_of(contents, name)
    if not text.strip():
        raise AdError("file", f"{name} is empty")
    try:
        return json.loads(text, parse_int=number, parse_float=number)
    except json.JSONDecodeError as fault:
        raise AdError("file", f"{name} is not JSON: {found_at(text, fault)}") from None
    except RecursionError:
        raise AdError("file", f"{name} is nested too deeply") from None


def found_at(text: str, fault: json.JSONDecodeError) -> str:
    """What makes a text no JSON, and where."""
    word = word_at(text, fault.pos)
    if not word:
        return "it breaks off"
    return f"`{in_short(word)}` cannot stand in line {fault.lineno}, column {fault.colno}"


def word_at(text: str, at: int) -> str:
    """The word, the number or the sign there, or "" behind the last."""
    word = re.compile(r"[-+]?\w+|.", re.DOTALL).match(text, at)
    return word[0] if word and text[at:].strip() else ""


def array_of(value: Any, name: str) -> Any:
    """The number or the array that JSON holds. Raises AdError (file) for what is none."""
    if isinstance(value, dict):
        hint = f"for a whole point write @{name} without a name before it"
        raise AdError("file", f"{name} holds an object, and no array", hint=hint)
    try:
        return to_number(value)
    except (TypeError, ValueError, OverflowError):
        raise AdError("file", f"{name}: {wrong_item(value)}") from None


def wrong_item(value: Any) -> str:
    """What is wrong in nested lists that are no array of numbers."""
    lengths: dict[int, tuple[int, str]] = {}  # by depth: the first list's
    numbers: dict[int, str] = {}  # by depth: the first number's place
    pending: list[tuple[Any, str, int]] = [(value, "", 0)]
    while pending:
        item, place, depth = pending.pop()
        where = f"item {place}" if place else "it"
        if not isinstance(item, list):
            if not isinstance(item, (bool, int, float)) and item not in ("nan", "inf", "-inf"):
                return f"{where} is {_told(item)}, and no number"
            if depth in lengths:
                return f"{where} is a number, and item {lengths[depth][1]} a list"
            numbers.setdefault(depth, place)
            continue
        if depth in numbers:
            return f"{where} is a list, and item {numbers[depth]} a number"
        length, first = lengths.setdefault(depth, (len(item), place))
        if len(item) != length:
            return f"{where} has {len(item)} items, and item {first} has {length}"
        pending += [(part, f"{place}[{k}]", depth + 1) for k, part in reversed(list(enumerate(item)))]
    return "it is no array of numbers"


def _told(item: Any) -> str:
    """A value of JSON, in words."""
    if item is None:
        return "null"
    return "an object" if isinstance(item, dict) else f"`{in_short(str(item))}`"
