"""From a text to its tokens.

One regular expression, made of the grammar's terminals, cuts the text into pieces. What a piece
is depends on nothing but the piece, so each distinct one is looked at once (`_Pieces`). What
depends on the place is settled in one loop over the pieces: implicit products there, brackets,
lines, blocks and the words `input` and `output` by the methods of `_Layout`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from adcli.language.grammar import tables
from adcli.language.grammar.lookalikes import legible, spelled
from adcli.language.grammar.tables import Token
from adcli.lazy import Lazy
from adcli.text.source import Source

if TYPE_CHECKING:
    from adcli.language.mistakes import characters, readings
else:  # only a mistake needs them
    characters = Lazy("adcli.language.mistakes.characters")
    readings = Lazy("adcli.language.mistakes.readings")


# Patterns are compiled where they are first needed: an expression's start-up needs none of these.
LINE_ENDS = r"[^\S\n]*(?:#|\n|\Z)"


# The words are keywords at the start of a statement, before what they can be about. So
# `output = 2`, `output[0] = 1` and `output - x` speak of a variable of that name.
ABOUT = {
    "input": r"input[ \t]+(?!(?:if|and|or|in)\b)[^\W\d]",
    "output": r"output(?:[ \t]*[(√]|[ \t]+(?:(?!(?:if|and|or|in)\b)\w|\[|\.\d|[-+−–](?![=\s])))",
}


class _Layout:
    """Brackets, lines and blocks of one text.

    A handler gets a piece that its terminal alone does not explain, and returns the terminal to
    emit, or None.
    """

    __slots__ = ("brackets", "lines", "margins", "number", "source", "tokens")

    def __init__(self, source: Source, tokens: list[Token], number: dict[str, int], lines: bool) -> None:
        self.source = source
        self.tokens = tokens
        self.number = number
        self.lines = lines
        self.brackets: list[tuple[int, int]] = []  # open ones: terminal, place
        self.margins = [""]  # the blanks before the lines of each open block

    def opening(self, terminal: int, piece: str, at: int) -> int:
        self.brackets.append((terminal, at))
        return terminal

    def closing(self, terminal: int, piece: str, at: int) -> int:
        if not self.brackets:
            characters.extra_bracket(self.source, at)
        opener, opened_at = self.brackets.pop()
        if (opener == self.number["LPAR"]) != (terminal == self.number["RPAR"]):
            characters.wrong_bracket(self.source, opened_at, at)
        return terminal

    def skipped(self, terminal: int, piece: str, at: int) -> None:
        pass

    def word(self, terminal: int, piece: str, at: int) -> int:
        """`input` and `output`: keywords only where they mean that."""
        about = re.compile(ABOUT[piece.rstrip()])
        is_keyword = self._begins_statement() and about.match(self.source.text, at)
        return terminal if is_keyword else self.number["NAME"]

    def margin(self, terminal: int, piece: str, at: int) -> None:
        """Blanks at the very start: a text may be indented as a whole."""
        if not self.tokens:
            self.margins[0] = piece

    def module(self, terminal: int, piece: str, at: int) -> None:
        if not self._begins_statement():
            characters.misplaced_import(self.source, at)

    def string(self, terminal: int, piece: str, at: int) -> None:
        """A string may stand alone as a docstring."""
        if not (self._begins_statement() and re.compile(LINE_ENDS).match(self.source.text, at + len(piece))):
            characters.string(self.source, at, at + len(piece.rstrip()))

    def unreadable(self, terminal: int, piece: str, at: int) -> NoReturn:
        characters.unreadable(self.source, at)

    def new_line(self, terminal: int, piece: str, at: int) -> None:
        """The end of a line, and with the next line's margin the start or end of blocks."""
        next_line = at + len(piece)
        if self.brackets or not self.lines or next_line == len(self.source.text):
            return
        margin = piece[piece.rindex("\n") + 1 :]
        if not self.tokens:
            self.margins[0] = margin
            return
        self._end_line()
        if margin == self.margins[-1]:
            return
        if margin.startswith(self.margins[-1]):
            self.margins.append(margin)
            self.tokens.append((self.number["INDENT"], "indent", next_line, next_line))
            return
        if margin not in self.margins:
            characters.indentation(self.source, self.margins, next_line - len(margin), next_line)
        while margin != self.margins[-1]:
            self._end_block()

    def finish(self) -> None:
        if self.brackets:
            characters.unclosed_bracket(self.source, self.brackets[-1][1])
        if self.lines and self.tokens:
            self._end_line()
            while len(self.margins) > 1:
                self._end_block()
        self._put("$END")

    def _begins_statement(self) -> bool:
        if self.brackets or not self.lines:
            return False
        return not self.tokens or self.tokens[-1][1] in ("newline", "indent", "dedent", "semicolon", "colon")

    def _end_line(self) -> None:
        if self.tokens[-1][1] not in ("newline", "indent", "dedent"):
            self._put("NEWLINE")

    def _end_block(self) -> None:
        self.margins.pop()
        self._put("DEDENT")

    def _put(self, name: str) -> None:
        """A token without a text of its own, at the end of the one before."""
        end = self.tokens[-1][3] if self.tokens else 0
        self.tokens.append((self.number[name], name.lower(), end, end))


