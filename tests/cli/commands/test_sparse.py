"""`--sparse`, `--pattern` and `--plan`, as people and scripts see them."""

from __future__ import annotations

from pathlib import Path

import pytest

from adcli.engine.sweeps.tape import NODE
from tests.conftest import Adcli

CHAIN = ("x*y, y*z, z*u", "--at", "x=1,y=2,z=3,u=4")
BAND = "output [x[i]^2 - x[i-1] for i in range(1, len(x))]"
SWEEPS = "forward: 3 outputs, 4 inputs in 2 colours: 2 sweeps instead of 4\n"


def test_coordinates(adcli: Adcli) -> None:
    ran = adcli("jac", *CHAIN, "--sparse")
    assert (ran.status, ran.stderr) == (0, "")
    assert ran.stdout == (
        "x*y, y*z, z*u\n"
        "\n"
        "  output   input   derivative\n"
        "  x*y      x       2\n"
        "  x*y      y       1\n"
        "  y*z      y       3\n"
        "  y*z      z       2\n"
        "  z*u      z       4\n"
        "  z*u      u       3\n"
        "\n"
        "6 of 3 × 4 entries (50 %); all others are 0\n" + SWEEPS
    )


def test_coordinates_as_json(adcli: Adcli) -> None:
    document = adcli("jac", *CHAIN, "--sparse", "--json").json
    assert list(document) == [
        "source", "inputs", "outputs", "columns", "value", "rows", "cols", "values", "mode", "reason",
        "sweeps", "warnings",
    ]  # fmt: skip
    assert (document["rows"], document["cols"]) == ([0, 0, 1, 1, 2, 2], [0, 1, 1, 2, 2, 3])
    assert document["values"] == [2.0, 1.0, 3.0, 2.0, 4.0, 3.0]
    assert document["sweeps"] == 2


def test_coordinates_as_csv(adcli: Adcli) -> None:
    assert adcli("jac", *CHAIN, "--sparse", "--csv").stdout.splitlines()[:3] == [
        "output,input,derivative",
        "x*y,x,2",
        "x*y,y,1",
    ]


def test_the_plan(adcli: Adcli) -> None:
    ran = adcli("jac", *CHAIN, "--plan")
    assert (ran.status, ran.stderr) == (0, "")
    assert ran.stdout == (
        "x*y, y*z, z*u\n"
        "\n"
        "  outputs      3\n"
        "  inputs       4\n"
        "  operations   3\n"
        "  entries      6 of 12 (50 %)\n"
        "  colours      2 of the inputs, 2 of the outputs\n"
        "  recursion    9 visits of 7 nodes without topological order\n"
        "\n"
        "  way                  sweeps   products   sums   tape\n"
        "  forward              4        6          0      none\n"
        "  forward by colours   2        6          0      none\n"
        "  reverse              3        6          0      980 bytes\n"
        "  reverse by colours   2        6          0      980 bytes\n"
        "\n" + SWEEPS
    )


def test_the_plan_as_json(adcli: Adcli) -> None:
    document = adcli("jac", *CHAIN, "--plan", "--json").json
    assert document["entries"] == 6
    assert document["density"] == 0.5
    assert document["operations"] == 3
    assert document["colours"] == {"columns": 2, "rows": 2}
    assert document["ways"][0] == {
        "mode": "forward", "by_colours": False, "sweeps": 4,
        "products": 6, "sums": 0, "operations": 6, "tape_bytes": 0,
    }  # fmt: skip
    assert [way["tape_bytes"] for way in document["ways"]] == [0, 0, 7 * NODE, 7 * NODE]
    assert (document["mode"], document["sweeps"]) == ("forward", 2)


def test_the_plan_is_what_happens(adcli: Adcli, tmp_path: Path) -> None:
    path = tmp_path / "band.ad"
    path.write_text(f"input x = [0.1*i for i in range(50)]\n{BAND}\n", encoding="utf-8")
    for mode in ("auto", "forward", "reverse"):
        plan, answer = (
            adcli("jac", str(path), "--mode", mode, "--json", *more).json for more in ((["--plan"]), ())
        )
        assert (plan["mode"], plan["reason"], plan["sweeps"]) == (
            answer["mode"],
            answer["reason"],
            answer["sweeps"],
        )
        assert plan["entries"] == sum(d != 0 for row in answer["jacobian"] for d in row)


