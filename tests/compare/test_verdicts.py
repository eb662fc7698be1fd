"""Verdicts at ordinary points and at hard ones: no right derivative is called wrong."""

from __future__ import annotations

from collections import Counter
from math import inf, isfinite
from random import Random
from typing import Any

import pytest

import adcli
from adcli.answers.comparison import Comparison, Method, Row
from adcli.compare.comparison import comparison
from adcli.language.points.bindings import bindings_of, read_bindings
from adcli.language.program import load
from adcli.text.source import Source

NEWTON = "x = a\nwhile abs(x*x - a) > 1e-12:\n    x = (x + a/x)/2\nx"
LOOP = "s = 0\nfor k in range(1, 40):\n    s += sin(k*x)/k^2\ns"
RECURSION = "def power(x, n):\n    return 1 if n == 0 else x*power(x, n - 1)\npower(x, 6)"


def checked(text: str, at: str, method: Method = "central") -> Comparison:
    return comparison(load(Source(text)), read_bindings([at]), method=method)


def row(text: str, at: str, method: Method = "central") -> Row:
    (only,) = checked(text, at, method).rows
    return only


CALCULUS = [
    ("3*x^4 - 2*x^2 + 7*x - 1", "x=1.3"), ("(x^2 + 1)*(x^3 - 2*x)", "x=-0.8"),
    ("(2*x - 1)/(x^2 + 3)", "x=0.4"),
    ("sqrt(1 + x^2)", "x=2"), ("(x^3 + 2)^5", "x=0.9"), ("x*sqrt(4 - x^2)", "x=1.1"), ("1/x^3", "x=-2"),
    ("x^(2/3)", "x=8"), ("sin(x)*cos(x)", "x=1"), ("tan(x)^2", "x=0.6"), ("sec(x)*tan(x)", "x=0.5"),
    ("sin(x^2)", "x=1.7"), ("cos(sin(tan(x)))", "x=0.3"), ("x^2*sin(1/x)", "x=0.2"),
    ("x*exp(-x^2/2)", "x=1.5"),
    ("exp(sin(x))", "x=2.2"), ("2^x", "x=3.1"), ("x^x", "x=2.5"), ("(sin(x))^x", "x=1.2"),
    ("log(x)/x", "x=4"),
    ("log(log(x))", "x=5"), ("log(x + sqrt(x^2 + 1))", "x=0.7"), ("x*log(x) - x", "x=0.03"),
    ("log(abs(sin(x)))", "x=4"),
    ("atan(x/3)", "x=2"), ("asin(sqrt(x))", "x=0.3"), ("x*acos(x) - sqrt(1 - x^2)", "x=0.5"),
    ("atan(sqrt(x^2 - 1))", "x=1.8"),
    ("sinh(x)^2 - cosh(x)", "x=0.9"), ("tanh(x/2)", "x=1.4"), ("asinh(2*x)", "x=0.6"),
    ("exp(x)/(1 + exp(x))", "x=-3"),
    ("x^3*exp(-x)*cos(5*x)", "x=1.9"), ("1/(1 + 1/(1 + 1/x))", "x=2"), ("abs(x^2 - 4)", "x=1"),
    ("max(x^2, 2*x)", "x=3"),
    ("x^2*y - x*y^3", "x=1.5,y=-0.7"), ("exp(x*y)*sin(x + y)", "x=0.3,y=0.9"),
    ("sqrt(x^2 + y^2 + z^2)", "x=1,y=2,z=2"),
    ("log(x^2 + y^2)", "x=3,y=4"), ("atan2(y, x)", "x=-1,y=0.5"), ("x*y*z/(x + y + z)", "x=1,y=2,z=3"),
    ("(100*(y - x^2)^2 + (1 - x)^2)", "x=-1.2,y=1"), ("x^y", "x=2.3,y=1.7"),
    ("erf(x)*gamma(y)", "x=0.4,y=3.3"),
    ("a*sin(w*t + p)*exp(-d*t)", "a=2,w=30,t=0.7,p=0.1,d=0.5"),
    ("P*V/(R*T)", "P=101325,V=0.0224,R=8.314,T=273.15"),
    ("R*T/(V - b) - a/V^2", "R=8.314,T=300,V=0.0224,b=3.2e-5,a=0.138"),
    ("m*c^2/sqrt(1 - v^2/c^2)", "m=1e-27,c=3e8,v=1e8"),
    ("h*f/(exp(h*f/(k*T)) - 1)", "h=6.6e-34,f=1e13,k=1.38e-23,T=300"),
    ("log(x1) + x1*x2 - sin(x2)", "x1=2,x2=5"),
    (NEWTON, "a=2"), (LOOP, "x=0.9"), (RECURSION, "x=1.1"), ("x^2 if x > 1 else x^3", "x=1.5"),
    ("where(x > 0, sqrt(x), 0)", "x=4"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "at"), CALCULUS)