Handler = Callable[[_Layout, int, str, int], int | None]


HANDLERS: dict[str, Handler] = {
    "LPAR": _Layout.opening,
    "LSQB": _Layout.opening,
    "RPAR": _Layout.closing,
    "RSQB": _Layout.closing,
    "NEWLINE": _Layout.new_line,
    "BLANK": _Layout.margin,
    "COMMENT": _Layout.skipped,
    "CONTINUATION": _Layout.skipped,
    "MODULE": _Layout.skipped,
    "IMPORT": _Layout.module,
    "STRING": _Layout.string,
    "INPUT": _Layout.word,
    "OUTPUT": _Layout.word,
    "UNREADABLE": _Layout.unreadable,
}


class _Piece(NamedTuple):
    """What a piece of text is."""

    terminal: int
    value: str
    size: int  # without the blanks behind it
    handler: Handler | None
    starts_factor: bool
    ends_factor: bool


class _Pieces(dict[str, _Piece]):
    """The pieces met so far."""

    LIMIT = 20_000  # to remember, in 4 MB: a long batch has more numbers than there is memory

    def __init__(self, grammar: tables.Tables) -> None:
        super().__init__()
        self.patterns = dict(zip(grammar.terminals, grammar.patterns, strict=False))
        self.number = {name: k for k, name in enumerate(grammar.terminals)}
        self.words = {word: grammar.terminals[k] for word, k in grammar.words.items()}

    def __missing__(self, piece: str) -> _Piece:
        if len(self) > self.LIMIT:
            self.clear()
        name, value, size = self._look_at(piece)
        starts_factor = name in ("NAME", "LPAR")
        ends_factor = name in ("NUMBER", "RPAR", "RSQB", "SUPERSCRIPT")
        terminal = self.number.get(name, -1)
        self[piece] = found = _Piece(terminal, value, size, HANDLERS.get(name), starts_factor, ends_factor)
        return found

    def _look_at(self, piece: str) -> tuple[str, str, int]:
        word = piece.rstrip()
        if name := self.words.get(word):
            return name, name.lower(), len(word)
        if re.fullmatch(self.patterns["NUMBER"], word):
            return (
                "UNREADABLE" if "_" in word and re.fullmatch(characters.KIND, word) else "NUMBER",
                word,
                len(word),
            )
        if re.fullmatch(self.patterns["NAME"], word):
            value = spelled(word)
            if name := self.words.get(value):  # 𝐟𝐨𝐫
                return name, name.lower(), len(word)
            return "NAME" if value else "UNREADABLE", value, len(word)
        for name, pattern in self.patterns.items():
            if match := re.match(pattern, piece):
                return name, match[0] if name in ("FILE", "SUPERSCRIPT") else name.lower(), match.end()
        return "UNREADABLE", piece, len(piece)


class Lexer:
    """The lexer of a grammar."""

    def __init__(self, grammar: tables.Tables) -> None:
        self.pieces = _Pieces(grammar)
        self.number = self.pieces.number
        readable = [p for p in grammar.patterns if not p.isalpha()]  # a keyword is cut as a name
        blank = self.pieces.patterns["BLANK"]
        self.cut: Callable[[str], list[str]]
        self.cut = re.compile(f"(?:{'|'.join(readable)}|[\\s\\S])(?:{blank})?").findall

    def tokens(self, source: Source, lines: bool = True) -> list[Token]:
        """The tokens of a source; where `lines` is false, a new line is a blank like others."""
        tokens: list[Token] = []
        put = tokens.append
        layout = _Layout(source, tokens, self.number, lines)
        pieces, juxt = self.pieces, self.number["JUXT"]
        at = 0
        factor_ended = False
        for piece in self.cut(legible(source.text, self.pieces.patterns["FILE"])):
            terminal, value, size, handler, starts_factor, ends_factor = pieces[piece]
            if handler:
                emitted = handler(layout, terminal, piece, at)
                if emitted is None:
                    at += len(piece)
                    if "\n" in piece:  # no product reaches over the end of a line
                        factor_ended = False
                    continue
                if emitted != terminal:  # `input` or `output` as a name
                    terminal, starts_factor = emitted, True
            if factor_ended and starts_factor:
                end = tokens[-1][3]
                if end == at:
                    _terminal, number, start, _end = tokens[-1]
                    readings.check_coefficient(source, start, number, at, at + size)
                put((juxt, "mul", end, end))
            put((terminal, value, at, at + size))
            at += len(piece)
            factor_ended = ends_factor
        layout.finish()
        return tokens


@cache
def lexer() -> Lexer:
    """The lexer of the language's grammar."""
    return Lexer(tables.load())
