"""Every command's JSON keeps to its schema in `tests/contract.json`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adcli.cli.group import COMMANDS as ALL
from tests.conftest import ROOT, Adcli
from tests.contract import COMMANDS, faults

POLAR = "x = r*cos(t); y = r*sin(t); output x, y"
KINKED = ("abs(x)*y + max(x, z)", "--at", "x=0,y=1,z=0")
ARRAY = ("sum(v^2)*s + (s if s > 1 else 1)", "--at", "v=[[1, 2], [3, 4]],s=2")
AT = ("--at", "r=2,t=0.5")
XY = ("x^2*y + y^3", "--at", "x=2,y=3")
CASES: dict[str, list[tuple[str, ...]]] = {
    "eval": [("eval", *XY), ("eval", POLAR, *AT), ("eval", "[x, x^2]", "--at", "x=1e300"),
             ("eval", "1 if x > 0.3 else 2", "--at", "x=0.1*3", "--certify"),
             ("eval", POLAR, *AT, "--certify")],
    "grad": [("grad", *XY), ("grad", *KINKED), ("grad", *ARRAY, "--digits-report", "--certify"),
             ("grad", "x^2 + 0*y", "--at", "x=0,y=0", "--digits-report"),
             ("grad", "sqrt(x)*y", "--at", "x=0,y=1", "--certify"), ("grad", "u - v", "--at", "u=1,v=1,w=2")],
    "jac": [("jac", POLAR, *AT), ("jac", *ARRAY), ("jac", POLAR, *AT, "--digits-report", "--certify"),
            ("jac", "abs(x), x^2", "--at", "x=0")],
    "jac --sparse": [("jac", POLAR, *AT, "--sparse"),
                     ("jac", "x*y, y*z, z*u", "--at", "x=1,y=2,z=3,u=4", "--sparse")],
    "jac --pattern": [("jac", POLAR, *AT, "--pattern")],
    "jac --plan": [("jac", POLAR, *AT, "--plan"), ("jac", *ARRAY, "--plan")],
    "hess": [("hess", *XY), ("hess", *XY, "--eig"), ("hess", *ARRAY, "--digits-report", "--certify"),
             ("hess", "a^b", "--at", "a=-2,b=3"), ("hess", "relu(x)^2", "--at", "x=0")],
    "hess --diagonal": [("hess", *XY, "--diagonal"), ("hess", *ARRAY, "--diagonal")],
    "hess --sparse": [("hess", *XY, "--sparse"), ("hess", *ARRAY, "--sparse")],
    "hess --pattern": [("hess", *XY, "--pattern")],
    "jvp": [("jvp", POLAR, *AT, "--tangent", "r=1"), ("jvp", *KINKED, "--tangent", "x=1")],
    "vjp": [("vjp", POLAR, *AT, "--adjoint", "x=1"),
            ("vjp", "2*v", "--at", "v=[1, 2]", "--adjoint", "f=[1, 0]")],
    "hvp": [("hvp", *XY, "--tangent", "x=1"), ("hvp", *ARRAY, "--tangent", "v=[[1, 0], [0, 0]]")],
    "diff": [("diff", "exp(sin(x))", "--at", "x=0"), ("diff", "abs(x)", "--at", "x=0", "--order", "2")],
    "diff --wrt x,x,y": [("diff", *XY, "--wrt", "x,x,y")],
    "trace": [("trace", *XY), ("trace", *XY, "--mode", "forward"), ("trace", *ARRAY), ("trace", *KINKED),
              ("trace", "samples/newton.ad"), ("trace", "samples/xor.ad"), ("trace", *XY, "--seed", "x"),
              ("trace", "for k in range(n): x = x*k\noutput x", "--at", "n=3,x=2")],
    "check": [("check", *XY), ("check", POLAR, *AT), ("check", *KINKED), ("check", *ARRAY),
              ("check", *XY, "--expect", "x=1"), ("check", *XY, "--vary-h"), ("check", *XY, "--rtol", "1e-6"),
              ("check", POLAR, *AT, "--vary-h", "r"), ("check", *XY, "--method", "richardson"),
              ("check", "(1 - (1 - x*x/2))/(x*x)", "--at", "x=1e-9")],
    "functions": [("functions",), ("functions", "max")],
    "samples": [("samples",), ("samples", "newton")],
}  # fmt: skip
WRONG = [
    ("grad", "x/0", "--at", "x=1"), ("grad", "x +", "--at", "x=1"), ("grad", "x*y", "--at", "x=1"), ("grad",),
    ("eval", "nosuch(1)"), ("grad", "nowhere.ad"), ("eval", "[1, 2] + [1, 2, 3]"), ("functions", "nosuch"),
    ("eval", "while 1: x = 2", "--max-steps", "9"), ("samples", "nosuch"),
    ("grad", "x", "--at", "x=1", "--nosuch"),
]  # fmt: skip


def test_every_command_has_a_schema_and_every_schema_its_cases() -> None:
    assert {name.partition(" ")[0] for name in COMMANDS} - {"an"} == set(ALL) - {"batch"}
    assert set(CASES) == set(COMMANDS) - {"an error"}


@pytest.mark.parametrize(
    ("name", "line"), [(name, line) for name, lines in CASES.items() for line in lines], ids=str
)
def test_documents_keep_to_their_schemas(
    name: str, line: tuple[str, ...], adcli: Adcli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    ran = adcli(*line, "--json")
    assert ran.status in (0, 1), ran.stderr
    assert list(faults(ran.json, COMMANDS[name])) == []


@pytest.mark.parametrize("line", WRONG, ids=str)
def test_errors_keep_to_their_schema(line: tuple[str, ...], adcli: Adcli) -> None:
    ran = adcli(*line, "--json")
    assert (ran.status, ran.stdout) == (2, "")
    assert list(faults({"error": ran.error}, COMMANDS["an error"])) == []


def test_a_record_of_a_batch_is_the_document_of_its_command(adcli: Adcli, tmp_path: Path) -> None:
    lines = ["x^2*y at x=1,y=2", "x*y, x + y at x=1,y=2", "log(x) at x=-1", "abs(x) at x=0"]
    (tmp_path / "some.batch").write_text("\n".join(lines), encoding="utf-8")
    ran = adcli("batch", str(tmp_path / "some.batch"), "--json")
    documents = [json.loads(line) for line in ran.stdout.splitlines()]
    for document, command in zip(documents, ("grad", "jac", "an error", "grad"), strict=True):
        head = [document.pop(name) for name in ("line", "label", "ok")]
        assert head[1:] == [None, command != "an error"]
        assert list(faults(document, COMMANDS[command])) == []


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"value": "much"}, ".value: 'much' is none of those it may be"),
        ({"value": None}, ".value: None is none of those it may be"),
        ({"sweeps": 1.5}, ".sweeps: 1.5 is not of type integer"),
        ({"sweeps": -1}, ".sweeps: -1 is less than 0"),
        ({"mode": "sideways"}, ".mode: 'sideways' is not one of ['forward', 'reverse']"),
        ({"gradient": {"x": ["one"]}}, ".gradient.x: ['one'] is none of those it may be"),
        ({"more": 1}, ": more is not foreseen"),
        ({"warnings": [{"kind": "kink"}]}, ".warnings[0]: message is missing"),
    ],
)
def test_what_is_otherwise_is_found(change: dict[str, object], says: str, adcli: Adcli) -> None:
    document = adcli("grad", "x^2", "--at", "x=3", "--json").json
    assert list(faults(document | change, COMMANDS["grad"])) == [says]
    backwards = dict(reversed(document.items()))
    (other,) = faults(backwards, COMMANDS["grad"])
    assert "another order" in other
