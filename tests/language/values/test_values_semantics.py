"""Arrays are values: an update changes the variable it names and nothing else, and differentiates."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import adcli
from adcli.language.program import load
from adcli.language.values import arrays
from adcli.language.values import updates as editing
from adcli.text.source import Source
from tests.language.programs import agrees_with_differences, error, gradient, value

X = [0.7, -1.3, 2.1]

# programs of x = [x0, x1, x2], with the value that they must have
PROGRAMS: list[tuple[str, float]] = [
    ("y = x\ny[0] = 9\nf = x[0] + y[0]", 9.7),
    ("y = x\nx[0] = 9\nf = x[0] + y[0]", 9.7),
    ("y = x\nz = y\ny[0] = x[1]\nz[0] = x[2]\nf = 100*x[0] + 10*y[0] + z[0]", 70 - 13 + 2.1),
    ("def g(v):\n    v[0] = 10\n    return sum(v)\ny = g(x)\nf = y*x[0]", 10.8 * 0.7),
    ("x[0], x[2] = x[2], x[0]\nf = 10*x[0] + x[2]", 21.7),
    ("x[0], x[1], x[2] = x[2], x[0], x[1]\nf = 100*x[0] + 10*x[1] + x[2]", 210 + 7 - 1.3),
    ("a = [x, 2*x]\na[0], a[1] = a[1], a[0]\nf = 10*a[0, 0] + a[1, 0]", 14.7),
    ("a = [x, 2*x]\nr = a[0]\na[0, 0] = 50\nf = r[0]", 0.7),
    ("a = [x, 2*x]\nr = a[0]\nr[0] = 50\nf = a[0, 0]", 0.7),
    ("a = [x, 2*x]\nfor r in a:\n    r[0] = 0\nf = sum(a)", 4.5),
    ("a = [x, 2*x]\na[0] = a[1]\na[1] = x*x\nf = sum(a[0]) + a[1, 2]", 3.0 + 4.41),
    ("a = [x, 2*x]\nb = a.T\nb[0] = 0\nf = sum(a) - sum(b)", 2.1),
    ("v = x[:2]\nv[0] = 5\nf = x[0] + v[0]", 5.7),
    ("v = x\nx = x*2\nx[1] = 0\nf = sum(v) + sum(x)", 1.5 + 5.6),
    ("v = x\nv += 1\nf = sum(v) - sum(x)", 3.0),
    ("s = 0\nv = x\nfor i in range(3):\n    w = v\n    v[i] = i\n    s += w[i]\nf = s", 1.5),
    ("v = zeros(3)\nw = v\nfor i in range(3):\n    v[i] = x[i]^2\nf = sum(v) + sum(w)", 0.49 + 1.69 + 4.41),
    ("y = x*1\ny[[0, 0]] = [x[1], x[2]]\nf = y[0]^2*y[1]", 2.1 * 2.1 * -1.3),
    ("y = x*1\ny[[2, -1, 0]] *= x[[1, 0, 1]]\nf = y[0]*y[2]", 0.7 * -1.3 * 2.1 * 0.7),
    ("a = zeros(2, 3)\na[[1, 0, 1], [2, 0, 2]] = x*x\nf = a[1, 2]*a[0, 0] + sum(a)", 4.41 * 1.69 + 6.1),
    ("a = [x, 2*x]\na[[0, 0]] = [x*x, x[1]*x]\nf = sum(a[0]^2) + sum(a)", 1.69 * 6.59 - 1.95 + 3.0),
    ("p = (x, 3)\ny, k = p\ny[0] = 8\nf = p[0][0] + y[0]", 8.7),
    ("l = [x[0], x[1]]\nl[0] = l[1]\nf = l[0]*x[0]", -0.91),
    ("def g(v): return v\ny = g(x)\ny[1] = 4\nf = x[1] + y[1]", 2.7),
    (
        "def outer_(k):\n    v = x\n    v[0] = k\n    return v\nf = outer_(3)[0] + outer_(4)[1] + x[0]",
        3 - 1.3 + 0.7,
    ),
    ("y = x\ny[:] = x[0]\nf = sum(y) + x[2]", 4.2),
    ("y = x*1\ny[::2] = [1, 2]\nf = y[0] + y[1] + y[2]", 1.7),
    ("y = x*1\ny[[0, 2]] = x[1]\nf = sum(y)", -3.9),
    ("y = x*1\ny[-1] = y[0]*y[1]\ny[0] = y[-1]\nf = y[0] + y[2]", -1.82),
    ("y = where(x > 0, x, 0)\nz = y\nz[0] = x[1]\nf = y[0]*z[0]", -0.91),
    ("a = [x, 2*x]\na[0][1] = x[2]^2\nf = sum(a[0])", 0.7 + 4.41 + 2.1),
    ("a = [x, 2*x]\nb = a\na[1][-1] += x[0]\nf = a[1, 2] + b[1, 2]", 4.9 + 4.2),
    ("a = [x, 2*x]\na[0][0], a[0][1] = a[0][1], a[0][0]*x[2]\nf = 10*a[0, 0] + a[0, 1]", -13 + 1.47),
    ("a = [[x, 2*x], [3*x, x*x]]\na[1][0][2] = x[0]\na[:, 0][0] *= 2\nf = sum(a[1, 0]) + a[0, 0, 0]", 0.3),
    ("a = [x, 2*x]\na[1:][0][:2] = x[0]\nf = sum(a)", 1.5 + 0.7 + 0.7 + 4.2),
]


@pytest.mark.parametrize(("program", "want"), PROGRAMS)
def test_values(program: str, want: float) -> None:
    text = f"input x\n{program}\noutput f"
    assert value(text, x=X) == pytest.approx(want, rel=1e-14)
    agrees_with_differences(text, x=X)


def test_an_update_of_an_input_leaves_the_point_alone() -> None:
    point = {"x": np.array(X)}
    answer = adcli.grad("input x\nx[0] = 5\nx[1] = x[1]^2\noutput f = sum(x)", at=point)
    assert point["x"].tolist() == X
    assert np.asarray(answer.inputs["x"]).tolist() == X
    assert np.asarray(answer.gradient["x"]).tolist() == [0.0, -2.6, 1.0]


def test_an_array_that_a_rule_reads_keeps_its_value() -> None:
    """sin reads v later, in the reverse sweep, when v has long been overwritten."""
    text = "input x\nv = 2*x\ns = sum(sin(v))\nv[0] = 0\nv[1] = v[2]*v[2]\noutput f = s*sum(v*v)"
    agrees_with_differences(text, x=X)


@st.composite
def updates(draw: st.DrawFn) -> list[str]:
    """Statements that read and write elements, rows and slices of u, v, and alias them."""
    k = st.sampled_from(["0", "1", "-1", "2"])
    read = st.sampled_from(["u[{}]", "v[{}]", "x[{}]", "u[{}]*v[1]", "sin(v[{}])"])
    lines = []
    for _ in range(draw(st.integers(1, 8))):
        kind = draw(st.integers(0, 5))
        a, b = draw(st.sampled_from([("u", "v"), ("v", "u")]))
        i, j = draw(k), draw(k)
        value = draw(read).format(draw(k))
        lines.append(
            [
                f"{a}[{i}] = {value}",
                f"{a} = {b}",
                f"{a}[{i}], {b}[{j}] = {b}[{j}], {a}[{i}]",
                f"{a}[:2] = {b}[1:]*0.5",
                f"{a}[{i}] += {value}",
                f"{a} = {a}*{b}",
            ][kind]
        )
    return lines


@given(updates())
@settings(max_examples=60)
def test_random_updates_are_those_of_numpy_with_copies(lines: list[str]) -> None:
    """The same statements in NumPy, every alias a copy, at complex points: values and derivatives."""
    text = "\n".join(["input x", "u = x*1", "v = x*x", *lines, "output f = sum(u*u) + sum(v)"])
    python = "\n".join(
        line + ".copy()" if line in ("u = v", "v = u") else line for line in ["u = x*1", "v = x*x", *lines]
    )
    want = []
    for k in range(3):
        x: Any = np.array(X, dtype=complex)
        x[k] += 1e-30j
        names = {"x": x, "sin": np.sin}
        exec(python, {}, names)
        total = np.sum(names["u"] * names["u"]) + np.sum(names["v"])
        want.append(total.imag / 1e-30)
    if not np.isfinite(total) or abs(total) > 1e6:
        return
    assert value(text, x=X) == pytest.approx(total.real, rel=1e-12, abs=1e-12)
    assert gradient(text, x=X) == pytest.approx(want, rel=1e-10, abs=1e-10)


WRONG = [
    ("x[0] = [1, 2]", "a value of shape [2] does not fit into []"),
    ("x[:2] = [1, 2, 3]", "a value of shape [3] does not fit into [2]"),
    ("x[3] = 1", "index 3 is outside 0 to 2"),
    ("s = 2\ns[0] = 1", "an array is wanted here, not a number"),
    ("a = [x, x]\na[0] = [1, 2]", "a value of shape [2] does not fit into [3]"),
]


@pytest.mark.parametrize(("program", "message"), WRONG)
def test_what_does_not_fit(program: str, message: str) -> None:
    caught = error(f"input x\n{program}\noutput f = x[0]", x=X)
    assert (caught.kind, caught.message) == ("shape", message)


def test_writes_in_a_loop_are_in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the input itself is copied, once; an alias costs one copy more, at the first write after it."""
    copied: list[bool] = []

    def changed(x: Any, held: int, at: Any, number: Any) -> Any:
        found = original(x, held, at, number)
        copied.append(found is not x.value)
        return found

    original = editing._changed
    monkeypatch.setattr(editing, "_changed", changed)
    value("input x, v\nfor i in range(9): v[i] = x*i\noutput f = sum(v)", x=0.5, v=[0.0] * 9)
    assert copied == [True] + [False] * 8
    copied.clear()
    text = (
        "input x\nv = zeros(9)\nfor i in range(9): v[i:] = x*i\nw = v\nv[0] = x\nv[1] = x\noutput f = sum(v)"
    )
    value(text, x=0.5)
    assert copied[-3:] == [False, True, False]
    assert sum(copied) <= 2


