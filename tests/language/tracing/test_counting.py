"""What counts, or goes through, items reads none of them before it is their turn."""

from __future__ import annotations

from typing import Any

import pytest

import adcli

X = [1.0, 2.0, 3.0, 4.0]

TEXTS = [
    ("x[0]*len(x)", 1),
    ("x[0]*shape(x)[0]", 1),
    ("x[0]*len(zip(x, x))", 1),
    ("x[0]*len(enumerate(x))", 1),
    ("x[0]*len(zip(x, range(2)))", 1),
    ("input x\ns = 0\nfor i in range(len(x)):\n    s += i\ns*x[1]", 1),
    ("input x\ns = 0\nfor v in x:\n    s += v\n    if v > 1:\n        break\ns", 2),
    ("input x\ns = 0\nfor i, v in enumerate(x):\n    s += v\n    if i == 1:\n        break\ns", 2),
    ("input x\ns = 0\nfor u, v in zip(x, x):\n    s += u*v\n    break\ns", 1),
    ("input x\ns = 0\nfor i, uv in enumerate(zip(x, range(2))):\n    u, v = uv\n    s += u*v*i\ns", 2),
    ("input x\ni = 0\ns = 0\nwhile i < len(x):\n    s += x[0]/len(x)\n    i += 1\ns", 1),
]


@pytest.mark.parametrize(("text", "count"), TEXTS)
def test_what_is_not_asked_for_is_not_read(text: str, count: int) -> None:
    graph = adcli.load(text).trace({"x": X}).graph
    applied = map(graph.applied, range(len(graph)))
    assert sum(a is not None and a.operation.name in ("element", "index") for a in applied) == count


def test_items_are_those_of_the_array_that_was_gone_through() -> None:
    """An update, or another array of the name, in the loop changes nothing of what is to come."""
    for body in ("x[2] = 10*v", "x = x + 1", "x *= 2"):
        program = f"input x\ns = 0\nfor v in x:\n    {body}\n    s = s + v^2\noutput s"
        answer = adcli.grad(program, x=X)
        assert answer.value == 30.0
        assert list(answer.gradient["x"]) == [2.0, 4.0, 6.0, 8.0]


def test_names_for_the_items_of_an_array() -> None:
    assert adcli.eval("a, b = x\noutput a*b", x=[2.0, 3.0]).outputs == {"a*b": 6.0}
    with pytest.raises(adcli.AdError, match="2 names for 4 values"):
        adcli.eval("a, b = x\noutput a*b", x=X)


@pytest.mark.parametrize("mode", ["forward", "reverse"])
def test_loops_whose_graph_is_let_go(monkeypatch: pytest.MonkeyPatch, mode: str) -> None:
    """The items of a loop that is under way keep their tangents (see `language.stretches`)."""
    from adcli.language.tracing import stretches

    monkeypatch.setattr(stretches, "LONGEST", 20)
    text = (
        "input a\nv = [a, 2*a, 3*a]\ns = 0\nfor i, uw in enumerate(zip(v, v*a)):\n    u, w = uw\n"
        "    k = 0\n    while k < 100000:\n        k += 1\n    s += u*w*(i + 1)\n"
        "for u in v:\n    k = 0\n    while k < 100000:\n        k += 1\n    s += u\noutput s"
    )
    answer: Any = adcli.grad(text, a=2.0, mode=mode)
    assert answer.value == pytest.approx((1 + 8 + 27) * 8 + 12)
    assert answer.gradient["a"] == pytest.approx((1 + 8 + 27) * 3 * 4 + 6)
