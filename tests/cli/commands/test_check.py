"""`adcli check`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Adcli

BAYDIN = ("check", "log(x1) + x1*x2 - sin(x2)", "--at", "x1=2,x2=5")


def test_what_agrees(adcli: Adcli) -> None:
    ran = adcli(*BAYDIN)
    assert (ran.status, ran.stderr) == (0, "")
    assert "2 inputs: all agree" in ran.stdout


def test_the_document_has_the_stable_fields(adcli: Adcli) -> None:
    answer = adcli(*BAYDIN, "--json").json
    assert list(answer) == ["source", "inputs", "ok", "rows", "method", "warnings"]
    assert answer["ok"] is True
    first, second = answer["rows"]
    assert list(first) == [
        "input", "ad", "fd", "h", "error", "tolerance", "verdict", "left", "right", "note",
        "distance", "edge",
    ]  # fmt: skip
    assert (first["distance"], first["edge"]) == (2, "log(x1)")
    assert (second["distance"], second["edge"]) == (None, None)
    assert (first["input"], first["ad"], first["verdict"]) == ("x1", 5.5, "agree")
    assert abs(first["fd"] - 5.5) == first["error"] <= first["tolerance"] < 1e-6
    assert first["left"] is first["right"] is None
    assert second["input"] == "x2"


def test_the_document_of_several_outputs(adcli: Adcli) -> None:
    rows = adcli("check", "output a = x*y, b = x + y", "--at", "x=2,y=3", "--json").json["rows"]
    assert [(row["output"], row["input"], row["ad"]) for row in rows] == [
        ("a", "x", 3), ("a", "y", 2), ("b", "x", 1), ("b", "y", 1),
    ]  # fmt: skip


def test_a_wrong_gradient_is_status_1(adcli: Adcli) -> None:
    ran = adcli("check", "x^2*y", "--at", "x=3,y=2", "--expect", "x=2*x*y,y=8", "--json")
    assert ran.status == 1
    assert ran.json["ok"] is False
    right, wrong = ran.json["rows"]
    assert right["verdict"] == "agree"
    assert (wrong["ad"], wrong["expected"], wrong["error"], wrong["verdict"]) == (9, 8, 1, "disagree")
    assert ran.json["missing"] == []


def test_what_is_missing_is_said(adcli: Adcli) -> None:
    ran = adcli("check", "x^2*y", "--at", "x=3,y=2", "--expect", "x=12")
    assert ran.status == 0
    assert "nothing was given for y" in ran.stdout


def test_a_kink_is_no_failure(adcli: Adcli) -> None:
    ran = adcli("check", "max(x, 0)", "--at", "x=0", "--json")
    assert (ran.status, ran.json["ok"]) == (0, True)
    (row,) = ran.json["rows"]
    assert (row["verdict"], row["left"], row["right"], row["fd"], row["h"]) == ("kink", 0, 1, None, None)


def test_inconclusive_is_no_failure_and_infinite_slopes_are_json(adcli: Adcli) -> None:
    ran = adcli("check", "sin(x)", "--at", "x=1e300", "--json")
    assert (ran.status, ran.json["rows"][0]["verdict"]) == (0, "inconclusive")
    assert adcli("check", "sqrt(x)", "--at", "x=0", "--json").json["rows"][0]["ad"] == "inf"


@pytest.mark.parametrize("method", ["central", "forward", "richardson"])
def test_the_document_names_the_method(method: str, adcli: Adcli) -> None:
    assert adcli(*BAYDIN, "--method", method, "--json").json["method"] == method


@pytest.mark.parametrize(
    "args",
    [
        ("x*y", "--vary-h"), ("x*y", "--vary-h", "--json"), ("--vary-h", "x*y"), ("x*y", "--vary-h="),
        ("--json", "--vary-h", "x*y"),
    ],
)  # fmt: skip
def test_vary_h_of_all_inputs(args: tuple[str, ...], adcli: Adcli) -> None:
    ran = adcli("check", *args, "--at", "x=2,y=3", *([] if "--json" in args else ["--json"]))
    assert [found["input"] for found in ran.json["variations"]] == ["x", "y"]


@pytest.mark.parametrize(
    "args",
    [
        ("x*y", "--vary-h", "y"), ("--vary-h", "y", "x*y"), ("x*y", "--vary-h=y"),
        ("x*y", "--vary-h", "y", "--quiet"),
    ],
)  # fmt: skip
def test_vary_h_of_one_input(args: tuple[str, ...], adcli: Adcli) -> None:
    ran = adcli("check", *args, "--at", "x=2,y=3", "--json")
    (found,) = ran.json["variations"]
    assert found["input"] == "y"
    assert list(found) == ["input", "ad", "chosen", "steps"]
    assert [list(step) for step in found["steps"]] == [["h", "fd", "error"]] * len(found["steps"])


def test_expect_and_vary_h_do_not_go_together(adcli: Adcli) -> None:
    ran = adcli("check", "x^2", "--at", "x=2", "--expect", "x=4", "--vary-h")
    assert (ran.status, ran.stdout) == (2, "")
    assert "--expect compares with AD" in ran.stderr


def test_files_beside_the_program(adcli: Adcli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("model.ad").write_text("input x = 3, y = 2\nx^2*y\n")
    Path("slopes.ad").write_text("output dx = 2*x*y, dy = x^2\n")
    assert adcli("check", "model.ad", "--expect", "@slopes.ad").status == 0
    Path("g.json").write_text(adcli("grad", "model.ad", "--json").stdout)
    assert adcli("check", "model.ad", "--expect", "@g.json").status == 0


def test_wrt_output_and_digits(adcli: Adcli) -> None:
    ran = adcli(
        "check", "output a = x/y, b = x*y", "--at", "x=1,y=3", "--output", "a", "--wrt", "x", "--digits", "3"
    )
    assert ran.status == 0
    assert "0.333 " in ran.stdout
    assert "1 input: agrees" in ran.stdout


def test_errors_are_those_of_grad(adcli: Adcli) -> None:
    ran = adcli("check", "log(x)", "--at", "x=-1")
    assert ran.status == 2
    assert "log of a negative number" in ran.stderr


@pytest.mark.parametrize(
    ("args", "strict"),
    [
        (("x^2", "--at", "x=3"), 0),
        (("x^2", "--at", "x=3", "--expect", "x=6"), 0),
        (("x^2*y", "--at", "x=3,y=2", "--expect", "x=12"), 1),
        (("abs(x)", "--at", "x=0"), 1),
        (("sin(x)", "--at", "x=1e300"), 1),
    ],
)
def test_strict_takes_doubt_for_a_no(args: tuple[str, ...], strict: int, adcli: Adcli) -> None:
    assert adcli("check", *args).status == 0
    assert adcli("check", *args, "--strict").status == strict


def test_tolerances_of_ones_own(adcli: Adcli) -> None:
    ran = adcli("check", "sin(x)", "--at", "x=1", "--rtol", "1e-3", "--atol", "1e-6", "--json")
    (row,) = ran.json["rows"]
    assert (ran.json["rtol"], ran.json["atol"]) == (1e-3, 1e-6)
    assert row["tolerance"] == pytest.approx(1e-3 * row["ad"] + 1e-6)
    rough = adcli("check", "sin(x)", "--at", "x=1", "--rtol", "1e-15")
    assert (rough.status, "differences are good to" in rough.stdout) == (0, True)
    assert "tolerance 1e-15 |AD|" in rough.stdout
    assert adcli("check", "sin(x)", "--at", "x=1", "--rtol", "-1").status == 2
    wrong = ("check", "x^2", "--at", "x=3", "--expect", "x=6.01*1")
    assert (adcli(*wrong).status, adcli(*wrong, "--atol", "0.1").status) == (1, 0)
