"""Every hint is followed: a mistaken text, what is suggested, and the value that comes of it.

Where the suggestion takes the place of what the caret marks, the text that results must have the
value that was meant. What has no counterpart here gets no suggestion.
"""

from __future__ import annotations

import math
import re
from typing import Any

import pytest

from adcli.language.grammar.vocabulary import CALLS
from adcli.language.mistakes import elsewhere
from adcli.language.mistakes.brackets import arguments_in, fitted, is_closed
from adcli.language.mistakes.elsewhere import instead
from adcli.language.mistakes.spelling import nearest
from adcli.language.points.bindings import bindings_of, point_of
from adcli.language.program import load
from adcli.language.reading.parser import parse
from adcli.operations import SPELLINGS
from adcli.text.errors import AdError
from adcli.text.source import Source

POINT: dict[str, Any] = {
    "x": 0.3,
    "y": 2.0,
    "n": 5.0,
    "k": 2.0,
    "a": 2.5,
    "b": 1.5,
    "p": 0.4,
    "m": 1.0,
    "s": 3.0,
}
POINT |= {"c": 1.25, "t": 0.75, "v": [3.0, 4.0], "w": [1.0, 2.0], "A": [[2.0, 1.0], [1.0, 3.0]]}


def value(text: str) -> Any:
    """The value of a program, of the inputs of the point that it has."""
    program = load(Source(text))
    point, _ = point_of(program, bindings_of({n: v for n, v in POINT.items() if n in program.inputs()}))
    trace = program.trace(point)
    found = trace.value(next(iter(trace.outputs.values())))
    return found.tolist() if hasattr(found, "tolist") else found


def mistake(text: str) -> AdError:
    with pytest.raises(AdError) as caught:
        value(text)
    return caught.value


def followed(text: str, suggestion: str) -> Any:
    """The value of the text with the suggestion in the place that the caret marks."""
    error = mistake(text)
    assert suggestion in error.hint, str(error)
    assert error.span is not None
    return value(text[: error.span.start] + suggestion + text[error.span.end :])


def test_values_are_those_of_the_point() -> None:
    assert value("x + v[1]") == 4.3


