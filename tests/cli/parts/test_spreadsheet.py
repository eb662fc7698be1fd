"""--csv of the commands whose answers are tables."""

from __future__ import annotations

import csv
import io

import pytest

from tests.conftest import Adcli

POINT = ("--at", "x=2, v=[3, 4]")


@pytest.mark.parametrize(
    ("args", "rows"),
    [
        (
            ("grad", "x*v[0]^2 + v[1]", *POINT),
            [["output", "value", "x", "v[0]", "v[1]"], ["f", "22", "9", "12", "1"]],
        ),
        (
            ("hess", "x^2*y", "--at", "x=2,y=3"),
            [["input", "at", "derivative", "x", "y"], ["x", "2", "12", "6", "4"], ["y", "3", "4", "4", "0"]],
        ),
        (
            ("hess", "x^2*y", "--at", "x=2,y=3", "--diagonal"),
            [["input", "at", "derivative", "second derivative"], ["x", "2", "12", "6"], ["y", "3", "4", "0"]],
        ),
        (
            ("diff", "x^3", "--at", "x=2", "--order", "2"),
            [["order", "derivative", "taylor"], ["0", "8", "8"], ["1", "12", "12"], ["2", "12", "6"]],
        ),
        (
            ("diff", "x^2*y", "--at", "x=2,y=3", "--wrt", "x,y"),
            [["output", "value", "wrt", "derivative"], ["f", "12", "x,y", "4"]],
        ),
        (
            ("grad", "1/3*x", "--at", "x=1", "--digits", "3"),
            [["output", "value", "x"], ["f", "0.333", "0.333"]],
        ),
    ],
)
def test_answers_are_tables_in_a_terminal_too(
    args: tuple[str, ...], rows: list[list[str]], adcli: Adcli
) -> None:
    for terminal in (True, False):
        ran = adcli(*args, "--csv", terminal=terminal)
        assert (ran.status, ran.stderr) == (0, "")
        assert list(csv.reader(io.StringIO(ran.stdout))) == rows


def test_a_check_has_a_row_for_each_derivative(adcli: Adcli) -> None:
    ran = adcli("check", "x^2*y", "--at", "x=3,y=2", "--expect", "x=2*x*y, y=x", "--csv")
    assert ran.status == 1
    rows = list(csv.DictReader(io.StringIO(ran.stdout)))
    assert [(row["input"], row["ad"], row["expected"], row["verdict"]) for row in rows] == [
        ("x", "12", "12", "agree"),
        ("y", "9", "3", "disagree"),
    ]
    rows = list(csv.DictReader(io.StringIO(adcli("check", "x^2", "--at", "x=3", "--csv").stdout)))
    assert rows[0]["ad"] == "6"
    assert float(rows[0]["fd"]) == pytest.approx(6, rel=1e-6)


@pytest.mark.parametrize(
    "args",
    [
        ("grad", "x", "--json"),
        ("hess", "x", "--json"),
        ("diff", "x", "--json"),
        ("check", "x", "--json"),
        ("check", "x", "--vary-h"),
        ("hess", "x", "--sparse"),
        ("hess", "x", "--eig"),
        ("grad", "x", "--certify"),
    ],
)
def test_what_excludes_csv(args: tuple[str, ...], adcli: Adcli) -> None:
    ran = adcli(*args, "--at", "x=1", "--csv")
    assert (ran.status, ran.stdout) == (2, "")
    assert "--csv" in ran.stderr


def test_warnings_are_told(adcli: Adcli) -> None:
    ran = adcli("grad", "abs(x)", "--at", "x=0", "--csv")
    assert ran.stdout == "output,value,x\nf,0,0\n"
    assert "abs bends at 0" in ran.stderr