@pytest.mark.parametrize("method", ["central", "forward", "richardson"])
def test_what_is_right_agrees(text: str, at: str, method: Method) -> None:
    answer = checked(text, at, method)
    assert answer.ok
    for found in answer.rows:
        assert found.verdict == "agree", found
        assert found.error is not None
        assert found.tolerance is not None
        assert found.error <= found.tolerance < inf
        assert 0 < found.evaluations <= 40


AGREE = [
    ("log(x)", "x=1e-5"), ("log(x)", "x=1e-50"), ("log(x)", "x=1e300"), ("x^2*1e-9", "x=0.001"),
    ("(x + 1e8) - 1e8 + x^3", "x=0.5"), ("exp(x) - exp(1)", "x=1"), ("1/x", "x=1e-8"), ("sqrt(x)", "x=1e-12"),
    ("log(1 - x)", "x=0.9999999999"), ("x^8", "x=0"), ("x^2 + x^3", "x=0"), ("cos(x)", "x=0"),
    ("exp(-1/x^2)", "x=0.05"),
    ("exp(-1/x^2)", "x=0.01"), ("sin(1000*x)", "x=1"), ("sin(1e9*x)", "x=1"), ("x + 1e-6*sin(1e9*x)", "x=1"),
    ("x^3", "x=1e100"), ("x^1.5", "x=1e200"), ("1e308*x", "x=1.5"), ("1e-300*x", "x=1"),
    ("x*log(x)", "x=1e-300"),
    ("abs(x)", "x=1e-9"), ("abs(x - 1)", "x=1.000000001"), ("x^2 if x > 1 else x^3", "x=1.0000001"),
    ("where(x > 1, x^2, x)", "x=0.9999999"), ("x^2 if x > 1 else 2*x - 1", "x=1"), ("floor(x)*x", "x=2.5"),
    ("mod(x, 1)", "x=2.0000001"), ("round(x*10)/10 + x", "x=0.3"), ("1 + x", "x=1e-20"),
    ("1e16 + x - 1e16", "x=0.5"),
    ("exp(1e10*x)", "x=0"), ("exp(1e15*x)", "x=0"), ("sin(1e15*x)", "x=0"), ("tan(x)", "x=1.5707963"),
    ("acos(x)", "x=0.99999999"), ("sin(1/x)", "x=1e-3"), ("x^x", "x=1e-10"), ("gamma(x)", "x=170"),
    ("erfc(x)", "x=25"),
    ("exp(x)", "x=700"), ("exp(x)", "x=-700"), ("normcdf(x)", "x=-30"), ("lgamma(x)", "x=1.0000001"),
    ("digamma(x)", "x=1.4616321449683622"), ("sqrt(x^2)", "x=1e-20"), ("tanh(1e12*x)", "x=0"),
    ("softplus(1e6*x)", "x=0"),
    ("abs(x)^1.5", "x=0"), ("x*abs(x)", "x=0"), ("sign(x)*x^2", "x=0"), ("x*y*z", "x=0,y=0,z=1"),
    ("logsumexp(x, y, z)", "x=1,y=2,z=1000"), ("x^0.5*y", "x=4,y=0"), ("x + y*0", "x=1,y=1"),
    ("x^20 - 1", "x=1"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "at"), AGREE)
