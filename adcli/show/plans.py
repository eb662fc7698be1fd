"""Plans: what each way to a Jacobian would cost, and which is taken."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adcli.answers.plans import Plan
from adcli.show.layout.heading import asked
from adcli.show.layout.page import Line, Page, Piece, sentence
from adcli.show.layout.table import GAP, MARGIN, Column, table
from adcli.show.teaching.account import bounded, recursion, recursion_fields, work_fields
from adcli.text.numerals import bytes_text


def plan_drawing(answer: Plan, page: Page) -> Iterator[Line]:
    """The lines of a plan."""
    yield [Piece(asked(answer.source, "", page))]
    yield []
    height, width = len(answer.rows), len(answer.columns)
    counted = "" if answer.pattern_known else ", taken as full"
    by_columns, by_rows = answer.colours
    facts = [
        ("outputs", f"{height:,}"),
        ("inputs", f"{width:,}"),
        ("operations", f"{answer.account.evaluation:,}"),
        ("entries", f"{answer.entries:,} of {height * width:,} ({100 * answer.density:.3g} %){counted}"),
        ("colours", f"{by_columns:,} of the inputs, {by_rows:,} of the outputs"),
        ("recursion", f"{recursion(answer.account)} without topological order"),
    ]
    widest = max(len(name) for name, _ in facts)
    for name, text in facts:
        yield [Piece(f"{MARGIN}{name:<{widest}}{GAP}", "quiet"), Piece(text)]
    yield []
    ways = [f"{way.mode} by colours" if way.in_colours else way.mode for way in answer.ways]
    yield from table(
        [
            Column("way", ways, "input", numeric=False),
            Column("sweeps", [f"{way.cost.sweeps:,}" for way in answer.ways]),
            Column("products", [bounded(way.cost, way.cost.products) for way in answer.ways]),
            Column("sums", [bounded(way.cost, way.cost.sums) for way in answer.ways]),
            Column(
                "tape", [bytes_text(way.tape) if way.tape else "none" for way in answer.ways], numeric=False
            ),
        ],
        page.width,
    )
    yield []
    yield from sentence(answer.reason, page)


def plan_fields(answer: Plan) -> dict[str, Any]:
    """The fields of a plan."""
    by_columns, by_rows = answer.colours
    return {
        "outputs": answer.rows,
        "columns": answer.columns,
        "operations": answer.account.evaluation,
        "entries": answer.entries,
        "density": answer.density,
        "pattern_known": answer.pattern_known,
        "colours": {"columns": by_columns, "rows": by_rows},
        "ways": [
            {
                "mode": way.mode,
                "by_colours": way.in_colours,
                **work_fields(way.cost),
                "operations": way.cost.operations,
                "tape_bytes": way.tape,
            }
            for way in answer.ways
        ],
        "recursion": recursion_fields(answer.account),
        "mode": answer.mode,
        "reason": answer.reason,
        "sweeps": answer.sweeps,
    }
