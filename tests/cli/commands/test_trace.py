"""`adcli trace`: its options, its JSON, and how the samples look at 80 and 140 columns and in a pipe.

`pytest tests/cli/commands/test_trace.py --rewrite` writes the golden outputs anew.
"""

from __future__ import annotations

import io
import math
from pathlib import Path
from typing import Any

import pytest

from adcli.cli.group import answer
from adcli.cli.process.environment import Environment
from adcli.engine.sweeps.tape import NODE
from tests.conftest import ROOT, Adcli
from tests.goldens import golden

LONG = {"epidemic", "gauss", "implied-volatility", "lennard-jones", "pendulum"}  # pages of steps
SAMPLES = sorted(path for path in (ROOT / "samples").glob("*.ad") if path.stem not in LONG)
GOLDEN = ROOT / "tests" / "golden" / "trace"
BAYDIN = ("log(x1) + x1*x2 - sin(x2)", "--at", "x1=2,x2=5")
EXPLAINED = ("baydin", "sine-of-product", "sigmoid")
NEWTON = "input a = 2\nx = a\nwhile abs(x*x - a) > 1e-12:\n    x = (x + a/x) / 2\noutput x\n"


def scalar(sample: Path, adcli: Adcli) -> tuple[str, ...]:
    """`--output NAME` where the sample has several outputs."""
    value = adcli("eval", str(sample), "--json").json["value"]
    return ("--output", next(iter(value))) if isinstance(value, dict) else ()


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.stem)
def test_samples_look_as_their_golden_outputs(
    sample: Path, adcli: Adcli, rewrite: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    name, plain = f"samples/{sample.name}", {"NO_COLOR": "1"}
    output = scalar(sample, adcli)
    parts = []
    for heading, where in (
        ("80 columns", {"terminal": True, "width": 80}),
        ("140 columns", {"terminal": True, "width": 140}),
        ("piped", {}),
    ):
        for mode in ("reverse", "forward"):
            ran = adcli("trace", name, "--quiet", "--mode", mode, *output, environ=plain, **where)
            assert (ran.status, ran.stderr) == (0, "")
            parts.append(f"--- {mode}, {heading}\n{ran.stdout}")
    golden("\n".join(parts), GOLDEN / f"{sample.stem}.txt", rewrite)


@pytest.mark.parametrize("name", EXPLAINED)
def test_explanations_read_as_their_golden_outputs(
    name: str, adcli: Adcli, rewrite: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    ran = adcli(
        "trace", f"samples/{name}.ad", "--explain", terminal=True, width=80, environ={"NO_COLOR": "1"}
    )
    assert (ran.status, ran.stderr) == (0, "")
    golden(ran.stdout, GOLDEN / f"{name}.explained.txt", rewrite)


def test_a_long_loop_is_folded_as_in_its_golden_output(adcli: Adcli, rewrite: bool) -> None:
    ran = adcli("trace", "-", stdin=NEWTON, terminal=True, width=100, environ={"NO_COLOR": "1"})
    assert (ran.status, ran.stderr) == (0, "")
    golden(ran.stdout, GOLDEN / "newton.folded.txt", rewrite)


# JSON


def nodes(adcli: Adcli, *args: str) -> dict[str, dict[str, Any]]:
    return {node["name"]: node for node in adcli("trace", *args, "--json").json["nodes"]}


def test_json_in_reverse_mode(adcli: Adcli) -> None:
    document = adcli("trace", *BAYDIN, "--json").json
    assert document["mode"] == "reverse"
    assert document["reason"] == "reverse: 1 output, 2 inputs: 1 reverse sweep instead of 2 forward"
    assert document["inputs"] == {"x1": 2.0, "x2": 5.0}
    assert document["gradient"] == {"x1": 5.5, "x2": 2 - math.cos(5)}
    assert document["costs"] == {
        "evaluation": {"operations": 5},
        "forward": {"sweeps": 2, "products": 10, "sums": 2, "tape_bytes": 0},
        "reverse": {"sweeps": 1, "products": 8, "sums": 2, "tape_bytes": 7 * NODE},
        "recursion": {"visits": 9, "nodes": 7},
    }
    assert document["nodes"][0] == {
        "id": 0, "name": "x1", "variable": "x1", "expression": "x1", "operation": "input", "arguments": [],
        "value": 2.0, "line": 1, "column": 5, "adjoint": 5.5,
        "contributions": [
            {"from": "v2", "partial": 5.0, "product": 5.0}, {"from": "v1", "partial": 0.5, "product": 0.5},
        ],
    }  # fmt: skip
    assert document["nodes"][3] | {"contributions": None} == {
        "id": 3, "name": "v2", "variable": None, "expression": "x1*x2", "operation": "mul",
        "arguments": ["x1", "x2"], "value": 10.0, "line": 1, "column": 11, "adjoint": 1.0,
        "contributions": None,
    }  # fmt: skip


def test_json_in_forward_mode(adcli: Adcli) -> None:
    found = nodes(adcli, *BAYDIN, "--mode", "forward")
    assert found["v1"]["tangents"] == {"x1": 0.5, "x2": 0.0}
    assert "adjoint" not in found["v1"]
    assert nodes(adcli, *BAYDIN, "--seed", "x1")["v2"]["tangents"] == {"x1": 5.0}


def test_json_of_constants_and_of_what_passes_nothing(adcli: Adcli) -> None:
    found = nodes(adcli, "max(x, 2*y) + floor(y)", "--at", "x=1,y=3", "--mode", "reverse")
    assert found["v1"]["arguments"] == [2.0, "y"]
    assert found["x"]["adjoint"] == 0.0
    assert found["x"]["contributions"] == [{"from": "v2", "partial": None, "product": None}]
    assert found["v3"]["adjoint"] is None  # no chosen input is behind it


def test_json_of_decisions_is_complete(adcli: Adcli) -> None:
    document = adcli("trace", "-", "--json", stdin=NEWTON).json
    assert [guard["outcome"] for guard in document["guards"]] == [True] * 5 + [False]
    assert document["guards"][0] == {
        "line": 3, "column": 7, "condition": "abs(x*x - a) > 1e-12", "outcome": True, "margin": 2 - 1e-12,
    }  # fmt: skip
    assert len(document["nodes"]) == 34


def test_json_of_arrays_is_in_full(adcli: Adcli) -> None:
    text = "input w = [0.5, -1, 2, 4, 8]\noutput sum(w^2)\n"
    found = {node["name"]: node for node in adcli("trace", "-", "--json", stdin=text).json["nodes"]}
    assert found["w"]["value"] == [0.5, -1.0, 2.0, 4.0, 8.0]
    assert found["w"]["adjoint"] == [1.0, -2.0, 4.0, 8.0, 16.0]


def test_digits_round_the_json(adcli: Adcli) -> None:
    assert nodes(adcli, *BAYDIN, "--digits", "3")["x2"]["adjoint"] == 1.72


# options


def test_all_shows_every_turn_of_a_loop(adcli: Adcli) -> None:
    folded = adcli("trace", "-", stdin=NEWTON).stdout
    whole = adcli("trace", "-", "--all", stdin=NEWTON).stdout
    assert "18 more of the loop in line 3: v13 to v30 (--all shows them)" in folded
    assert "more" not in whole
    assert len(whole.splitlines()) == len(folded.splitlines()) + 17 + 3  # rows, and decisions


def test_decisions_are_marked(adcli: Adcli) -> None:
    assert (
        "  line 3: abs(x*x - a) > 1e-12 was true, margin 1.999999999999\n"
        in adcli("trace", "-", stdin=NEWTON).stdout
    )
    shown = adcli("trace", "x^2 if x > 0 else 0", "--at", "x=0.3").stdout
    assert "  x > 0 was true, margin 0.3\n" in shown


@pytest.mark.parametrize("explain", [(), ("--explain",)])
def test_trace_has_all_digits_in_a_pipe_and_eight_in_a_terminal(
    explain: tuple[str, ...], adcli: Adcli
) -> None:
    assert "1.7163378145367738" in adcli("trace", *BAYDIN, *explain).stdout
    shown = adcli("trace", *BAYDIN, *explain, terminal=True, width=140, environ={"NO_COLOR": "1"}).stdout
    assert "1.7163378" in shown
    assert "1.71633781" not in shown
    assert adcli("trace", *BAYDIN, *explain, "--digits", "3").stdout.count("1.72") >= 1


def test_what_is_shortened_is_told_once(adcli: Adcli) -> None:
    text = "input w = [0.5, -1, 2, 4, 8]\noutput sum(w^2)\n"
    told = "arrays and sums are shortened: --all shows them whole"
    for where in ({}, {"terminal": True, "width": 80}):
        for explain in ((), ("--explain",)):
            assert adcli("trace", "-", *explain, stdin=text, **where).stdout.count(told) == 1
            assert told not in adcli("trace", "-", *explain, "--all", stdin=text, **where).stdout
            assert told not in adcli("trace", *BAYDIN, *explain, **where).stdout


def test_warnings_go_to_stderr(adcli: Adcli) -> None:
    ran = adcli("trace", "abs(x)", "--at", "x=0")
    assert "warning: abs bends at 0" in ran.stderr
    assert adcli("trace", "abs(x)", "--at", "x=0", "--quiet").stderr == ""


def test_one_output_at_a_time(adcli: Adcli) -> None:
    ran = adcli("trace", "f = x^2; g = x^3; output f, g", "--at", "x=2")
    assert (ran.status, ran.stdout) == (2, "")
    assert "`adcli jac`" in ran.stderr
    assert "--output" in ran.stderr
    one = adcli("trace", "f = x^2; g = x^3; output f, g", "--at", "x=2", "--output", "g", "--json").json
    assert (one["output"], one["gradient"]) == ("g", {"x": 12.0})


def test_a_seed_needs_forward_mode(adcli: Adcli) -> None:
    ran = adcli("trace", *BAYDIN, "--seed", "x1", "--mode", "reverse")
    assert ran.status == 2
    assert ran.stderr.startswith("error: --seed is for forward mode")


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("sum([v[0], 3, v[0]^2])", "v̇3 = [v̇1, 0, v̇2]"),
        ("sum(concat(v, v^2))", "v̇2 = concat(v̇, v̇1)"),
        ("v[1] = v[0]^2; sum(v)", "v̇3 = v̇ with [1] = v̇2"),
        ("norm(v)", "v̇1 = Σ v v̇/v1, 0 where v = 0"),
        ("max([v, 2*v], axis=0)[0]", "v̇3 = v̇2 of that element; a tie is shared evenly"),
        ("solve([[v[0], 1], [0, 1]], v)[0]", "v̇4 = v3⁻¹ (v̇ - v̇3 v4)"),
        ("solve([[4, 1], [0, 1]], v)[0]", "v̇1 = (2×2) [4, 1, 0, …]⁻¹ (v̇ - 0 v1)"),
    ],
)  # fmt: skip
def test_rules_of_whole_arrays(adcli: Adcli, text: str, rule: str) -> None:
    """Tangents stand where the operation is linear, and in the differential where it is not."""
    found = adcli("trace", text, "--at", "v=[2,3]", "--mode", "forward", "--seed", "v[0]").stdout
    assert rule in found
    said = adcli("trace", text, "--at", "v=[2,3]", "--mode", "forward", "--seed", "v[0]", "--explain").stdout
    assert f"{rule} = " in said


