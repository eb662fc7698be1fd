"""`adcli batch`: streams, formats of results, exit statuses."""

from __future__ import annotations

import csv
import io
import json
import math
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Adcli
from tests.goldens import golden

LINES = "x^2\nx^^2\nlog(x) at x=-1\n\n# a comment\ncube: x^3\n"


def strict(text: str) -> list[Any]:
    return [json.loads(line, parse_constant=pytest.fail) for line in text.splitlines()]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "b.batch"
    path.write_text(LINES)
    return path


def test_a_bad_record_is_told_and_the_rest_go_on(adcli: Adcli, file: Path) -> None:
    ran = adcli("batch", str(file), "--at", "x=2", "--json")
    assert ran.status == 1
    assert [(a["line"], a["label"], a["ok"]) for a in strict(ran.stdout)] == [
        (1, None, True), (2, None, False), (3, None, False), (6, "cube", True),
    ]  # fmt: skip
    assert ran.stderr.endswith("2 of 4 failed\n")
    assert f"--> {file}:2:3" in ran.stderr


def test_the_fields_of_an_answer_and_of_an_error(adcli: Adcli) -> None:
    good, bad = strict(adcli("batch", "-", "--json", stdin="sq: x^2 at x=3\nlog(x) at x=0\n").stdout)
    assert good == {
        "line": 1, "label": "sq", "ok": True, "source": "x^2", "inputs": {"x": 3.0}, "value": 9.0,
        "gradient": {"x": 6.0}, "mode": "forward", "sweeps": 1, "warnings": [],
        "reason": "forward: 1 output, 1 input: 1 forward sweep instead of 1 reverse",
    }  # fmt: skip
    assert bad["error"].keys() >= {"kind", "message", "line", "column"}
    assert (bad["error"]["kind"], bad["error"]["line"], bad["error"]["column"]) == ("domain", 2, 1)


def test_numbers_that_json_has_not_and_arrays(adcli: Adcli) -> None:
    lines = "sqrt(x) at x=0\nv[0]*v[1] at v=[2, 5]\n"
    infinite, array = strict(adcli("batch", "-", "--json", stdin=lines).stdout)
    assert infinite["gradient"] == {"x": "inf"}
    assert (array["inputs"], array["gradient"]) == ({"v": [2, 5]}, {"v": [5, 2]})


def test_digits_round_json_and_csv(adcli: Adcli) -> None:
    [answer] = strict(adcli("batch", "-", "--json", "--digits", "3", stdin="x/3 at x=1\n").stdout)
    assert (answer["value"], answer["gradient"]["x"]) == (0.333, 0.333)
    assert "0.333,0.333," in adcli("batch", "-", "--csv", "--digits", "3", stdin="x/3 at x=1\n").stdout


def test_csv(adcli: Adcli) -> None:
    lines = "p: x*y at x=2, y=3\nlog(x) at x=-1\nmax(z, x) at x=1, z=0.1\n"
    ran = adcli("batch", "-", "--csv", stdin=lines)
    rows = list(csv.DictReader(io.StringIO(ran.stdout)))
    assert list(rows[0]) == ["line", "label", "expr", *"xyz", "value", "d/dx", "d/dy", "d/dz", "error"]
    assert [list(row.values()) for row in rows] == [
        ["1", "p", "x*y", "2", "3", "", "6", "3", "2", "", ""],
        ["2", "", "log(x)", "", "", "", "", "", "", "", "log of a negative number"],
        ["3", "", "max(z, x)", "1", "", "0.1", "1", "1", "", "0", ""],
    ]


def test_csv_of_several_outputs_and_arrays(adcli: Adcli) -> None:
    lines = "a = x*y; b = x + y; output a, b at x=2, y=3\nx*y, [x, 1] at x=2, y=3\nx at x=5\n"
    ran = adcli("batch", "-", "--csv", "--wrt", "x", stdin=lines)
    assert (ran.status, ran.stderr) == (0, "")
    rows = list(csv.DictReader(io.StringIO(ran.stdout)))
    told = [{name: cell for name, cell in row.items() if cell and name != "expr"} for row in rows]
    assert told == [
        {"line": "1", "x": "2", "y": "3", "value a": "6", "value b": "5", "da/dx": "3", "db/dx": "1"},
        {"line": "2", "x": "2", "y": "3", "value x*y": "6", "value [x, 1][0]": "2", "value [x, 1][1]": "1",
         "d(x*y)/dx": "3", "d([x, 1][0])/dx": "1", "d([x, 1][1])/dx": "0"},
        {"line": "3", "x": "5", "value": "5", "d/dx": "1"},
    ]  # fmt: skip
    assert list(rows[0])[5] == "value"


