"""Points: which constant expressions they take, and what is said about a value that is not there."""

from __future__ import annotations

from math import inf, nan
from typing import Any

import pytest

import adcli
from adcli.language.points.bindings import point_of, read_bindings
from adcli.language.program import load
from adcli.text.errors import AdError
from adcli.text.source import Source


def refused(text: str, at: str = "") -> AdError:
    with pytest.raises(AdError) as caught:
        point_of(load(Source(text)), read_bindings([at] if at else []))
    return caught.value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("x=[i^2 for i in range(3)]", [0.0, 1.0, 4.0]),
        ("x=[[i + 10*j for i in range(2)] for j in range(2)]", [[0.0, 1.0], [10.0, 11.0]]),
        ("x=[k for k in range(5) if k % 2]", [1.0, 3.0]),
        ("x=sum(k^2 for k in range(4))", 14.0),
        ("x=[a + b for a, b in zip([1, 2], [3, 4])]", [4.0, 6.0]),
        ("y=1, x=max(i*(3 - i) for i in range(4))", 2.0),
    ],
)
def test_a_constant_expression_may_have_a_comprehension(text: str, value: object) -> None:
    found = read_bindings([text]).values["x"]
    assert (found if isinstance(found, float) else found.tolist()) == value


@pytest.mark.parametrize(
    "text", ["x=[i*j for i in range(3)]", "x=j", "x=[i for i in range(j)]", "x=2, y=sin(j)"]
)
def test_and_no_names_of_its_own(text: str) -> None:
    with pytest.raises(AdError) as caught:
        read_bindings([text])
    assert caught.value.message == "`j` has no value here"
    assert caught.value.span is not None
    assert caught.value.span.text == "j"


@pytest.mark.parametrize(
    ("text", "at", "message", "hint"),
    [
        ("x + y", "x=1", "no value for `y`", "add --at y=…"),
        ("2 + sin", "", "`sin` is a function, and has no argument here", "write sin(…); or add --at sin=…"),
        (
            "x*mean",
            "x=1",
            "`mean` is a function, and has no argument here",
            "write mean(…); or add --at mean=…",
        ),
        (
            "gamma*x",
            "x=1,gama=2",
            "no value for `gamma`",
            "`gama` is bound, but nothing uses it: did you mean `gamma`?",
        ),
        ("sinx", "x=1", "no value for `sinx`", "did you mean sin(x)? (calls need brackets)"),
        (
            "logtheta + theta",
            "theta=1",
            "no value for `logtheta`",
            "did you mean log(theta)? (calls need brackets)",
        ),
        ("input x[3], y\nsum(x)*y", "", "no value for `x`", "add --at x=[…],y=…"),
        ("2*costs", "", "no value for `costs`", "add --at costs=…"),
        ("3xy", "x=1,y=2", "no value for `xy`", "did you mean x*y? (a name is never split)"),
        ("2πx", "x=1", "no value for `πx`", "did you mean π*x? (a name is never split)"),
        ("πr²", "", "no value for `πr`", "did you mean π*r? (a name is never split)"),
        ("2pix", "x=1", "no value for `pix`", "did you mean pi*x? (a name is never split)"),
    ],
)
def test_what_is_missing(text: str, at: str, message: str, hint: str) -> None:
    error = refused(text, at)
    assert (error.kind, error.message, error.hint) == ("missing", message, hint)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("S*N(d1)", "there is no function `N`"),
        ("S*normpdf(d1, 2)", "normpdf takes 1 argument, got 2"),
        ("def f(x): return g(x)\noutput y = f(z)", "there is no function `g`"),
    ],
)
def test_a_function_that_is_not_there_comes_before_values_that_are_not(text: str, message: str) -> None:
    assert refused(text).message == message


@pytest.mark.parametrize(
    ("text", "at", "message"),
    [
        ("x^2", {"x": nan}, "undefined: x is nan"),
        ("x - x", {"x": inf}, "undefined: x is inf"),
        ("x*0", {"x": -inf}, "undefined: x is -inf"),
        ("x - exp(1000*y)", {"x": inf, "y": 1.0}, "undefined: x is inf and exp(1000*y) overflowed to inf"),
        ("x - 1e400", {"x": inf}, "undefined: x is inf and 1e400 overflowed to inf"),
        ("x - v[1]", {"x": 1.0, "v": [1.0, nan]}, "undefined: v[1] is nan"),
        ("v", {"v": [1.0, nan]}, "undefined: `f` has a nan in it"),
        ("output w = v[:1], v", {"v": [1.0, nan]}, "undefined: `v` has a nan in it"),
        ("sum(v)", {"v": [1.0, nan]}, "undefined: an operand is nan"),
        ("sum(v - v)", {"v": [1.0, inf]}, "undefined: an operand is infinite"),
        ("inf - inf", {}, "undefined: an operand is infinite"),
        ("exp(1000) - exp(1000)", {}, "undefined: an operand is infinite (exp(1000) overflowed)"),
        ("a = exp(1000)\nb = 2\na - a*b", {}, "undefined: an operand is infinite (exp(1000) overflowed)"),
        ("exp(1000)*(0*x)", {"x": 1.0}, "undefined: an operand is infinite (exp(1000) overflowed)"),
        ("1e999*0", {}, "undefined: an operand is infinite (1e999 overflowed)"),
        ("sin(x*exp(1000))", {"x": 1.0}, "undefined: x*exp(1000) overflowed to inf"),
        ("sum(exp(v)*0)", {"v": [1.0, 1000.0]}, "undefined: an operand is infinite (exp(v) overflowed)"),
        ("w = exp(v)\nsum(w - w)", {"v": [1, 1e3]}, "undefined: an operand is infinite (exp(v) overflowed)"),
        ("exp(1000)\nsum(v*0)", {"v": [1.0, nan]}, "undefined: an operand is nan"),
    ],
)
def test_what_is_given_is_not_called_an_overflow(text: str, at: dict[str, Any], message: str) -> None:
    with pytest.raises(AdError) as caught:
        adcli.eval(text, at=at)
    assert (caught.value.kind, caught.value.message) == ("undefined", message)
    assert bool(caught.value.hint) == ("overflowed" in message)
