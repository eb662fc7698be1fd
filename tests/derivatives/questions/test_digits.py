"""--digits-report: conditions that are known, and bounds that hold."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import mpmath as mp
import pytest

import adcli as library
from adcli.derivatives.diagnosis.rounding import condition_of, trusted
from adcli.text.errors import AdError
from tests.conftest import Adcli

CONDITIONS = [
    ("x^5", {"x": 3.0}, {"x": 5.0}),
    ("x*y/z", {"x": 2.0, "y": 0.1, "z": -7.0}, {"x": 1.0, "y": 1.0, "z": 1.0}),
    ("exp(x)", {"x": 30.0}, {"x": 30.0}),
    ("log(x)", {"x": 1.001}, {"x": 1 / math.log(1.001)}),
    ("x - y", {"x": 1.0, "y": 0.999}, {"x": 1 / (1 - 0.999), "y": 0.999 / (1 - 0.999)}),
    ("tan(x)", {"x": 1.57}, {"x": 1.57 * (1 + math.tan(1.57) ** 2) / math.tan(1.57)}),
]


@pytest.mark.parametrize(("text", "point", "conditions"), CONDITIONS, ids=[case[0] for case in CONDITIONS])
def test_conditions_are_those_of_the_formula(
    text: str, point: dict[str, float], conditions: dict[str, float]
) -> None:
    report = library.grad(text, at=point, digits_report=True).digits
    assert report is not None
    found = dict(zip(report.columns, report.rows[0].condition, strict=True))
    assert found == pytest.approx(conditions, rel=1e-12)


def test_conditions_where_the_value_is_zero() -> None:
    assert condition_of(1.0, 2.0, 0.0) == math.inf
    assert condition_of(0.0, 2.0, 0.0) is None
    assert condition_of(0.0, 2.0, 3.0) == 0.0


LOSSES: list[tuple[str, float, Callable[[Any], Any]]] = [
    ("(1 - cos(x))/x^2", 1e-3, lambda x: (1 - mp.cos(x)) / x**2),
    ("(1 - cos(x))/x^2", 1e-6, lambda x: (1 - mp.cos(x)) / x**2),
    ("(1 - cos(x))/x^2", 1e-8, lambda x: (1 - mp.cos(x)) / x**2),
    ("log(1 + x)", 1e-12, lambda x: mp.log(1 + x)),
    ("exp(x) - 1", 1e-10, lambda x: mp.exp(x) - 1),
    ("sin(x)", 1e22, mp.sin),
    ("x^7 - 7*x^6 + 21*x^5 - 35*x^4 + 35*x^3 - 21*x^2 + 7*x - 1", 1.01, lambda x: (x - 1) ** 7),
    ("sqrt(x + 1) - sqrt(x)", 1e10, lambda x: mp.sqrt(x + 1) - mp.sqrt(x)),
    ("gamma(x)*erf(x) + tanh(x)^3", 2.7, lambda x: mp.gamma(x) * mp.erf(x) + mp.tanh(x) ** 3),
]


@pytest.mark.parametrize(("text", "x", "formula"), LOSSES, ids=[f"{case[0]} {case[1]}" for case in LOSSES])
def test_no_more_digits_are_promised_than_there_are(
    text: str, x: float, formula: Callable[[Any], Any]
) -> None:
    answer = library.grad(text, x=x, digits_report=True)
    assert answer.digits is not None
    row = answer.digits.rows[0]
    with mp.workdps(80):
        value, slope = formula(mp.mpf(x)), mp.diff(formula, mp.mpf(x), h=mp.mpf(10) ** -45)
        error = abs(answer.value - value)
        assert error <= row.bound
        slopes = (row.slopes[0], answer.gradient["x"], slope)
        for digits, found, true in ((row.digits, answer.value, value), slopes):
            assert digits is not None
            if digits:
                assert abs(found - true) <= mp.mpf(10) ** -digits * abs(true) * (1 + mp.mpf("1e-2"))


def test_what_is_well_conditioned_keeps_its_digits() -> None:
    for text in ("x*y + sin(x)", "exp(x)/(1 + y^2)", "sqrt(x^2 + y^2)"):
        report = library.grad(text, x=2.0, y=3.0, digits_report=True).digits
        assert report is not None
        assert min(report.rows[0].digits, *(n or 0 for n in report.rows[0].slopes)) >= 14


def test_all_digits_are_lost() -> None:
    report = library.grad("(1 - cos(x))/x^2", x=1e-9, digits_report=True).digits
    assert report is not None
    assert report.rows[0].digits == 0
    assert report.rows[0].slopes == [0]


@pytest.mark.parametrize("text", ["x^2", "1e300*x^2", "exp(-7.42e172*x)", "sum(1e300*[x, x]^2)"])
def test_what_underflows_has_no_digit(text: str) -> None:
    answer = library.grad(text, x=1e-170, digits_report=True)
    assert answer.digits is not None
    assert answer.digits.rows[0].digits <= 2
    assert answer.digits.rows[0].bound > 0


def test_an_exact_zero_keeps_its_digits() -> None:
    report = library.grad("log(x) + sin(x - 1) + (x - 1)^2", x=1.0, digits_report=True).digits
    assert report is not None
    assert report.rows[0].digits == 15


def test_digits_of_bounds() -> None:
    assert trusted(1.0, 0.0) == 15
    assert trusted(1.0, 1e-8) == 8
    assert trusted(0.0, 1e-8) == 0
    assert trusted(1.0, math.inf) == 0
    assert trusted(math.nan, 1e-8) is None
    assert trusted(1.0, None) is None


def test_a_hessian_and_its_digits_are_one_table(adcli: Adcli) -> None:
    ran = adcli("hess", "x^2*y", "--at", "x=1,y=2", "--digits-report")
    assert ran.stdout.splitlines()[2:5] == [
        "  input   at   derivative   condition   digits   by x   digits by x   by y   digits by y",
        "  x       1    4            2           15       4      15            2      15",
        "  y       2    1            1           15       2      15            0      15",
    ]


def test_the_report_as_json(adcli: Adcli) -> None:
    ran = adcli("grad", "sum(v)*s", "--at", "v=[1, 2], s=3", "--digits-report", "--json")
    assert ran.json["condition"] == {"v": pytest.approx([1 / 3, 2 / 3]), "s": 1.0}
    assert ran.json["digits"] == {"v": [15, 15], "s": ran.json["digits"]["s"]}
    assert ran.json["value_digits"] >= 14
    assert 0 < ran.json["value_error"] < 1e-13
    ran = adcli("jac", "x*y, x - y", "--at", "x=1,y=1", "--digits-report", "--json")
    assert ran.json["condition"] == [[1.0, 1.0], ["inf", "inf"]]
    assert ran.json["digits"] == [[15, 15], [15, 15]]
    assert ran.json["value_digits"] == [15, 15]  # the difference of equal numbers is exact
    ran = adcli("hess", "x^2*y", "--at", "x=2,y=3", "--digits-report", "--json")
    assert ran.json["hessian_digits"] == [[15, 15], [15, 15]]
    assert ran.json["condition"] == {"x": 2.0, "y": 1.0}


def test_the_report_as_a_table(adcli: Adcli) -> None:
    ran = adcli(
        "grad",
        "(1 - cos(x))/x^2",
        "--at",
        "x=1e-6",
        "--digits-report",
        terminal=True,
        environ={"NO_COLOR": "1"},
    )
    rows = [line.split() for line in ran.stdout.splitlines()]
    assert ["input", "at", "derivative", "condition", "digits"] in rows
    assert ["x", "1e-06", "-88.900583", "0.000178", "0"] in rows
    assert "rounding error of f at most 4.4e-04: 3 digits can be trusted" in ran.stdout
    assert max(map(len, ran.stdout.splitlines())) <= 80


def test_too_many_derivatives_are_refused(adcli: Adcli) -> None:
    program = "input v = [0.1*i for i in range(40)]\noutput [k*sum(v) for k in range(40)]"
    ran = adcli("jac", program, "--digits-report")
    assert (ran.status, ran.stdout) == (2, "")
    assert "1,600" in ran.stderr
    with pytest.raises(AdError, match="1,600"):
        library.hess("sum(v^2)", v=list(range(40)), digits_report=True)


def test_it_excludes_what_has_no_place_for_it(adcli: Adcli) -> None:
    ran = adcli("jac", "x*y, x", "--at", "x=1,y=2", "--digits-report", "--csv")
    assert (ran.status, ran.stderr) == (2, "error: --digits-report and --csv exclude each other\n")


GAMMAS = [
    ("digamma", 1.4699668028738544),
    ("digamma", 1.4946077196228518),
    ("digamma", 1.3),
    ("digamma", -0.51),
    ("lgamma", -2.5609645667997154),
    ("lgamma", -2.58),
    ("lgamma", -2.46),
    ("lgamma", 1.5083337124071494),
]


@pytest.mark.parametrize(("name", "x"), GAMMAS)
def test_bounds_hold_where_the_terms_of_a_gamma_function_cancel(name: str, x: float) -> None:
    found = library.grad(f"{name}(x)", at={"x": x}, digits_report=True)
    assert found.digits is not None
    with mp.workdps(40):
        right = mp.digamma(x) if name == "digamma" else mp.log(abs(mp.gamma(x)))
        assert abs(found.value - right) <= found.digits.rows[0].bound
