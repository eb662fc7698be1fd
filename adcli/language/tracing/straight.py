"""Runs a plain expression straight from its syntax tree, where the tracer would do the same.

A batch has a million short expressions that run once: arithmetic and calls on numbers, without
variables, control flow or arrays. The nodes of such a tree are in the order of execution, so that
one loop over them builds the graph. Whatever is not as plain as that, a point outside a domain and
a number that is not finite included, is left to the tracer, which also knows what to say about it.

Why there are two ways: the tracer alone would run such an expression as fast, but it needs the
instructions of the compiler, which take longer to write than to run once: 32 µs of 65 for a line
of 14 nodes (this takes 25), and a batch as a whole would take 1.8 times a bare parse instead of
1.4 (tests/bench/batch.py). A test compares both on expressions at random, node by node.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from math import isfinite
from typing import Any

from adcli.graph import Builder
from adcli.language.compiling.scope import Scope
from adcli.language.grammar.tree import Kind, Syntax
from adcli.language.grammar.vocabulary import CALLS, CONSTANTS
from adcli.operations import TABLE, Operation, find
from adcli.operations.lossy import lossy
from adcli.operations.operation import UNDEFINED

NUMBER, NAME, BINARY, UNARY, CALL = Kind.NUMBER, Kind.NAME, Kind.BINARY, Kind.UNARY, Kind.CALL
PLAIN = frozenset((NUMBER, NAME, BINARY, UNARY, CALL, Kind.EXPRESSION, Kind.PROGRAM))
ON_ARRAYS = frozenset((*CALLS, "where"))
EXP, NEG = TABLE["exp"], TABLE["neg"]


def run(
    syntax: Syntax, scope: Scope, names: Mapping[str, int], point: Mapping[str, Any]
) -> tuple[Builder, dict[str, int], Any] | None:
    """The graph's builder, the nodes of the inputs, and the value of the expression (a node or a float).

    `names` are the inputs in order, with the nodes that show them. None: this is for the tracer.
    """
    if syntax.lost or not PLAIN.issuperset(syntax.kinds) or len(syntax.parts[-1][0]) != 1:
        return None
    builder = Builder()
    inputs: dict[str, int] = {}
    for name, place in names.items():
        value = point.get(name)
        if type(value) is not float:
            return None
        inputs[name] = k = builder.input(value)
        builder.places[k] = place
    try:
        result = _expression(syntax, scope.begun, builder, inputs)
    except UNDEFINED:
        return None
    return None if result is None or not all(map(isfinite, builder.values)) else (builder, inputs, result)


def _expression(syntax: Syntax, begun: Container[int], builder: Builder, inputs: dict[str, int]) -> Any:
    """The value of the one statement; None where something is not plain."""
    parts = syntax.parts
    slots: list[Any] = [None] * len(parts)
    for k, kind in enumerate(syntax.kinds):
        if kind == NAME:
            name = parts[k][0]
            slots[k] = inputs[name] if name in inputs else CONSTANTS.get(name)
        elif kind == NUMBER:
            slots[k] = parts[k][0]
        elif kind == BINARY:
            if k in begun:
                continue
            name, a, b = parts[k]
            if name == "matmul":
                return None
            if a in begun:
                _finish_sums(syntax, begun, builder, slots, a)
            if name == "pow" and parts[a] == ("e",) and syntax.kinds[a] == NAME and "e" not in inputs:
                slots[k] = _unary(builder, EXP, slots[b], k)
            else:
                slots[k] = _binary(builder, TABLE[name], slots[a], slots[b], k)
        elif kind == CALL:
            slots[k] = _call(syntax, builder, slots, k)
        elif kind == UNARY:
            name, a = parts[k]
            slots[k] = slots[a] if name == "pos" else _unary(builder, NEG, slots[a], k)
        elif kind == Kind.EXPRESSION:
            return slots[parts[k][0]]
    return None


def _finish_sums(syntax: Syntax, begun: Container[int], builder: Builder, slots: list[Any], k: int) -> None:
    """Adds up, from the left, sums whose terms are all computed by now (as the compiler has it)."""
    sums = []
    while k in begun:
        sums.append(k)
        k = syntax.parts[k][1]
    for node in reversed(sums):
        name, a, b = syntax.parts[node]
        slots[node] = _binary(builder, TABLE[name], slots[a], slots[b], node)


def _call(syntax: Syntax, builder: Builder, slots: list[Any], k: int) -> Any:
    function, arguments, named = syntax.parts[k]
    name = syntax.parts[function][0]
    if syntax.kinds[function] != NAME or name in ON_ARRAYS or named or len(arguments) > 2:
        raise ValueError
    operation = find(name, len(arguments))
    if operation is None:
        raise ValueError
    if len(arguments) == 1:
        return _unary(builder, operation, slots[arguments[0]], k)
    a, b = arguments
    return _binary(builder, operation, slots[a], slots[b], k)


def _binary(builder: Builder, operation: Operation, a: Any, b: Any, place: int) -> Any:
    """An operation on nodes and floats: a float where both are floats. Raises ValueError for others."""
    if type(a) is float and type(b) is float:
        return _folded(operation, a, b)
    if a is None or b is None:  # a function's name
        raise ValueError
    if type(a) is float:
        a = builder.constant(a)
    elif type(b) is float:
        b = builder.constant(b)
    return builder.binary(builder.code(operation, 2), a, b, place)


def _unary(builder: Builder, operation: Operation, a: Any, place: int) -> Any:
    """The same with one operand."""
    if type(a) is float:
        return _folded(operation, a)
    if a is None:
        raise ValueError
    return builder.unary(builder.code(operation, 1), a, place)


def _folded(operation: Operation, *arguments: float) -> float:
    """A constant with which nothing is the matter. Raises ValueError for others."""
    value: float = operation.value(*arguments)
    if not isfinite(value) or lossy(operation, value, arguments):
        raise ValueError
    return value