HELD = [
    "def f(a): return a\nw = f(v) + 1", "t = v, v\nw = t[0] + 1", "w = (v if v[0] > 0 else x) - x",
    "u = v\nw = u + x + v", "def f(a): return v\nw = f(x) - 1 - x", "w = (v + x) + (v + x) - v",
    "w = -(v + 1) + x", "for r in [v, v]: w = r + 1", "w = zeros(3) + 1 + v", "w = v\nw += x\nw -= v",
    "v += x\nw = v\nv -= 1\nw += v",
]  # fmt: skip


@pytest.mark.parametrize("statements", HELD)
def test_a_sum_takes_over_only_what_nothing_holds(statements: str) -> None:
    """Sums and differences of temporary arrays are computed in their memory."""
    point = {"A": np.array([[1.0, 2, 3], [0, 1, 4], [5, 6, 0]]), "x": np.array([0.5, 0.25, 2])}
    program = load(Source(f"input A, x\nv = A @ x\n{statements}\noutput w, v"))
    found, kept = program.trace(point), program.trace(point, keep=True)  # where nothing is taken over
    for label in ("w", "v"):
        np.testing.assert_array_equal(found.value(found.outputs[label]), kept.value(kept.outputs[label]))
    agrees_with_differences(f"input A, x\nv = A @ x\n{statements}\noutput f = sum(w^2) + sum(v^3)", **point)


def test_a_sum_takes_over_temporary_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[bool] = []

    def is_free(*question: Any) -> bool:
        taken.append(original(*question))
        return taken[-1]

    original = arrays._is_free
    monkeypatch.setattr(arrays, "_is_free", is_free)
    assert value("input v\noutput f = sum(2*v + v - 1)", v=[1.0, 2.0]) == 7
    assert taken == [True, True]


def test_an_overflow_in_taken_memory_is_told() -> None:
    answer = adcli.eval("input v\noutput f = 1/sum(1*v + v)", at={"v": [1e308, 1.0]})
    assert "1*v + v overflows: too large for a double" in [notice.message for notice in answer.warnings]


def test_the_caller_s_arrays_are_left_alone() -> None:
    v = np.array([1.0, 2.0])
    adcli.grad("input v\nv[0] = 5\nv += 1\noutput f = sum(v^2)", at={"v": v})
    assert v.tolist() == [1.0, 2.0]
    assert v.flags.writeable
