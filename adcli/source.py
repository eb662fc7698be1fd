"""Source text, and places in it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property


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
        return bisect_right(self._line_starts, offset) - 1 + self.first_line

    def column_of(self, offset: int) -> int:
        return offset - self._line_starts[bisect_right(self._line_starts, offset) - 1] + 1

    def line_text(self, line: int) -> str:
        """The text of a line, without its line end."""
        k = line - self.first_line
        ends = self._line_starts[k + 1] - 1 if k + 1 < len(self._line_starts) else len(self.text)
        return self.text[self._line_starts[k] : ends].rstrip("\r")


@dataclass(frozen=True, eq=False)
class Part(Source):
    """A text that stands in one or more lines of a file, whose places are told in the file.

    `lines` are those lines, from `first_line` on. `find` says where in them each character of
    `text` (and its end) begins; it is asked only when a place is to be told.
    """

    lines: str = field(kw_only=True)
    find: Callable[[str], Sequence[int]] = field(kw_only=True)

    @property
    def title(self) -> str:
        return self.text.strip()

    @cached_property
    def _whole(self) -> Source:
        return Source(self.lines, self.name, self.first_line)

    @cached_property
    def _offsets(self) -> Sequence[int]:
        return self.find(self.lines)

    def line_of(self, offset: int) -> int:
        return self._whole.line_of(self._offsets[offset])

    def column_of(self, offset: int) -> int:
        return self._whole.column_of(self._offsets[offset])

    def line_text(self, line: int) -> str:
        return self._whole.line_text(line)


@dataclass(frozen=True)
class Span:
    """The characters start <= i < end of a source."""

    source: Source = field(repr=False)
    start: int
    end: int

    @property
    def line(self) -> int:
        return self.source.line_of(self.start)

    @property
    def column(self) -> int:
        return self.source.column_of(self.start)

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]
