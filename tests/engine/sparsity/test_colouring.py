"""Colours let every entry be read from a compressed matrix, and there are few of them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adcli.engine.sparsity.colouring import Stars, column_colours, groups, transposed

Rows = list[tuple[int, ...]]


def banded(n: int, width: int) -> Rows:
    return [tuple(range(max(0, i - width), min(n, i + width + 1))) for i in range(n)]


def arrow(n: int) -> Rows:
    return [tuple(range(n)), *((0, i) for i in range(1, n))]


@st.composite
def patterns(draw: st.DrawFn, symmetric: bool = False) -> Rows:
    n = draw(st.integers(1, 12))
    pairs = draw(st.sets(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1))))
    if symmetric:
        pairs |= {(j, i) for i, j in pairs}
    return [tuple(sorted(j for i, j in pairs if i == row)) for row in range(n)]


@given(patterns())
@settings(max_examples=150)
def test_columns_of_a_colour_share_no_row(rows: Rows) -> None:
    colours = column_colours(rows, len(rows))
    for row in rows:
        assert len({colours[j] for j in row}) == len(row)
    assert sorted(j for group in groups(colours) for j in group) == list(range(len(rows)))


@given(patterns(symmetric=True), st.integers(0, 2**32))
@settings(max_examples=300)
def test_every_entry_of_a_symmetric_matrix_is_read(rows: Rows, seed: int) -> None:
    n = len(rows)
    matrix = np.zeros((n, n))
    noise = np.random.default_rng(seed).integers(1, 10**6, (n, n))
    for i, row in enumerate(rows):
        for j in row:
            matrix[i, j] = noise[min(i, j), max(i, j)]
    stars = Stars(rows)
    product = np.array([matrix[:, group].sum(axis=1) for group in groups(stars.colours)])
    for i, row in enumerate(rows):
        for j in row:
            at, colour = stars.reads_at(i, j)
            assert product[colour][at] == matrix[i, j]


@pytest.mark.parametrize("width", [0, 1, 2, 5])
def test_a_band_needs_its_width(width: int) -> None:
    rows = banded(200, width)
    assert max(column_colours(rows, 200)) + 1 == 2 * width + 1
    assert max(column_colours(transposed(rows, 200), 200)) + 1 == 2 * width + 1
    assert max(Stars(rows).colours) + 1 <= 2 * width + 1


def test_an_arrow_is_two_stars() -> None:
    """All columns meet in its first row, but the matrix is symmetric."""
    assert max(column_colours(arrow(2000), 2000)) + 1 == 2000
    assert max(Stars(arrow(2000)).colours) + 1 == 2


def test_nothing_to_colour() -> None:
    assert column_colours([], 0) == []
    assert groups([]) == []
    assert Stars([]).colours == []
