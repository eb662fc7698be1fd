"""Jacobians and Hessians of which only the entries that can be there are told: a row an entry."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adcli.answers.sparse import Coordinates, SparseHessian, SparseJacobian
from adcli.show.formats.csv import Rows
from adcli.show.layout.blocks import left_out, picked
from adcli.show.layout.heading import asked, headline
from adcli.show.layout.page import Line, Page, Piece, sentence
from adcli.show.layout.table import Column, table
from adcli.text.numerals import number
from adcli.text.width import printable


def sparse_jacobian_fields(answer: SparseJacobian) -> dict[str, Any]:
    """The fields of a Jacobian: `values[k]` stands in row `rows[k]` and column `cols[k]`, from 0."""
    return {
        "outputs": answer.rows,
        "columns": answer.columns,
        "value": answer.value,
        **_coordinates(answer),
        "mode": answer.mode,
        "reason": answer.reason,
        "sweeps": answer.sweeps,
    }


def sparse_hessian_fields(answer: SparseHessian) -> dict[str, Any]:
    """The fields of a Hessian: both triangles."""
    return {
        "value": answer.value,
        "gradient": answer.gradient,
        "columns": answer.columns,
        **_coordinates(answer),
        "mode": answer.mode,
        "reason": answer.reason,
        "sweeps": answer.sweeps,
    }


def _coordinates(answer: SparseJacobian | SparseHessian) -> dict[str, Any]:
    found = answer.entries
    return {"rows": found.rows, "cols": found.cols, "values": found.values}


def sparse_jacobian_rows(answer: SparseJacobian) -> Rows:
    """A row an entry."""
    yield ["output", "input", "derivative"]
    found = answer.entries
    for i, j, d in zip(found.rows, found.cols, found.values, strict=True):
        yield [answer.rows[i], answer.columns[j], d]


def sparse_jacobian_drawing(answer: SparseJacobian, page: Page) -> Iterator[Line]:
    """The lines of a Jacobian."""
    yield [Piece(asked(answer.source, "", page))]
    yield []
    yield from _entries(answer.entries, answer.rows, answer.columns, ("output", "input"), page)
    yield from _end(answer.entries, answer.reason, page)


def sparse_hessian_drawing(answer: SparseHessian, page: Page) -> Iterator[Line]:
    """The lines of a Hessian."""
    yield from headline(answer.source, answer.output, answer.value, page)
    yield []
    yield from _entries(answer.entries, answer.columns, answer.columns, ("input", "and by"), page)
    yield from _end(answer.entries, answer.reason, page)


def _entries(
    entries: Coordinates,
    rows: tuple[str, ...],
    columns: tuple[str, ...],
    headings: tuple[str, str],
    page: Page,
) -> Iterator[Line]:
    shown = picked(len(entries), page)
    more = left_out(shown, len(entries))
    of = [more if k is None else printable(rows[entries.rows[k]]) for k in shown]
    by = ["" if k is None else printable(columns[entries.cols[k]]) for k in shown]
    texts = ["" if k is None else number(entries.values[k], page.digits) for k in shown]
    first = Column(headings[0], of, "input", numeric=False)
    second = Column(headings[1], by, "input", numeric=False)
    return table([first, second, Column("derivative", texts, "output")], page.width)


def _end(entries: Coordinates, reason: str, page: Page) -> Iterator[Line]:
    yield []
    yield from sentence(f"{share(entries)}; all others are 0", page)
    yield from sentence(reason, page)


def share(entries: Coordinates) -> str:
    """How many of the entries are there: `29,998 of 10,000 × 10,000 entries (0.03 %)`."""
    height, width = entries.shape
    percent = 100 * len(entries) / max(1, height * width)
    return f"{len(entries):,} of {height:,} × {width:,} entries ({percent:.3g} %)"
