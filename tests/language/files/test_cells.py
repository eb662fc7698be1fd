"""Tables of numbers in files: what is read, in every dialect, and what each bad cell is told to be."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adcli.language.files.cells import read_table
from adcli.language.files.dialects import DELIMITERS, MARKS, TOLD, Dialect
from adcli.language.points.bindings import read_bindings
from adcli.text.errors import AdError

inf = float("inf")


def read(folder: Path, name: str, contents: str | bytes, dialect: Dialect | None = None) -> Any:
    """The array in a file, as lists."""
    written = contents.encode() if isinstance(contents, str) else contents
    (folder / name).write_bytes(written)
    value = read_bindings([f"v=@{name}"], folder, dialect=dialect).values["v"]
    return value.tolist() if hasattr(value, "tolist") else value


def refused(
    folder: Path, name: str, contents: str | bytes, dialect: Dialect | None = None
) -> tuple[str, str]:
    """What is said of the file, and the hint; the caret is under the file's name."""
    with pytest.raises(AdError) as caught:
        read(folder, name, contents, dialect)
    error = caught.value
    assert (error.kind, error.span and error.span.text) == ("file", f"@{name}")
    return error.message.replace(f"{folder}/", ""), error.hint or ""


@pytest.mark.parametrize(
    ("name", "contents", "array"),
    [
        ("d.csv", "1,2\n3,4\n", [[1, 2], [3, 4]]),
        ("d.csv", "1,2\n3,4", [[1, 2], [3, 4]]),
        ("d.csv", "1,2,3\n", [1, 2, 3]),
        ("d.csv", "1\n2\n3\n", [1, 2, 3]),
        ("d.csv", "5\n", [5]),
        ("d.csv", "1;2;3\n", [1, 2, 3]),
        ("d.csv", "1;2;3\n4;5;6\n", [[1, 2, 3], [4, 5, 6]]),
        ("d.csv", "1\t2\n3\t4\n", [[1, 2], [3, 4]]),
        ("d.csv", "1|2|3\n", [1, 2, 3]),
        ("d.tsv", "1\t2\n3\t4\n", [[1, 2], [3, 4]]),
        ("d.TSV", "x\n1,5\n2,5\n", [1.5, 2.5]),
        ("d.csv", "1,5;2,5\n3;-4,25e1\n", [[1.5, 2.5], [3, -42.5]]),
        ("d.csv", "0,125;3\n", [0.125, 3]),
        ("d.csv", "1,234;2,5\n", [1.234, 2.5]),
        ("d.csv", "1.234;2\n", [1.234, 2]),
        ("d.csv", '"1","2"\n"3","4"\n', [[1, 2], [3, 4]]),
        ("d.csv", '"1,5","2,5"\n', [1.5, 2.5]),
        ("d.csv", '"x;y","z"\n1,2\n', [1, 2]),
        ("d.csv", "x,y\n1,2\n3,4\n", [[1, 2], [3, 4]]),
        ("d.csv", "# x,y\n1,2\n", [1, 2]),
        ("d.csv", "x;y\n1,5;2\n", [1.5, 2]),
        ("d.csv", "Na,K\n1,2\n", [1, 2]),
        ("d.csv", "v (m/s; mean),t\n1,2\n", [1, 2]),
        ("d.csv", "\ufeff1,2\n3,4\n", [[1, 2], [3, 4]]),
        ("d.csv", "x,y\r\n1,2\r\n3,4\r\n", [[1, 2], [3, 4]]),
        ("d.csv", "1,2\r3,4\r", [[1, 2], [3, 4]]),
        ("d.csv", "1\t2\r\n3\t4\r\n".encode("utf-16"), [[1, 2], [3, 4]]),
        ("d.csv", "1, 2, 3\n 4 ,5,\t6\n".replace("\t", " "), [[1, 2, 3], [4, 5, 6]]),
        ("d.csv", "1,2,\n3,4,\n", [[1, 2], [3, 4]]),
        ("d.csv", "1,2\n3,4,,\n", [[1, 2], [3, 4]]),
        ("d.csv", "x;y;\n1,5;2;\n", [1.5, 2]),
        ("d.csv", "1,2\n\n,\n  \n3,4\n\n", [[1, 2], [3, 4]]),
        ("d.csv", "inf,-Infinity\n1e3,+2E-4\n", [[inf, -inf], [1000, 2e-4]]),
        ("d.csv", "1e−3,−2\n", [1e-3, -2]),
        ("d.csv", "0.5,1_000\n.5,5.\n", [[0.5, 1000], [0.5, 5]]),
        ("d.json", "[[1, 2], [3, 4]]", [[1, 2], [3, 4]]),
        ("d.json", "\ufeff [1, true, 2e400]\n", [1, 1, inf]),
        ("d.json", "[1, 2]".encode("utf-16"), [1, 2]),
        ("d.json", "7", 7),
    ],
)
def test_what_is_read(tmp_path: Path, name: str, contents: str | bytes, array: Any) -> None:
    assert read(tmp_path, name, contents) == array


