"""Which variable of the program holds what a step computed, read from the text."""

from __future__ import annotations

from adcli.graph.graph import Applied
from adcli.language.grammar.tree import Kind, Syntax


class Variables:
    """The names that a program gives to the values of expressions, by the syntax node of the expression."""

    def __init__(self, syntax: Syntax) -> None:
        self.syntax = syntax
        self.names: dict[int, str] = {}
        for k, kind in enumerate(syntax.kinds):
            if kind == Kind.ASSIGN:
                targets, value = syntax.parts[k]
                self._note(targets[0], value)
            elif kind == Kind.AUGMENT:
                self._note(syntax.parts[k][1], k)

    def _note(self, target: int | str, value: int) -> None:
        if isinstance(target, str):
            self.names[value] = target
        elif self.syntax.kinds[target] == Kind.NAME:
            self.names[value] = self.syntax.parts[target][0]

    def of(self, place: int, applied: Applied | None) -> str | None:
        """The variable that was assigned what an operation at a place computed.

        None where the operation is but a part of the expression, as a broadcast before a sum is.
        """
        name = self.names.get(place)
        return name if name is not None and applied is not None and self._is_whole(place, applied) else None

    def _is_whole(self, place: int, applied: Applied) -> bool:
        kind, parts, operation = self.syntax.kinds[place], self.syntax.parts[place], applied.operation
        if kind in (Kind.BINARY, Kind.AUGMENT, Kind.UNARY):
            return bool(parts[0] == operation.name)
        if kind == Kind.CALL and self.syntax.kinds[parts[0]] == Kind.NAME:
            called = self.syntax.parts[parts[0]][0]
            return called in operation.spellings and len(parts[1]) == applied.count
        return False
