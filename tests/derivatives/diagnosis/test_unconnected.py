"""What is said of an input that no derivative path leads to."""

from __future__ import annotations

import pytest

import adcli

BISECTION = """input k = 3
lo = -10
hi = 10
for i in range(30):
    mid = (lo + hi)/2
    if (mid - k)^3 > 0:
        hi = mid
    else:
        lo = mid
output root = (lo + hi)/2
"""
NEWTON = "input a = 4\nx = 2\nwhile abs(x^2 - a) > 1e-12:\n    x = x - (x^2 - a)/(2*x)\noutput x\n"
EULER = """input T = 1, y0 = 1, k = 0.5
h = 0.05
y = y0
t = 0
while t < T:
    y += h*(-k*y)
    t += h
output y
"""


@pytest.mark.parametrize(
    ("text", "name", "decision"),
    [
        (BISECTION, "k", "`(mid - k)^3 > 0` in line 6"),
        (NEWTON, "a", "`abs(x^2 - a) > 1e-12` in line 3"),
        (EULER, "T", "`t < T` in line 5"),
        ("1 if x > 0 else 2", "x", "`x > 0` in line 1"),
    ],
)
def test_an_input_that_decides_is_not_said_to_be_without_effect(text: str, name: str, decision: str) -> None:
    point = {"x": 3.0} if "x >" in text else {}
    for answer in (adcli.grad(text, at=point), adcli.jac(text, at=point)):
        [notice] = [n for n in answer.warnings if n.kind == "unconnected"]
        assert notice.input == name
        assert "through decisions alone" in notice.message
        assert decision in notice.message
        assert "does not depend" not in notice.message


def test_an_input_without_effect_is_said_to_be() -> None:
    [notice] = adcli.grad("input x = 1, y = 2; output x^2").warnings
    assert notice.message == "the output does not depend on `y`"
    [notice] = adcli.jac("input x = 1, y = 2; output x^2, x").warnings
    assert notice.message == "no output depends on `y`"
