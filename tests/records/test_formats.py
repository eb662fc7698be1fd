"""The three formats: what each line becomes, and where its faults are."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest

from adcli.language.program import load
from adcli.records.formats import format_of, read
from adcli.records.record import Record
from adcli.records.table import cell_offsets
from adcli.text.errors import AdError


def records(text: str | bytes, form: str | None = "batch") -> list[Record]:
    contents = text.encode() if isinstance(text, str) else text
    return list(read(io.BytesIO(contents), "file", form))


def parts(text: str, form: str = "batch") -> list[tuple[str | None, str, dict[str, object]]]:
    """Label, expression and point of every record."""
    return [(r.label, r.source.text.strip(), r.point(load(r.source)).values) for r in records(text, form)]


@pytest.mark.parametrize(
    ("line", "label", "expression", "point"),
    [
        ("x^2", None, "x^2", {}),
        ("x^2 at x=3", None, "x^2", {"x": 3.0}),
        ("  sq : x^2   at   x = 3 , y=-.5e-1  # why", "sq", "x^2", {"x": 3.0, "y": -0.05}),
        ("θ: θ^2\tat\tθ=1/4", "θ", "θ^2", {"θ": 0.25}),
        ("at + 1 at at=2", None, "at + 1", {"at": 2.0}),
        ("x at x=1 at x=2", None, "x at x=1", {"x": 2.0}),
        ("u = x == 1; u at x=1", None, "u = x == 1; u", {"x": 1.0}),
        ("x^2 at x=3 #4", None, "x^2", {"x": 3.0}),
        ("x^2\t# see y at y=2", None, "x^2", {}),
        ("x^2 at x=3#4", None, "x^2", {"x": 3.0}),
    ],
)
def test_a_line_has_a_label_an_expression_and_a_point(
    line: str, label: str | None, expression: str, point: dict[str, float]
) -> None:
    [record] = records(line)
    assert (record.label, record.source.text.strip()) == (label, expression)
    assert record.point(load(records("1")[0].source)).values == point


def test_a_file_s_name_may_have_a_hash_in_it(tmp_path: Path) -> None:
    path = tmp_path / "run#3.csv"
    path.write_text("1\n2\n")
    [(_, expression, point)] = parts(f"v[0]*v[1] at v=@{path}  # the third run")
    assert expression == "v[0]*v[1]"
    assert np.array_equal(point["v"], [1, 2])  # type: ignore[arg-type]


def test_a_comment_right_behind_an_expression_is_the_language_s() -> None:
    [record] = records("x^2# square")
    assert load(record.source).inputs() == {"x": False}


def test_at_inside_brackets_is_no_point() -> None:
    [record] = records("f(x at y=2)")
    assert record.source.text == "f(x at y=2)"


def test_an_open_bracket_does_not_hide_the_point() -> None:
    [record] = records("sin(x at x=2")
    assert record.source.text == "sin(x"


def test_lines_are_counted_and_comments_skipped() -> None:
    found = records(b"\xef\xbb\xbf# head\r\n\r\n x at x=1\r\n   # more\r\ny at y=2")
    assert [(r.line, r.source.text.strip()) for r in found] == [(3, "x"), (5, "y")]


def test_a_line_that_is_not_utf8_is_a_fault_of_its_own() -> None:
    bad, good = records(b"x + \xff at x=1\nx at x=1\n")
    assert good.fault is None
    assert bad.fault is not None
    assert (bad.fault.kind, bad.fault.span.line, bad.fault.span.column) == ("file", 1, 5)  # type: ignore[union-attr]


def test_utf16_is_refused() -> None:
    with pytest.raises(AdError, match="UTF-16"):
        records("x^2".encode("utf-16"))


@pytest.mark.parametrize("form", ["batch", "csv", "jsonl"])
def test_an_empty_file_holds_no_records(form: str) -> None:
    assert records("", form) == []


def test_a_line_may_be_huge() -> None:
    [record] = records("+".join(["x"] * 200_000) + " at x=1\n")
    assert len(record.source.text) == 399_999


def test_csv() -> None:
    text = 'label, expr ,x,y,remark\np,x*y,2,pi/2,good\n,"max(x, y)",1,,\n\n,,,,\nshort,x\n'
    assert parts(text, "csv") == [
        ("p", "x*y", {"x": 2.0, "y": pytest.approx(1.5707963267948966)}),
        (None, "max(x, y)", {"x": 1.0}),
        ("short", "x", {}),
    ]
    assert [r.line for r in records(text, "csv")] == [2, 3, 6]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("x,y\n1,2\n", "there is no column `expr`"),
        ("expr;x;x\nx^2;1;2\n", "there are two columns `x`"),
        ("expression;x\nx^2;1\n", "there is no column `expr`"),
        ("expr,x,x\n", "there are two columns `x`"),
    ],
)
def test_a_head_that_cannot_be_used(text: str, says: str) -> None:
    with pytest.raises(AdError, match=says):
        records(text, "csv")


def test_rows_that_are_faults() -> None:
    found = records('expr,x\nx,1,2\n"x"y,1\nx^2,3\n"x', "csv")
    assert [(r.line, r.fault and r.fault.kind) for r in found] == [
        (2, "file"), (3, "syntax"), (4, None), (5, "syntax"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("row", "k", "cell"),
    [
        ("a,bc,d", 1, "bc"),
        ('a,"b,c",d', 1, "b,c"),
        ('"say ""x""",y', 0, 'say "x"'),
        ("a,  b", 1, "b"),
        ("a,", 1, ""),
        ('"x +\ny",z', 0, "x +\ny"),
    ],
)
def test_every_character_of_a_cell_has_its_place(row: str, k: int, cell: str) -> None:
    offsets = cell_offsets(row, k)
    assert "".join(row[at] for at in offsets[:-1]) == cell


