"""The syntax tree, flat: parallel lists in post-order, without a nested object anywhere.

Node k is `kinds[k]` with `parts[k]`, and covers the characters `starts[k]` to `ends[k]` of the
source. Children have smaller numbers than their parent, and the nodes of a subtree are
contiguous: those of k are `lows[k]` to k. So a pass over the tree is a loop over a range, whatever
the depth of the text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from adcli.text.source import Source, Span

ABSENT = -1  # in place of a child that is not there


class Kind:
    """The kinds of node, with what their parts are (int: a node; str: a text)."""

    # expressions
    NUMBER = 1  # (value: float,)
    NAME = 2  # (name: str,) NFKC-normalised
    BINARY = 3  # (operation: str, left, right): add sub mul div floordiv mod matmul pow
    UNARY = 4  # (operation: str, operand): neg, pos
    COMPARE = 5  # (operations: tuple[str, ...], operands: tuple[int, ...]): eq ne lt le gt ge, chained
    AND = 6  # (left, right)
    OR = 7  # (left, right)
    NOT = 8  # (operand,)
    CONDITIONAL = 9  # (then, condition, otherwise): `then if condition else otherwise`
    CALL = 10  # (function: node, arguments: tuple[int, ...], named: tuple[tuple[str, int], ...])
    INDEX = 11  # (base, subscripts: tuple[int, ...])
    SLICE = 12  # (start | ABSENT, stop | ABSENT, step | ABSENT); only as a subscript
    TRANSPOSE = 13  # (operand,): A.T
    LIST = 14  # (items: tuple[int, ...],)
    TUPLE = 15  # (items: tuple[int, ...],): `a, b` without brackets, and `(a, b)`
    COMPREHENSION = 16  # (element, clauses: tuple[int, ...]): FOR_CLAUSE and IF_CLAUSE nodes; [… for …]
    GENERATOR = 17  # the same, without brackets, as the only argument of a call
    FOR_CLAUSE = 18  # (target, iterable)
    IF_CLAUSE = 19  # (condition,)
    FILE = 20  # (path: str,): `@data.npy`, in bindings
    # statements
    EXPRESSION = 21  # (value,)
    ASSIGN = 22  # (targets: tuple[int, ...], value): a = b = value has two; NAME, INDEX or TUPLE nodes
    AUGMENT = 23  # (operation: str, target, value): += -= *= /= ^= **= //= %= @=
    INPUT = 24  # (declarations: tuple[int, ...],)
    DECLARATION = 25  # (name: str, shape: tuple[int, ...], default | ABSENT)
    OUTPUT = 26  # (items: tuple[int, ...],): expressions, or ASSIGN nodes
    IF = 27  # (condition, block, otherwise: BLOCK | ABSENT); elif is an IF alone in the BLOCK
    WHILE = 28  # (condition, block)
    FOR = 29  # (target, iterable, block)
    BREAK = 30  # ()
    CONTINUE = 31  # ()
    PASS = 32  # ()
    DEF = 33  # (name: str, parameters: tuple[int, ...], block)
    PARAMETER = 34  # (name: str, default | ABSENT)
    RETURN = 35  # (value | ABSENT,)
    ASSERT = 36  # (condition,)
    BLOCK = 37  # (statements: tuple[int, ...],)
    # roots
    PROGRAM = 38  # (statements: tuple[int, ...],)
    BINDINGS = 39  # (names: tuple[str, ...], values: tuple[int, ...]): `x=2, y=3`; a POINT has the name ""
    SELECTION = 40  # (items: tuple[int, ...],): NAME or INDEX nodes, as in `--wrt x,v[1]`
    POINT = 41  # (path: str,): `@point.json`, a binding without a name


@dataclass(slots=True)
class Syntax:
    """The syntax tree of one source; its root is the last node.

    `lost` are the numbers that became inf or 0 although they are not that.
    """

    source: Source
    kinds: list[int] = field(default_factory=list)
    parts: list[tuple[Any, ...]] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    lows: list[int] = field(default_factory=list)
    lost: list[int] = field(default_factory=list)

    @property
    def root(self) -> int:
        """The node of the whole."""
        return len(self.kinds) - 1

    def span(self, node: int) -> Span:
        """Where a node stands in the source."""
        return Span(self.source, self.starts[node], self.ends[node])

    def text(self, node: int) -> str:
        """The text of a node."""
        return self.source.text[self.starts[node] : self.ends[node]]


def operands(syntax: Syntax, place: int) -> list[int]:
    """The nodes of the syntax tree that stand for the operands of an operation."""
    kind, parts = syntax.kinds[place], syntax.parts[place]
    if kind == Kind.BINARY or kind == Kind.AUGMENT:
        return list(parts[1:])
    if kind == Kind.UNARY or kind == Kind.NOT:
        return [parts[-1]]
    if kind == Kind.CALL:
        return list(parts[1])
    if kind == Kind.COMPARE:
        return list(parts[1])
    return []


def operator_span(syntax: Syntax, place: int) -> Span:
    """Where the sign between two operands stands; the whole operation where there is none."""
    whole, nodes = syntax.span(place), operands(syntax, place)
    if len(nodes) != 2 or syntax.kinds[place] == Kind.CALL:
        return whole
    left, right = map(syntax.span, nodes)
    sign = re.compile(r"(?:[\s()]|#[^\n]*)*([^\s()#]+)").match(whole.source.text, left.end, right.start)
    return Span(whole.source, *sign.span(1)) if sign else whole


def _is_literal(syntax: Syntax, node: int) -> bool:
    """Whether a node is a number as it is written, perhaps with a sign."""
    while syntax.kinds[node] == Kind.UNARY:
        node = syntax.parts[node][-1]
    return bool(syntax.kinds[node] == Kind.NUMBER)
