"""--certify: every printed digit is right, and what cannot be proven says why."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import mpmath as mp
import pytest

import adcli as adcli_face
from tests.conftest import Adcli

RUMP = "333.75*b^6 + a^2*(11*a^2*b^2 - b^6 - 121*b^4 - 2) + 5.5*b^8 + a/(2*b)"


def rump(a: Any, b: Any) -> Any:
    """S. M. Rump, Algorithms for verified inclusions (1988): doubles get no digit of it."""
    half = mp.mpf(1) / 2
    inner = 11 * a**2 * b**2 - b**6 - 121 * b**4 - 2
    return (333 + 3 * half / 2) * b**6 + a**2 * inner + (5 + half) * b**8 + a / (2 * b)


CASES: list[tuple[str, dict[str, str], Callable[..., Any]]] = [
    ("(1 - cos(x))/x^2", {"x": "1e-8"}, lambda x: (1 - mp.cos(x)) / x**2),
    (RUMP, {"a": "77617", "b": "33096"}, rump),
    ("sin(x)*0.1", {"x": "1e22"}, lambda x: mp.sin(x) / 10),
    ("x^0.1 + 0.3*y", {"x": "0.7", "y": "1/3"}, lambda x, y: x ** (mp.mpf(1) / 10) + 3 * y / 10),
    ("gamma(x)*erf(y) + polygamma(2, x)", {"x": "2.3", "y": "0.4"},
     lambda x, y: mp.gamma(x) * mp.erf(y) + mp.psi(2, x)),
    ("lgamma(x) + digamma(y)", {"x": "-2.5", "y": "-0.3"},
     lambda x, y: mp.log(abs(mp.gamma(x))) + mp.psi(0, y)),
    ("logsumexp(x, y, 1) + log10(x) + log2(y)",
     {"x": "800", "y": "799.5"},
     lambda x, y: mp.log(mp.exp(x) + mp.exp(y) + mp.e) + mp.log10(x) + mp.log(y, 2)),
    ("root(x, 3) + cbrt(y) + hypot(x, y)", {"x": "-2.5", "y": "0.1"},
     lambda x, y: -mp.cbrt(-x) + mp.cbrt(y) + mp.sqrt(x * x + y * y)),
    ("tand(x) + asind(y) + sinc(x)", {"x": "31", "y": "0.2"},
     lambda x, y: mp.tan(mp.pi * x / 180) + 180 / mp.pi * mp.asin(y) + mp.sin(x) / x),
    ("atan2(x, y) + acoth(z)", {"x": "0.3", "y": "-2", "z": "1.5"},
     lambda x, y, z: mp.atan2(x, y) + mp.atanh(1 / z)),
    ("max(x, y)*abs(y) + clamp(x, 0, 1) + mod(y, 0.7)", {"x": "0.25", "y": "-3.1"},
     lambda x, y: x * -y + x + y + 5 * mp.mpf(7) / 10),
    ("beta(x, y) + sigmoid(x)*normcdf(y) + softplus(-x)", {"x": "0.7", "y": "-8.25"},
     lambda x, y: mp.beta(x, y) + mp.ncdf(y) / (1 + mp.exp(-x)) + mp.log(1 + mp.exp(-x))),
    ("t = x; for k in range(5):\n    t = t*t - 0.7*k/3\noutput t", {"x": "1.1"},
     lambda x: _iterated(x)),
]  # fmt: skip


def _iterated(x: Any) -> Any:
    for k in range(5):
        x = x * x - mp.mpf(7) / 10 * k / 3
    return x


def agrees(text: str, reference: Any) -> bool:
    """Whether the reference, rounded to the text's own digits, is the text."""
    digits = len(text.lstrip("-0.").split("e")[0].replace(".", ""))
    assert digits >= 17
    error = abs(mp.mpf(text) - reference)
    return bool(error <= abs(reference) * mp.mpf(10) ** (1 - digits) / 2 * (1 + mp.mpf(10) ** -20) + 0)


