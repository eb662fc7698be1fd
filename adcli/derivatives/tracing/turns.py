"""Which part of a run came from which turn of a loop, so that long loops can be folded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adcli.answers.steps import Loop
from adcli.language.grammar.tree import Kind, Syntax

LOOPS = {Kind.WHILE, Kind.FOR, Kind.COMPREHENSION, Kind.GENERATOR, Kind.DEF}


LOOKAHEAD = 200  # rows that a called function may take


def loops(syntax: Syntax, places: Sequence[int]) -> list[Loop]:
    """The outermost loops of a run. `places` has the syntax node of each row in order, or -1.

    What a loop's own statements compute stands once a turn, so a place that comes back begins
    a new turn. Rows of inner loops and of called functions go with the turn they stand in.
    """
    owners = _owners(syntax)
    if not any(owners):
        return []
    found = []
    for first, end, loop in _stretches(owners, places):
        starts = _starts(owners, places, first, end)
        found.append(Loop(syntax.span(loop).line, syntax.kinds[loop] == Kind.DEF, tuple(starts), end))
    return found


def _owners(syntax: Syntax) -> list[int]:
    """Per syntax node, the innermost loop that it stands in, or 0 (node 0 is never a loop)."""
    owners = [0] * len(syntax.kinds)
    for k, kind in enumerate(syntax.kinds):  # an outer loop comes after the loops within
        if kind in LOOPS:
            for inside in range(syntax.lows[k], k):
                owners[inside] = owners[inside] or k
    return owners


def _stretches(owners: Sequence[int], places: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Runs of rows within one outermost loop: first, end (excluded), loop."""
    outermost = _outermost(owners)
    first, last, loop = 0, -1, 0
    for row, place in enumerate(places):
        top = outermost[place] if place >= 0 else 0
        if loop and top != loop:
            if any(outermost[p] == loop for p in places[row : row + LOOKAHEAD] if p >= 0):
                continue  # a function that the loop calls
            yield first, last + 1, loop
            loop = 0
        if top and not loop:
            first, loop = row, top
        if loop:
            last = row
    if loop:
        yield first, last + 1, loop


def _outermost(owners: Sequence[int]) -> list[int]:
    tops = [0] * len(owners)
    for k in range(len(owners) - 1, -1, -1):  # a loop comes after what stands in it
        owner = owners[k]
        tops[k] = (tops[owner] or owner) if owner else 0
    return tops


def _starts(owners: Sequence[int], places: Sequence[int], first: int, end: int) -> list[int]:
    """The rows at which turns begin."""
    enclosing = {owners[place] for place in places[first:end] if place >= 0 and owners[place]}
    own = max(enclosing)  # the outermost loop with rows of its own: it comes last in the tree
    starts, seen, after = [first], set[int](), first
    leads = owners[places[first]] == own
    for row in range(first, end):
        place = places[row]
        if place < 0 or owners[place] != own:
            continue
        if place in seen:
            seen.clear()
            starts.append(row if leads else after)
        seen.add(place)
        after = row + 1
    return starts