def test_hard_points_agree(text: str, at: str) -> None:
    for found in checked(text, at).rows:
        assert found.verdict == "agree", found
        assert 0 < found.evaluations <= 40


@pytest.mark.parametrize(
    ("text", "at", "left", "right"),
    [
        ("max(x, 0)", "x=0", 0.0, 1.0), ("abs(x)", "x=0", -1.0, 1.0), ("hypot(x, 0)", "x=0", -1.0, 1.0),
        ("x^2 if x > 1 else x", "x=1", 1.0, 2.0),
        ("2*x if x > 0 else 3*x", "x=0", 3.0, 2.0),
        ("clamp(x, 0, 1)", "x=1", 1.0, 0.0),
        ("floor(x)", "x=3", inf, 0.0),
        ("mod(x, 1)", "x=2", -inf, 1.0),
        ("5*x if x == 2 else x", "x=2", inf, -inf),
    ],
)  # fmt: skip
def test_kinks_are_kinks_and_no_failure(text: str, at: str, left: float, right: float) -> None:
    found = row(text, at)
    assert found.verdict == "kink", found
    assert (found.left, found.right) == pytest.approx((left, right), rel=1e-6, abs=1e-9)
    assert found.note


@pytest.mark.parametrize(
    ("text", "at", "says"),
    [
        ("sin(x)", "x=1e300", "do not settle"),
        ("sin(x)", "x=1e15", "rounding hides"),
        ("log(1 - x)", "x=0.999999999999999", "do not settle"),
        ("(1 - cos(x))/x^2", "x=1e-4", "AD itself is good to"),
        ("x + 1e-17*sin(1e17*x)", "x=0.7", "AD itself is good to"),
        ("x + 1e-16*sin(1e11*x)", "x=1.3", "faster than values can show"),
        ("x^y", "x=-2,y=2", "undefined"),
    ],
)
def test_what_cannot_be_told_is_inconclusive(text: str, at: str, says: str) -> None:
    found = checked(text, at).rows[-1]
    assert found.verdict == "inconclusive", found
    assert says in found.note


@pytest.mark.parametrize(
    "text",
    ["input x=2, n=3; x^2", "input x=2, n=3; y = [x, x]; y[1] = n; y[0]", "input x=2, n=3.5; x + floor(n)",
     "input x=2, n=3; x*(2 if n > 1 else 5)"],
)  # fmt: skip
def test_a_value_that_never_changes_agrees_with_0(text: str) -> None:
    found = checked(text, "x=2").rows[-1]
    assert (found.input, found.ad, found.fd, found.verdict) == ("n", 0.0, 0.0, "agree")


@pytest.mark.parametrize(
    ("text", "at"), [("sqrt(x)", "x=0"), ("cbrt(x)", "x=0"), ("asin(x)", "x=-1"), ("acos(x)", "x=1")]
)
def test_infinite_slopes_agree_with_differences_that_grow(text: str, at: str) -> None:
    found = row(text, at)
    assert found.verdict == "agree"
    assert found.fd == found.ad
    assert not isfinite(found.ad)


def test_one_side_is_enough_and_the_other_is_explained() -> None:
    near = row("abs(x - 1)", "x=1.000000001")
    assert near.note == "from the right only: at x - h, `abs(x - 1)` is on another side of its kink"
    branch = row("if x > 1:\n    y = x^2\nelse:\n    y = x^3\ny", "x=1.0000001")
    assert branch.note == "from the right only: at x - h, `x > 1` (line 1) is decided otherwise"


def test_several_outputs_have_a_row_for_each_pair() -> None:
    answer = checked("output a = x*y, b = x + 2*y", "x=3,y=4")
    assert [(r.output, r.input, r.ad) for r in answer.rows] == [
        ("a", "x", 4),
        ("a", "y", 3),
        ("b", "x", 1),
        ("b", "y", 2),
    ]
    assert answer.ok


def test_wrt_leaves_the_others_out() -> None:
    answer = comparison(load(Source("x*y*z")), read_bindings(["x=1,y=2,z=3"]), wrt="z,x")
    assert [r.input for r in answer.rows] == ["z", "x"]


