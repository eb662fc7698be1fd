"""Who is who: which names are inputs, which are variables, and where each name lives.

Decided from the text alone, before anything runs: a name that the top level reads before it binds
it is an input, in branches that never run as well; a name read in a function's body is an input
only if nothing at the top level binds it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from operator import attrgetter, itemgetter

from adcli.language.grammar.tree import Kind, Syntax
from adcli.language.grammar.vocabulary import CONSTANTS, is_ours

SUMS = ("add", "sub")


NAME, CALL, ASSIGN, AUGMENT, FOR = Kind.NAME, Kind.CALL, Kind.ASSIGN, Kind.AUGMENT, Kind.FOR


DEF, FOR_CLAUSE, DECLARATION = Kind.DEF, Kind.FOR_CLAUSE, Kind.DECLARATION


INDEX, TUPLE, LIST, BINARY = Kind.INDEX, Kind.TUPLE, Kind.LIST, Kind.BINARY


@dataclass(slots=True)
class Region:
    """Nodes low to high in which some names are local: a function's body, or a comprehension."""

    low: int
    high: int
    names: set[str]
    is_function: bool
    outer: Region | None = None  # the next one around it


@dataclass(slots=True)
class Scope:
    """What one pass over the syntax tree finds out about names.

    declared    input statements: name -> DECLARATION node
    inputs      every possible input, in order of first appearance -> the node that shows it;
                what is ours is among `ours_read` instead: a constant (`e`), and a function alone as
                an argument (`simpson(sin, 0, 1)`); they are inputs where the point binds them
    bound       top-level names that something assigns -> the first node that does
    functions   top-level `def` names -> DEF node
    targets     nodes that are assigned to, rather than read
    callees     NAME nodes that stand before a bracket
    arguments   NAME nodes that are an argument by themselves
    bases       NAME nodes that are raised to a power
    begun       sums that another sum goes on with: a + b in a + b - c
    """

    declared: dict[str, int] = field(default_factory=dict)
    inputs: dict[str, int] = field(default_factory=dict)
    ours_read: dict[str, int] = field(default_factory=dict)
    bound: dict[str, int] = field(default_factory=dict)
    functions: dict[str, int] = field(default_factory=dict)
    regions: list[Region] = field(default_factory=list)  # by `high`, inner ones first
    targets: set[int] = field(default_factory=set)
    callees: set[int] = field(default_factory=set)
    arguments: set[int] = field(default_factory=set)
    bases: set[int] = field(default_factory=set)
    begun: set[int] = field(default_factory=set)
    parameters: dict[str, int] = field(default_factory=dict)  # of the main function
    main_function: int | None = None  # a last `def` that nothing calls
    has_output: bool = False
    doubtful: set[str] = field(default_factory=set)  # constants read where an input may be meant: a*e, t/tau

    def local_region(self, node: int, name: str) -> Region | None:
        """The innermost region around the node in which the name is local."""
        return next((region for region in self.around(node) if name in region.names), None)

    def around(self, node: int) -> Iterator[Region]:
        """The regions around a node, from the inside out."""
        at = bisect_left(self.regions, node, key=attrgetter("high"))
        region = self.regions[at] if at < len(self.regions) else None
        while region is not None:
            if region.low <= node:
                yield region
            region = region.outer

    def nest(self) -> None:
        """Finds what lies in what, once all regions are there."""
        open_ones: list[Region] = []
        for region in self.regions:
            while open_ones and open_ones[-1].low >= region.low:
                open_ones.pop().outer = region
            open_ones.append(region)


def scope_of(syntax: Syntax) -> Scope:
    """Reads the names of a program off its syntax tree."""
    scope = Scope()
    binds: list[tuple[int, str, int]] = []  # where it takes effect, the name, the node
    reads: list[int] = []
    kinds, parts = syntax.kinds, syntax.parts
    for k, kind in enumerate(kinds):
        if kind == NAME:
            reads.append(k)
        elif kind == BINARY:
            operation, left, _ = parts[k]
            if operation in SUMS:
                if kinds[left] == BINARY and parts[left][0] in SUMS:
                    scope.begun.add(left)
            elif operation == "pow" and kinds[left] == NAME:
                scope.bases.add(left)
        elif kind in _NOTES:
            _NOTES[kind](syntax, scope, k, binds)
    scope.nest()
    if binds:
        _localise(syntax, scope, binds)
    _find_main_function(syntax, scope)
    _find_inputs(syntax, scope, reads)
    return scope


def _note_call(syntax: Syntax, scope: Scope, k: int, binds: list[tuple[int, str, int]]) -> None:
    function, arguments, named = syntax.parts[k]
    if syntax.kinds[function] == NAME:
        scope.callees.add(function)
    scope.arguments.update(arguments)
    if named:
        scope.arguments.update(value for _, value in named)


def _note_assign(syntax: Syntax, scope: Scope, k: int, binds: list[tuple[int, str, int]]) -> None:
    for target in syntax.parts[k][0]:
        _note_target(syntax, scope, target, k, binds)


def _note_augment(syntax: Syntax, scope: Scope, k: int, binds: list[tuple[int, str, int]]) -> None:
    target = syntax.parts[k][1]
    if syntax.kinds[target] == NAME:
        binds.append((k, syntax.parts[target][0], target))


def _note_for(syntax: Syntax, scope: Scope, k: int, binds: list[tuple[int, str, int]]) -> None:
    target, iterable = syntax.parts[k][:2]
    _note_target(syntax, scope, target, iterable, binds)