MISTAKES: list[tuple[str, str, Any]] = [
    # slips of the fingers
    ("2 + tahn(x)", "tanh", 2 + math.tanh(0.3)),
    ("tanhh(x)", "tanh", math.tanh(0.3)),
    ("sinn(x)", "sin", math.sin(0.3)),
    ("sni(x)", "sin", math.sin(0.3)),
    ("lgo(x)", "log", math.log(0.3)),
    ("epx(x)", "exp", math.exp(0.3)),
    ("sqt(x)", "sqrt", math.sqrt(0.3)),
    ("sqrrt(x)", "sqrt", math.sqrt(0.3)),
    ("sigmiod(x)", "sigmoid", 1 / (1 + math.exp(-0.3))),
    ("heavyside(x)", "heaviside", 1.0),
    ("ceilling(x)", "ceiling", 1.0),
    ("arctahn(x)", "arctanh", math.atanh(0.3)),
    ("Log10(x)", "log10", math.log10(0.3)),
    ("log_10(x)", "log10", math.log10(0.3)),
    ("log_sum_exp(v)", "logsumexp", 4 + math.log1p(math.exp(-1))),
    ("SQRT(x)", "sqrt", math.sqrt(0.3)),
    ("soft_plus(x)", "softplus", math.log1p(math.exp(0.3))),
    # other names, and other arguments
    ("lg(x)", "log10(x)", math.log10(0.3)),
    ("ld(y)", "log2(y)", 1.0),
    ("1 - tg(x)", "tan(x)", 1 - math.tan(0.3)),
    ("ctg(x)", "cot(x)", 1 / math.tan(0.3)),
    ("sh(x)", "sinh(x)", math.sinh(0.3)),
    ("arctg(x)", "atan(x)", math.atan(0.3)),
    ("arsh(x)", "asinh(x)", math.asinh(0.3)),
    ("int(y + x)", "trunc(y + x)", 2.0),
    ("step(x)", "heaviside(x)", 1.0),
    ("cdf(x)", "normcdf(x)", 0.5 * math.erfc(-0.3 / math.sqrt(2))),
    ("sqr(x + 1)*2", "(x + 1)^2", 2 * 1.3**2),
    ("-sqr(x)", "x^2", -0.09),
    ("1/reciprocal(x)", "(1/x)", 0.3),
    ("2^neg(x)", "(-x)", 2**-0.3),
    ("exp10(x)", "10^x", 10**0.3),
    ("6/nCr(n, k)", "(factorial(n)/(factorial(k)*factorial(n - k)))", 0.6),
    ("binomial(n, 2)", "factorial(n)/(factorial(2)*factorial(n - 2))", 10.0),
    ("atan(y, x)", "atan2(y, x)", math.atan2(2, 0.3)),
    ("arctan(y, x + 1)", "atan2(y, x + 1)", math.atan2(2, 1.3)),
    ("atan2d(y, x)", "degrees(atan2(y, x))", math.degrees(math.atan2(2, 0.3))),
    ("log(x, base=2)", "log(x, 2)", math.log2(0.3)),
    ("polygamma(n=1, x=y)", "polygamma(1, y)", math.pi**2 / 6 - 1),
    ("clip(x, a_min=1, a_max=y)", "clip(x, 1, y)", 1.0),
    ("round(x*y, 1)", "round((x*y)*10^1)/10^1", 0.6),
    ("fmod(-y, x)", "(-y) - x*trunc((-y)/x)", math.fmod(-2, 0.3)),
    ("IF(x > 0, x, -x)", "where(x > 0, x, -x)", 0.3),
    ("if(x>0, x, -x)", "where(x>0, x, -x)", 0.3),
    ("1 + if(x > 1, x, if(x > 0, y, 0))", "where(x > 1, x, where(x > 0, y, 0))", 3.0),
    ("z = if(x > 0, y, 1)\nz + 1", "where(x > 0, y, 1)", 3.0),
    ("np.square(x + 1)", "(x + 1)^2", 1.69),
    ("np.real(x)", "x", 0.3),
    ("np.exp10(y)", "10^y", 100.0),
    # modules and methods
    ("Math.sin(x)", "sin(x)", math.sin(0.3)),
    ("Math.PI*x", "pi", math.pi * 0.3),
    ("torch.exp(x)", "exp(x)", math.exp(0.3)),
    ("torch.nn.functional.softplus(x)", "softplus(x)", math.log1p(math.exp(0.3))),
    ("scipy.stats.norm.cdf(x)", "normcdf(x)", 0.5 * math.erfc(-0.3 / math.sqrt(2))),
    ("2*mpmath.log(x, 2)", "log(x, 2)", 2 * math.log2(0.3)),
    ("np.sinc(x + 1)", "sinc(pi*(x + 1))", math.sin(math.pi * 1.3) / (math.pi * 1.3)),
    ("v.sum()", "sum(v)", 7.0),
    ("v.dot(w)", "dot(v, w)", 11.0),
    ("x.clip(1, 2)", "clip(x, 1, 2)", 1.0),
    ("v.size*x", "len(v)", 0.6),
    ("v.copy()[1]", "v", 4.0),
    ("A.t[0]", "A.T", [2.0, 1.0]),
    # notation
    ("1,000*x", "1000", 300.0),
    ("1,234,567", "1234567", 1234567.0),
    ("1,234.5", "1234.5", 1234.5),
    ("3,5 + x", "3.5", 3.8),
    ("x.^2", "x^2", 0.09),
    ("x.*sin(x)", "x*sin(x)", 0.3 * math.sin(0.3)),
    ("y./(1 + x)", "y/(1 + x)", 2 / 1.3),
    ("A'[0]", "A.T", [2.0, 1.0]),
    ("|x|", "abs(x)", 0.3),
    ("abs|x - 1|", "abs(x - 1)", 0.7),
    ("||x - y| - |y||", "abs(abs(x - y) - abs(y))", 0.3),
    ("2|x|", "abs(x)", 0.6),
    ("x^2 % the square of x", "#", 0.09),
    ("% the square\nx^2", "#", 0.09),
    ("x^2 // the square", "#", 0.09),
    ("Sin[x]", "sin(x)", math.sin(0.3)),
    ("2*sin[x]^2", "sin(x)", 2 * math.sin(0.3) ** 2),
    ("Sqrt[Abs[Cos[x]]]", "sqrt(abs(cos(x)))", math.sqrt(math.cos(0.3))),
    ("Log[2, x]", "log(x, 2)", math.log2(0.3)),
    ("ArcTan[x, y]", "atan2(y, x)", math.atan2(2, 0.3)),
    ("If[x > 0, y, 1]", "where(x > 0, y, 1)", 2.0),
    ("Pi*x", "pi", math.pi * 0.3),
    ("ln|x - 1|", "ln(abs(x - 1))", math.log(0.7)),
    ("y|x|", "y*abs(x)", 0.6),
    ("2*\\frac{x}{y + 1}", "((x)/(y + 1))", 0.2),
    ("\\sqrt{x}", "sqrt(x)", math.sqrt(0.3)),
    ("x \\cdot y", "*", 0.6),
    ("\\pi*x", "pi", math.pi * 0.3),
    ("y^{x + 1}", "(x + 1)", 2**1.3),
    ("⌊2*y + x⌋", "floor(2*y + x)", 4.0),
    ("x > 1 ? y : 1", "y if x > 1 else 1", 1.0),
    ("z = x < 1 ? y : 1\nz", "y if x < 1 else 1", 2.0),
    ("1 if x is not y else 0", "!=", 1.0),
    ("1 if x > 0 AND y > 0 else 0", "and", 1.0),
    ("s = 0\nfor i = 1:10:\n    s += i\ns", "for i in range(1, 11)", 55.0),
    ("let z = 2*x", "z = 2*x", 0.6),
    ("f = z -> z^2\nf(x)", "def f(z): return z^2", 0.09),
    ("f = lambda z, c: c*z^2\nf(x, 2)", "def f(z, c): return c*z^2", 0.18),
    ("det([1, 2; 3, 4])", "[[1, 2], [3, 4]]", -2.0),
    ("[1 2; 3 4][1, 0]", "[[1, 2], [3, 4]]", 3.0),
    ("arcsin^-1(x)", "sin(x)", math.sin(0.3)),
    ("log^-1(x)", "exp(x)", math.exp(0.3)),
    ("sin^-1(x)", "asin(x)", math.asin(0.3)),
    ("sqrt^-1(x)", "1/sqrt(x)", 0.3**-0.5),
    ("norm(v, 1)", "sum(abs(v))", 7.0),
    ("norm(v, inf)", "max(abs(v))", 4.0),
    ("sum(A, 0)[1]", "sum(A, axis=0)", 4.0),
    ("sum(x, y)", "sum([x, y])", 2.3),
    ("sqrt(1,600)", "sqrt(1600)", 40.0),
    ("sqrt(2,25)", "sqrt(2.25)", 1.5),
    ("log_k(n)", "log(n, k)", math.log2(5)),
    ("log3(n)", "log(n, 3)", math.log(5, 3)),
    ("pi()*x", "pi", math.pi * 0.3),
]


