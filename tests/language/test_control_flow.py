"""Branches, loops, functions: what runs is what Python runs, and is differentiated as it ran."""

from __future__ import annotations

import re

import numpy as np
import pytest

import adcli
from tests.language.programs import agrees_with_differences, error, gradient, value

# programs of x = 0.7 (and v = [0.7, -1.3, 2.1]) that Python reads as well; the result is f
PROGRAMS = [
    "if x > 0:\n    f = x**2\nelif x > -1:\n    f = -x\nelse:\n    f = 0*x",
    "if not (x > 0) or x == 3: f = x\nelse: f = x**3",
    "f = x*x if x > 0 and x < 1 else -x",
    "f = x if 0 < x < 1 < 2 else x**2",
    "f = x\nwhile f < 100: f = f*f + 1",
    "f = 0\nk = 0\nwhile True:\n    k += 1\n    if k == 3: continue\n    if k > 5: break\n    f += x**k",
    "f = 0\nfor i in range(9):\n    if i % 2: continue\n    for j in range(i):\n        if j > 3: break\n"
    "        f += x**j*i",
    "f = 1\nfor i in range(7, 1, -2): f = f*x + i",
    "f = 0\nfor a in v: f += a**2*x",
    "f = 0\nfor i, a in enumerate(v): f += i*a*x",
    "f = 0\nfor i, (a, b) in enumerate(zip(v, v[1:])): f += (i + 1)*a*b*x",
    "f = x\nfor i in range(0): f = 0",
    "a, b = x, x**2\nfor i in range(5): a, b = b, a + b\nf = a*b",
    "a = b = x*3\na += 1\nf = a*b",
    "f = x\nf += 2\nf *= x\nf -= x/3\nf /= 2\nf **= 2",
    "f = sum([a**2*x for a in v if a > 0])",
    "f = sum(a*b*x for a in v for b in v if a > b)",
    "f = sum([sum([a*b*x for a in v]) for b in v[:2]])",
    "f = max([a*x for a in v]) + min(a*x for a in v)",
    "def g(a, b=2):\n    return a*b + a**2\nf = g(x) + g(x, b=x) + g(b=1, a=3*x)",
    "def g(a):\n    if a > 5: return a\n    return g(a*2)*x\nf = g(x)",
    "def fib(n):\n    return x if n < 2 else fib(n - 1) + fib(n - 2)\nf = fib(9)",
    "def even(n): return x if n == 0 else odd(n - 1)*2\ndef odd(n): return even(n - 1)\nf = even(6)",
    "def outer(a):\n    def inner(b): return a*b\n    return inner(a) + inner(2)\nf = outer(x)",
    "def adder(a):\n    def add(b): return a + b*x\n    return add\np, q = adder(1), adder(x)\nf = p(2)*q(3)",
    "k = 3\ndef g(a): return a*k\nk = 5\nf = g(x)",
    "k = 3\ndef g(a):\n    k = 4\n    return a*k\nf = g(x)*k",
    "def g(a): return a*k\nk = 3\nf = g(x)",
    "def apply(h, a): return h(h(a))\ndef square(a): return a*a\nf = apply(square, x)",
    "def swap(a, b): return b, a\np, q = swap(x, 3)\nf = p - q**2",
    "def g(a, b=x*2): return a + b\nx = 5\nf = g(1)",
    "(a, b), c = (x, 2), 3\nf = a*b*c",
    "def g(a):\n    a = a*2\n    a += 1\n    return a\nf = g(x) + x",
    "x = x*2\nx = x*x\nf = x",
    "s = 0\nfor i in range(3):\n    s = s + x\n    x = s*x\nf = x*i",
    "f = (x > 0)*x + True*x**2",
    "f = 7//2*x + -7//2 + -7 % 3*x",
]


@pytest.mark.parametrize("program", PROGRAMS)
def test_programs_run_as_in_python(program: str) -> None:
    v = [0.7, -1.3, 2.1]
    names: dict[str, object] = {"x": 0.7, "v": v}
    exec(program, names)
    text = f"input x = 0.7, v = {v}\n{program}\noutput f"
    assert value(text) == pytest.approx(names["f"], rel=1e-14)


@pytest.mark.parametrize("program", [p for p in PROGRAMS if not re.search(r"\bv\b", p)])
def test_their_derivatives_are_those_of_differences(program: str) -> None:
    agrees_with_differences(f"input x\n{program}\noutput f", x=0.7)


def test_a_function_of_ours_is_a_value() -> None:
    text = "def twice(h, a): return h(h(a))\ninput x\noutput f = twice(sin, x) + twice(exp, x)"
    agrees_with_differences(text, x=0.3)


def test_only_what_ran_is_in_the_graph() -> None:
    text = "input x\nif x > 0: y = x^2\nelse: y = log(-1)*sqrt(x)\noutput f = y"
    assert gradient(text, x=3.0) == [6.0]


def test_an_input_of_a_branch_that_did_not_run_is_unconnected() -> None:
    answer = adcli.grad("input x, y\nf = x if x > 0 else y\noutput f", x=1.0, y=2.0)
    assert answer.gradient == {"x": 1.0, "y": 0.0}
    assert [(n.kind, n.input) for n in answer.warnings] == [("unconnected", "y")]


def test_a_file_of_one_function_is_that_function() -> None:
    assert value("def f(x, y=3): return x*y", x=2.0) == 6
    assert gradient("def f(x, y=3): return x*y", x=2.0) == [3.0, 2.0]


