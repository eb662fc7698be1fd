"""What the fuzzer found, once and never again."""

from __future__ import annotations

from time import process_time

import pytest

import adcli
from adcli.text.errors import AdError
from tests.fuzzing import judge
from tests.fuzzing.lines import Line

NESTED = """
def f():
    def g():
        def h():
            f = a
            return f
        g = h()
        return g
    return g() + 1
f()
"""


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("def f(): t = (a); return t", 2.0),
        ("def f():\n    def g():\n        t = a\n        return t\n    return g()\nf() + 1", 3.0),
        (NESTED, 3.0),
    ],
)
def test_functions_without_parameters_have_names_of_their_own(text: str, value: float) -> None:
    assert adcli.grad(text, a=2).value == value


def test_a_function_that_returns_nothing() -> None:
    with pytest.raises(AdError, match="`f` returned no value"):
        adcli.eval("def f(): t = a", a=2)


ON_MATRICES = (
    "det([[x, y], [0, 2]])", "logdet([[x, y], [0, 2]])", "inv([[x, y], [0, 2]])", "[[x, y], [0, 2]] @ [y, 0]",
    "solve([[x, y], [0, 2]], [1, y])", "norm([x, y])", "softmax([x, y])", "mean([x, y])", "std([x, y])",
    "cumsum([x, -y])", "outer([x, y], [0, y])", "cross([x, y, 1], [y, y, x])", "logsumexp([x, y])",
    "var([x, y])", "prod([x, y, 0])", "max([x, y])",
)  # fmt: skip
INF, NAN = float("inf"), float("nan")


@pytest.mark.parametrize("text", ON_MATRICES)
@pytest.mark.parametrize(
    "point", [(2, INF), (INF, -INF), (1e308, 1e308), (5e-324, 1e-320), (float("nan"), 1)]
)
@pytest.mark.parametrize("command", ["eval", "grad", "hess", "check"])
def test_arrays_overflow_without_a_word_from_numpy(
    text: str, point: tuple[float, float], command: str
) -> None:
    x, y = map(repr, point)
    at = f"x={x}, y={y}".replace("nan", "inf - inf")
    line = Line((command, f"sum({text})", "--at", at, "--json"))
    assert judge.fault(line) is None


@pytest.mark.parametrize("width", [1, 2, 5])
def test_a_batch_in_a_terminal_of_next_to_no_width(width: int) -> None:
    assert judge.fault(Line(("batch", "-"), b"x^2 at x=3\n"), terminal=True, width=width) is None


def test_a_name_of_several_lines() -> None:
    assert judge.fault(Line(("functions", "a\nb", "--json"))) is None


@pytest.mark.parametrize(
    "text", ["[" * 100 + "x" + "]" * 100, f"zeros({','.join(['1'] * 100)})", "zeros(0, 1e18)"]
)
def test_arrays_of_many_axes(text: str) -> None:
    assert judge.fault(Line(("eval", text, "--at", "x=1", "--json"))) is None
    with pytest.raises(AdError):
        adcli.eval(text, at={"x": 1} if "x" in text else {})


def test_a_constant_that_needs_no_node() -> None:
    assert adcli.grad("ceil(beta(1e200, 5))").gradient == {}


LONG = "a" * 1_000_000


@pytest.mark.parametrize("text", [LONG, f"{LONG}*x", f"{'1' * 1_000_000}*x*1e10", f"({LONG})!"])
def test_endless_names_and_numbers(text: str) -> None:
    for command in ("eval", "grad"):
        line = Line((command, "-", "--at", "x=1", "--json"), text.encode())
        assert judge.fault(line) is None


def test_an_array_that_a_number_comes_near() -> None:
    assert adcli.check("asin(x) if sum(where(v > x, v, v)) < 9 else 0", x=0.5, v=[1, 2, 3]).ok


def test_orders_have_an_end() -> None:
    with pytest.raises(AdError, match="the highest order is 10,000"):
        adcli.diff("x", x=1, order=99_999_999_999)


def test_many_functions_are_read_in_time() -> None:
    many = "\n".join(f"def f{k}(x): y = x; return y + {k}" for k in range(20_000))
    began = process_time()
    assert adcli.grad(f"{many}\nf7(x)", x=1).value == 8.0
    assert process_time() - began < 20


@pytest.mark.parametrize("order", [200, 20_001, 1_000_000, 1e15])
@pytest.mark.parametrize("x", [0.5, 3.0, 80.0, 5e5, 1e300])
def test_polygamma_of_any_order_takes_no_time(order: float, x: float) -> None:
    began = process_time()
    assert judge.fault(Line(("grad", f"polygamma({order!r}, x)", "--at", f"x={x!r}", "--json"))) is None
    assert process_time() - began < 2


def test_polygamma_far_out() -> None:
    assert adcli.eval("polygamma(1, x)", x=1e300).outputs["f"] == pytest.approx(1e-300, rel=1e-15)
    # n! ζ(n + 1, x) at n = 20_001, x = 7358.0 by mpmath
    value = adcli.eval("polygamma(20001, 7358)").outputs["f"]
    assert value == pytest.approx(0.045855828735778864, rel=1e-9)


def test_derivatives_of_an_array_that_does_not_move() -> None:
    text = "solve([[x, y], [1, 9]], v[:2])[0]"
    derivatives = adcli.diff(text, x=1, y=2, v=[1, 2, 3], wrt="x", order=2).derivatives  # type: ignore[union-attr]
    # (9 - 4)/(9x - 2)
    assert derivatives == pytest.approx([5 / 7, -5 * 9 / 7**2, 2 * 5 * 81 / 7**3])


def test_nan_in_an_array_is_undefined() -> None:
    with pytest.raises(AdError, match="undefined"):
        adcli.eval("v[1]", v=[1, NAN])


@pytest.mark.parametrize(
    ("command", "text", "at"),
    [
        ("hess", "sinh(acosd(v[0]) % x)", "x=1, v=[1, 3, 1]"),
        ("hess", "acosh(cosd(v[1]))", "v=[-2.5, 5e-324, 1]"),
        ("check", "sinh(v[1] if digamma(0.5) >= tanh(y) else x^y)", "x=-0.0, y=1e-300, v=[-0.0, 1e-300, 1]"),
    ],
)
def test_extreme_points(command: str, text: str, at: str) -> None:
    assert judge.fault(Line((command, text, "--at", at, "--json"))) is None


@pytest.mark.parametrize("text", ["_", "__", "_ + x", "__(x)"])
def test_names_of_underscores_are_names(text: str) -> None:
    with pytest.raises(AdError) as caught:
        adcli.grad(text, x=2)
    assert caught.value.kind in ("missing", "name")