def point_of(point: dict[str, str]) -> list[Any]:
    return [
        mp.fdiv(*map(mp.mpf, text.split("/"))) if "/" in text else mp.mpf(text) for text in point.values()
    ]


def at(point: dict[str, str]) -> str:
    return ", ".join(f"{name}={text}" for name, text in point.items())


@pytest.mark.parametrize(("text", "point", "formula"), CASES, ids=[case[0][:30] for case in CASES])
def test_values_and_gradients_to_twenty_digits(
    text: str, point: dict[str, str], formula: Callable[..., Any], adcli: Adcli
) -> None:
    ran = adcli("grad", text, "--at", at(point), "--certify", "--json")
    assert ran.status == 0, ran.stderr
    certified = ran.json["certified"]
    with mp.workdps(120):
        numbers = point_of(point)
        assert agrees(certified["value"], formula(*numbers))
        for k, name in enumerate(point):
            order = tuple(int(j == k) for j in range(len(numbers)))
            slope = mp.diff(formula, tuple(numbers), order, h=mp.mpf(10) ** -40)
            digits = certified["gradient"][name]
            assert mp.almosteq(mp.mpf(digits), slope, rel_eps=mp.mpf(10) ** -17), (name, digits, slope)


SECONDS = [
    ("x^2*y + exp(x*y)", {"x": "0.1", "y": "0.2"}, lambda x, y: x**2 * y + mp.exp(x * y)),
    ("x^y + degrees(radians(x))", {"x": "1.1", "y": "2.3"}, lambda x, y: x**y + x),
    ("sinc(x)*max(x, y) + softmax([x, y, 0.1])[0]", {"x": "1.3", "y": "0.2"},
     lambda x, y: mp.sin(x) + mp.exp(x) / (mp.exp(x) + mp.exp(y) + mp.exp(mp.mpf(1) / 10))),
]  # fmt: skip


@pytest.mark.parametrize(("text", "point", "formula"), SECONDS, ids=[case[0] for case in SECONDS])
def test_hessians_are_proven(
    text: str, point: dict[str, str], formula: Callable[..., Any], adcli: Adcli
) -> None:
    certified = adcli("hess", text, "--at", at(point), "--certify", "--json").json["certified"]
    with mp.workdps(120):
        numbers = point_of(point)
        for i in range(2):
            for j in range(2):
                order = tuple((k == i) + (k == j) for k in range(2))
                second = mp.diff(formula, tuple(numbers), order, h=mp.mpf(10) ** -30)
                digits = certified["hessian"][i][j]
                assert mp.almosteq(mp.mpf(digits), second, rel_eps=mp.mpf(10) ** -16), (i, j, digits)


ARRAYS = [
    ("det([[x, 0.1], [0.3, y]])", lambda x, y: x * y - mp.mpf(3) / 100),
    ("inv([[x, 0.1], [0.3, y]])[0, 0]", lambda x, y: y / (x * y - mp.mpf(3) / 100)),
    ("solve([[0, x], [y, 0.1]], [1, 2])[0]", lambda x, y: (2 - mp.mpf(1) / 10 / x) / y),
    ("logdet([[x, 0.1], [0.3, y]])", lambda x, y: mp.log(x * y - mp.mpf(3) / 100)),
    ("norm([x, y, 0.1])", lambda x, y: mp.sqrt(x * x + y * y + mp.mpf(1) / 100)),
    ("sum([[x, y], [1, 2]] @ [0.1, x])", lambda x, y: (x + 1) / 10 + (y + 2) * x),
    ("sum(cross([x, y, 1], [0.1, 0.2, 0.3]))",
     lambda x, y: (3 * y - 2) / 10 + (1 - 3 * x) / 10 + (2 * x - y) / 10),
    ("sum(outer([x, 1], [y, 0.1]))", lambda x, y: (x + 1) * (y + mp.mpf(1) / 10)),
    ("max([x, y, 0.1]) + min([x, y])*cumsum([x, y])[1]", lambda x, y: y + x * (x + y)),
    ("logsumexp([x, y]) + var([x, y, 1]) + mean([x, 0.1])",
     lambda x, y: mp.log(mp.exp(x) + mp.exp(y)) + _variance([x, y, mp.mpf(1)]) + (x + mp.mpf(1) / 10) / 2),
    ("v = linspace(x, y, 4); v[1] = 0.1*x; sum(v^2)",
     lambda x, y: x**2 + (x / 10) ** 2 + (x + (y - x) * 2 / 3) ** 2 + y**2),
    ("sum(where([x, -y] > 0, sqrt(abs([x, -y])), [x, -y]^3))", lambda x, y: mp.sqrt(x) - y**3),
    ("prod([x, y, 0.1]) + reshape([x, y, 1, 2], 2, 2).T[0, 1]", lambda x, y: x * y / 10 + 1),
]  # fmt: skip