ARRAYS = [
    ("sum(v^2)*x", "v=[1, 2, 3], x=3"),
    ("dot(A@x, x)", "A=[[1, 2], [3, 4]], x=[1, 2]"),
    ("inv(A)", "A=[[1, 2], [3, 4]]"),
    ("solve(A, b)", "A=[[4, 2], [3, 4]], b=[1, 2]"),
    ("logdet(A)", "A=[[4, 2], [2, 4]]"),
    ("softmax(v)", "v=[0.5, 2, 3]"),
    ("sum(where(v > 1, v^2, 0))", "v=[0.5, 2, 3]"),
    ("sum(log(v))", "v=[1e-30, 2, 1e30]"),
    ("prod(v)", "v=[0, 0, 2]"),
    ("u = zeros(3)\nfor i in range(3):\n    u[i] = v[i]*v[2 - i]\nu", "v=[0.5, 2, 3]"),
    ("s = 0\nfor x in v:\n    if x > 1:\n        s += x^2\ns", "v=[0.5, 2, 1.0000001]"),
]


@pytest.mark.parametrize(("text", "at"), ARRAYS)
def test_arrays_element_by_element(text: str, at: str) -> None:
    answer = checked(text, at)
    sizes = {"v": 3, "x": 2 if "A" in at else 1, "A": 4, "b": 2}
    inputs = sum(sizes[name.split("=")[0].strip()] for name in at.split(", ") if "=" in name)
    assert len(answer.rows) == inputs * len(answer.outputs)
    for found in answer.rows:
        assert found.verdict == "agree", found
        assert 0 < found.evaluations <= 40


def test_kinks_of_arrays_are_told_for_their_elements_only() -> None:
    answer = checked("sum(abs(v))", "v=[0, 1, -2]")
    assert [(r.input, r.verdict) for r in answer.rows] == [
        ("v[0]", "kink"),
        ("v[1]", "agree"),
        ("v[2]", "agree"),
    ]


def test_the_library_checks_too() -> None:
    assert adcli.check("x^2*y", x=3, y=2).ok
    assert not adcli.check("x^2*y", at={"x": 3, "y": 2}, expect="x=2*x*y, y=x").ok
    assert adcli.check("x^2*y", x=3, y=2, expect="x=12*1.001", rtol=0.01).ok
    assert not adcli.check("x^2*y", x=3, y=2, expect="x=12").complete
    assert adcli.check("x^2", x=3, atol=1e-3).rows[0].tolerance == 1e-3


@pytest.mark.parametrize(
    "text", ["exp(x) + 1e-15*sin(3e14*x)", "x + 1e-14*sin(1e8*x)", "1/x + 1e-16*sin(1e15*x)*x"]
)
@pytest.mark.parametrize("method", ["central", "forward", "richardson"])
def test_ripples_below_the_noise_of_the_values_disagree_nowhere(text: str, method: Method) -> None:
    for k in range(25):
        found = row(text, f"x={0.3 + 0.107 * k}", method)
        assert found.verdict != "disagree", found


def test_steps_of_very_different_size() -> None:
    assert adcli.check("logsumexp(1e200) - v", v=[3]).rows


SMOOTH = [
    ("sum(sin(x)^2)", f"x={[0.1 * k for k in range(700)]}", "x[347]"),
    (
        "y = x\nfor i in range(1, len(x)):\n    y[i] = 0.5*y[i-1] + x[i]^3\nsum(y^2)",
        "x=[0.5, 0.4, 1.3]",
        None,
    ),
    ("sum(W@x)^2", "W=[[1, -0.7, 3], [2, 5, 0.1]], x=[3, 4, 1]", None),
    ("logdet(eye(4) + 0.1*outer(x, x))", "x=[0.2, 1, 30, 4]", None),
]


@pytest.mark.parametrize(("text", "at", "wrt"), SMOOTH, ids=[text for text, *_ in SMOOTH])
def test_smooth_functions_of_arrays_agree_in_every_element(text: str, at: str, wrt: str | None) -> None:
    answer = comparison(load(Source(text)), read_bindings([at]), wrt=wrt)
    assert answer.rows
    assert {found.verdict for found in answer.rows} == {"agree"}


