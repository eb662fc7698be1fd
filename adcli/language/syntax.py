"""The syntax tree, flat: parallel lists in post-order, without a nested object anywhere.

Node k is `kinds[k]` with `parts[k]`, and covers the characters `starts[k]` to `ends[k]` of the
source. Children have smaller numbers than their parent, and the nodes of a subtree are
contiguous: those of k are `lows[k]` to k. So a pass over the tree is a loop over a range, whatever
the depth of the text.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum, auto
from typing import Any

from adcli.source import Source, Span

ABSENT = -1  # in place of a child that is not there


class Kind(IntEnum):
    """The kinds of node, with what their parts are (int: a node; str: a text)."""

    # expressions
    NUMBER = auto()  # (value: float,)
    NAME = auto()  # (name: str,) NFKC-normalised
    BINARY = auto()  # (operation: str, left, right): add sub mul div floordiv mod matmul pow
    UNARY = auto()  # (operation: str, operand): neg, pos
    COMPARE = auto()  # (operations: tuple[str, ...], operands: tuple[int, ...]): eq ne lt le gt ge, chained
    AND = auto()  # (left, right)
    OR = auto()  # (left, right)
    NOT = auto()  # (operand,)
    CONDITIONAL = auto()  # (then, condition, otherwise): `then if condition else otherwise`
    CALL = auto()  # (function: node, arguments: tuple[int, ...], named: tuple[tuple[str, int], ...])
    INDEX = auto()  # (base, subscripts: tuple[int, ...])
    SLICE = auto()  # (start | ABSENT, stop | ABSENT, step | ABSENT); only as a subscript
    TRANSPOSE = auto()  # (operand,): A.T
    LIST = auto()  # (items: tuple[int, ...],)
    TUPLE = auto()  # (items: tuple[int, ...],): `a, b` without brackets, and `(a, b)`
    COMPREHENSION = auto()  # (element, clauses: tuple[int, ...]): FOR_CLAUSE and IF_CLAUSE nodes; [… for …]
    GENERATOR = auto()  # the same, without brackets, as the only argument of a call
    FOR_CLAUSE = auto()  # (target, iterable)
    IF_CLAUSE = auto()  # (condition,)
    FILE = auto()  # (path: str,): `@data.npy`, in bindings
    # statements
    EXPRESSION = auto()  # (value,)
    ASSIGN = auto()  # (targets: tuple[int, ...], value): a = b = value has two; NAME, INDEX or TUPLE nodes
    AUGMENT = auto()  # (operation: str, target, value): += -= *= /= ^= **= //= %= @=
    INPUT = auto()  # (declarations: tuple[int, ...],)
    DECLARATION = auto()  # (name: str, shape: tuple[int, ...], default | ABSENT)
    OUTPUT = auto()  # (items: tuple[int, ...],): expressions, or ASSIGN nodes
    IF = auto()  # (condition, block, otherwise: BLOCK | ABSENT); elif is an IF alone in the BLOCK
    WHILE = auto()  # (condition, block)
    FOR = auto()  # (target, iterable, block)
    BREAK = auto()  # ()
    CONTINUE = auto()  # ()
    PASS = auto()  # ()
    DEF = auto()  # (name: str, parameters: tuple[int, ...], block)
    PARAMETER = auto()  # (name: str, default | ABSENT)
    RETURN = auto()  # (value | ABSENT,)
    ASSERT = auto()  # (condition,)
    BLOCK = auto()  # (statements: tuple[int, ...],)
    # roots
    PROGRAM = auto()  # (statements: tuple[int, ...],)
    BINDINGS = auto()  # (names: tuple[str, ...], values: tuple[int, ...]): `x=2, y=3`, or (FILE,) with the name ""
    SELECTION = auto()  # (items: tuple[int, ...],): NAME or INDEX nodes, as in `--wrt x,v[1]`


@dataclass(slots=True)
class Syntax:
    """The syntax tree of one source; its root is the last node."""

    source: Source
    kinds: list[int] = field(default_factory=list)
    parts: list[tuple[Any, ...]] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    lows: list[int] = field(default_factory=list)

    @property
    def root(self) -> int:
        return len(self.kinds) - 1

    def span(self, node: int) -> Span:
        return Span(self.source, self.starts[node], self.ends[node])

    def text(self, node: int) -> str:
        return self.source.text[self.starts[node] : self.ends[node]]
