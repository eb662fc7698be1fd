"""`adcli diff` on the command line."""

from __future__ import annotations

import pytest

from tests.conftest import Adcli

NO_COLOR = {"NO_COLOR": "1"}


def test_the_table_and_the_polynomial(adcli: Adcli) -> None:
    ran = adcli("diff", "exp(-(x^2))", "--at", "x=0")
    assert (ran.status, ran.stderr) == (0, "")
    assert ran.stdout == (
        "f = exp(-(x^2))      f = 1\n"
        "\n"
        "  order   derivative   Taylor coefficient\n"
        "  0        1            1\n"
        "  1        0            0\n"
        "  2       -2           -1\n"
        "  3        0            0\n"
        "  4       12            0.5\n"
        "\n"
        "f(x) ≈ 1 - x^2 + 0.5*x^4\n"
        "\n"
        "Taylor mode: orders 0 to 4 at x = 0\n"
    )


def test_the_polynomial_is_one_that_adcli_reads(adcli: Adcli) -> None:
    ran = adcli("diff", "log(x)", "--at", "x=2", "--order", "12")
    line = next(line for line in ran.stdout.splitlines() if line.startswith("f(x)"))
    value = adcli("eval", line.removeprefix("f(x) ≈ "), "--at", "x=2.1")
    assert float(value.stdout) == pytest.approx(0.7419373447293773, rel=1e-15)


@pytest.mark.parametrize("width", [60, 80, 140])
def test_the_polynomial_is_broken_between_terms(adcli: Adcli, width: int) -> None:
    ran = adcli("diff", "exp(sin(x))", "--at", "x=-0.6", terminal=True, width=width, environ=NO_COLOR)
    lines = ran.stdout.splitlines()
    assert max(map(len, lines)) <= width
    start = next(k for k, line in enumerate(lines) if line.startswith("f(x) ≈ "))
    end = lines.index("", start)
    whole = " ".join(line.strip() for line in lines[start:end])
    assert whole == (
        "f(x) ≈ 0.56856339 + 0.46925561*(x + 0.6) + 0.3541642*(x + 0.6)^2"
        " + 0.10754606*(x + 0.6)^3 + 0.010396305*(x + 0.6)^4"
    )
    assert (end - start == 1) == (width == 140)


def test_what_bends_has_no_polynomial(adcli: Adcli) -> None:
    ran = adcli("diff", "abs(x^3)", "--at", "x=0")
    assert "≈" not in ran.stdout
    assert "the derivative of order 3 by `x` is -6 from the left, 6 from the right" in ran.stderr


def test_a_mixed_partial(adcli: Adcli) -> None:
    ran = adcli("diff", "x^3*y", "--at", "x=2,y=5", "--wrt", "x,x,y")
    assert ran.stdout == (
        "f = x^3*y      f = 40\n"
        "\n"
        "  partial     derivative\n"
        "  ∂³f/∂x²∂y   12\n"
        "\n"
        "Taylor mode: order 2 in x over order 1 in y\n"
    )


def test_json(adcli: Adcli) -> None:
    ran = adcli("diff", "x^3*y", "--at", "x=2,y=5", "--wrt", "x", "--order", "2", "--json")
    assert ran.json == {
        "source": "x^3*y",
        "inputs": {"x": 2, "y": 5},
        "variable": "x",
        "derivatives": [40, 60, 60],
        "taylor": [40, 60, 30],
        "mode": "taylor",
        "warnings": [],
    }
    assert adcli("diff", "x^3*y", "--at", "x=2,y=5", "--wrt", "x,y", "--json").json == {
        "source": "x^3*y",
        "inputs": {"x": 2, "y": 5},
        "value": 40,
        "wrt": ["x", "y"],
        "derivative": 12,
        "mode": "taylor",
        "warnings": [],
    }


def test_what_is_not_finite_is_a_string_in_json(adcli: Adcli) -> None:
    answer = adcli("diff", "sqrt(x)", "--at", "x=0", "--order", "2", "--json").json
    assert answer["derivatives"] == [0, "inf", "-inf"]
    assert answer["warnings"][0]["kind"] == "infinite_slope"


def test_several_inputs_need_a_choice(adcli: Adcli) -> None:
    ran = adcli("diff", "x*y", "--at", "x=1,y=2")
    assert (ran.status, ran.stdout) == (2, "")
    assert "--wrt x" in ran.stderr


def test_an_order_is_a_whole_number(adcli: Adcli) -> None:
    for order in ("-1", "1.5", "many"):
        ran = adcli("diff", "x", "--at", "x=1", "--order", order)
        assert ran.status == 2
        assert "--order" in ran.stderr
