"""The distance to the nearest kink or edge of a domain."""

from __future__ import annotations

from typing import Any

import pytest

import adcli
from adcli.operations import TABLE
from adcli.operations.rules.floats import FLOATS
from adcli.operations.rules.texts import python_of
from tests.operations.test_kinks import KINKS


def distances(text: str, **at: Any) -> dict[str, tuple[float | None, str]]:
    return {row.input: (row.distance, row.edge) for row in adcli.check(text, at=at).rows}


@pytest.mark.parametrize(
    ("text", "x", "distance", "edge"),
    [
        ("abs(x - 1)", 3, 2, "abs(x - 1)"), ("sqrt(x)", 0.25, 0.25, "sqrt(x)"),
        ("log(2*x + 1)", 1, 1.5, "log(2*x + 1)"),
        ("max(x, 4)", 1, 3, "max(x, 4)"), ("floor(x)", 2.75, 0.25, "floor(x)"),
        ("round(x)", 2.75, 0.25, "round(x)"),
        ("1/(x - 3)", 5, 2, "1/(x - 3)"), ("asin(x)", 0.75, 0.25, "asin(x)"),
        ("clamp(x, 0, 8)", 7, 1, "clamp(x, 0, 8)"),
        ("x if x^2 < 9 else 0", 2, 1.25, "x^2 < 9"), ("x^0.5", 4, 4, "x^0.5"),
        ("mod(x, 3)", 5.5, 0.5, "mod(x, 3)"),
        ("tan(x)*0 + acosh(x + 1)", 0.5, 0.5, "acosh(x + 1)"),
        ("abs(x) + abs(x - 1)", 0.75, 0.25, "abs(x - 1)"),
    ],
)  # fmt: skip
def test_the_nearest_is_named_with_its_distance(text: str, x: float, distance: float, edge: str) -> None:
    found, named = distances(text, x=x)["x"]
    assert found == pytest.approx(distance, rel=1e-12)
    assert named == edge


@pytest.mark.parametrize("text", ["x^2", "exp(x)*y", "sin(x)", "x^-2 + abs(y)"])
def test_where_there_is_none(text: str) -> None:
    found = distances(text, x=1.5, y=2)["x"] if "y" in text else distances(text, x=1.5)["x"]
    assert found == ((None, "") if "-2" not in text else (1.5, "x^-2"))


def test_each_element_of_an_array_has_its_own() -> None:
    found = distances("sum(abs(v)) + log(v[1])", v=[0.25, 3.0])
    assert found == {"v[0]": (0.25, "abs(v)"), "v[1]": (3.0, "abs(v)")}


@pytest.mark.parametrize(
    ("text", "at", "distance", "edge"),
    [
        ("x^2 if abs(x-1) < 5 else x", {"x": 1}, 5, "abs(x-1) < 5"),
        ("x^2 if max(x, 1) < 3 else x", {"x": 1}, 2, "max(x, 1) < 3"),
        ("y = abs(x - 1)\nx^2 if relu(x) < 3 else x", {"x": 1}, 2, "relu(x) < 3"),
        ("abs(x - 1) if abs(x - 1) < 5 else x", {"x": 1.25}, 0.25, "abs(x - 1)"),
        # a jump moves the decision, and past the edge of a domain nothing can be decided
        ("x^2 if mod(x, 3) < 2 else x", {"x": 0.25}, 0.25, "mod(x, 3)"),
        ("x^2 if sqrt(x) < 5 else x", {"x": 0.25}, 0.25, "sqrt(x)"),
    ],
)
def test_a_kink_that_reaches_only_a_decision_is_none(text: str, at: Any, distance: float, edge: str) -> None:
    found, named = distances(text, **at)["x"]
    assert found == pytest.approx(distance, rel=1e-12)
    assert named == edge


@pytest.mark.parametrize(("name", "point"), [(n, p) for n, found in KINKS.items() for p in found])
def test_the_table_s_gaps_are_0_at_its_kinks(name: str, point: tuple[float, ...]) -> None:
    """Where a kink is one of an operation's gaps is 0; ties are differences of arguments."""
    operation = TABLE[name]
    isolated = [(0.0, 0.0), (2.0, 1.0, 1.0), (0.0, 1.0, 1.0)]
    if name in ("hypot", "atan2", "clamp") and point in isolated:
        pytest.skip("a point, not an edge")
    names = ", ".join(operation.names(len(point)))
    gaps = [FLOATS.compiled(names, python_of(text))(*point) for text in operation.edges]
    if operation.split and not gaps:
        gaps = [a - b for i, a in enumerate(point) for b in point[i + 1 :]]
    if name == "round":
        gaps = [point[0] % 1 - 0.5]
    assert 0.0 in gaps
