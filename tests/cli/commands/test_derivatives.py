"""jac, hess, jvp, vjp, hvp on the command line.

`pytest tests/cli/commands/test_derivatives.py --rewrite` writes the golden outputs anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import ROOT, Adcli
from tests.goldens import golden

GOLDEN = ROOT / "tests" / "golden" / "derivatives"

WIDE = "input v = [0.5, 1.5, -2, 3, 1e-3, 7], s = 2\noutput exp(s*v[:3])*v[3:], sum(v)/s"
CASES = {
    "jac": ("jac", "r*cos(t), r*sin(t)", "--at", "r=2,t=pi/6"),
    "jac-one": ("jac", "x^2*y", "--at", "x=3,y=2"),
    "jac-wide": ("jac", WIDE),
    "jac-long": ("jac", "[sin(k*t) for k in range(1, 41)]", "--at", "t=0.37"),
    "jac-csv": ("jac", WIDE, "--csv"),
    "jac-warnings": ("jac", "abs(x)*y, sqrt(x) + y", "--at", "x=0,y=1"),
    "hess": ("hess", "x^2*y + y^3", "--at", "x=2,y=3"),
    "hess-eig": ("hess", "x^2 + x*y + y^2", "--at", "x=0,y=0", "--eig"),
    "hess-diagonal": ("hess", "sum(v^3)", "--at", "v=[1, 2, 3]", "--diagonal"),
    "hess-nan": ("hess", "a^b", "--at", "a=-2,b=3"),
    "jvp": ("jvp", "x*y, x^2", "--at", "x=2,y=3", "--tangent", "x=1,y=-1"),
    "vjp": ("vjp", "u = x*y; v = x^2; output u, v", "--at", "x=2,y=3", "--adjoint", "u=1,v=10"),
    "hvp": ("hvp", "s*v[0]*v[1]^2", "--at", "s=2, v=[3, 4]", "--tangent", "v=[1, 0]"),
}
PAGES = {"80": (True, 80), "140": (True, 140), "pipe": (False, 80)}


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("name", CASES)
def test_golden_outputs(name: str, page: str, adcli: Adcli, rewrite: bool) -> None:
    terminal, width = PAGES[page]
    ran = adcli(*CASES[name], terminal=terminal, width=width, environ={"NO_COLOR": "1"})
    text = ran.stdout + (f"--- stderr\n{ran.stderr}" if ran.stderr else "")
    assert ran.status == 0
    golden(text, GOLDEN / f"{name}.{page}.txt", rewrite)
    if terminal and name != "jac-csv":
        assert max(map(len, ran.stdout.splitlines())) <= width


def test_the_jacobian_as_json(adcli: Adcli) -> None:
    ran = adcli("jac", "x*y, x + y", "--at", "x=2,y=3", "--json")
    assert (ran.status, ran.stderr) == (0, "")
    assert ran.json == {
        "source": "x*y, x + y",
        "inputs": {"x": 2.0, "y": 3.0},
        "outputs": ["x*y", "x + y"],
        "columns": ["x", "y"],
        "value": [6.0, 5.0],
        "jacobian": [[3.0, 2.0], [1.0, 1.0]],
        "mode": "forward",
        "reason": "forward: 2 outputs, 2 inputs: 2 forward sweeps instead of 2 reverse",
        "sweeps": 2,
        "warnings": [],
    }


def test_the_hessian_as_json(adcli: Adcli) -> None:
    answer = adcli("hess", "x^2*y + y^3", "--at", "x=2,y=3", "--json", "--eig").json
    assert answer["value"] == 39.0
    assert answer["gradient"] == {"x": 12.0, "y": 31.0}
    assert answer["columns"] == ["x", "y"]
    assert answer["hessian"] == [[6.0, 4.0], [4.0, 18.0]]
    assert answer["mode"] == "forward over reverse"
    assert answer["eigenvalues"] == pytest.approx([12 - 52**0.5, 12 + 52**0.5], rel=1e-14)
    assert answer["definiteness"].startswith("positive definite")
    assert adcli("hess", "x^2*y + y^3", "--at", "x=2,y=3", "--json", "--diagonal").json["diagonal"] == [6, 18]


def test_the_products_as_json(adcli: Adcli) -> None:
    point = ("--at", "x=2,y=3", "--json")
    program = "u = x*y; v = x^2; output u, v"
    assert adcli("jvp", program, "--tangent", "x=1", "--tangent", "y=-1", *point).json["jvp"] == {
        "u": 1.0,
        "v": 4.0,
    }
    pulled = adcli("vjp", program, "--adjoint", "u=1,v=10", *point).json
    assert (pulled["vjp"], pulled["value"]) == ({"x": 43.0, "y": 2.0}, {"u": 6.0, "v": 4.0})
    assert adcli("vjp", program, "--adjoint", "u=1,v=10", "--wrt", "x", *point).json["vjp"] == {"x": 43.0}
    curved = adcli("hvp", "x^2*y + y^3", "--tangent", "x=1,y=1", *point).json
    assert (curved["value"], curved["hvp"]) == (39.0, {"x": 10.0, "y": 22.0})


def test_arrays_keep_their_shape(adcli: Adcli) -> None:
    args = ("A @ v", "--at", "A=[[1, 2], [3, 4]], v=[5, 6]", "--json")
    assert adcli("jvp", *args, "--tangent", "A=[[1, 0], [0, 1]]").json["jvp"] == {"f": [5.0, 6.0]}
    assert adcli("vjp", *args, "--adjoint", "f=[1, 0]").json["vjp"] == {
        "A": [[5.0, 6.0], [0.0, 0.0]],
        "v": [1.0, 2.0],
    }


def test_a_tangent_from_a_file(adcli: Adcli, tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    path.write_text('{"x": 1, "y": 1}', encoding="utf-8")
    assert adcli("hvp", "x^2*y + y^3", "--at", "x=2,y=3", "--tangent", f"@{path}").status == 0


@pytest.mark.parametrize(
    ("args", "stderr"),
    [
        (
            ("jvp", "x*y", "--at", "x=1,y=2"),
            "error: --tangent is missing\n  help: add --tangent NAME=1,…; what is left out is 0\n",
        ),
        (
            ("hvp", "speed*y", "--at", "speed=1,y=2", "--tangent", "sped=1"),
            "error: there is no input `sped`\n"
            "  --> --tangent:1:6\n"
            "1 | sped=1\n"
            "  |      ^\n"
            "  help: did you mean `speed`?\n",
        ),
        (
            ("vjp", "2*v", "--at", "v=[1, 2]", "--adjoint", "f=1"),
            "error: the adjoint of `f` is a number\n"
            "  --> --adjoint:1:3\n"
            "1 | f=1\n"
            "  |   ^\n"
            "  help: `f` is an array of 2\n",
        ),
        (
            ("hess", "x*y, x", "--at", "x=1,y=2"),
            "error: there are 2 outputs: x*y, x\n"
            "  help: `adcli jac` gives the derivatives of all; --output NAME chooses one\n",
        ),
        (
            ("hess", "x*y", "--at", "x=1,y=2", "--diagonal", "--eig"),
            "error: --eig needs the whole matrix\n  help: leave out --diagonal\n",
        ),
        (("jac", "x", "--at", "x=1", "--csv", "--json"), None),
    ],
)
def test_errors(args: tuple[str, ...], stderr: str | None, adcli: Adcli) -> None:
    ran = adcli(*args)
    assert (ran.status, ran.stdout) == (2, "")
    if stderr is not None:
        assert ran.stderr == stderr
