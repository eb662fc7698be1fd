"""Tables of records in other dialects, and records whose values stand in the wrong place."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adcli.language.files.dialects import Dialect
from adcli.language.program import load
from adcli.records.formats import format_of, read
from adcli.text.errors import AdError


def points(text: str, form: str | None = "csv", dialect: Dialect | None = None) -> list[Any]:
    """The point of every record, or what is said of it with its line, its column and the hint."""
    found: list[Any] = []
    for record in read(io.BytesIO(text.encode()), "file", form, dialect):
        try:
            if record.fault is not None:
                raise record.fault
            values = record.point(load(record.source)).values
            found.append({k: v.tolist() if hasattr(v, "tolist") else v for k, v in values.items()})
        except AdError as error:
            place = (error.span.line, error.span.column) if error.span else None
            found.append((error.message, place, error.hint or ""))
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("expr;x\nx^2;1,5\nx;2\n", [{"x": 1.5}, {"x": 2}]),
        ("expr\tx\ty\nx + y\t1,5\tpi-pi\n", [{"x": 1.5, "y": 0}]),
        ("x|expr\n1.5|x^2\n", [{"x": 1.5}]),
        ('"expr";"x"\n"max(x, 1)";"1,5"\n', [{"x": 1.5}]),
        ('expr,x\nx^2,"1,5"\n"max(x, 1)",1e−3\n', [{"x": 1.5}, {"x": 1e-3}]),
        ("expr,x,\nx,3,\n", [{"x": 3}]),
        ("expr,x\nx,3,,\n", [{"x": 3}]),
        ("\n\nexpr;x\nx;3\n", [{"x": 3}]),
        ("expr;π;x₁\nx1*pi;3;2\n", [{"pi": 3, "x1": 2}]),
        ("expr;x;n\nx;1,5;1.0\nx;2,5;1,234\n", [{"x": 1.5, "n": 1}, {"x": 2.5}]),
        ("expr;version;x\nx;1.0;1,5\n", [{"version": 1, "x": 1.5}]),
        ("expr;x\nx;2,5\nx;1,234\n", [{"x": 2.5}, {"x": 1.234}]),
        ("expr;x\nsum(x);[1, 2]\n", [{"x": [1, 2]}]),
        ("expr;x\nx;2pi\n", [{"x": pytest.approx(6.283185307179586)}]),
    ],
)  # fmt: skip
def test_dialects_are_told(text: str, expected: list[dict[str, float]]) -> None:
    assert points(text) == expected


FILL = "fill in a number, or leave out the row"
SAME = "write all numbers with the same decimal mark"
EITHER = "add --decimal comma for 1.234, or write 1234 without a comma"
GROUPS = "write the number without signs between its thousands"
QUOTE = "put a cell with a semicolon in it between double quotes"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "expr;x\nx;1,234\n",
            ("`1,234` is 1.234 or 1234", (2, 3), EITHER),
        ),
        (
            "expr;x\nx;1,5\nx;1.5\n",
            ("`1.5` has a decimal point, and other numbers a comma", (3, 3), SAME),
        ),
        ("expr,x\nx,NA\n", ("`NA` is no number", (2, 3), FILL)),
        ("expr;x\nx;#N/A\n", ("`#N/A` is no number", (2, 3), FILL)),
        ("expr,x\nx,1 2 3\n", ("`1 2 3` is no number", (2, 3), "write [1, 2, 3] for an array")),
        ("expr;x\nx;1,2,3\n", ("`1,2,3` is no number", (2, 3), "write [1, 2, 3] for an array")),
        ("expr;x\nx;3 kg\n", ("`3 kg` is no number", (2, 3), "write the number without `kg`")),
        ("expr;x\nx;1.234.567\n", ("`1.234.567` is no number", (2, 3), GROUPS)),
        (
            "expr;x\nx;1;2\n",
            ("3 cells in a table of 2 columns", (2, 5), QUOTE),
        ),
        (
            'expr,x\n"x"x,1\n',
            ("this row is not CSV: a quoted cell does not end where its quote does, or never", (2, 1),
             "a quote inside a quoted cell is doubled"),
        ),
    ],
)  # fmt: skip
def test_a_cell_that_is_no_number_is_told(text: str, told: tuple[str, tuple[int, int], str]) -> None:
    assert points(text)[-1] == told


def test_what_the_user_says_of_a_table() -> None:
    assert points("expr x\nx^2 3\n", dialect=Dialect(" ")) == [{"x": 3}]
    assert points("expr;x\nx;1,234\n", dialect=Dialect(None, ",")) == [{"x": 1.234}]


def test_a_remark_that_no_expression_uses_may_be_anything() -> None:
    assert points("expr;x;note\nx;1;1,234\nx;2;3 kg\n") == [{"x": 1}, {"x": 2}]


@pytest.mark.parametrize(
    ("name", "head", "form"),
    [("a.tsv", "", "csv"), ("a.TSV", "", "csv"), ("a.txt", "expr;x", None), ("-", "x\texpr", None)],
)
def test_tables_are_known_by_ending_or_head(name: str, head: str, form: str | None) -> None:
    assert format_of(name) == form
    if head:
        sign = next(sign for sign in ";\t" if sign in head)
        assert points(f"{head}\n1{sign}1\n", form=None) == [{"x": 1}]


numbers = st.floats(allow_nan=False, allow_infinity=False)


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.tuples(numbers, numbers), min_size=1, max_size=5),
    st.sampled_from([(",", "."), (";", "."), (";", ","), ("\t", ","), ("|", ",")]),
)
def test_a_table_says_what_json_lines_say(rows: list[tuple[float, float]], signs: tuple[str, str]) -> None:
    delimiter, decimal = signs
    written = io.StringIO()
    writer = csv.writer(written, delimiter=delimiter)
    writer.writerow(["expr", "x", "y"])
    for row in rows:
        writer.writerow(["x + y", *(repr(x).replace(".", decimal) for x in row)])
    lines = "".join(f'{{"expr": "x + y", "at": {{"x": {x!r}, "y": {y!r}}}}}\n' for x, y in rows)
    given_decimal = Dialect(None, decimal)  # since 1,234 may read two ways
    assert points(written.getvalue(), dialect=given_decimal) == points(lines, "jsonl")


@pytest.mark.parametrize(
    ("line", "column", "meant"),
    [
        ('{"expr": "x^2", "x": 3}', 17, {"x": 3}),
        ('{"x": [1, 2], "expr": "x^2"}', 2, {"x": [1, 2]}),
        ('{"expr": "x*y", "x": 3, "at": {"y": 5}}', 17, {"x": 3, "y": 5}),
        ('{"expr": "x", "x": 3, "at": {"x": 2}}', 15, {"x": 2}),
        ('{"expr": "a*e", "e": 1, "at": {"a": 2}}', 17, {"e": 1, "a": 2}),
    ],
)
def test_values_beside_the_expression_are_refused(line: str, column: int, meant: dict[str, Any]) -> None:
    [(message, place, hint)] = points(line, "jsonl")
    assert "stands beside `expr`, and a record's values stand in `at`" in message
    assert place == (1, column)
    assert points(hint.removeprefix("write "), "jsonl") == [meant]


def test_remarks_beside_the_expression_stay() -> None:
    assert points('{"expr": "x^2", "run": 7, "x2": 1, "at": {"x": 3}}', "jsonl") == [{"x": 3}]


@pytest.mark.parametrize(
    ("line", "message", "column"),
    [
        ('{"expr": "x"', "this line is not JSON: it breaks off", 13),
        ("{'expr': 'x'}", "this line is not JSON: `'` cannot stand here", 2),
        ('{"expr" "x"}', 'this line is not JSON: `"` cannot stand here', 9),
    ],
)
def test_a_line_that_is_not_json(line: str, message: str, column: int) -> None:
    [(told, place, _hint)] = points(line, "jsonl")
    assert (told, place) == (message, (1, column))