@pytest.mark.parametrize("word", ["nan", "NaN", "-nan"])
def test_nan_is_a_number(tmp_path: Path, word: str) -> None:
    assert np.isnan(read(tmp_path, "d.csv", f"{word},1\n")[0])


BLANKS = "for numbers separated by blanks, add --delimiter space"
FILL = "fill in a number, or leave out the row"
GROUPS = "write the number without signs between its thousands"
HEADER = "a cell is a number; the first row is a header only if none of its cells is a number"
SAME = "give every row as many cells"


@pytest.mark.parametrize(
    ("contents", "message", "hint"),
    [
        ("1,NA\n3,4\n", "d.csv, row 1, column 2: `NA` is no number", FILL),
        ("NA,NA\n3,4\n", "d.csv, row 1, column 1: `NA` is no number", FILL),
        ("x,y\n1,2\n3,n/a\n", "d.csv, row 3, column 2 (`y`): `n/a` is no number", FILL),
        ("1,#DIV/0!\n", "d.csv, row 1, column 2: `#DIV/0!` is no number", FILL),
        ("#N/A\n1\n", "d.csv, row 1, column 1: `#N/A` is no number", FILL),
        ("1,-\n", "d.csv, row 1, column 2: `-` is no number", FILL),
        ("1,,3\n4,5,6\n", "d.csv, row 1, column 2: the cell is empty", FILL),
        ('1,""\n2,3\n', "d.csv, row 1, column 2: the cell is empty", FILL),
        ("1 2 3\n", "d.csv, row 1, column 1: `1 2 3` is no number", BLANKS),
        ("1,2\n1 2 3\n", "d.csv, row 2, column 1: `1 2 3` is no number", BLANKS),
        ("1.0e+00 2.0e+00\n3 4\n", "d.csv, row 1, column 1: `1.0e+00 2.0e+00` is no number", BLANKS),
        ("x,1\n2,3\n", "d.csv, row 1, column 1: `x` is no number", HEADER),
        ("x,2020\n2,3\n", "d.csv, row 1, column 1: `x` is no number", HEADER),
        ("x,y\nm,s\n1,2\n", "d.csv, row 2, column 1 (`x`): `m` is no number", HEADER),
        ("1,2\nx,y\n3,4\n", "d.csv, row 2, column 1: `x` is no number", HEADER),
        ("1,true\n", "d.csv, row 1, column 2: `true` is no number", HEADER),
        ("2020-01-01,5\n", "d.csv, row 1, column 1: `2020-01-01` is no number", HEADER),
        ("0x10,5\n", "d.csv, row 1, column 1: `0x10` is no number", HEADER),
        ("1/2,5\n", "d.csv, row 1, column 1: `1/2` is no number", HEADER),
        ("1kg,2\n", "d.csv, row 1, column 1: `1kg` is no number", "write the number without `kg`"),
        ("3,1.5 m/s\n", "d.csv, row 1, column 2: `1.5 m/s` is no number", "write the number without `m/s`"),
        ("5%,2\n", "d.csv, row 1, column 1: `5%` is no number", "write the number without `%`"),
        ("$5,2\n", "d.csv, row 1, column 1: `$5` is no number", "write the number without `$`"),
        ("1.0D-03,2\n", "d.csv, row 1, column 1: `1.0D-03` is no number", "write 1.0e-03"),
        ("[1, 2]\n", "d.csv, row 1, column 1: `[1` is no number", "write the numbers without brackets"),
        ("'1','2'\n", "d.csv, row 1, column 1: `'1'` is no number", HEADER),
        ("1.234.567;2\n", "d.csv, row 1, column 1: `1.234.567` is no number", GROUPS),
        ("1'234;2\n", "d.csv, row 1, column 1: `1'234` is no number", GROUPS),
        ("1 234;2\n", "d.csv, row 1, column 1: `1 234` is no number", GROUPS),
        ("1.234,5;2\n", "d.csv, row 1, column 1: `1.234,5` is no number", GROUPS),
        ('"1,234.5",2\n', "d.csv, row 1, column 1: `1,234.5` is no number", GROUPS),
        (
            "1,2,3;4,5,6\n",
            "d.csv, row 1, column 1: `1,2,3` is no number",
            "for numbers separated by commas, add --delimiter comma",
        ),
        ("1,2\n3,4,5\n", "d.csv, row 2, column 3: `5` is too many: row 1 has 2 cells", SAME),
        ("1,2,3\n4,5\n", "d.csv, row 2, column 3: the cell is missing: row 1 has 3 cells", SAME),
        (
            "v\n1,5\n2,5\n",
            "d.csv, row 2, column 2: `5` is too many: row 1 has 1 cell",
            f"{SAME}; where the comma is a decimal mark, add --decimal comma",
        ),
        (
            "1;2\t3\n",
            "d.csv has tabs and semicolons between its numbers",
            "add --delimiter tab or --delimiter semicolon",
        ),
        (
            "1,234;5,678\n",
            "d.csv, row 1, column 1: `1,234` is 1.234 or 1234",
            "add --decimal comma for 1.234, or write 1234 without a comma",
        ),
        (
            '"1,234","5,678"\n',
            "d.csv, row 1, column 1: `1,234` is 1.234 or 1234",
            "add --decimal comma for 1.234, or write 1234 without a comma",
        ),
        (
            "1,5;2.5\n",
            "d.csv, row 1, column 1: `1,5` has a decimal comma, and `2.5` in row 1, column 2 a point",
            "write all numbers with the same decimal mark",
        ),
        (
            ",a,b\n0,1,2\n1,3,4\n",
            "d.csv, row 1: column 1 has numbers and no name",
            "name it, or leave it out (a table of pandas: to_csv(…, index=False))",
        ),
        ("", "d.csv is empty", "write numbers, a row a line"),
        (" \n\n,,\n", "d.csv is empty", "write numbers, a row a line"),
        ("x,y\n", "d.csv has a header and no numbers", "write numbers, a row a line"),
        (
            '"1,2\n3,4\n',
            "d.csv, row 2: a quoted cell does not end where its quote does, or never",
            "a quote inside a quoted cell is doubled",
        ),
        (
            '1,2\n"1"2,3\n',
            "d.csv, row 2: a quoted cell does not end where its quote does, or never",
            "a quote inside a quoted cell is doubled",
        ),
        (b"1,2\n3,\xff\n", "d.csv is not UTF-8 text (byte 7, line 2)", "save it as UTF-8"),
        (b"\xff\xfe1\x00,", "d.csv is UTF-16 text that breaks off", "save it as UTF-8"),
    ],
)  # fmt: skip
def test_what_is_refused(tmp_path: Path, contents: str | bytes, message: str, hint: str) -> None:
    assert refused(tmp_path, "d.csv", contents) == (message, hint)


