"""Source text, and places in it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

SHORT = 40  # characters of a text inside a sentence


@dataclass(frozen=True, eq=False)
class Source:
    """A text that was read, with the name that messages give it.

    `name` is a file's name, `<stdin>`, `expression`, or the name of an option such as `--at`.
    Offsets count characters of `text`; lines and columns count from 1.
    """

    text: str
    name: str = "expression"
    first_line: int = 1  # a record of a batch file starts further down

    @property
    def title(self) -> str:
        """What answers call it: an expression's own text, or the name of its file."""
        return self.text.strip() if self.name == "expression" else self.name

    @cached_property
    def _line_starts(self) -> list[int]:
        starts = [0]
        at = self.text.find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = self.text.find("\n", at + 1)
        return starts

    def line_of(self, offset: int) -> int:
        """The line of an offset."""
        return bisect_right(self._line_starts, offset) - 1 + self.first_line

    def column_of(self, offset: int) -> int:
        """The column of an offset, in characters."""
        return offset - self._line_starts[bisect_right(self._line_starts, offset) - 1] + 1

    def line_text(self, line: int) -> str:
        """The text of a line, without its line end."""
        k = line - self.first_line
        ends = self._line_starts[k + 1] - 1 if k + 1 < len(self._line_starts) else len(self.text)
        return self.text[self._line_starts[k] : ends].rstrip("\r")


class Part(Source):
    """A text that stands in one or more lines of a file, whose places are told in the file.

    `lines` are those lines, from `first_line` on. `find` says where in them each character of
    `text` (and its end) stands; it is asked only when a place is to be told. Without it, the text
    stands there as it is, from `start` on.
    """

    lines: str
    start: int
    find: Callable[[str], Sequence[int]] | None

    def __init__(
        self,
        text: str,
        name: str,
        first_line: int,
        lines: str,
        start: int = 0,
        find: Callable[[str], Sequence[int]] | None = None,
    ) -> None:
        # at once, since a batch makes a million of these
        self.__dict__.update(text=text, name=name, first_line=first_line, lines=lines, start=start, find=find)

    @property
    def title(self) -> str:
        """The text itself, wherever it stands."""
        return self.text.strip()

    @cached_property
    def _whole(self) -> Source:
        return Source(self.lines, self.name, self.first_line)

    @cached_property
    def _offsets(self) -> Sequence[int]:
        return self.find(self.lines) if self.find else range(self.start, self.start + len(self.text) + 1)

    def line_of(self, offset: int) -> int:
        return self._whole.line_of(self._offsets[offset])

    def column_of(self, offset: int) -> int:
        return self._whole.column_of(self._offsets[offset])

    def line_text(self, line: int) -> str:
        return self._whole.line_text(line)


class Span(NamedTuple):
    """The characters start <= i < end of a source."""

    source: Source
    start: int
    end: int

    def __repr__(self) -> str:
        return f"Span({self.start}, {self.end})"

    @property
    def line(self) -> int:
        """The line in which it begins."""
        return self.source.line_of(self.start)

    @property
    def column(self) -> int:
        """The column at which it begins, in characters."""
        return self.source.column_of(self.start)

    @property
    def text(self) -> str:
        """The text that it covers."""
        return self.source.text[self.start : self.end]


def on_one_line(text: str) -> str:
    """A text with single spaces for its line ends and indentations."""
    return " ".join(text.split())


def in_short(text: str) -> str:
    """The same, as it stands inside a sentence: of a long one, the beginning."""
    text = on_one_line(text)
    return text if len(text) <= SHORT else text[: SHORT - 1] + "…"