def test_csv_of_a_table_keeps_its_cells(adcli: Adcli) -> None:
    table = 'run,expr,value,at value\n007,value^2*a,pi/4,"so ""it"" is"\n008,log(value),-1,\n'
    ran = adcli("batch", "-", "--at", "a=2", "--csv", stdin=table)
    rows = list(csv.reader(io.StringIO(ran.stdout)))
    beside, answers = ["run", "at value", "at at value"], ["value", "d/dvalue", "d/da"]
    assert rows[0] == ["line", "label", "expr", *beside, *answers, "error"]
    assert [row[:6] for row in rows[1:]] == [
        ["2", "", "value^2*a", "007", "pi/4", 'so "it" is'],
        ["3", "", "log(value)", "008", "-1", ""],
    ]


def test_records_of_one_name_are_told_apart_by_their_lines(adcli: Adcli) -> None:
    rows = adcli("batch", "-", stdin="# two\nx^2 at x=2\nx^2 at x=3\n").stdout.splitlines()[1:]
    assert [row.split() for row in rows] == [["2:", "x^2", "4", "4"], ["3:", "x^2", "9", "6"]]
    rows = adcli("batch", "-", stdin="# one\nx^2 at x=2\n").stdout.splitlines()[1:]
    assert [row.split() for row in rows] == [["x^2", "4", "4"]]


def test_json_of_several_outputs(adcli: Adcli) -> None:
    [answer] = strict(adcli("batch", "-", "--json", stdin="q: x*y, sqrt(x) at x=0, y=3\n").stdout)
    alone = adcli("jac", "x*y, sqrt(x)", "--at", "x=0,y=3", "--json").json
    assert {name: answer[name] for name in ("outputs", "columns", "value", "jacobian", "mode", "sweeps")} == {
        name: alone[name] for name in ("outputs", "columns", "value", "jacobian", "mode", "sweeps")
    }
    assert answer["jacobian"] == [[3, 0], ["inf", 0]]
    assert (answer["line"], answer["label"], answer["ok"]) == (1, "q", True)


def test_what_has_no_column_in_csv_is_not_lost(adcli: Adcli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adcli.show.records.LOOKED_AT", 5)
    late = "3*y + abs(x) at y=0.5, x=0\na = x; b = y; output a, b at x=1, y=2\n"
    ran = adcli("batch", "-", "--csv", stdin="x^2 at x=1\n" * 5 + late + "x at x=2\nlog(x) at x=-1\n")
    assert ran.status == 1
    rows = list(csv.DictReader(io.StringIO(ran.stdout)))
    assert [tuple(row.values())[4:] for row in rows[5:]] == [
        ("1.5", "0", "no column for d/dy = 3"),
        ("", "", "no column for value a = 1, value b = 2, da/dx = 1, da/dy = 0, db/dx = 0, db/dy = 1"),
        ("2", "1", ""),
        ("", "", "log of a negative number"),
    ]
    assert "no column for d/dy\n" in ran.stderr
    assert "no column for value a and 5 more\n" in ran.stderr
    assert "warning" in ran.stderr  # of the kink
    assert ran.stderr.endswith("3 of 9 failed\n")


def test_each_record_has_its_budget(adcli: Adcli) -> None:
    deep = "def f(n): return 1 if n < 1 else f(n - 1)\nf(x)"
    lines = "".join(json.dumps({"expr": e}) + "\n" for e in ("s = 0; while s < x: s = s + 1", deep, "x^2"))
    options = ("--format", "jsonl", "--json", "--at", "x=5000", "--max-steps", "1000", "--max-depth", "50")
    ran = adcli("batch", "-", *options, stdin=lines)
    assert [a["error"]["kind"] if "error" in a else a["ok"] for a in strict(ran.stdout)] == [
        "budget", "budget", True,
    ]  # fmt: skip
    assert adcli("batch", "-", "--max-steps", "0").status == 2


@pytest.mark.parametrize("width", [80, 140, None])
def test_golden_tables(adcli: Adcli, root: Path, width: int | None, rewrite: bool) -> None:
    texts = []
    for name, *at in (
        ("textbook.batch",),
        ("gas.csv", "--at", "R=8.314,a=0.1378,b=3.18e-5"),
        ("special.jsonl",),
    ):
        ran = adcli("batch", str(root / "samples" / name), *at, terminal=width is not None, width=width or 80,
                    environ={"NO_COLOR": "1"})  # fmt: skip
        assert (ran.status, ran.stderr) == (0, "")
        texts.append(ran.stdout)
    golden("\n".join(texts), root / "tests" / "golden" / f"batch.{width or 'pipe'}.txt", rewrite)
    assert width is None or max(map(len, "\n".join(texts).splitlines())) <= width


JACOBIANS = """polar:  x = r*cos(t); y = r*sin(t); output x, y  at r=2, t=pi/6
linear: A @ x  at A=[[1, 2], [3, 4]], x=[5, 6]
x^2*y, x + y  at x=2, y=3
log(x)  at x=-1
x^2  at x=3
"""


@pytest.mark.parametrize("width", [80, 140, None])
def test_golden_tables_of_jacobians(
    adcli: Adcli, root: Path, width: int | None, rewrite: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adcli.show.records.PATIENCE", math.inf)
    blocks = []
    for lines, options in ((JACOBIANS, ()), (JACOBIANS, ("--wrt", "x")), ("x*y, x + y at x=2, y=3\n", ())):
        ran = adcli("batch", "-", *options, stdin=lines, terminal=width is not None, width=width or 80,
                    environ={"NO_COLOR": "1"})  # fmt: skip
        blocks.append(ran.stdout + ran.stderr)
    golden("\n".join(blocks), root / "tests" / "golden" / f"batch.jacobians.{width or 'pipe'}.txt", rewrite)
    assert width is None or max(map(len, "\n".join(blocks).splitlines())) <= width


def test_a_long_table_comes_in_blocks(adcli: Adcli) -> None:
    ran = adcli("batch", "-", stdin="x at x=1\n" * 120)
    assert ran.stdout.count("record") == 3
    assert sum(line.split()[1:] == ["x", "1", "1"] for line in ran.stdout.splitlines()) == 120


def test_warnings_once(adcli: Adcli) -> None:
    ran = adcli("batch", "-", "--at", "x=1,q=2", stdin="x\nx^2\ne*x\n3*e*x\n")
    assert ran.status == 0
    assert ran.stderr.count("no record uses `q`") == 1
    assert ran.stderr.count("is the constant 2.718") == 1
    assert adcli("batch", "-", "--at", "x=1,q=2", "--quiet", stdin="x\ne*x\n").stderr == ""


def test_nothing_to_do(adcli: Adcli) -> None:
    ran = adcli("batch", "-", "--json", stdin="# nothing\n")
    assert (ran.status, ran.stdout) == (0, "")
    assert "no expressions" in ran.stderr


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ((), "FILE is missing"),
        (("nowhere.batch",), "there is no file nowhere.batch"),
        (("-", "--csv", "--json"), "exclude each other"),
        (("model.ad",), "is a program"),
        (("-", "--format", "csv"), "there is no column `expr`"),
        (("-", "--at", "x="), "--at"),
        (("-", "--wrt", "x,,"), "--wrt"),
    ],
)
def test_wrong_requests(adcli: Adcli, args: tuple[str, ...], says: str) -> None:
    ran = adcli("batch", *args, stdin="a,b\n1,2\n")
    assert (ran.status, ran.stdout) == (2, "")
    assert says in ran.stderr