@pytest.mark.parametrize(
    ("contents", "array"),
    [
        ("1 2 3\n", [1, 2, 3]),
        ("1.0e+00   2.0e+00\n 3 4\n", [[1, 2], [3, 4]]),
        ("v\n1,5\n2,5\n", [1.5, 2.5]),
        ("1,234;5,678\n", [1.234, 5.678]),
        ('"1,234","5,678"\n', [1.234, 5.678]),
        ("1,2,3;4,5,6\n", None),
    ],
)
def test_what_the_hint_says_helps(tmp_path: Path, contents: str, array: Any) -> None:
    _message, hint = refused(tmp_path, "d.csv", contents)
    asked = dict(re.findall(r"--(delimiter|decimal) (\w+)", hint))
    dialect = Dialect(DELIMITERS.get(asked.get("delimiter", "")), MARKS.get(asked.get("decimal", "")))
    if array is not None:
        assert read(tmp_path, "d.csv", contents, dialect) == array


@pytest.mark.parametrize(
    ("contents", "message"),
    [
        ("", "d.json is empty"),
        ("[1, 2", "d.json is not JSON: it breaks off"),
        ("[1, 2)", "d.json is not JSON: `)` cannot stand in line 1, column 6"),
        ("[1 2]", "d.json is not JSON: `2` cannot stand in line 1, column 4"),
        ("[1,\n 'a']", "d.json is not JSON: `'` cannot stand in line 2, column 2"),
        ("[1.0d-3]", "d.json is not JSON: `d` cannot stand in line 1, column 5"),
        ("[" * 100_000, "d.json is nested too deeply"),
        ('{"x": 1}', "d.json holds an object, and no array"),
        ('[1, "a"]', "d.json: item [1] is `a`, and no number"),
        ("[1, null]", "d.json: item [1] is null, and no number"),
        ("[[1], [{}]]", "d.json: item [1][0] is an object, and no number"),
        ("[[1, 2], [3]]", "d.json: item [1] has 1 items, and item [0] has 2"),
        ("[1, [2]]", "d.json: item [1] is a list, and item [0] a number"),
        ("[[1], 2]", "d.json: item [1] is a number, and item [0] a list"),
        ('"1"', "d.json: it is `1`, and no number"),
        ("null", "d.json: it is null, and no number"),
    ],
)
def test_json_that_is_no_array(tmp_path: Path, contents: str, message: str) -> None:
    assert refused(tmp_path, "d.json", contents)[0] == message