def _variance(numbers: Sequence[Any]) -> Any:
    centre = sum(numbers) / len(numbers)
    return sum((x - centre) ** 2 for x in numbers) / len(numbers)


@pytest.mark.parametrize(("text", "formula"), ARRAYS, ids=[case[0] for case in ARRAYS])
def test_arrays(text: str, formula: Callable[..., Any], adcli: Adcli) -> None:
    ran = adcli("grad", text, "--at", "x=0.7,y=1.3", "--certify", "--json")
    assert ran.status == 0, ran.stderr
    certified = ran.json["certified"]
    with mp.workdps(120):
        x, y = mp.mpf("0.7"), mp.mpf("1.3")
        assert agrees(certified["value"], formula(x, y))
        for name, order in (("x", (1, 0)), ("y", (0, 1))):
            slope = mp.diff(formula, (x, y), order, h=mp.mpf(10) ** -40)
            found = mp.mpf(certified["gradient"][name])
            assert mp.almosteq(found, slope, rel_eps=mp.mpf(10) ** -17, abs_eps=mp.mpf(10) ** -60)


def test_literals_and_bindings_are_what_they_are_written_as(adcli: Adcli) -> None:
    ran = adcli("eval", "input x = 0.1\noutput 3*x", "--certify", "--json")
    assert ran.json["certified"]["value"] == "0.30000000000000000000"
    assert ran.json["value"] == 0.30000000000000004
    ran = adcli("eval", "x + v[1]", "--at", "x=0.1", "--at", "v=[1, 2/3]", "--certify", "--json")
    assert ran.json["certified"]["value"] == "0.76666666666666666667"


@pytest.mark.parametrize("text", ["1e−3*x + 𝟏.𝟏", "1e-3*x + 1.1"])
def test_signs_and_digits_of_another_look_are_read_as_they_look(text: str, adcli: Adcli) -> None:
    ran = adcli("eval", text, "--at", "x=2e−1", "--certify", "--json")
    assert (ran.json["value"], ran.json["certified"]["value"]) == (1.1002, "1.1002000000000000000")


def test_a_file_among_other_bindings(adcli: Adcli, tmp_path: Any) -> None:
    (tmp_path / "p.csv").write_text("x;y\n0,1;0,2\n")
    ran = adcli("eval", "3*x + y", "--at", f"@{tmp_path / 'p.csv'},y=1/3", "--certify", "--json")
    assert ran.json["certified"]["value"] == "0.63333333333333333333"


@pytest.mark.parametrize("values", ["(0.1, 2)", "[0.1*i for i in range(1, 7)]", "zip([0.1, 0.2], [1, 0.8])"])
def test_bindings_that_become_arrays(values: str, adcli: Adcli) -> None:
    ran = adcli("eval", "sum(x)", "--at", f"x={values}", "--certify")
    assert (ran.status, ran.stderr) == (0, "")
    assert "2.1000000000000000000 " in ran.stdout