@pytest.mark.parametrize(("text", "suggestion", "want"), MISTAKES)
def test_what_is_suggested_is_what_was_meant(text: str, suggestion: str, want: Any) -> None:
    assert followed(text, suggestion) == pytest.approx(want, rel=1e-14)


@pytest.mark.parametrize("text", ["d/dx x^2", "d/dx (x^2)", "d/dx * x^2", "d^2/dx^2 x^2", "d2/dx2 (x^2)"])
def test_a_derivative_in_the_text_is_its_function(text: str) -> None:
    hint = mistake(text).hint
    found = re.fullmatch(r"adcli differentiates: write (.*) alone", hint)
    assert found is not None, hint
    assert value(found[1]) == pytest.approx(0.09)


@pytest.mark.parametrize(
    "text",
    [
        "def f(x): return x, x^2\noutput u, w1 = f(x)",
        "output u, w1 = (x, 2*x)",
        "output z = y, u, w1 = (x, 2*x)",
    ],
)
def test_an_assignment_to_several_names_is_no_output(text: str) -> None:
    error = mistake(text)
    assert error.span is not None
    assert "--at" not in error.hint
    hint = re.fullmatch(r"write (.*) on a line before, and (output u, w1)", error.hint)
    assert hint is not None
    assert value(text[: text.rindex("output")] + f"{hint[1]}\n{hint[2]}") == 0.3


