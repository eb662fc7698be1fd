"""Beside a point nothing is followed that no chosen input can move, and only what moves."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import adcli
from adcli.derivatives.kinks import surroundings
from adcli.engine.beside import moved

HELD = (
    "input A, k = 1\ns = 0*A\nfor i in range(20):\n    if k == 1:\n"
    "        s = s + sin(A*i + s)\noutput f = sum(s)"
)


@pytest.fixture
def followed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many operations were followed, one after the other."""
    count = [0]
    follow = moved.moved_by

    def counted(applied: Any, arguments: Any) -> Any:
        count[0] += 1
        return follow(applied, arguments)

    monkeypatch.setattr(moved, "moved_by", counted)
    return count


@pytest.mark.parametrize("ask", ["grad", "jac"])
def test_ties_among_what_is_held(followed: list[int], ask: str) -> None:
    answer: Any = getattr(adcli, ask)(HELD, wrt="A", at={"A": np.linspace(0.1, 1, 12).reshape(4, 3)})
    assert [notice.kind for notice in answer.warnings] == []
    assert followed == [0]


def test_kinks_among_what_is_held(followed: list[int]) -> None:
    answer = adcli.grad("sum(abs(d)*x) + max(d[0], d[1])", wrt="x", at={"d": [0.0, 0.0], "x": [1.0, 2.0]})
    assert list(answer.gradient["x"]) == [0.0, 0.0]
    assert not answer.warnings
    assert followed == [0]


def test_only_elements_at_a_kink(followed: list[int]) -> None:
    """A few zeros among many elements, wherever they are: all are told, with little work."""
    x = np.ones(3000)
    x[[7, 2500]] = 0.0
    answer = adcli.grad("sum(relu(x)) + sum(relu(x) - relu(-x))", x=x)
    assert {notice.input for notice in answer.warnings} == {"x[7]", "x[2500]"}
    assert {(notice.left, notice.right) for notice in answer.warnings} == {(1.0, 2.0)}
    assert followed[0] < 100


def test_an_agreed_derivative_far_back() -> None:
    """Of an element beyond those that are looked at where all could part something."""
    x = np.ones(5000)
    x[4321] = 0.0
    answer = adcli.grad("sum(relu(x) - relu(-x))", x=x)
    assert np.array_equal(answer.gradient["x"], np.ones(5000))
    assert not answer.warnings


LOOP = "input x\ns = 0\nfor i in range(len(x)):\n    s = s + {}\noutput s"


@pytest.mark.parametrize("body", ["relu(x[i])*x[i - 1]", "(x[i] if x[i] > 0 else 0)*2", "max(x[i], 0)"])
def test_elements_in_a_loop(followed: list[int], body: str) -> None:
    """One element alone is followed, and a few directions: not 400 times 1200 operations on either side."""
    x = np.ones(400)
    x[5] = 0.0
    answer = adcli.grad(LOOP.format(body), x=x)
    assert {notice.input for notice in answer.warnings} == {"x[5]"}
    assert followed[0] < 40 * 400


def test_updates_and_matrices_carry_what_moves() -> None:
    """Marks go with elements through updates, slices and products."""
    programs = (
        "y = x*1\ny[3] = x[0]\ny[1] = 2\noutput f = sum(abs(y))",
        "A = reshape(x, 2, 2).T\noutput f = sum(abs(A[1])) + A[0, 0]",
        "output f = sum(abs(concat(x[2:], x[:1])*3))",
        "output f = sum(abs([[1, 0], [0, 1]] @ x[:2]))",
        "output f = norm(x[1:2]) + max(x)",
        "output f = sum(cumsum(where(x > 0, x, -x)))",
    )
    for x in ([0.0, 1.0, 2.0, 3.0], [1.0, 0.0, 0.0, 2.0], [1.0, 2.0, 3.0, 0.0]):
        for text in programs:
            told = {n.input for n in adcli.grad(f"input x\n{text}", x=x).warnings if n.kind in KINDS}
            assert told == parted(f"input x\n{text}", x)


KINDS = ("kink", "boundary")


def parted(text: str, x: list[float]) -> set[str | None]:
    """The elements along which the one-sided differences of a piecewise linear program differ."""
    value = adcli.eval(text, x=x).outputs["f"]
    found: set[str | None] = set()
    for k in range(len(x)):
        beside = []
        for step in (-(2.0**-20), 2.0**-20):
            moved = list(x)
            moved[k] += step
            beside.append((adcli.eval(text, x=moved).outputs["f"] - value) / step)
        if abs(beside[1] - beside[0]) > 1e-3:
            found.add(f"x[{k}]")
    return found


def test_work_is_bounded() -> None:
    """Nodes that are followed are counted, on each side and in each attempt."""
    trace = adcli.load(LOOP.format("relu(x[i])")).trace({"x": np.zeros(300)})
    around = surroundings.Surroundings(trace)
    (node,) = trace.inputs.values()
    from adcli.derivatives.axes.wrt import elements_of

    for element in elements_of("x", node, (300,)):
        around.along(element)
    assert around._spent < surroundings.WORK + 10 * len(trace.graph.nodes)
