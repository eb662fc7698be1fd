"""The account of costs: counted by hand, by element, and over paths; the tape as it is measured."""

from __future__ import annotations

import gc
import tracemalloc
from math import prod
from typing import Any

import pytest

import adcli
from adcli.derivatives.questions.plan import plan
from adcli.engine.sweeps.costs import MOST_VISITS, Account, Cost
from adcli.engine.sweeps.tape import tape_kept
from adcli.language.points.bindings import bindings_of


def account(text: str, **point: Any) -> Account:
    return adcli.trace(text, **point).account


def doublings(count: int) -> str:
    return f"input x = 1\nfor i in range({count}):\n    x = x + x\noutput x"


@pytest.mark.parametrize("count", [1, 5, 60])
def test_a_recursion_follows_every_path(count: int) -> None:
    found = account(doublings(count))
    assert found.recursion == 2 ** (count + 1) - 1
    assert found.nodes == count + 1
    assert found.evaluation == count


def test_more_paths_than_a_double_counts() -> None:
    assert account(doublings(3000)).recursion == MOST_VISITS


def test_a_chain_has_one_path() -> None:
    found = account("exp(sin(x))", x=1)
    assert found.recursion == found.nodes == 3


def test_what_only_decisions_use_costs_neither_mode_anything() -> None:
    program = "input a = 2\nx = a\nwhile abs(x*x - a) > 1e-12:\n    x = (x + a/x)/2\noutput x"
    found = account(program)
    assert (found.forward, found.reverse) == (Cost(1, 25, 10), Cost(1, 25, 10))


def test_a_selection_counts_for_what_it_chose() -> None:
    assert account("max(x, y)", x=1, y=2).reverse == Cost(1, 1, 0)


# elements


@pytest.mark.parametrize("n", [1, 3, 10])
def test_elements_of_an_array_count_each(n: int) -> None:
    found = account("sum(v*v)", v=[2.0] * n)
    assert found.reverse == Cost(1, 2 * n, n)
    assert found.evaluation == n + n - 1


@pytest.mark.parametrize("shape", [(2, 3), (4, 4), (5, 1)])
def test_a_product_of_matrices_counts_its_multiplications(shape: tuple[int, int]) -> None:
    rows, columns = shape
    matrix = [[1.0] * columns] * rows
    found = account("sum(A @ x)", A=matrix, x=[1.0] * columns)
    assert found.reverse.products == 2 * prod(shape)
    assert found.evaluation == (2 * prod(shape) - rows) + (rows - 1)


def test_an_update_adds_its_elements_only() -> None:
    n = 50
    program = f"input v[{n}]\ns = 0\nfor i in range({n}):\n    s = s + v[i]\noutput s"
    found = account(program, v=[1.0] * n)
    assert found.reverse.sums < 3 * n


# one account


@pytest.mark.parametrize(
    ("text", "point"),
    [
        ("log(x1) + x1*x2 - sin(x2)", {"x1": 2, "x2": 5}),
        ("sin(x*y) + (x*y)^2", {"x": 2, "y": 3}),
        (doublings(60), {}),
    ],
)
def test_a_plan_has_the_account_of_a_trace(text: str, point: dict[str, float]) -> None:
    assert plan(adcli.load(text), bindings_of(point)).account == account(text, **point)


# bytes


@pytest.mark.parametrize("statement", ["s = s*x + x", "s = sin(s)", "s = s*0.9 + x"])
def test_the_tape_is_as_large_as_measured(statement: str) -> None:
    program = adcli.load(f"input x = 2\ns = x\nfor i in range(20000):\n    {statement}\noutput s")
    program.trace({"x": 2.0}, keep=True)
    gc.collect()
    tracemalloc.start()
    try:
        run = program.trace({"x": 2.0}, keep=True)
        gc.collect()
        measured, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert tape_kept(run.graph, run.primal) == pytest.approx(measured, rel=0.1)