@pytest.mark.parametrize("text", ["output x, w1 = x^2", "u = 1\noutput u, w1 = x"])
def test_an_output_with_a_value_may_follow_one_without(text: str) -> None:
    assert value(text) in (0.3, 1)


def test_a_word_after_a_percent_sign_may_be_a_comment() -> None:
    assert mistake("x % squared").hint == "add --at squared=…; a comment begins with #, and not with %"


NOT_HERE = """
cost loss form rate area val phi rho chi zeta eta airy besselj gammainc gammaincc lambertw fft ifft kron gcd
lcm foo bar baz myfunc potential energy conv ellipk legendre hermite expint expi sici spence rosenbrock
objective
"""


@pytest.mark.parametrize("name", NOT_HERE.split())
def test_what_is_not_here_is_not_taken_for_something_else(name: str) -> None:
    assert mistake(f"{name}(x + 1)").hint == "`adcli functions` lists all; `def` makes a new one"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("xsin(x)", "did you mean x*sin(x)? (a name is never split)"),
        ("e(x)", "for a product write e*(x), for the exponential exp(x)"),
        ("x + v(2)", "for a product write v*(2), for an element (they count from 0) v[1]"),
        ("q()", "`adcli functions` lists all; `def` makes a new one"),
        ("sinx", "did you mean sin(x)? (calls need brackets)"),
        ("logs + x", "did you mean log(s)? or add --at logs=…"),
        ("atan2y + x", "add --at atan2y=…"),
    ],
)
def test_what_two_readings_are_told(text: str, hint: str) -> None:
    program = load(Source(text))
    known = {n: v for n, v in POINT.items() if n != "s" and (n in program.inputs() or n in ("x", "v"))}
    with pytest.raises(AdError) as caught:
        program.trace(point_of(program, bindings_of(known))[0])
    assert caught.value.hint == hint


@pytest.mark.parametrize("call", ["tg(x, y)", "cuberoot(x, y)", "average(x, y)", "Log(x, y)", "limit(x)"])
def test_another_name_with_arguments_that_do_not_fit(call: str) -> None:
    assert not mistake(call).hint.startswith("write")
    assert "mean `" not in mistake(call).hint or call.startswith("Log")


@pytest.mark.parametrize("name", ["f", "k2", "ai"])
def test_a_short_name_may_be_a_factor(name: str) -> None:
    assert mistake(f"{name}(x + 1)").hint == f"for a product write {name}*(x + 1)"


RANDOM = ["np.random.rand(3)", "np.random.normal(0, 1)", "random.random()", "rand(3)"]


@pytest.mark.parametrize("text", RANDOM)
def test_there_are_no_random_numbers(text: str) -> None:
    assert mistake(text).hint == elsewhere.NO_CHANCE


# The meaning of each name in the lists, by the calls of them.
LINES = [line.split() for line in elsewhere.RENAMED.strip().splitlines()]
RENAMED = [(ours, other) for ours, *others in LINES for other in others]


@pytest.mark.parametrize(("ours", "other"), RENAMED)
def test_another_name_is_that_of_a_function_here(ours: str, other: str) -> None:
    assert ours in SPELLINGS or ours in CALLS
    assert other not in SPELLINGS
    assert other not in CALLS
    assert any(
        instead(other, ["x", "y", "a"][:count]) == f"{ours}({', '.join('xya'[:count])})"
        for count in (1, 2, 3)
    )