def ascii_output(*args: str) -> str:
    """What a pipe that knows ASCII only gets."""
    contents = io.BytesIO()
    stdout = io.TextIOWrapper(contents, encoding="ascii", errors="strict")
    environment = Environment(io.BytesIO(), stdout, io.StringIO(), {})
    assert answer(args, environment) == 0
    stdout.flush()
    return contents.getvalue().decode("ascii")


@pytest.mark.parametrize(
    "options", [(), ("--mode", "forward"), ("--explain",), ("--seed", "x1", "--explain")]
)
def test_without_unicode(options: tuple[str, ...]) -> None:
    text = ascii_output("trace", *BAYDIN, *options)
    assert ("v1_bar*(1/x1)" in text) != ("x1_dot*(1/x1)" in text)


def variables(adcli: Adcli, program: str, at: str) -> list[tuple[str, str | None]]:
    document = adcli("trace", program, "--at", at, "--json").json
    return [(node["name"], node["variable"]) for node in document["nodes"]]


def test_json_tells_the_variable_that_holds_a_step(adcli: Adcli) -> None:
    program = "u = x*y; w = sin(u + x); w += u; output z = -w"
    assert variables(adcli, program, "x=1,y=2") == [
        ("x", "x"), ("y", "y"), ("v1", "u"), ("v2", None), ("v3", "w"), ("v4", "w"), ("v5", "z"),
    ]  # fmt: skip


def test_a_part_of_an_expression_is_no_variable(adcli: Adcli) -> None:
    assert dict(variables(adcli, "u = A + c; sum(u)", "A=[[1, 2], [3, 4]], c=1")) == {
        "A": "A", "c": "c", "v1": None, "v2": "u", "v3": None,
    }  # fmt: skip
    assert dict(variables(adcli, "u = max(a, b, c); u*u", "a=1,b=2,c=3"))["v1"] == "u"
    assert dict(variables(adcli, "for i in range(2):\n    x = x*x\nx", "x=2")) == {
        "x": "x", "v1": "x", "v2": "x",
    }  # fmt: skip