WRONG = [
    ("a, b = [1, 2, 3]", "shape", "2 names for 3 values"),
    ("a, b = x", "shape", "a number has no items to go through"),
    ("for i in 5: pass", "shape", "a number has no items to go through"),
    ("for i in range(x/2): pass", "shape", "a whole number is wanted here, not 0.5"),
    ("def g(a): a*2\nx = g(x)\nx = x + 1", "name", "`g` returned no value"),
    ("def g(a):\n    if a > 5: return a\nx = 1 + g(x)", "name", "`g` returned no value"),
    ("def g(a, b=2): return a\ng()", "syntax", "g takes 2 arguments, got 0"),
    ("def g(a, b=2): return a\ng(1, 2, 3)", "syntax", "g takes 2 arguments, got 3"),
    ("def g(a, b=2): return a\ng(1, c=3)", "name", "g has no argument `c`"),
    ("def g(a, b=2): return a\ng(1, a=3)", "syntax", "g got `a` twice"),
    ("def g(a):\n    y = q\n    q = a\n    return y\ng(x)", "name", "`q` has no value here yet"),
    ("if x > 5: y = 1\nx = y", "name", "`y` has no value here yet"),
    ("def g(a): return a\nx = g + x", "shape", "a number is wanted here, not a function"),
    ("A = eye([2, 3])", "shape", "a number is wanted here, not an array of shape [2]"),
    ("A = eye([1][1:])", "shape", "a number is wanted here, not an array of shape [0]"),
    ("x = sin + x", "missing", "`sin` is a function, and has no argument here"),
    ("y = x(3)", "name", "`x` is a number, not a function"),
    ("y = g(x)\ndef g(a): return a\nx = y", "name", "`g` has no value here yet"),
    ("def g(h): return h(x)\ng(atan2)", "syntax", "atan2 takes 2 arguments, got 1"),
    ("def g(h): return h(x)\ng(where)", "syntax", "where takes 3 arguments, got 1"),
    ("def g(h): return h(x, axis=0)\ng(sin)", "syntax", "sin has no named argument `axis`"),
    ("sin(x, axis=0)", "syntax", "sin has no named argument `axis`"),
    ("sin(x + sin(gamma))", "missing", "`gamma` is a function, and has no argument here"),
    ("y = 3\nx = y(3)", "name", "`y` is a number, not a function"),
    ("assert x > 3", "domain", "the assertion does not hold"),
    ("if [1, 2] > x: x = 2", "shape", "a condition is true or false, not an array of shape [2]"),
    ("print(x)", "name", "there is no function `print`"),
    ("np.array([1, 2])", "name", "there is no function `array`"),
]


@pytest.mark.parametrize(("program", "kind", "message"), WRONG)
def test_errors(program: str, kind: str, message: str) -> None:
    caught = error(f"input x = 1\n{program}\noutput f = x")
    assert (caught.kind, caught.message) == (kind, message)
    assert caught.span is not None
    assert caught.span.line > 1


@pytest.mark.parametrize(
    ("call", "hint"),
    [
        ("print(x)", "output x"),
        ("array([x])", "write [x]"),
        ("zeros_like(x)", "write 0*x"),
        ("int(x)", "trunc(x)"),
        ("concatenate([x], [x])", "write concat([x], [x])"),
        ("arange(3)", "write range(3)"),
    ],
)
def test_what_python_spells_otherwise_is_told(call: str, hint: str) -> None:
    assert hint in error(f"input x = 1\n{call}\noutput f = x").hint


@pytest.mark.parametrize(
    ("program", "want"),
    [
        ("u[0] = x^2", {"u": [9, 0]}),
        ("u[0] += x", {"u": [3, 0]}),
        ("u[:] = x", {"u": [3, 3]}),
        ("u[0], u[1] = u[1], x", {"u": [0, 3]}),
        ("a, u[1] = x, 2", {"a": 3, "u": [0, 2]}),
        ("(a, b), c = (x, 2), 1", {"a": 3, "b": 2, "c": 1}),
        ("for i in range(2): u[i] = x^i", {"u": [1, 3]}),
        ("if x > 0:\n    w = [u, u]\n    w[1][0] = x", {"w": [[0, 0], [3, 0]]}),
    ],
)
def test_an_update_that_is_last_gives_the_whole_variable(program: str, want: dict[str, object]) -> None:
    answer = adcli.eval(f"u = zeros(2)\n{program}", x=3)
    assert {name: np.asarray(v).tolist() for name, v in answer.outputs.items()} == want


@pytest.mark.parametrize(
    ("call", "want"),
    [
        ("h([[1, 2], [x, 4]], axis=0)", [4, 6]),
        ("h([1, 2, x])", 6),
    ],
)
def test_a_function_of_ours_as_a_value_takes_what_it_always_takes(call: str, want: object) -> None:
    answer = adcli.eval(f"def g(h): return {call}\ng(sum)", x=3)
    assert np.asarray(answer.outputs.get("f", answer.value)).tolist() == want
    assert adcli.eval("def g(h): return h([1, 5, x])\ng(max)", x=3).value == 5


@pytest.mark.parametrize(
    ("text", "point", "gradient"),
    [
        ("exp(beta)*gamma", {"beta": 0.0, "gamma": 3.0}, {"beta": 3.0, "gamma": 1.0}),
        ("max(beta, gamma)", {"beta": 0.0, "gamma": 3.0}, {"beta": 0.0, "gamma": 1.0}),
        ("beta(1, 1)*exp(beta)", {"beta": 0.0}, {"beta": 1.0}),
        ("def g(t): return exp(beta)*t\ng(2)", {"beta": 0.0}, {"beta": 2.0}),
        ("exp(var)", {"var": 0.0}, {"var": 1.0}),
    ],
)
def test_a_function_s_name_that_is_bound_is_an_input(
    text: str, point: dict[str, float], gradient: dict[str, float]
) -> None:
    assert adcli.grad(text, at=point).gradient == gradient
