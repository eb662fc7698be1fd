"""1e400 and 1e-400 on the command line: every command warns, and every record does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import Adcli

LOST = "1e-400 underflows: too small for a double"
SAID = "1e400 overflows: too large for a double"


@pytest.mark.parametrize("command", ["eval", "grad", "jac", "hess", "diff", "trace", "check"])
@pytest.mark.parametrize(("source", "at"), [("x + 1e-400", "x=1"), ("x + 1", "x=1 + 1e-400")])
def test_every_command_warns(adcli: Adcli, command: str, source: str, at: str) -> None:
    ran = adcli(command, source, "--at", at, "--json")
    assert [warning["message"] for warning in ran.json["warnings"]] == [LOST]


@pytest.mark.parametrize(
    ("command", "option", "seed"),
    [("jvp", "--tangent", "x"), ("hvp", "--tangent", "x"), ("vjp", "--adjoint", "f")],
)
def test_seeds_do(adcli: Adcli, command: str, option: str, seed: str) -> None:
    ran = adcli(command, "x^2", "--at", "x=1", option, f"{seed}=1e400", "--json")
    assert SAID in [warning["message"] for warning in ran.json["warnings"]]


RECORDS = {
    "batch": "x + 1e400 at x=1\nx at x=1e400\n",
    "csv": "expr,x,y\nx + 1e400,1,2\nx,1e400,\nx*y,1,1e400+1\n",
    "jsonl": '{"expr": "x + 1e400", "at": {"x": 1}}\n{"expr": "x", "at": {"x": 1e400}}\n'
    '{"expr": "x", "at": {"x": "1e400 + 1"}}\n{"expr": "x", "at": {"x": [2, 1e400]}}\n',
}


@pytest.mark.parametrize("form", RECORDS)
def test_records_do(adcli: Adcli, tmp_path: Path, form: str) -> None:
    path = tmp_path / f"file.{form}"
    path.write_text(RECORDS[form])
    ran = adcli("batch", str(path), "--json")
    for line in ran.stdout.splitlines():
        answer = json.loads(line)
        [warning] = [w for w in answer["warnings"] if w["message"] == SAID]
        assert (warning["kind"], warning["line"]) == ("overflow", answer["line"])


def test_a_default_of_a_batch_is_told_once(adcli: Adcli, tmp_path: Path) -> None:
    path = tmp_path / "file.batch"
    path.write_text("x + a\nx*a\n")
    ran = adcli("batch", str(path), "--at", "x=1,a=1e-400")
    assert ran.stderr.count(LOST) == 1
