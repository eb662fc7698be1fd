"""Guards: the decisions that depended on an input, and the warnings at exact ties."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

import adcli
from adcli.language.program import load
from adcli.language.state.guards import Guard
from adcli.text.source import Source


def guards(text: str, **point: Any) -> list[Guard]:
    program = load(Source(text))
    numbers = {
        name: np.asarray(v, dtype=float) if isinstance(v, list) else float(v) for name, v in point.items()
    }
    return program.trace(numbers).guards


def told(text: str, **point: Any) -> list[tuple[str, bool, float, bool]]:
    return [(g.operation, bool(g.outcome), round(g.margin, 9), g.selecting) for g in guards(text, **point)]


def test_a_condition_leaves_its_outcome_and_margin() -> None:
    text = "input x\nif x > 1: y = x\nelse: y = 2*x\noutput y"
    assert told(text, x=1.25) == [("gt", True, 0.25, False)]
    assert told(text, x=0.5) == [("gt", False, 0.5, False)]


def test_its_place_and_its_sides() -> None:
    text = "input x\ny = x*x\nif y <= 2 + x: z = x\nelse: z = y\noutput z"
    (guard,) = guards(text, x=1.5)
    program = load(Source(text))
    assert program.syntax.text(guard.place) == "y <= 2 + x"
    assert (type(guard.a), type(guard.b)) == (int, int)


def test_what_depends_on_no_input_leaves_none() -> None:
    assert guards("input x\nk = 3\nwhile k > 0: k -= 1\ny = x if k == 0 else 2\noutput y", x=1) == []


def test_each_turn_of_a_loop_leaves_one() -> None:
    found = told("input x\nwhile x < 100: x = x*x\noutput x", x=3)
    assert [outcome for _, outcome, _, _ in found] == [True, True, True, False]


def test_a_number_as_a_condition_is_compared_with_0() -> None:
    assert told("input x\ny = 1 if x else 2\noutput y = y*x", x=0.25) == [("ne", True, 0.25, False)]
    assert told("input x\ny = 1 if not x else 2\noutput y = y*x", x=0.25) == [("ne", True, 0.25, False)]


def test_and_and_or_ask_only_what_they_need() -> None:
    assert len(told("input x\ny = 1 if x > 5 and x < 7 else 2\noutput y = y*x", x=1)) == 1
    assert len(told("input x\ny = 1 if x > 5 or x < 7 else 2\noutput y = y*x", x=1)) == 2
    assert len(told("input x\ny = 1 if 5 < x < 7 else 2\noutput y = y*x", x=1)) == 1


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("input n\ns = 0\nfor i in range(n): s += i*n\noutput s", 1),
        ("input n, v\noutput f = v[n]*v[0]", 1),
        ("input n, v\noutput f = sum(v[:n])", 1),
        ("input n\noutput f = sum(ones(n)*n)", 1),
        ("input n, v\nv[n - 1] = n\noutput f = sum(v)", 1),
    ],
)
def test_bounds_indices_and_shapes_leave_their_value(text: str, count: int) -> None:
    point: dict[str, Any] = {"n": 2} | ({"v": [1.0, 2.0, 3.0]} if "v" in text.split("\n")[0] else {})
    found = guards(text, **point)
    assert [g.operation for g in found] == ["is"] * count


def test_masks_of_where_select_and_masks_as_indices_decide() -> None:
    (guard,) = guards("input v\noutput f = sum(where(v > 1, v, 0))", v=[0.5, 3.0])
    assert guard.selecting
    assert guard.outcome.tolist() == [False, True]
    assert guard.margin == 0.5
    (guard,) = guards("input v\noutput f = sum(v[v > 1])", v=[0.5, 3.0])
    assert not guard.selecting
    found = guards("input v\nm = v > 1 and v < 2\noutput f = sum(v[not m])", v=[0.5, 3.0])
    assert [g.selecting for g in found] == [False, False]


def test_a_scalar_where_selects() -> None:
    assert told("input x\noutput f = where(x > 1, x, 2*x)", x=3) == [("gt", True, 2.0, True)]


def test_selections_leave_none() -> None:
    assert guards("input x, y\noutput f = max(x, y) + abs(x) + clamp(x, 0, 1) + relu(y)", x=1, y=2) == []


TIES = [
    ("f = x if x > 2 else 3*x", ["boundary"]),
    ("f = x if x >= 2 else 3*x", ["boundary"]),
    ("f = x if x == 2 else 3*x", ["boundary"]),
    ("f = x if x > 2.0000001 else 3*x", []),
    ("f = where(x > 2, x, 3*x)", ["boundary"]),
    ("f = x*sum([1, 2, 3][:x])", []),
    ("f = sum(where(x*[1, 2] > 4, x, 0))", ["boundary"]),
    ("f = x\nwhile f < 8: f = 2*f", ["boundary"]),
]


@pytest.mark.parametrize(
    "line",
    ["f = x if x < x else 2*x", "y = 3*x; f = x if y >= 3*x else 2*x", "v = x*[1, 2]; f = sum(v[v <= v])",
     "v = x*[1, 2]; u = v*v; f = sum(where(u < v*v, 0, u))",
     "v = [x, 1]; f = sum(t for t in v if t >= v[0])"],
)  # fmt: skip
def test_a_node_beside_itself_is_no_decision(line: str) -> None:
    """Nor is it a tie: it equals itself everywhere."""
    assert adcli.grad(f"input x\n{line}\noutput f", x=2.0).warnings == ()
    assert guards(f"input x\n{line}\noutput f", x=2.0) == [] or "for" in line


def test_a_node_is_not_the_number_that_counts_it() -> None:
    assert len(guards("input x, y\nz = x if y > 1 else 2*x\noutput z", x=3, y=1)) == 1


@pytest.mark.parametrize(("line", "kinds"), TIES)
def test_only_an_exact_tie_warns(line: str, kinds: list[str]) -> None:
    answer = adcli.grad(f"input x\n{line}\noutput f", x=2.0)
    assert [notice.kind for notice in answer.warnings] == kinds
    if kinds:
        span = answer.warnings[0].span
        assert span is not None
        assert span.line == 1 + (1 if "while" not in line else 2)


@pytest.mark.parametrize(
    "ask", [adcli.grad, adcli.jac, adcli.hess, adcli.trace, partial(adcli.diff, order=2)]
)
def test_a_tie_that_no_chosen_input_parts_is_not_told(ask: Callable[..., Any]) -> None:
    """k is a constant then; of y, which the decision hangs on by way of z, the tie is told."""
    text = "input x, y, k\nz = y*y\noutput f = x + y if k == 2 or z > 4 else x"
    assert ask(text, x=1.0, y=3.0, k=2.0, wrt="x").warnings == ()
    assert [w.kind for w in ask(text, x=1.0, y=2.0, k=3.0, wrt="y").warnings][:1] == ["boundary"]