def test_a_small_pattern(adcli: Adcli) -> None:
    assert adcli("jac", *CHAIN, "--pattern").stdout == (
        "x*y, y*z, z*u\n"
        "\n"
        "  x*y  × × · ·\n"
        "  y*z  · × × ·\n"
        "  z*u  · · × ×\n"
        "\n"
        "  from left to right: x, y, z, u\n"
        "\n"
        "Jacobian: 6 of 3 × 4 entries (50 %)\n"
    )


@pytest.mark.parametrize(("width", "step", "signs"), [(80, 6, 76), (60, 9, 55)])
def test_a_large_pattern_is_drawn_to_scale(adcli: Adcli, width: int, step: int, signs: int) -> None:
    point = f"x={list(range(900))}"
    ran = adcli(
        "jac", BAND, "--at", point, "--pattern", terminal=True, width=width, environ={"NO_COLOR": "1"}
    )
    lines = ran.stdout.splitlines()
    picture = [line[2:] for line in lines if line.startswith("  ") and "dot" not in line]
    assert lines[-1] == "Jacobian: 1,798 of 899 × 900 entries (0.222 %)"
    assert f"  a dot stands for {step} × {step} entries" in lines
    assert all("\u2800" <= sign <= "\u28ff" for line in picture for sign in line)
    assert max(map(len, lines)) <= width
    assert 0 < -(-900 // step // 2) <= signs
    for y, line in enumerate(picture):  # the diagonal, and nothing else
        there = [x for x, sign in enumerate(line) if sign != "\u2800"]
        assert there
        assert all(2 * y - 1 <= x <= 2 * y + 2 for x in there)


def test_hessians(adcli: Adcli) -> None:
    text, point = "x^2*y + z^3", ("--at", "x=0,y=2,z=1")
    assert adcli("hess", text, *point, "--sparse").stdout == (
        "f = x^2*y + z^3      f = 1\n"
        "\n"
        "  input   and by   derivative\n"
        "  x       x        4\n"
        "  x       y        0\n"
        "  y       x        0\n"
        "  z       z        6\n"
        "\n"
        "4 of 3 × 3 entries (44.4 %); all others are 0\n"
        "forward over reverse: 3 inputs in 2 colours: 2 sweeps instead of 3\n"
    )
    document = adcli("hess", text, *point, "--sparse", "--json").json
    assert (document["rows"], document["cols"], document["values"]) == (
        [0, 0, 1, 2],
        [0, 1, 0, 2],
        [4, 0, 0, 6],
    )
    assert document["gradient"] == {"x": 0.0, "y": 0.0, "z": 3.0}
    assert "  y  × · ·\n" in adcli("hess", text, *point, "--pattern").stdout
    assert adcli("hess", text, *point, "--pattern", "--json").json["rows"] == [0, 0, 1, 2]


def test_a_matrix_that_is_too_large_is_refused(adcli: Adcli) -> None:
    ran = adcli("jac", "x^2", "--at", f"x={[1] * 2500}")
    assert (ran.status, ran.stdout) == (2, "")
    assert ran.stderr == (
        "error: the Jacobian has 2,500 × 2,500 = 6,250,000 entries\n"
        "  help: --sparse gives those that can be different from 0, --pattern draws where they are\n"
    )
    assert adcli("jac", "x^2", "--at", f"x={[1] * 2500}", "--sparse").status == 0


@pytest.mark.parametrize(
    "options",
    [["--csv", "--json"], ["--plan", "--sparse"], ["--pattern", "--sparse"], ["--csv", "--plan"]],
)
def test_options_that_want_different_answers(adcli: Adcli, options: list[str]) -> None:
    ran = adcli("jac", "x^2", "--at", "x=1", *options)
    assert ran.status == 2
    assert "exclude each other" in ran.stderr
    assert adcli("hess", "x^2", "--at", "x=1", "--sparse", "--eig").status == 2


def test_the_columns_of_a_pattern_are_named_on_as_many_lines_as_that_takes(adcli: Adcli) -> None:
    ran = adcli(
        "jac",
        "[v[i]^2 for i in range(25)]",
        "--at",
        "v=ones(25)",
        "--pattern",
        terminal=True,
        width=80,
        environ={"NO_COLOR": "1"},
    )
    assert "\n  from left to right: v[0], v[1]," in ran.stdout
    assert max(map(len, ran.stdout.splitlines())) <= 80