@pytest.mark.parametrize(
    ("array", "says"),
    [
        (np.array([1j]), "holds complex numbers, and no real numbers"),
        (np.array(["a"]), "holds texts, and no real numbers"),
        (np.array([1, None], dtype=object), "holds Python objects, and no numbers"),
        (np.zeros(2, dtype=[("x", float)]), "holds records, and no real numbers"),
        (np.zeros(2, dtype="M8[s]"), "holds dates, and no real numbers"),
    ],
)
def test_arrays_of_something_else(tmp_path: Path, array: Any, says: str) -> None:
    saved = io.BytesIO()
    np.save(saved, array, allow_pickle=True)
    assert refused(tmp_path, "d.npy", saved.getvalue())[0] == f"d.npy {says}"


@pytest.mark.parametrize(
    ("contents", "says"),
    [(b"", "is empty"), (b"hello", "is no .npy file"), (b"\x93NUMPY\x01\x00", "is damaged, or breaks off")],
)
def test_no_npy(tmp_path: Path, contents: bytes, says: str) -> None:
    assert refused(tmp_path, "d.npy", contents)[0] == f"d.npy {says}"


numbers = st.floats(allow_nan=False, allow_infinity=False)
tables = st.integers(1, 4).flatmap(
    lambda n: st.lists(st.lists(numbers, min_size=n, max_size=n), min_size=1, max_size=5)
)
DIALECTS = [(",", "."), (";", "."), (";", ","), ("\t", "."), ("\t", ","), ("|", ","), (" ", ".")]


@settings(max_examples=60, deadline=None)
@given(
    tables,
    st.sampled_from(DIALECTS),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
    st.booleans(),
    st.booleans(),
)
def test_every_dialect_says_what_json_says(
    table: list[list[float]], dialect: tuple[str, str], end: str, quoting: int, headed: bool, trailing: bool
) -> None:
    delimiter, decimal = dialect
    written = io.StringIO()
    writer = csv.writer(written, delimiter=delimiter, lineterminator=end, quoting=quoting)  # type: ignore[arg-type]
    if headed:
        writer.writerow([f"c{k}" for k in range(len(table[0]))] + [""] * trailing)
    for row in table:
        writer.writerow([repr(x).replace(".", decimal) for x in row] + [""] * trailing)
    text = written.getvalue()
    many = len(table[0]) > 1 or trailing  # a single column has no delimiter to tell it by
    told = TOLD if many and delimiter != " " else Dialect(delimiter, decimal)
    thousands = [re.fullmatch(r"-?[1-9]\d{0,2}\.\d{3}", repr(x)) for row in table for x in row]
    if decimal == "," and any(thousands):  # may read two ways
        told = Dialect(told.delimiter, ",")
    assert read_table(text, "d.csv", told, float) == json.loads(json.dumps(table))