def test_numbers_of_a_point_s_file_are_what_they_are_written_as(adcli: Adcli, tmp_path: Any) -> None:
    point = f"@{tmp_path / 'p.json'}"
    (tmp_path / "p.json").write_text('{"x": 0.1, "v": [[1, 0.2], [true, 1E-1]], "n": 3}')
    ran = adcli("eval", "x + v[0, 1]", "--at", point, "--certify", "--json")
    assert ran.json["certified"]["value"] == "0.30000000000000000000"
    ran = adcli("eval", "sum(v) + n", "--at", point, "--certify", "--json")
    assert ran.json["certified"]["value"] == "5.3000000000000000000"
    ran = adcli("eval", "x + v[1, 1]", "--at", point, "--at", "x=1/3", "--certify", "--json")
    assert ran.json["certified"]["value"] == "0.43333333333333333333"
    earlier = adcli("grad", "x^2", "--at", "x=0.1", "--json")
    (tmp_path / "p.json").write_text(earlier.stdout)
    ran = adcli("eval", "x*1", "--at", point, "--certify", "--json")
    assert ran.json["certified"]["value"] == "0.10000000000000000000"


def test_numbers_of_an_array_s_file_are_doubles(adcli: Adcli, tmp_path: Any) -> None:
    (tmp_path / "v.json").write_text(json.dumps([0.1]))
    ran = adcli("eval", "v[0]*1", "--at", f"v=@{tmp_path / 'v.json'}", "--certify", "--json")
    assert ran.json["certified"]["value"] == "0.10000000000000000555"


REFUSED = [
    ("1 if x > 0.3 else 2", "x=0.1*3", "do not decide the branch at line 1: `x > 0.3`"),
    ("1 if x > 0.3 else 2", "x=0.1+0.2", "do not decide the branch"),
    ("1 if x > 1e17 else 2", "x=1e17+1", "take the other branch at line 1"),
    ("floor(10*x)", "x=0.1*3", "do not decide `floor(10*x)`, which jumps or bends here"),
    ("sin(pi)*x", "x=1", "it is 0 or very near"),
    ("1/(x - 0.3)", "x=0.1*3", "no enclosure here"),
    ("abs(x - 0.3)", "x=0.1*3", "it is 0 or very near"),
]


@pytest.mark.parametrize(("text", "point", "reason"), REFUSED)
def test_what_is_not_proven_says_why(text: str, point: str, reason: str, adcli: Adcli) -> None:
    ran = adcli("eval", text, "--at", point, "--certify", "--json")
    assert ran.status == 0, ran.stderr
    assert ran.json["certified"]["value"] is None
    assert any(reason in told for told in ran.json["certified"]["reasons"]), ran.json["certified"]


def test_a_kink_is_not_differentiated(adcli: Adcli) -> None:
    for text in ("abs(x)", "abs(x + 1e17 + 1 - 1e17 - 1)", "max(x, 0) + 0*x"):
        certified = adcli("grad", text, "--at", "x=0", "--certify", "--json").json["certified"]
        assert certified["value"] == "0"
        assert certified["gradient"] == {"x": None}
        assert "bends" in certified["reasons"][0]


@pytest.mark.parametrize(
    ("text", "slope"),
    [("relu(x) - relu(-x)", 1), ("max(x, min(x, 2*x))", 1), ("abs(x^3) + x", 1), ("abs(x)*abs(x)", 0),
     ("clamp(x, 0, 1) + min(x, 0)", 1)],
)  # fmt: skip
def test_what_both_sides_of_a_kink_give_is_proven(text: str, slope: int, adcli: Adcli) -> None:
    certified = adcli("grad", text, "--at", "x=0", "--certify", "--json").json["certified"]
    assert float(certified["gradient"]["x"]) == slope


