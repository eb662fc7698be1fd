"""From tokens to the syntax tree: a table-driven LALR parser without recursion.

The stack has four parallel lists: states, values, and for each value the place where its text
begins and the number of nodes there were when it began. A reduction hands its values to the
builder's action. If the action makes a node, then the span of the node and the first node of its
subtree are at hand: the text begins where the first symbol's does and ends with the last token
read, brackets included.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from adcli.language.grammar import tables
from adcli.language.grammar.tables import Token
from adcli.language.grammar.tree import Syntax
from adcli.language.mistakes.constructs import Refusal, check_jumps
from adcli.language.reading import actions
from adcli.language.reading.lexer import lexer
from adcli.lazy import Lazy
from adcli.text.errors import OutOfTime
from adcli.text.source import Source, Span

if TYPE_CHECKING:
    from adcli.language.mistakes import characters
else:  # only a mistake needs them
    characters = Lazy("adcli.language.mistakes.characters")


def parse(source: Source, start: str = "program") -> Syntax:
    """The syntax tree of a program, of `bindings` (--at) or of a `selection` (--wrt).

    A mistake in the text is an AdError of kind "syntax".
    """
    if source.text.startswith("\ufeff"):  # a byte order mark is not part of the text
        source = Source(source.text[1:], source.name, source.first_line)
    tokens = lexer().tokens(source, lines=start == "program")
    if len(tokens) == 1:
        characters.empty(source, start)
    tree = Syntax(source)
    _run(_parser(), tokens, start, tree)
    if start == "program":
        check_jumps(tree)
    return tree


class _Parser:
    """The tables in the form that the loop wants them."""

    def __init__(self, grammar: tables.Tables) -> None:
        self.grammar = grammar
        self.rules = [  # backwards, so that rules[~k] is rule k
            (length, nonterminal * len(grammar.terminals), *actions.ACTIONS[action or "first_of"])
            for action, nonterminal, length in reversed(grammar.rules)
        ]
        self.next_states = _NextStates(grammar)


class _NextStates(dict[int, int]):
    """The state after a reduction, by the state below it, the nonterminal and the next terminal.

    An atom is a power, a factor, a term and so on up to an expression, by a dozen rules that pass
    a value on. Where the next terminal calls for these, they are all taken in one step.
    """

    def __init__(self, grammar: tables.Tables) -> None:
        super().__init__()
        self.grammar = grammar
        self.nonterminals = 1 + max(nonterminal for _action, nonterminal, _length in grammar.rules)

    def __missing__(self, key: int) -> int:
        grammar = self.grammar
        rest, terminal = divmod(key, len(grammar.terminals))
        below, nonterminal = divmod(rest, self.nonterminals)
        while True:
            state = grammar.gotos[below][nonterminal]
            step = grammar.actions[state][terminal]
            if step >= 0 or grammar.rules[~step][0]:
                break
            nonterminal = grammar.rules[~step][1]
        self[key] = state
        return state


@cache
def _parser() -> _Parser:
    return _Parser(tables.load())


def _run(parser: _Parser, tokens: list[Token], start: str, tree: Syntax) -> None:
    """Parse the tokens; the nodes go into the tree."""
    actions, rules, next_states = parser.grammar.actions, parser.rules, parser.next_states
    width = next_states.nonterminals * len(parser.grammar.terminals)
    kinds, parts, starts, ends, lows = tree.kinds, tree.parts, tree.starts, tree.ends, tree.lows
    size = len(tokens)
    state = parser.grammar.starts[start]
    states, begins, firsts = [state] * (size + 1), [0] * size, [0] * size
    values: list[Any] = [None] * size
    depth = count = end = base = 0
    try:
        for terminal, token_value, token_start, token_end in tokens:
            step = actions[state][terminal]
            while step < 0:
                length, nonterminal, kind, action = rules[step]
                base = depth - length
                if length == 1:
                    value = action(tree, values[base])
                elif length == 3:
                    value = action(tree, values[base], values[base + 1], values[base + 2])
                else:
                    value = action(tree, *values[base:depth])
                if kind:
                    kinds.append(kind)
                    parts.append(value)
                    starts.append(begins[base])
                    ends.append(end)
                    lows.append(firsts[base])
                    value = count
                    count += 1
                values[base] = value
                state = next_states[states[base] * width + nonterminal + terminal]
                depth = base + 1
                states[depth] = state
                step = actions[state][terminal]
            if not step:
                from adcli.language.mistakes import unexpected  # only a mistake needs it

                found = tokens.index((terminal, token_value, token_start, token_end))
                raise unexpected.error(tree.source, tokens, found, parser.grammar, start)
            values[depth] = token_value
            begins[depth] = token_start
            firsts[depth] = count
            depth += 1
            states[depth] = state = step
            end = token_end
    except Refusal as refusal:
        raise refusal.error(tree, begins[base], end) from None
    except OutOfTime as stopped:
        stopped.span = Span(tree.source, end, end + 1)
        raise
