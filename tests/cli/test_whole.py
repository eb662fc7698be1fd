"""`--all`: long tables, which a terminal shortens, say how to see the rest, and are whole with it."""

from __future__ import annotations

import pytest

from tests.conftest import Adcli

LONG = "input v[60]\n"
AT = ("--at", f"v={list(range(1, 61))}")
MANY = {
    "eval": (f"{LONG}output w = v^2\n", ()),
    "grad": (f"{LONG}sum(v^2)\n", ()),
    "grad-digits": (f"{LONG}sum(v^2)\n", ("--digits-report",)),
    "jac": (f"{LONG}output v[0]*v, v[1]\n", ()),
    "jac-sparse": (f"{LONG}output w = v^2\n", ("--sparse",)),
    "hess": (f"{LONG}sum(v^3)\n", ()),
    "hess-diagonal": (f"{LONG}sum(v^3)\n", ("--diagonal",)),
    "hess-sparse": (f"{LONG}sum(v^3)\n", ("--sparse",)),
    "hess-eig": (f"{LONG}sum(v^3)\n", ("--eig",)),
    "jvp": (f"{LONG}output w = v^2\n", ("--tangent", "v[0]=1")),
    "vjp": (f"{LONG}output w = sum(v^2)\n", ("--adjoint", "w=1")),
    "hvp": (f"{LONG}sum(v^3)\n", ("--tangent", "v[0]=1")),
}


@pytest.mark.parametrize("name", MANY)
def test_a_long_table_says_how_to_see_the_rest(name: str, adcli: Adcli) -> None:
    text, options = MANY[name]
    asked = (name.partition("-")[0], "-", *AT, *options)
    plain = {"NO_COLOR": "1"}
    short = adcli(*asked, stdin=text, terminal=True, width=100, environ=plain)
    whole = adcli(*asked, "--all", stdin=text, terminal=True, width=100, environ=plain)
    assert short.status == whole.status == 0
    assert "more (--all)" in short.stdout
    assert "…" not in whole.stdout
    assert len(whole.stdout) > len(short.stdout)
    assert adcli(*asked, stdin=text).stdout == adcli(*asked, "--all", stdin=text).stdout  # in a pipe


@pytest.mark.parametrize("count", [6, 24, 30, 32])
@pytest.mark.parametrize("name", ["jac", "hess", "grad", "eval"])
def test_a_few_rows_or_columns_are_not_left_out(name: str, count: int, adcli: Adcli) -> None:
    body = "output w = v^2" if name in ("jac", "eval") else "sum(v^3)"
    text, at = f"input v[{count}]\n{body}\n", f"v={list(range(count))}"
    assert "…" not in adcli(name, "-", "--at", at, stdin=text, terminal=True, width=100).stdout


def test_a_record_s_numbers_too(adcli: Adcli) -> None:
    line = "[x*k for k in range(60)] at x=1\n"
    short = adcli("batch", "-", stdin=line, terminal=True, width=100).stdout
    assert "more (--all)" in short
    assert "…" not in adcli("batch", "-", "--all", stdin=line, terminal=True, width=100).stdout


def test_what_check_tells_below_its_table(adcli: Adcli) -> None:
    text = "input v = [1, 2, 3, 4, 5, 6]\nsum(abs(v))\n"
    assert ", and 2 more (--all)" in adcli("check", "-", stdin=text, terminal=True, width=200).stdout
    assert "v[5] 6 away" in adcli("check", "-", "--all", stdin=text, terminal=True, width=200).stdout
    kinks = "input v = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]\nsum(abs(v))\n"
    assert " and 2 more (--all)" in adcli("check", "-", stdin=kinks, terminal=True, width=200).stdout
    assert "more" not in adcli("check", "-", "--all", stdin=kinks, terminal=True, width=200).stdout
