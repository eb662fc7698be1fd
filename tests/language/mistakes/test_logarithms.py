"""Where a logarithm is of what has underflowed to 0, the formula that is suggested has its value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mpmath as mp
import pytest

import adcli
from adcli.language.mistakes.logarithms import OF_NOTHING, written_out
from adcli.text.errors import AdError

# A call, a point at which its argument is 0 for a double, and the value.
CALLS: list[tuple[str, dict[str, Any], Callable[[], Any]]] = [
    ("log(sigmoid(x))", {"x": -800.0}, lambda: -mp.log(1 + mp.exp(800))),
    ("log(1 - sigmoid(x))", {"x": 60.0}, lambda: -mp.log(1 + mp.exp(60))),
    ("log(1/(1 + exp(-x)))", {"x": -800.0}, lambda: -mp.log(1 + mp.exp(800))),
    ("log(softplus(x))", {"x": -800.0}, lambda: mp.log(mp.log1p(mp.exp(-800)))),
    ("log(exp(2*x))", {"x": -800.0}, lambda: -1600),
    ("log(exp2(x))", {"x": -1100.0}, lambda: -1100 * mp.log(2)),
    ("log(1 - exp(-x))", {"x": 1e-20}, lambda: mp.log(-mp.expm1(mp.mpf(-1e-20)))),
    ("log(beta(a, b))", {"a": 1000.0, "b": 900.0}, lambda: mp.log(mp.beta(1000, 900))),
    ("log(normpdf(x))", {"x": 50.0}, lambda: -1250 - mp.log(2 * mp.pi) / 2),
    ("log(normcdf(x))", {"x": -39.0}, lambda: mp.log(mp.ncdf(-39))),
    ("log(normcdf(3*x))", {"x": -40.0}, lambda: mp.log(mp.ncdf(-120))),
    ("log(1 - normcdf(x))", {"x": 20.0}, lambda: mp.log(mp.ncdf(-20))),
    ("log(erfc(x + 1))", {"x": 27.0}, lambda: mp.log(mp.erfc(28))),
    ("log(1 - erf(x))", {"x": 20.0}, lambda: mp.log(mp.erfc(20))),
    ("log(sech(x))", {"x": -900.0}, lambda: mp.log(mp.sech(900))),
    ("log(1 - tanh(x))", {"x": 30.0}, lambda: mp.log(1 - mp.tanh(30))),
    ("log(1 + tanh(x))", {"x": -30.0}, lambda: mp.log(1 + mp.tanh(-30))),
    ("log(1-tanh(x)**2)", {"x": 30.0}, lambda: mp.log(1 - mp.tanh(30) ** 2)),
    ("log(softmax(v)[0])", {"v": [-1000.0, 0.0]}, lambda: -1000),
    ("sum(log(softmax(v)))", {"v": [-1000.0, 0.0]}, lambda: -1000),
    ("log(prod(v))", {"v": [1e-200, 1e-200]}, lambda: 2 * mp.log(1e-200)),
    ("1 - 2*log(expit(x))", {"x": -800.0}, lambda: 1 + 2 * mp.log(1 + mp.exp(800))),
    ("log10(sigmoid(x))", {"x": -800.0}, lambda: -mp.log(1 + mp.exp(800)) / mp.log(10)),
    ("log(sigmoid(x), 2)", {"x": -800.0}, lambda: -mp.log(1 + mp.exp(800)) / mp.log(2)),
    ("2/log2(sigmoid(x))", {"x": -800.0}, lambda: -2 * mp.log(2) / mp.log(1 + mp.exp(800))),
]


def suggested(text: str, at: dict[str, Any]) -> str:
    """The text with what the error says in place of what it marks."""
    with pytest.raises(AdError, match="of zero") as caught:
        adcli.eval(text, at=at)
    error = caught.value
    assert error.span is not None
    formula = error.hint.partition("write ")[2]
    assert formula, str(error)
    return text[: error.span.start] + formula + text[error.span.end :]


@pytest.mark.parametrize(("text", "at", "value"), CALLS, ids=[text for text, *_ in CALLS])
def test_the_formula_has_the_value_and_a_gradient(
    text: str, at: dict[str, Any], value: Callable[[], Any]
) -> None:
    with mp.workdps(700):
        want = float(value())
    answer = adcli.grad(suggested(text, at), at=at)
    assert answer.value == pytest.approx(want, rel=1e-14)
    assert "nan" not in str(answer.gradient)


def test_every_line_of_the_list_is_followed() -> None:
    seen = "\n".join(text for text, *_ in CALLS).replace(" ", "").replace("**", "^")
    for line in OF_NOTHING.strip().splitlines():
        form = line.partition(" = ")[0].replace(" ", "")
        head = form[: form.rindex("(")]
        assert f"log({head}(" in seen, line


OTHERS = "log(x) log(x-1) log(sigmoid(x)+y) log(softmax(A,axis=1)) log(f(x)) exp(x) log("


@pytest.mark.parametrize("call", OTHERS.split())
def test_of_others_nothing_is_said(call: str) -> None:
    assert written_out(call) is None


OVERFLOWS: list[tuple[str, dict[str, float], str, float]] = [
    ("log(gamma(a))", {"a": 200.0}, "lgamma(a)", 857.9336698258574),
    ("log(factorial(a))", {"a": 200.0}, "lgamma(a + 1)", 863.2319871924054),
    ("log(cosh(x))", {"x": -800.0}, "x + softplus(-2*x) - log(2)", 799.3068528194401),
    ("log(sinh(x))", {"x": 800.0}, "x + log(-expm1(-2*x)) - log(2)", 799.3068528194401),
    ("log(1 + exp(x))", {"x": 800.0}, "softplus(x)", 800.0),
    ("log(exp(x) - 1)", {"x": 800.0}, "x + log(-expm1(-x))", 800.0),
    ("log(exp(x))", {"x": 800.0}, "x", 800.0),
    ("log(x*y)", {"x": 1e200, "y": 1e200}, "log(x) + log(y)", 921.0340371976183),
    ("log(x^y)", {"x": 1e200, "y": 3.0}, "y*log(x)", 1381.5510557964275),
]


@pytest.mark.parametrize(("text", "at", "formula", "value"), OVERFLOWS)
def test_a_logarithm_of_what_overflows(text: str, at: dict[str, float], formula: str, value: float) -> None:
    answer = adcli.eval(text, at=at)
    assert any(f"and {formula} is " in warning.message for warning in answer.warnings), answer.warnings
    assert adcli.eval(formula, at=at).value == pytest.approx(value, rel=1e-15)
