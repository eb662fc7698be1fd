"""Points at which books differ, exact values, and names."""

from __future__ import annotations

import math

import pytest

from adcli.operations import SPELLINGS, TABLE, find
from adcli.operations.rules.floats import FLOATS
from adcli.operations.rules.texts import product

EXACT = [
    ("sind", (180.0,), 0.0), ("sind", (30.0,), 0.5), ("sind", (-150.0,), -0.5), ("sind", (90.0,), 1.0),
    ("sind", (3600000030.0,), 0.5), ("cosd", (90.0,), 0.0), ("cosd", (60.0,), 0.5), ("cosd", (240.0,), -0.5),
    ("cosd", (-360.0,), 1.0), ("tand", (45.0,), 1.0), ("tand", (135.0,), -1.0), ("tand", (-180.0,), 0.0),
    ("asind", (0.5,), 30.0), ("asind", (-1.0,), -90.0), ("acosd", (0.5,), 60.0), ("acosd", (-0.5,), 120.0),
    ("acosd", (0.0,), 90.0), ("atand", (1.0,), 45.0),
    ("cbrt", (27.0,), 3.0), ("cbrt", (-8.0,), -2.0), ("root", (-32.0, 5.0), -2.0), ("root", (81.0, 4.0), 3.0),
    ("root", (0.0, 3.0), 0.0), ("root", (4.0, -2.0), 0.5), ("logbase", (8.0, 2.0), 3.0),
    ("logbase", (1000.0, 10.0), 3.0), ("logbase", (125.0, 5.0), 3.0), ("pow", (0.0, 0.0), 1.0),
    ("acot", (0.0,), math.pi / 2), ("sign", (0.0,), 0.0), ("heaviside", (0.0,), 0.5), ("sinc", (0.0,), 1.0),
    ("round", (0.5,), 0.0), ("round", (1.5,), 2.0), ("round", (-2.5,), -2.0), ("trunc", (-1.5,), -1.0),
    ("floor", (-1.5,), -2.0), ("ceil", (-1.5,), -1.0), ("floor", (1e300,), 1e300), ("mod", (-7.0, 3.0), 2.0),
    ("mod", (7.0, -3.0), -2.0), ("floordiv", (-7.0, 2.0), -4.0), ("factorial", (5.0,), 120.0),
    ("factorial", (0.0,), 1.0), ("sigmoid", (0.0,), 0.5), ("sigmoid", (-800.0,), 0.0),
    ("lgamma", (1.0,), 0.0),
    ("lgamma", (2.0,), 0.0), ("logsumexp", (1000.0, 1000.0), 1000.0 + math.log(2.0)),
    ("atan2", (0.0, -1.0), math.pi),
    ("clamp", (5.0, 0.0, 1.0), 1.0), ("beta", (1.0, 4.0), 0.25), ("beta", (0.5, -0.5), 0.0),
    ("gelu", (0.0,), 0.0), ("asec", (-1.0,), math.pi), ("acsc", (1.0,), math.pi / 2), ("acosh", (1.0,), 0.0),
]  # fmt: skip

SLOPES = [
    ("abs", (0.0,), [0.0]), ("abs", (-2.0,), [-1.0]), ("relu", (0.0,), [0.0]), ("relu", (-1.0,), [0.0]),
    ("max", (1.0, 1.0), [0.5, 0.5]), ("max", (2.0, 1.0, 2.0), [0.5, 0.0, 0.5]),
    ("min", (1.0, 1.0, 1.0), [1 / 3, 1 / 3, 1 / 3]), ("clamp", (0.0, 0.0, 1.0), [0.5, 0.5, 0.0]),
    ("clamp", (7.0, 0.0, 1.0), [0.0, 0.0, 1.0]), ("hypot", (0.0, 0.0), [0.0, 0.0]),
    ("hypot", (3.0, 4.0), [0.6, 0.8]),
    ("floor", (2.0,), [0.0]), ("sign", (0.0,), [0.0]), ("mod", (7.5, 2.0), [1.0, -3.0]),
    ("pow", (0.0, 1.0), [1.0, 0.0]), ("pow", (-3.0, 2.0), [-6.0, math.nan]), ("pow", (0.0, 2.0), [0.0, 0.0]),
    ("sinc", (0.0,), [0.0]), ("gelu", (0.0,), [0.5]), ("logsumexp", (1e300, 1e300), [0.5, 0.5]),
    ("cbrt", (0.0,), [math.inf]),
]  # fmt: skip

ALIASES = {
    "ln": "log", "log": "log", "arcsin": "asin", "arccos": "acos", "arctan": "atan", "arccot": "acot",
    "arcsec": "asec", "arccsc": "acsc", "arctan2": "atan2", "arcsinh": "asinh", "arsinh": "asinh",
    "arccosh": "acosh", "arcosh": "acosh", "arctanh": "atanh", "artanh": "atanh", "arcoth": "acoth",
    "arsech": "asech", "arcsch": "acsch", "fabs": "abs", "absolute": "abs", "expit": "sigmoid",
    "swish": "silu", "psi": "digamma", "gammaln": "lgamma", "maximum": "max", "minimum": "min",
    "clip": "clamp",
    "sgn": "sign", "rint": "round", "ceiling": "ceil", "power": "pow", "ndtr": "normcdf",
}  # fmt: skip


@pytest.mark.parametrize(("name", "point", "value"), EXACT)
def test_exact_values(name: str, point: tuple[float, ...], value: float) -> None:
    assert TABLE[name].value(*point) == value


@pytest.mark.parametrize(("name", "point", "slopes"), SLOPES)
def test_slopes_by_convention(name: str, point: tuple[float, ...], slopes: list[float]) -> None:
    operation = TABLE[name]
    y = operation.value(*point)
    for i, slope in enumerate(slopes):
        got = product(operation, len(point), i, FLOATS)(1.0, *point, y)
        got = 0.0 if got is None else got
        assert got == slope or (math.isnan(got) and math.isnan(slope)), (name, i)


@pytest.mark.parametrize(("alias", "name"), ALIASES.items())
def test_an_alias_means_the_same_operation(alias: str, name: str) -> None:
    operation = TABLE[name]
    found = find(alias, max(len(operation.arguments), operation.least))
    assert found is operation


def test_log_with_two_arguments_has_a_base() -> None:
    assert [operation.name for operation in SPELLINGS["log"]] == ["log", "logbase"]
    found = find("log", 2)
    assert found is not None
    assert found.name == "logbase"


def test_the_unchosen_side_is_absent() -> None:
    assert product(TABLE["max"], 2, 1, FLOATS)(1.0, 2.0, 1.0, 2.0) is None
    assert product(TABLE["relu"], 1, 0, FLOATS)(1.0, -1.0, 0.0) is None


def test_next_to_a_multiple_of_half_pi() -> None:
    x = 6381956970095103.0 * 2.0**797  # the double nearest to one, relative to its size (Kahan; Muller)
    cosine = -4.687165924254624e-19
    assert TABLE["sec"].value(x) == pytest.approx(1.0 / cosine, rel=1e-15)
    assert TABLE["sec2"].value(x) == pytest.approx(1.0 / cosine / cosine, rel=2e-15)
