"""Decisions that rounding takes are boundaries; exact ones, and those that change nothing, are silent."""

from __future__ import annotations

import pytest

import adcli

STEPS = """
input x = 2, T = 1
t = 0
n = 0
while t < T:
    t += {step}
    n += x
output n
"""
SUM = """
input x = 2
s = 0
for i in range(10):
    s += 0.1
output {output}
"""


@pytest.mark.parametrize(
    "text",
    [
        STEPS.format(step="0.1"),
        STEPS.format(step="0.05"),
        STEPS.replace("T:", "1:").format(step="0.1"),
        STEPS.replace("while t < T", "while T > t").format(step="1/10"),
        SUM.format(output="x^2 if s < 1.0 else x"),
        SUM.format(output="x^2 if s == 1 else x"),
        SUM.format(output="x^2 if s != 1 else x"),
        SUM.format(output="log(x) if s < 1 else log(-x)"),
        "input x = 3\nx if x*0.1 - 0.3 > 0 else -x",
        "input x = 3\nx if 0.1 + 0.2 == 0.3 else -x",
        "input x = 10\ny = x*0.1*3 - 3\n-y if y < 0 else y",
    ],
)
def test_one_that_is_closer_than_its_error(text: str) -> None:
    for answer in (adcli.grad(text), adcli.eval(text), adcli.jac(text)):
        assert "boundary" in {warning.kind for warning in answer.warnings}


@pytest.mark.parametrize(
    "text",
    [
        STEPS.replace("T:", "1:").format(step="0.125"),
        STEPS.replace("T = 1", "T = 0.3").format(step="0.125"),
        STEPS.replace("T = 1", "T = 0.35").format(step="0.1"),
        SUM.format(output="x if s < 1 else x"),
        SUM.format(output="x^2 if s < 0.95 else x"),
        "input x = 1.0000000000000002\nx^2 if x > 1 else x",
        "input x = 0.5000000000000001\nx^2 if 2*x > 1 else x",
        "input x = 1e-20\nx if x > 0 else -x",
        "input a = 3\nx = a\nwhile abs(x*x - a) > 1e-15*a:\n    x = (x + a/x)/2\noutput x",
        "input n = 100, x = 2\ni = 0\ns = 0\nwhile i < n - 0.5:\n    i += 1\n    s += x\noutput s",
    ],
)
def test_silence(text: str) -> None:
    assert not [w for w in adcli.grad(text).warnings if w.kind == "boundary"]


@pytest.mark.parametrize(
    ("text", "x"),
    [
        ("x^2 - 4", 2.0),
        ("exp(x) - 1", 0.0),
        ("sqrt(x) - 2", 4.0),
        ("0.5 - 0.5 + 0*x", 1.0),
        ("std([x, x, x])*0 + 5", 2.5),
        ("x - 0.3", 0.3),
    ],
)
def test_what_is_exact_has_all_digits_and_no_warning(text: str, x: float) -> None:
    answer = adcli.eval(text, x=x)
    assert not answer.warnings
    digits = adcli.grad(text, x=x, digits_report=True).digits
    assert digits is not None
    assert digits.rows[0].bound == 0.0


@pytest.mark.parametrize(
    ("text", "x"),
    [
        ("x - 0.1*3", 0.3),
        ("x - sum([0.1, 0.2, 0.3])", 0.6),
        ("exp(-1000*x) + 1 - 1", 1.0),
        ("cos(x) - 1", 1e-10),
    ],
)
def test_what_has_lost_all_digits_says_so(text: str, x: float) -> None:
    answer = adcli.grad(text, x=x, digits_report=True)
    assert "underflow" in {warning.kind for warning in answer.warnings}
    assert answer.digits is not None
    assert answer.digits.rows[0].digits == 0


@pytest.mark.parametrize(("text", "x"), [("softplus(x)", 0.0), ("softplus(x)", 102.0), ("silu(x)", 50.0)])
def test_a_function_that_is_nearly_its_argument_is_not_exact(text: str, x: float) -> None:
    digits = adcli.grad(text, x=x, digits_report=True).digits
    assert digits is not None
    assert digits.rows[0].bound > 0.0