def test_what_bends_where_the_graph_does_not_tell() -> None:
    found = row("max([x, 1])*2 + 0*x", "x=1")
    assert (found.verdict, found.left, found.right) == ("kink", 0.0, 2.0)


def random_program(random: Random) -> tuple[str, dict[str, Any]]:
    """A smooth program with arrays, and a point of any size."""
    scale = 10.0 ** random.choice([-3, -1, 0, 0, 1, 2])
    v = [random.uniform(-1, 1) * scale for _ in range(random.choice([3, 10, 30]))]
    text = "v"
    for _ in range(random.randint(0, 3)):
        text = f"({random.choice(FUNCTIONS).replace('_', text)})"
    return random.choice(REDUCTIONS).replace("_", text), {"v": v}


FUNCTIONS = [
    "sin(_)", "exp(-_^2)", "tanh(_)", "_^2", "log(1 + _^2)", "1/(2 + _^2)", "sqrt(3 + _*_)", "erf(_)",
    "cumsum(_)", "outer(_, v)@_", "softplus(_)", "_*0.3 + 1", "cos(7*_)", "softmax(_)*_",
]  # fmt: skip
REDUCTIONS = [
    "sum(_)", "mean(_)", "norm(_)", "logsumexp(_)", "_@_", "var(_)", "sum(outer(_, v), axis=0)@v",
    "logdet(eye(len(v)) + outer(_, _))", "y = v\nfor i in range(1, len(v)):\n    y[i] += 0.5*y[i-1]\ny@_",
]  # fmt: skip


def test_nothing_right_is_called_wrong_on_arrays() -> None:
    random, verdicts = Random(5), Counter[str]()
    for _ in range(25):
        text, point = random_program(random)
        answer = comparison(load(Source(text)), bindings_of(point))
        verdicts.update(found.verdict for found in answer.rows)
        assert not {found.verdict for found in answer.rows} & {"disagree", "kink"}, (text, point)
    assert verdicts["agree"] > 5 * verdicts["inconclusive"]


@pytest.mark.parametrize("x", [27.1, 27.2, 27.27, 27.28])
def test_derivatives_that_are_all_but_nothing(x: float) -> None:
    assert row("exp(-x^2) + 1", f"x={x}").verdict == "inconclusive"


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("x^2", "x=1e-300"),
        ("x^2*y", "x=1e-200,y=1"),
        ("1e300*x^2", "x=1e-170"),
        ("1e300*exp(-x)", "x=750"),
        ("sum(1e300*v^2)", "v=[1e-170, 1]"),
    ],
)
def test_differences_that_underflow_disagree_nowhere(text: str, at: str) -> None:
    assert {found.verdict for found in checked(text, at).rows} <= {"agree", "inconclusive"}


def test_check_of_a_singular_determinant_asks_for_no_third_derivative() -> None:
    text = "det(outer(a, a^2)) + det(outer(a, a^2) + outer(a^3, a))*s"
    assert {row.verdict for row in checked(text, "a=[1,2,3,4], s=0.3").rows} <= {"agree", "inconclusive"}


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("atan2(v[1], x/x)", "x=2.0334060868767603,v=[2,0.716194618635919]"),
        ("exp(x/x)", "x=0.3"),
        ("sin(3*x/x)*cos(x/x)", "x=1.7"),
        ("(x*y)/x + y", "x=0.1,y=0.7"),
        ("log(x^3) - 3*log(x)", "x=7.1"),
        ("tanh(w*x/x)", "x=3.3,w=0.123456789"),
        ("sum(v/v[0]*v[0]) - sum(v)", "v=[0.3,0.7,1.1]"),
    ],
)
def test_a_derivative_of_nothing_but_rounding_errors_does_not_disagree(text: str, at: str) -> None:
    answer = comparison(load(Source(text)), read_bindings([at]))
    assert answer.ok, answer.rows
