"""A whole point in a file, alone and among other bindings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from adcli.language.points.bindings import Bindings, read_bindings
from adcli.text.errors import AdError

FILES = {
    "p.json": '{"x": 2, "v": [1, 2], "t": 5}',
    "q.json": '{"x": 3, "π": 3, "x₁": 4}',
    "answer.json": '{"source": "x^2", "inputs": {"x": 7}, "value": 49}',
    "row.csv": "x,y\n1.5,2\n",
    "row.tsv": "x\ty\n1,5\t2\n",
    "rows.csv": "x,1.5\nv,1,2\n",
    "named.csv": "name;value\nx;1,5\nt;2\n",
}


FILL, NAMES = "fill in a number, or leave out the row", "a name has letters, digits and _"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, contents in FILES.items():
        (tmp_path / name).write_text(contents, encoding="utf-8")
    return tmp_path


def values(bindings: Bindings) -> dict[str, Any]:
    return {name: v.tolist() if hasattr(v, "tolist") else v for name, v in bindings.values.items()}


@pytest.mark.parametrize(
    ("texts", "point"),
    [
        (["@p.json"], {"x": 2, "v": [1, 2], "t": 5}),
        (["@p.json,t=1"], {"x": 2, "v": [1, 2], "t": 1}),
        (["@p.json, t = 1, w=[3]"], {"x": 2, "v": [1, 2], "t": 1, "w": [3]}),
        (["t=1,@p.json"], {"x": 2, "v": [1, 2], "t": 5}),
        (["t=1", "@p.json"], {"x": 2, "v": [1, 2], "t": 5}),
        (["@p.json", "t=pi-pi"], {"x": 2, "v": [1, 2], "t": 0}),
        (["@p.json,@q.json"], {"x": 3, "v": [1, 2], "t": 5, "pi": 3, "x1": 4}),
        (["@q.json,@p.json,v=@row.csv"], {"x": 2, "v": [1.5, 2], "t": 5, "pi": 3, "x1": 4}),
        (["@answer.json,y=1"], {"x": 7, "y": 1}),
        (["@row.csv"], {"x": 1.5, "y": 2}),
        (["@row.tsv,y=3"], {"x": 1.5, "y": 3}),
        (["@rows.csv"], {"x": 1.5, "v": [1, 2]}),
        (["@named.csv"], {"x": 1.5, "t": 2}),
    ],
)
def test_a_file_is_one_of_the_bindings(folder: Path, texts: list[str], point: dict[str, Any]) -> None:
    assert values(read_bindings(texts, folder)) == point


def test_what_is_given_beside_a_file_is_missed_where_nothing_uses_it(folder: Path) -> None:
    assert read_bindings(["@p.json,t=1"], folder).loose == {"x", "v"}
    assert read_bindings(["t=1,@p.json"], folder).loose == {"x", "v", "t"}


def test_numbers_of_a_point_keep_their_texts(folder: Path) -> None:
    assert read_bindings(["@row.tsv"], folder).texts == {"x": ["1.5"], "y": ["2"]}


@pytest.mark.parametrize(
    ("name", "contents", "message", "hint"),
    [
        ("c.csv", "1\n2\n", "c.csv has numbers without names", "for an array write NAME=@c.csv"),
        (
            "c.csv", "x,y\n1,2\n3,4\n",
            "c.csv has 2 rows of numbers, and a point is one", "for an array write NAME=@c.csv",
        ),
        ("c.csv", "x,y\n", "c.csv has names and no numbers", "write numbers in a second row"),
        ("c.csv", "", "c.csv is empty", "write a row of names and a row of numbers"),
        (
            "c.csv", "x,y\n1,NA\n",
            "c.csv, row 2, column 2 (`y`): `NA` is no number", FILL,
        ),
        ("c.csv", "x,x\n1,2\n", "c.csv, row 1, column 2: `x` is there twice", "give each name once"),
        ("c.csv", "x-1,y\n1,2\n", "c.csv, row 1, column 1: `x-1` is no name", NAMES),
        (
            "c.csv", "x,y\n1,2,3\n", "c.csv, row 2, column 3: `3` is too many: row 1 has 2 cells",
            "give every row as many cells",
        ),
        ("c.csv", "x,1\ny,\n", "c.csv, row 2, column 2: the cell is empty", FILL),
        ("c.json", "[1, 2]", "c.json holds no object of names and numbers", "write NAME=@c.json"),
        ("c.json", "3", "c.json holds no object of names and numbers", 'write {"x": 2, "y": [1, 2]}'),
        ("c.json", '{"x": null}', "c.json, `x`: it is null, and no number", ""),
        ("c.json", '{"x": [1, "a"]}', "c.json, `x`: item [1] is `a`, and no number", ""),
        ("c.json", '{"x": 1 2}', "c.json is not JSON: `2` cannot stand in line 1, column 9", ""),
        ("c.npy", "", "c.npy holds an array, and no names", "write NAME=@c.npy"),
    ],
)  # fmt: skip
def test_what_is_no_point(tmp_path: Path, name: str, contents: str, message: str, hint: str) -> None:
    (tmp_path / name).write_text(contents, encoding="utf-8")
    with pytest.raises(AdError) as caught:
        read_bindings([f"@{name}, t=1"], tmp_path)
    error = caught.value
    assert (error.kind, error.message, error.hint or "") == ("file", message, hint)
    assert error.span is not None
    assert error.span.text == f"@{name}"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("@p.json x=2", "write a comma between: @p.json, x=2"),
        ("@p.json;x=2", "write a comma between: @p.json, x=2"),
        ("@~/p.json", "a shell knows what ~ is only where a word begins: write the whole path"),
        ("v=row.csv", "for the file, write @row.csv"),
        ("v=here/row.csv", "for the file, write @here/row.csv"),
        ("here/p.json", "for the file, write @here/p.json"),
        ('v="row.csv"', "for the file, write @row.csv"),
        ("v=@v.npz", "save one array with np.save(file, array)"),
        ("v=@row.tvs", ""),
        ("v=@raw.csv", "did you mean row.csv?"),
    ],
)
def test_what_to_write_for_a_file(
    folder: Path, text: str, hint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    with pytest.raises(AdError) as caught:
        read_bindings([text])
    assert (caught.value.hint or "") == hint


@pytest.mark.parametrize("quote", ["'", '"'])
def test_a_name_with_a_comma_stands_in_quotes(tmp_path: Path, quote: str) -> None:
    (tmp_path / "a, b.csv").write_text("# made by hand\n1,2\n", encoding="utf-8")
    bindings = read_bindings([f"v=@{quote}a, b.csv{quote}, t=1"], tmp_path)
    assert bindings.values["v"].tolist() == [1.0, 2.0]
    assert bindings.values["t"] == 1.0
