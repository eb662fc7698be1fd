"""Colouring: which columns of a sparse matrix may share a sweep.

Columns without a common row can be seeded together: each entry of the product belongs to one of
them (A. R. Curtis, M. J. D. Powell, J. K. Reid, J. Inst. Maths Applics 13 (1974) 117-119; as a
colouring T. F. Coleman, J. J. Moré, SIAM J. Numer. Anal. 20 (1983) 187-209). A symmetric matrix
needs fewer colours: an entry may be read off its mirror image (A. H. Gebremedhin, F. Manne,
A. Pothen, What color is your Jacobian?, SIAM Review 47 (2005) 629-705).
"""

from __future__ import annotations

from collections.abc import Sequence

Pattern = Sequence[Sequence[int]]  # per row, its columns


def column_colours(rows: Pattern, columns: int) -> list[int]:
    """A colour per column, so that no two columns with a common row share one: greedy, in order.

    The colours that a row has used are the bits of a whole number; a column takes the lowest one
    that is free in all of its rows.
    """
    colours = [0] * columns
    used = [0] * len(rows)
    for column, its_rows in enumerate(transposed(rows, columns)):
        taken = 0
        for row in its_rows:
            taken |= used[row]
        bit = ~taken & (taken + 1)
        colours[column] = bit.bit_length() - 1
        for row in its_rows:
            used[row] |= bit
    return colours


def transposed(rows: Pattern, columns: int) -> list[list[int]]:
    """Per column, its rows in ascending order."""
    found: list[list[int]] = [[] for _ in range(columns)]
    for row, its_columns in enumerate(rows):
        for column in its_columns:
            found[column].append(row)
    return found


def groups(colours: Sequence[int]) -> list[list[int]]:
    """The columns of each colour."""
    found: list[list[int]] = [[] for _ in range(max(colours, default=-1) + 1)]
    for column, colour in enumerate(colours):
        found[colour].append(column)
    return found


class Stars:
    """A star colouring of a symmetric pattern: neighbours differ, and two colours make only stars.

    So of each entry one end is the only neighbour of its colour that the other has, and the entry
    can be read there. Greedy, the vertices with most neighbours first; per vertex, sets of
    colours (bits) are kept up to date instead of searching for paths of four vertices
    (the idea of A. H. Gebremedhin, A. Tarafdar, F. Manne, A. Pothen, SIAM J. Sci. Comput. 29
    (2007) 1042-1072).
    """

    def __init__(self, rows: Pattern) -> None:
        self.neighbours = [[w for w in row if w != v] for v, row in enumerate(rows)]
        self.colours = [-1] * len(rows)
        self._near = [0] * len(rows)  # colours of the neighbours
        self._hubs = [0] * len(rows)  # colours of the neighbours that have more neighbours of this colour
        self._by_colour: list[dict[int, list[int]]] = [{} for _ in rows]  # neighbours by colour
        for v in sorted(range(len(rows)), key=lambda v: -len(self.neighbours[v])):
            self._colour(v)

    def _colour(self, v: int) -> None:
        coloured = self._by_colour[v]
        taken = self._near[v]
        for same in coloured.values():
            if len(same) == 1:
                taken |= self._hubs[same[0]]
            else:  # v is their hub: none of them may be one, too
                for w in same:
                    taken |= self._near[w]
        bit = ~taken & (taken + 1)
        self.colours[v] = c = bit.bit_length() - 1
        for d, same in coloured.items():
            if len(same) > 1:
                for w in same:
                    self._hubs[w] |= bit
            for w in same:
                self._join(w, d, v, c)
        for w in self.neighbours[v]:
            self._near[w] |= bit
            self._by_colour[w].setdefault(c, []).append(v)

    def _join(self, w: int, d: int, v: int, c: int) -> None:
        """w of colour d has one more neighbour of colour c, which may make it the hub of a star."""
        others = self._by_colour[w].get(c)
        if others:
            self._hubs[v] |= 1 << d
            if len(others) == 1:
                self._hubs[others[0]] |= 1 << d

    def reads_at(self, i: int, j: int) -> tuple[int, int]:
        """The row and the colour at which the entry (i, j) stands alone in the compressed matrix."""
        if i == j or len(self._by_colour[i][self.colours[j]]) == 1:
            return i, self.colours[j]
        return j, self.colours[i]
