"""The lines of a file, decoded one by one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import BinaryIO, NamedTuple

from adcli.language.files.contents import NUMBERS, most, too_long
from adcli.records.record import verbatim
from adcli.text.errors import AdError
from adcli.text.source import Span

BOM = b"\xef\xbb\xbf"
UTF_16 = (b"\xff\xfe", b"\xfe\xff")


class FileLine(NamedTuple):
    """A line without its end; `fault` where it is not UTF-8."""

    number: int
    text: str
    fault: AdError | None = None


def lines_of(stream: BinaryIO, name: str) -> Iterator[FileLine]:
    """The lines, with LF or CRLF at their ends and with or without a byte order mark.

    A line that is not UTF-8 has a fault, and the next ones go on. Raises AdError (file) for UTF-16,
    and (budget) for a line that is longer than it may be.
    """
    longest = most(NUMBERS)
    for number, contents in enumerate(iter(partial(stream.readline, longest + 1), b""), 1):
        if len(contents) > longest:
            raise too_long(f"line {number} of {name}", longest)
        if number == 1:
            if contents.startswith(UTF_16):
                raise AdError("file", f"{name} is UTF-16 text", hint="save it as UTF-8")
            contents = contents.removeprefix(BOM)
        contents = contents.removesuffix(b"\n").removesuffix(b"\r")
        try:
            yield FileLine(number, contents.decode())
        except UnicodeDecodeError as fault:
            yield _not_utf8(name, number, contents, fault.start)


def _not_utf8(name: str, number: int, contents: bytes, at: int) -> FileLine:
    text = contents.decode(errors="replace")
    column = len(contents[:at].decode())
    span = Span(verbatim(name, number, text, 0, len(text)), column, column + 1)
    fault = AdError("file", f"line {number} is not UTF-8 text", span, hint="save the file as UTF-8")
    return FileLine(number, text, fault)
