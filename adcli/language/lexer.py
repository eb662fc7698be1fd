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
from typing import NoReturn
from unicodedata import normalize

from adcli.language import mistakes, tables
from adcli.source import Source

SPELLINGS = {"√": "sqrt", "π": "pi"}
UNREADABLE = -1  # in place of a terminal

# The words are keywords at the start of a statement, before what they can be about. So
# `output = 2`, `output[0] = 1` and `output - x` speak of a variable of that name.
ABOUT = {
    "input": re.compile(r"input[ \t]+(?!(?:if|and|or|in)\b)[^\W\d]"),
    "output": re.compile(r"output(?:[ \t]*[(√]|[ \t]+(?:(?!(?:if|and|or|in)\b)\w|\[|\.\d|[-+−–](?![=\s])))"),
}
LINE_ENDS = re.compile(r"[^\S\n]*(?:#|\n|\Z)")


class Tokens:
    """The tokens of a text, as parallel lists; the last token is the end."""

    __slots__ = ("ends", "starts", "terminals", "values")

    def __init__(self) -> None:
        self.terminals: list[int] = []
        self.values: list[str] = []  # a name, a literal's text, or the terminal in small letters
        self.starts: list[int] = []
        self.ends: list[int] = []

    def put(self, terminal: int, value: str, start: int, end: int) -> None:
        self.terminals.append(terminal)
        self.values.append(value)
        self.starts.append(start)
        self.ends.append(end)


class _Pieces(dict[str, tuple[int, str, int]]):
    """What a piece of text is: terminal, value, length without the blanks behind it."""

    LIMIT = 100_000  # pieces to remember: a long batch has more numbers than there is memory

    def __init__(self, grammar: tables.Tables) -> None:
        self.patterns = dict(zip(grammar.terminals, grammar.patterns, strict=False))
        self.number = {name: k for k, name in enumerate(grammar.terminals)}
        self.words = {w: (k, grammar.terminals[k].lower(), len(w)) for w, k in grammar.words.items()}
        super().__init__()

    def __missing__(self, piece: str) -> tuple[int, str, int]:
        if len(self) > self.LIMIT:
            self.clear()
        word = piece.rstrip()
        self[piece] = found = self.words.get(word) or self._literal(word) or self._other(piece)
        return found

    def _literal(self, word: str) -> tuple[int, str, int] | None:
        if re.fullmatch(self.patterns["NUMBER"], word):
            return self.number["NUMBER"], word, len(word)
        if re.fullmatch(self.patterns["NAME"], word):
            value = SPELLINGS.get(word) or normalize("NFKC", word)
            return self.number["NAME"] if value.isidentifier() else UNREADABLE, value, len(word)
        return None

    def _other(self, piece: str) -> tuple[int, str, int]:
        for name, pattern in self.patterns.items():
            if match := re.match(pattern, piece):
                value = match[0] if name in ("FILE", "SUPERSCRIPT") else name.lower()
                return self.number[name], value, match.end()
        return UNREADABLE, piece, len(piece)


class Lexer:
    """The lexer of a grammar."""

    def __init__(self, grammar: tables.Tables) -> None:
        self.pieces = _Pieces(grammar)
        self.number = number = self.pieces.number
        readable = [p for p in grammar.patterns if not p.isalpha()]  # a keyword is cut as a name
        blank = self.pieces.patterns["BLANK"]
        self.cut: Callable[[str], list[str]]
        self.cut = re.compile(f"(?:{'|'.join(readable)}|[\\s\\S])(?:{blank})?").findall
        self.opens = {number["LPAR"]: number["RPAR"], number["LSQB"]: number["RSQB"]}
        self.factor_ends = frozenset(number[n] for n in ("NUMBER", "RPAR", "RSQB", "SUPERSCRIPT"))
        self.factor_starts = frozenset(number[n] for n in ("NAME", "LPAR"))
        self.statement_starts = frozenset(
            number[n] for n in ("NEWLINE", "INDENT", "DEDENT", "SEMICOLON", "COLON")
        )
        self.handlers: dict[int, Callable[[_Layout, int, str, int], int | None]] = {
            **{number[n]: _Layout.opening for n in ("LPAR", "LSQB")},
            **{number[n]: _Layout.closing for n in ("RPAR", "RSQB")},
            **{number[n]: _Layout.skipped for n in ("COMMENT", "CONTINUATION", "MODULE")},
            **{number[n]: _Layout.word for n in ("INPUT", "OUTPUT")},
            number["BLANK"]: _Layout.margin,
            number["NEWLINE"]: _Layout.new_line,
            number["IMPORT"]: _Layout.module,
            number["STRING"]: _Layout.string,
            UNREADABLE: _Layout.unreadable,
        }

    def tokens(self, source: Source, lines: bool = True) -> Tokens:
        """The tokens of a source; where `lines` is false, a new line is a blank like others."""
        tokens = Tokens()
        layout = _Layout(self, source, tokens, lines)
        pieces, handlers = self.pieces, self.handlers
        factor_ends, factor_starts, juxt = self.factor_ends, self.factor_starts, self.number["JUXT"]
        new_line = self.number["NEWLINE"]
        put_terminal, put_value = tokens.terminals.append, tokens.values.append
        put_start, put_end = tokens.starts.append, tokens.ends.append
        at, previous = 0, new_line
        for piece in self.cut(source.text):
            terminal, value, size = pieces[piece]
            if terminal in handlers:
                emitted = handlers[terminal](layout, terminal, piece, at)
                if emitted is None:
                    at += len(piece)
                    if terminal == new_line:
                        previous = new_line  # no product reaches over the end of a line
                    continue
                terminal = emitted
            if previous in factor_ends and terminal in factor_starts:
                end = tokens.ends[-1]
                mistakes.check_coefficient(source, tokens, at, at + size)
                tokens.put(juxt, "mul", end, end)
            put_terminal(terminal)
            put_value(value)
            put_start(at)
            put_end(at + size)
            at += len(piece)
            previous = terminal
        layout.finish()
        return tokens


