"""Kinks and failures on the command line: --kinks, and what the messages look like."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Adcli
from tests.goldens import golden

AT_A_KINK = [
    ("grad", "abs(x)", "--at", "x=0"), ("jac", "abs(x), x", "--at", "x=0"),
    ("hess", "relu(x)^2", "--at", "x=0"),
    ("jvp", "abs(x)", "--at", "x=0", "--tangent", "x=1"),
    ("vjp", "abs(x)", "--at", "x=0", "--adjoint", "f=1"),
    ("hvp", "relu(x)^2", "--at", "x=0", "--tangent", "x=1"), ("diff", "abs(x)", "--at", "x=0"),
    ("trace", "abs(x)", "--at", "x=0"), ("jac", "abs(x), x", "--at", "x=0", "--csv"),
    ("grad", "sqrt(x) if x > 0 else 0", "--at", "x=0"),
]  # fmt: skip


@pytest.mark.parametrize("words", AT_A_KINK, ids=" ".join)
def test_kinks_are_errors_where_that_is_asked(words: tuple[str, ...], adcli: Adcli) -> None:
    assert adcli(*words).status == 0
    ran = adcli(*words, "--kinks", "error")
    assert (ran.status, ran.stdout) == (2, "")
    assert ran.stderr.startswith("error: ")
    assert "from the left" in ran.stderr
    assert "^" in ran.stderr
    assert adcli(*words, "--kinks", "warn").status == 0


@pytest.mark.parametrize("text", ["x^2", "abs(x^3)", "1 if x == 0 else sin(x)/x"])
def test_what_has_a_derivative_is_no_kink(text: str, adcli: Adcli) -> None:
    assert adcli("grad", text, "--at", "x=0", "--kinks", "error").status == 0


def test_in_a_batch_it_is_the_record_s_error(adcli: Adcli) -> None:
    ran = adcli("batch", "-", "--json", "--kinks", "error", stdin="abs(x) at x=0\nx^2 at x=3\n")
    assert ran.status == 1
    assert '"ok": false, "error": {"kind": "undefined", "message": "abs bends at 0' in ran.stdout
    assert '"value": 9.0' in ran.stdout


def test_json_has_a_warning_for_each_input(adcli: Adcli) -> None:
    found = adcli("grad", "max(x, y)", "--at", "x=1,y=1", "--json").json["warnings"]
    assert [(w["kind"], w["input"], w["left"], w["right"]) for w in found] == [
        ("kink", "x", 0.0, 1.0), ("kink", "y", 0.0, 1.0),
    ]  # fmt: skip


GOLDEN = [
    ("grad", "abs(x) + y", "--at", "x=0,y=1"),
    ("grad", "max(x, y) + abs(x - y)", "--at", "x=1,y=1"),
    ("grad", "x*y + sqrt(x-y) + log(z)", "--at", "x=1,y=1,z=2"),
    ("grad", "sqrt(x^2 + y^2)", "--at", "x=0,y=0"),
    ("grad", "sqrt(x) - sqrt(sin(x))", "--at", "x=0"),
    ("grad", "sqrt(x) if x > 0 else 0", "--at", "x=0"),
    ("grad", "1 if x == 0 else sin(x)/x", "--at", "x=0"),
    ("grad", "max(x, 0) + sqrt(x)", "--at", "x=0"),
    ("grad", "sum(sqrt(v))", "--at", "v=[4, 0, 0]"),
    ("grad", "u^v", "--at", "u=-2,v=3"),
    ("jac", "abs(v), 2*max(x, 1)", "--at", "v=[0, 2], x=1"),
    ("hess", "relu(x)^2*y", "--at", "x=0,y=1"),
    ("grad", "sum(abs(v))", "--at", "v=[0,0,0,0,0,0,0,0,0,0,0,0]"),
    ("grad", "y + log(x - 5)", "--at", "x=1,y=2"),
    ("grad", "(x - 1)^0.5", "--at", "x=0"),
    ("grad", "exp(x)/exp(y)", "--at", "x=1000,y=1000"),
    ("grad", "abs(x)", "--at", "x=0", "--kinks", "error"),
]


@pytest.mark.parametrize("width", [80, None])
def test_golden_messages(width: int | None, adcli: Adcli, root: Path, rewrite: bool) -> None:
    texts = []
    for words in GOLDEN:
        ran = adcli(*words, terminal=width is not None, width=width or 80, environ={"NO_COLOR": "1"})
        texts.append(f"$ adcli {' '.join(words)}\n{ran.stderr}")
    golden("\n".join(texts), root / "tests" / "golden" / f"kinks.{width or 'pipe'}.txt", rewrite)


def test_what_a_warning_says_fits_the_terminal(adcli: Adcli) -> None:
    text = "abs(x)*sin(1) + abs(x + y)*sin(2)"
    ran = adcli("grad", text, "--at", "x=0,y=0", terminal=True, width=50, environ={"NO_COLOR": "1"})
    lines = (ran.stdout + ran.stderr).splitlines()
    assert "  along `x` the derivative is -1.7507684 from the" in lines
    assert max(map(len, lines)) <= 50
