"""Decimals that no double is near: inf or 0, and a warning with the place, wherever they are written."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

import adcli
from adcli.language.grammar.decimals import lost
from adcli.language.points.bindings import read_bindings
from adcli.language.points.seeds import read_seeds
from adcli.text.errors import AdError
from adcli.text.notices import Notice

OVER = [("overflow", "1e400 overflows: too large for a double", "1e400")]
UNDER = [("underflow", "1e-400 underflows: too small for a double", "1e-400")]


def told(notices: tuple[Notice, ...]) -> list[tuple[str, str, str]]:
    return [(n.kind, n.message, n.span.text if n.span else "") for n in notices]


@pytest.mark.parametrize("text", ["0", "0.0", "0e-999", "-0", "5e-324", "1e308", "inf", "-Infinity", "1_0.5"])
def test_what_a_double_holds_is_not_lost(text: str) -> None:
    assert lost(text, float(text)) is None


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("1e400", "overflow"),
        ("-1E+400", "overflow"),
        ("9" * 400, "overflow"),
        ("2e-324", "underflow"),
        (f"0.{'0' * 400}1", "underflow"),
        ("-.5e-400", "underflow"),
    ],
)
def test_what_no_double_is_near_is_lost(text: str, kind: str) -> None:
    assert lost(text, float(text)) == kind


@pytest.mark.parametrize(
    "text", ["x + {}", "max({}, x)", "a = {}\nx*a", "input x = 1, y = {}\nx + y", "x - [1, {}][1]", "x*{}"]
)
def test_in_a_program(text: str) -> None:
    for number, expected in (("1e400", OVER), ("1e-400", UNDER)):
        answer = adcli.grad(text.format(number), x=1.0)
        assert told(answer.warnings)[:1] == expected
        plain = adcli.grad(text.format("inf" if number == "1e400" else "0"), x=1.0)
        assert answer.value == plain.value


def test_in_an_error_it_is_the_overflow_that_is_named() -> None:
    with pytest.raises(AdError) as caught:
        adcli.eval("2 + x*1e400", x=0.0)
    assert caught.value.message == "undefined: 1e400 overflowed to inf"


@pytest.mark.parametrize("text", ["x={}", "x=2*{}", "x=[1, {}]", "y=3, x={}"])
def test_in_bindings(text: str) -> None:
    assert told(read_bindings([text.format("1e400")]).notices)[:1] == OVER
    assert told(read_bindings([text.format("1e-400")]).notices)[:1] == UNDER
    assert read_bindings([text.format("0e-400")]).notices == ()


def test_bindings_that_are_computed_may_overflow_too() -> None:
    [(kind, message, place)] = told(read_bindings(["x=2, y=1 + exp(1000)"]).notices)
    assert (kind, message) == ("overflow", "exp(1000) overflows: too large for a double")
    assert place == "exp(1000)"


def test_in_seeds() -> None:
    assert told(read_seeds("x[0]=1e400", "--tangent").notices) == OVER
    assert told(read_seeds("[1, 1e-400]", "--adjoint").notices) == UNDER


@pytest.mark.parametrize(
    ("name", "contents", "binding"),
    [
        ("v.csv", "1\n1e400\n-1e999\n1e-400", "v=@{}"),
        ("v.json", "[1, 1e400, -1e999, 1e-400]", "v=@{}"),
        ("p.json", '{"v": [1, 1e400, -1e999, 1e-400]}', "@{}"),
        ("p.json", f'{{"v": [1, {10**400}, -1e999, 1e-400]}}', "@{}"),
    ],
)
def test_in_files(tmp_path: Path, name: str, contents: str, binding: str) -> None:
    (tmp_path / name).write_text(contents)
    bindings = read_bindings([binding.format(name)], tmp_path)
    assert bindings.values["v"].tolist() == [1, math.inf, -math.inf, 0]
    over, under = told(bindings.notices)
    assert over[1].endswith(f" in {name} overflows: too large for a double (and 1 more)")
    assert under[:2] == ("underflow", f"1e-400 in {name} underflows: too small for a double")
    assert over[2] == f"@{name}"


def test_files_without_them_have_nothing_to_tell(tmp_path: Path) -> None:
    (tmp_path / "p.json").write_text('{"x": 0.0, "y": "inf", "z": 1e308, "n": 12345678901234567890}')
    assert read_bindings(["@p.json"], tmp_path).notices == ()