def test_json_lines_are_records() -> None:
    text = '{"expr": "x*y", "at": {"x": 2, "y": "pi/2", "z": null}, "label": 7}\n\n{"expr": "1"}\n'
    assert parts(text, "jsonl") == [
        ("7", "x*y", {"x": 2.0, "y": pytest.approx(1.5707963267948966)}),
        (None, "1", {}),
    ]


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("{oops", "syntax"),
        ("[1]", "syntax"),
        ('{"expression": "x"}', "missing"),
        ('{"expr": 3}', "file"),
        ('{"expr": "x", "at": [1]}', "syntax"),
        ("[" * 100_000, "syntax"),
    ],
)
def test_json_lines_that_are_faults(line: str, kind: str) -> None:
    [record] = records(line, "jsonl")
    assert record.fault is not None
    assert record.fault.kind == kind


@pytest.mark.parametrize(
    ("text", "form"), [('{"expr": "x", "at": {"x": "3, y=2"}}', "jsonl"), ('expr,x\nx,"3, y=2"', "csv")]
)
def test_a_value_is_one_value(text: str, form: str) -> None:
    [record] = records(text, form)
    with pytest.raises(AdError, match="several bindings"):
        record.point(load(record.source))


def test_a_value_that_is_no_number() -> None:
    [record] = records('{"expr": "x", "at": {"x": [1, "a"]}}', "jsonl")
    with pytest.raises(AdError, match="neither a number") as caught:
        record.point(load(record.source))
    assert caught.value.span is not None
    assert caught.value.span.column == 22


@pytest.mark.parametrize(
    ("name", "form"),
    [("a.batch", "batch"), ("a.CSV", "csv"), ("a.ndjson", "jsonl"), ("-", None), ("a", None)],
)
def test_the_ending_tells_the_format(name: str, form: str | None) -> None:
    assert format_of(name) == form


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("x^2 at x=3\n", "batch"),
        ("# expr, x\nx^2", "batch"),
        ("expr^2, x", "batch"),
        ("label, expr ,x\na,x^2,3", "csv"),
        ('\n\n"x","expr"\n3,x^2', "csv"),
        ("\ufeffexpr,x\nx^2,3", "csv"),
        ('\n  {"expr": "x^2", "at": {"x": 3}}', "jsonl"),
        ("{oops", "jsonl"),
        ("", "batch"),
    ],
)
def test_otherwise_the_first_line_tells_it(text: str, form: str) -> None:
    found = [(r.line, r.source.text, r.fault and r.fault.message) for r in records(text, None)]
    assert found == [(r.line, r.source.text, r.fault and r.fault.message) for r in records(text, form)]


def test_a_program_is_no_batch() -> None:
    with pytest.raises(AdError, match="is a program"):
        format_of("model.ad")


@pytest.mark.parametrize("label", ["van der Waals", "run 1", "x-ray"])
def test_a_label_of_several_words(label: str) -> None:
    refused, fine = records(f"{label}: x^2 at x=1\nif x > 0: y = 1; output y at x=1\n")
    assert refused.fault is not None
    assert refused.fault.message == "a label is one name"
    assert refused.fault.hint == f"write {label.replace(' ', '_').replace('-', '_')}: …"
    assert refused.fault.span is not None
    assert refused.fault.span.text == label
    assert fine.fault is None