def _note_def(syntax: Syntax, scope: Scope, k: int, binds: list[tuple[int, str, int]]) -> None:
    name, parameters, _ = syntax.parts[k]
    names = {syntax.parts[p][0] for p in parameters}
    low = parameters[-1] + 1 if parameters else syntax.lows[k]  # defaults belong to the outside
    scope.regions.append(Region(low, k - 1, names, True))
    binds.append((syntax.lows[k], name, k))


def _note_comprehension(syntax: Syntax, scope: Scope, k: int, binds: list[tuple[int, str, int]]) -> None:
    names: set[str] = set()
    for clause in syntax.parts[k][1]:
        if syntax.kinds[clause] == FOR_CLAUSE:
            for node in target_names(syntax, syntax.parts[clause][0]):
                scope.targets.add(node)
                names.add(syntax.parts[node][0])
    scope.regions.append(Region(syntax.lows[k], k, names, False))


def _note_declaration(syntax: Syntax, scope: Scope, k: int, binds: list[tuple[int, str, int]]) -> None:
    scope.declared.setdefault(syntax.parts[k][0], k)


def _note_output(syntax: Syntax, scope: Scope, k: int, binds: list[tuple[int, str, int]]) -> None:
    scope.has_output = True


_NOTES = {
    CALL: _note_call,
    ASSIGN: _note_assign,
    AUGMENT: _note_augment,
    FOR: _note_for,
    DEF: _note_def,
    DECLARATION: _note_declaration,
    Kind.OUTPUT: _note_output,
    Kind.COMPREHENSION: _note_comprehension,
    Kind.GENERATOR: _note_comprehension,
}


def target_names(syntax: Syntax, target: int) -> list[int]:
    """The NAME nodes of a target, those inside a tuple too; of x[i], that of x."""
    found, stack = [], [target]
    while stack:
        k = stack.pop()
        if syntax.kinds[k] == NAME:
            found.append(k)
        elif syntax.kinds[k] == INDEX:
            stack.append(syntax.parts[k][0])
        elif syntax.kinds[k] in (TUPLE, LIST):
            stack += reversed(syntax.parts[k][0])
    return found


def _note_target(
    syntax: Syntax, scope: Scope, target: int, takes_effect: int, binds: list[tuple[int, str, int]]
) -> None:
    stack = [target]
    while stack:
        k = stack.pop()
        if syntax.kinds[k] in (TUPLE, LIST):
            scope.targets.add(k)
            stack += reversed(syntax.parts[k][0])
        elif syntax.kinds[k] == NAME:
            scope.targets.add(k)
            binds.append((takes_effect, syntax.parts[k][0], k))
        else:  # x[i] = …: x itself is read
            while syntax.kinds[k] == INDEX:
                scope.targets.add(k)
                k = syntax.parts[k][0]


def _localise(syntax: Syntax, scope: Scope, binds: list[tuple[int, str, int]]) -> None:
    """Gives each binding to the innermost function around it, or to the top level."""
    for takes_effect, name, node in binds:
        inside = next((region for region in scope.around(node) if region.is_function), None)
        if inside is not None:
            inside.names.add(name)
        elif takes_effect < scope.bound.get(name, takes_effect + 1):
            scope.bound[name] = takes_effect
        if inside is None and syntax.kinds[node] == DEF:
            scope.functions[name] = node


def _find_main_function(syntax: Syntax, scope: Scope) -> None:
    """A file with nothing but functions, or a last one that nothing calls, is that function."""
    root = syntax.root
    if syntax.kinds[root] != Kind.PROGRAM or not syntax.parts[root][0] or scope.has_output:
        return
    last = syntax.parts[root][0][-1]
    if syntax.kinds[last] != DEF:
        return
    name, parameters, _ = syntax.parts[last]
    used = {
        syntax.parts[k][0]
        for k in scope.callees | scope.arguments
        if syntax.kinds[k] == NAME and k < syntax.lows[last]
    }
    if name not in used:
        scope.main_function = last
        scope.parameters = {syntax.parts[p][0]: p for p in parameters}


def _find_inputs(syntax: Syntax, scope: Scope, reads: list[int]) -> None:
    found: dict[str, int] = dict(scope.declared) | scope.parameters
    seen: set[str] = set()  # names whose first top-level read is settled
    no_regions = not scope.regions
    for k in reads:
        name = syntax.parts[k][0]
        if (name in seen and no_regions) or k in scope.targets or name in found:
            continue
        region = None if no_regions else scope.local_region(k, name)
        if region is not None:
            continue
        bound_at = scope.bound.get(name)
        in_function = any(region.is_function for region in scope.around(k))
        if bound_at is not None and (in_function or bound_at < k):
            seen.add(name)
            continue
        if k in scope.callees:  # no input is a function
            continue
        if name in CONSTANTS or (k in scope.arguments and bound_at is None and is_ours(name)):
            scope.ours_read.setdefault(name, k)
            if name == "tau" or (name == "e" and k not in scope.bases):
                scope.doubtful.add(name)
        else:
            found[name] = k
    for name in found:
        scope.ours_read.pop(name, None)
    if scope.declared or scope.parameters:
        found = dict(sorted(found.items(), key=itemgetter(1)))
    scope.inputs = found  # in order of first appearance


def order_of_inputs(scope: Scope, given: frozenset[str]) -> dict[str, int]:
    """The inputs in order, with the node that shows each; `given` among them."""
    if not given:
        return scope.inputs
    found = scope.inputs | {name: scope.ours_read[name] for name in given}
    return dict(sorted(found.items(), key=lambda item: item[1]))