# Arguments of those that are not called with numbers.
VECTORS = ["distance", "dist", "columnstack", "hstack", "vstack", "trapz", "trapezoid"]
VECTOR = ["ravel", "flatten", "size", "length", "numel"]
ARGUMENTS = {name: ["v", "w"] for name in VECTORS} | {name: ["v"] for name in VECTOR}


def calls() -> list[tuple[str, str]]:
    """Each call in the list of formulas, of arguments that it takes, and the formula."""
    found = []
    for line in elsewhere.FORMULAS.strip().splitlines():
        left, _, formula = line.rpartition("  = ") if "  = " in line else line.partition(" = ")
        found += [(call, formula.strip()) for call in re.findall(r"\w+\([^)]*\)", left)]
    return found


@pytest.mark.parametrize(("call", "formula"), calls())
def test_a_formula_is_of_the_arguments_whatever_they_are_and_whatever_is_around(
    call: str, formula: str
) -> None:
    name, _, inside = call[:-1].partition("(")
    arguments = ARGUMENTS.get(name, arguments_in(inside))
    if name == "arange":
        arguments = {1: ["n"], 2: ["1", "n"], 3: ["1", "n", "2"]}[len(arguments)]
    got = instead(name, arguments)
    assert got is not None
    if name not in SPELLINGS and name not in CALLS:
        assert mistake(f"{name}({', '.join(arguments)})").hint == f"write {got}"
    sums = instead(name, [f"0 + {argument}" for argument in arguments])
    assert sums is not None
    assert value(sums) == value(got)
    negative = value(f"(0 - 1)*{fitted(got, '(0 - 1)*', '')}")
    assert negative == value(f"-({got})")


@pytest.mark.parametrize(
    ("name", "known", "want"),
    [
        ("tahn", ["tan", "tanh"], "tanh"),
        ("speed", ["sped", "spee"], None),
        ("veloctiy", ["velocity", "voltage"], "velocity"),
        ("x1", ["x2", "x3"], None),
        ("Temperature", ["temperature"], "temperature"),
        ("alhpa", ["alpha", "beta"], "alpha"),
        ("n" * 200, ["n" * 199], None),
        ("_", ["x", "_1", "__"], None),
    ],
)
def test_the_nearest_name_is_the_only_one_meant(name: str, known: list[str], want: str | None) -> None:
    assert nearest(name, known) == want


@pytest.mark.parametrize(
    ("text", "closed"),
    [
        *((text, True) for text in ("x", "1.5e3", "(a + b)", "f(x + 1)", "A[0, 1]")),
        *((text, False) for text in ("2x", "f(x)(y)", "(a)+(b)", "x.T", "-x")),
    ],
)
def test_what_needs_no_brackets(text: str, closed: bool) -> None:
    assert is_closed(text) == closed


@pytest.mark.parametrize(
    ("start", "value", "formula"),
    [
        ("bindings", "theta=30°", "30*pi/180"), ("bindings", "a=1, theta=-22.5º", "22.5*pi/180"),
        ("bindings", "v=[30°, 60]", "30*pi/180"), ("program", "x + 45°", "45*pi/180"),
        ("program", "cos(phi° + x)", "phi*pi/180"), ("program", "sin((x + 1)°/2)", "(x + 1)*pi/180"),
    ],
)  # fmt: skip
def test_an_angle_in_degrees_is_written_in_radians(start: str, value: str, formula: str) -> None:
    with pytest.raises(AdError) as caught:
        parse(Source(value), start)
    assert caught.value.hint == f"write {formula}"


@pytest.mark.parametrize("name", ["sin", "cos", "tan"])
def test_a_function_of_an_angle_in_degrees(name: str) -> None:
    assert mistake(f"{name}(30°)").hint == f"write 30*pi/180, or {name}d(…) for degrees"


def test_a_temperature_is_no_angle() -> None:
    assert mistake("x + 20°C").hint == "leave the unit out, and write the number alone: 20"