@pytest.mark.parametrize(
    "text",
    ["sign(x)*abs(x)", "4 if x == 0 else x^2 + 4", "floor(x) + mod(x, 1)", "x if x >= 0 else x",
     "hypot(x, x)*x",
     "sin(1)*relu(x) - sin(1)*relu(-x)", "x^2*sign(x)"],
)  # fmt: skip
def test_nothing_is_proven_at_a_tie_that_was_not_looked_at(text: str, adcli: Adcli) -> None:
    """The answer stands all the same; the value is proven."""
    ran = adcli("grad", text, "--at", "x=0", "--certify", "--json")
    assert ran.json["certified"]["gradient"] == {"x": None}
    assert ran.json["certified"]["value"] is not None
    assert ran.json["certified"]["reasons"]
    assert ran.json["warnings"] == []


def test_a_tie_among_other_inputs_hinders_no_proof(adcli: Adcli) -> None:
    ran = adcli("grad", "x^2 if k == 1 else x", "--at", "x=3,k=1", "--wrt", "x", "--certify", "--json")
    assert float(ran.json["certified"]["gradient"]["x"]) == 6


def test_a_second_derivative_at_a_kink_is_not_proven(adcli: Adcli) -> None:
    certified = adcli("hess", "abs(x)*x^2", "--at", "x=0", "--certify", "--json").json["certified"]
    assert certified["gradient"] == {"x": "0"}
    assert certified["hessian"] == [[None]]


def test_doubles_are_judged(adcli: Adcli) -> None:
    ran = adcli("grad", "(1 - cos(x))/x^2", "--at", "x=1e-6", "--certify")
    rows = [line.split() for line in ran.stdout.splitlines()]
    assert ["f", "0.49999999999995833333", "2e-45", "4", "digits"] in rows
    assert any(row[:2] == ["by", "x"] and row[-1] == "none" for row in rows)


def test_without_flint_one_line_names_what_to_install(adcli: Adcli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adcli.rigorous.certify.find_spec", lambda name: None)
    ran = adcli("grad", "x^2", "--at", "x=3", "--certify")
    assert (ran.status, ran.stdout) == (2, "")
    assert ran.stderr == 'error: --certify needs python-flint: pip install "adcli[rigorous]"\n'


@pytest.mark.parametrize(
    "text",
    [
        "sum(where(A > v, A*A, v))",
        "sum(where(v > x, v*x, 1)) + sum(where(x*2 <= A, A, x))",
        "sum(where([[1], [2]]*x > v, x, 2*x))",
        "w = v*1\nw[w > 0] = x\nsum(w)",
        "w = zeros(0)*x\nw[w > 0] = x\nsum(w) + x",
        "x if len(v[v > 5]) == 0 else 2*x",
    ],
)
def test_decisions_on_arrays_of_several_shapes(text: str) -> None:
    point = {"x": 1.5, "v": [1.0, 3.0], "A": [[1.5, 2.0], [0.25, 4.0]]}
    found = adcli_face.grad(f"input x, v, A\n{text}", at=point, certify=True).certified
    assert found is not None
    assert found.values[0].reason == ""
    assert found.values[0].right >= 10


@pytest.mark.parametrize(
    "text", ["normcdf(-abs(x)^2)^v[1]", "normcdf((x*y)^v[0])", "exp(-exp(x))*y", "erfc(x)^3"]
)
def test_numbers_beyond_what_a_power_of_ten_tells(text: str) -> None:
    """As e^-10^200: no word of thousands of digits, and no error from inside."""
    point = {"x": 1e200, "y": -1.25, "v": [1e200, 3.0]}
    program = f"input x, y, v\nz = {text}\noutput f = z + y"
    for ask in (adcli_face.eval, adcli_face.grad):
        try:
            found = ask(program, at=point, certify=True).certified
        except adcli_face.AdError:
            continue
        assert found is not None
        assert all(len(number.reason) < 200 for number in found.values)
