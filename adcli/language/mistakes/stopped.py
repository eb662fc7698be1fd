"""Where the parser stopped, as the checks of `unexpected` look at it."""

from __future__ import annotations

from functools import cached_property

from adcli.language.grammar.tables import Tables, Token
from adcli.text.source import Source, Span


class Place:
    """Where the parser stopped: token `at`, and what it could have gone on with."""

    def __init__(self, source: Source, tokens: list[Token], at: int, grammar: Tables, start: str) -> None:
        self.source = source
        self.tokens = tokens
        self.at = at
        self.grammar = grammar
        self.start = start

    def kind(self, k: int = 0) -> str:
        """The terminal of the token k behind the one found (before it for k < 0), or ""."""
        k += self.at
        return self.grammar.terminals[self.tokens[k][0]] if 0 <= k < len(self.tokens) else ""

    def kinds(self, first: int, last: int) -> list[str]:
        """The terminals of the tokens `first` to `last`, counted as in `kind`."""
        return [self.kind(k) for k in range(first, last + 1)]

    def span(self, first: int = 0, last: int | None = None) -> Span:
        """Where the tokens `first` to `last` stand (without `last`, the first alone)."""
        last = first if last is None else last
        return Span(self.source, self.tokens[self.at + first][2], self.tokens[self.at + last][3])

    def text(self, first: int = 0, last: int | None = None) -> str:
        """The text of these tokens."""
        return self.span(first, last).text

    def find_back(self, *kinds: str) -> int | None:
        """How far back the last token of one of these kinds is, in the same line."""
        for k in range(-1, -self.at - 1, -1):
            if self.kind(k) in kinds:
                return k
            if self.kind(k) in ("NEWLINE", "INDENT", "DEDENT"):
                return None
        return None

    @cached_property
    def bracket(self) -> str:
        """The innermost open bracket around, or ""."""
        closed = 0
        for k in range(-1, -self.at - 1, -1):
            kind = self.kind(k)
            closed += (kind in ("RPAR", "RSQB")) - (kind in ("LPAR", "LSQB"))
            if closed < 0:
                return kind
        return ""

    @cached_property
    def expected(self) -> set[str]:
        """The terminals that could stand here.

        The parse is done again up to here, since the table's row for the last state does not know
        what reductions the token found has already led to.
        """
        states = [self.grammar.starts[self.start]]
        for terminal, *_rest in self.tokens[: self.at]:
            states = self._after(states, terminal) or states
        names = self.grammar.terminals
        return {name for k, name in enumerate(names) if self._can_read(states, k)}

    def _after(self, states: list[int], terminal: int) -> list[int]:
        while (step := self.grammar.actions[states[-1]][terminal]) < 0:
            _action, nonterminal, length = self.grammar.rules[~step]
            del states[-length:]
            states.append(self.grammar.gotos[states[-1]][nonterminal])
        states.append(step)
        return states

    def _can_read(self, states: list[int], terminal: int) -> bool:
        """Whether reductions lead to reading the terminal; `states` is left as it is."""
        depth, above = len(states), list[int]()
        while True:
            step = self.grammar.actions[above[-1] if above else states[depth - 1]][terminal]
            if step >= 0:
                return step > 0
            _action, nonterminal, length = self.grammar.rules[~step]
            kept = max(0, len(above) - length)
            depth -= max(0, length - len(above))
            del above[kept:]
            below = above[-1] if above else states[depth - 1]
            above.append(self.grammar.gotos[below][nonterminal])