class _Layout:
    """Brackets, lines and blocks of one text.

    A handler gets a piece that its terminal alone does not explain, and returns the terminal to
    emit, or None.
    """

    __slots__ = ("brackets", "lexer", "lines", "margins", "source", "tokens")

    def __init__(self, lexer: Lexer, source: Source, tokens: Tokens, lines: bool) -> None:
        self.lexer = lexer
        self.source = source
        self.tokens = tokens
        self.lines = lines
        self.brackets: list[tuple[int, int]] = []  # open ones: terminal that closes, place
        self.margins = [""]  # the blanks before the lines of each open block

    def opening(self, terminal: int, piece: str, at: int) -> int:
        self.brackets.append((self.lexer.opens[terminal], at))
        return terminal

    def closing(self, terminal: int, piece: str, at: int) -> int:
        if not self.brackets:
            mistakes.extra_bracket(self.source, at)
        wanted, opened_at = self.brackets.pop()
        if wanted != terminal:
            mistakes.wrong_bracket(self.source, opened_at, at)
        return terminal

    def skipped(self, terminal: int, piece: str, at: int) -> None:
        return None

    def word(self, terminal: int, piece: str, at: int) -> int:
        """`input` and `output`: keywords only where they mean that."""
        is_keyword = self._begins_statement() and ABOUT[piece.rstrip()].match(self.source.text, at)
        return terminal if is_keyword else self.lexer.number["NAME"]

    def margin(self, terminal: int, piece: str, at: int) -> None:
        """Blanks at the very start: a text may be indented as a whole."""
        if not self.tokens.terminals:
            self.margins[0] = piece

    def module(self, terminal: int, piece: str, at: int) -> None:
        if not self._begins_statement():
            mistakes.misplaced_import(self.source, at)

    def string(self, terminal: int, piece: str, at: int) -> None:
        """A string may stand alone as a docstring."""
        if not (self._begins_statement() and LINE_ENDS.match(self.source.text, at + len(piece))):
            mistakes.string(self.source, at, at + len(piece.rstrip()))

    def unreadable(self, terminal: int, piece: str, at: int) -> NoReturn:
        mistakes.unreadable(self.source, at)

    def new_line(self, terminal: int, piece: str, at: int) -> None:
        """The end of a line, and with the next line's margin the start or end of blocks."""
        next_line = at + len(piece)
        if self.brackets or not self.lines or next_line == len(self.source.text):
            return
        margin = piece[piece.rindex("\n") + 1 :]
        if not self.tokens.terminals:
            self.margins[0] = margin
            return
        self._end_line()
        if margin == self.margins[-1]:
            return
        if margin.startswith(self.margins[-1]):
            self.margins.append(margin)
            self.tokens.put(self.lexer.number["INDENT"], "indent", next_line, next_line)
            return
        if margin not in self.margins:
            mistakes.indentation(self.source, self.margins, next_line - len(margin), next_line)
        while margin != self.margins[-1]:
            self._end_block()

    def finish(self) -> None:
        if self.brackets:
            mistakes.unclosed_bracket(self.source, self.brackets[-1][1])
        tokens = self.tokens
        if self.lines and tokens.terminals:
            self._end_line()
            while len(self.margins) > 1:
                self._end_block()
        end = tokens.ends[-1] if tokens.ends else len(self.source.text)
        tokens.put(self.lexer.number["$END"], "end", end, end)

    def _begins_statement(self) -> bool:
        terminals = self.tokens.terminals
        if self.brackets or not self.lines:
            return False
        return not terminals or terminals[-1] in self.lexer.statement_starts

    def _end_line(self) -> None:
        number = self.lexer.number
        last = self.tokens.terminals[-1]
        if last not in (number["NEWLINE"], number["INDENT"], number["DEDENT"]):
            end = self.tokens.ends[-1]
            self.tokens.put(number["NEWLINE"], "newline", end, end)

    def _end_block(self) -> None:
        self.margins.pop()
        end = self.tokens.ends[-1]
        self.tokens.put(self.lexer.number["DEDENT"], "dedent", end, end)


@cache
def lexer() -> Lexer:
    return Lexer(tables.load())