def test_a_fault_of_ours_is_one_record_s(adcli: Adcli, monkeypatch: pytest.MonkeyPatch) -> None:
    from adcli.records import batch

    def broken(*_: object, **__: object) -> None:
        raise RecursionError

    monkeypatch.setattr(batch, "gradient_of", broken)
    ran = adcli("batch", "-", "--json", stdin="x at x=1\nx at x=2\n")
    assert [a["error"]["kind"] for a in strict(ran.stdout)] == ["budget", "budget"]


# ---- files


@pytest.mark.parametrize("width", [20, 80])
def test_an_array_without_elements(width: int, adcli: Adcli) -> None:
    lines = "y, 2*y, 3*y, 4*y\nv"
    ran = adcli("batch", "-", "--no-color", "--at", "v=[],y=5", stdin=lines, terminal=True, width=width)
    assert (ran.status, ran.stderr) == (0, "")
    assert ran.stdout.splitlines()[-1].strip() == "v"


@pytest.mark.parametrize(
    ("options", "told"), [((), 20), (("--max-errors", "3"), 3), (("--max-errors", "0"), 0)]
)
def test_so_many_errors_and_warnings_are_told_and_the_others_counted(
    adcli: Adcli, options: tuple[str, ...], told: int
) -> None:
    lines = "log(x) at x=-1\nabs(x) at x=0\n" * 50
    ran = adcli("batch", "-", "--json", *options, stdin=lines)
    assert ran.status == 1
    assert ran.stderr.count("error: log of a negative number") == told
    assert ran.stderr.count("warning: abs bends") == told
    assert f"note: {50 - told} more records have warnings; --max-errors 50 tells them too\n" in ran.stderr
    assert ran.stderr.endswith("50 of 100 failed; --max-errors 50 tells all of them\n")
    assert [bool(answer.get("error")) for answer in strict(ran.stdout)] == [True, False] * 50
    assert all(answer["warnings"] for answer in strict(ran.stdout) if answer["ok"])


def test_so_many_warnings_about_all_records_are_told(adcli: Adcli) -> None:
    lines = "".join(f"x at x=1, y{k}=2\n" for k in range(30))
    ran = adcli("batch", "-", stdin=lines)
    assert ran.stderr.count("warning: no record uses `y") == 20
    assert ran.stderr.endswith(
        "note: 10 more warnings about the whole file; --max-errors 30 tells them too\n"
    )
    assert adcli("batch", "-", "--max-errors", "30", stdin=lines).stderr.count("warning: ") == 30


def test_all_errors_are_told_where_they_are_few(adcli: Adcli) -> None:
    ran = adcli("batch", "-", stdin="log(x) at x=-1\n" * 20)
    assert ran.stderr.count("error: ") == 20
    assert ran.stderr.endswith("\n20 of 20 failed\n")
    assert adcli("batch", "-", "--max-errors", "-1").status == 2
