"""A comparison that a wrong rule cannot pass, and that no right one fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from math import isfinite

import pytest

from adcli.compare.comparison import comparison
from adcli.derivatives.axes.places import elements
from adcli.engine.sweeps.reverse import reverse
from adcli.graph.reach import active
from adcli.language.points.bindings import read_bindings
from adcli.language.program import load
from adcli.operations import TABLE, Operation
from adcli.text.source import Source

from .planted import Plant, differentiable, plants, points, rows, trace_of

OPERATIONS = differentiable()
SEARCHED = 60  # points looked at for one where a mistake can be seen
CHECKED = 2
SEEN = 5e-7  # relative: half of the smallest mistake
AMONG = 1e-8  # a mistake must change the value, over a distance like the argument, by this part


def derivative(operation: Operation, point: list[float], position: int) -> float:
    """The derivative by one argument as the operation's rule has it."""
    trace = trace_of(operation, point)
    node = trace.outputs["f"]
    x = {e.label: e.node for e in elements(trace, trace.inputs)}[f"x{position + 1}"]
    adjoint = reverse(trace.graph, trace.primal, {node: 1.0}, active(trace.graph, [x]))[x]
    return 0.0 if adjoint is None else adjoint


def matters(plant: Plant, right: Operation, point: list[float]) -> bool:
    """Whether doubles can tell the wrong derivative from the right one."""
    slope, wrong = (derivative(o, point, plant.position) for o in (right, plant.operation))
    value = trace_of(right, point).primal[-1]
    gap = abs(wrong - slope)
    return isfinite(gap) and gap > SEEN * abs(slope) and gap * abs(point[plant.position]) > AMONG * abs(value)


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda o: o.name)
def test_every_planted_mistake_is_found(operation: Operation) -> None:
    for plant in plants(operation):
        telling = (p for p in points(operation, SEARCHED) if matters(plant, operation, p))
        found = list(islice(telling, CHECKED))
        assert found, f"{plant} changes nothing"
        for point in found:
            row = rows(plant.operation, point)[f"x{plant.position + 1}"]
            assert row.verdict == "disagree", (str(plant), point, row)


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda o: o.name)
def test_no_right_rule_disagrees(operation: Operation) -> None:
    verdicts = []
    for point in points(operation, 4, seed=11):
        for row in rows(operation, point).values():
            assert row.verdict in ("agree", "inconclusive"), (point, row)
            assert row.evaluations <= 40
            verdicts.append(row.verdict)
    assert verdicts.count("agree") >= verdicts.count("inconclusive")


@pytest.mark.parametrize("method", ["forward", "richardson"])
def test_the_other_methods_find_mistakes_too(method: str) -> None:
    for operation in OPERATIONS[::4]:
        for plant in plants(operation):
            if plant.mistake.startswith("factor"):
                continue  # less than forward differences can see
            for point in islice((p for p in points(operation, SEARCHED) if matters(plant, operation, p)), 1):
                row = rows(plant.operation, point, method)[f"x{plant.position + 1}"]  # type: ignore[arg-type]
                assert row.verdict == "disagree", (str(plant), point, row)


ON_ARRAYS = {
    "matmul": ("A@x", "A=[[1, 2], [3, 4]], x=[1, 2]"),
    "outer": ("outer(x, y)", "x=[1, 2], y=[3, 1]"),
    "sum": ("sum(x)^2", "x=[1, 2]"),
    "cumsum": ("cumsum(x)", "x=[3, 4]"),
    "solve": ("solve(A, b)", "A=[[4, 2], [3, 4]], b=[1, 2]"),
    "inv": ("inv(A)", "A=[[4, 2], [3, 4]]"),
    "det": ("det(A)", "A=[[4, 2], [3, 4]]"),
    "logdet": ("logdet(A)", "A=[[4, 2], [3, 4]]"),
    "norm": ("norm(x)", "x=[3, 4]"),
    "softmax": ("softmax(x)", "x=[1, 2, 0]"),
}


@pytest.fixture
def planted() -> Iterator[Callable[[str, float], None]]:
    """Multiplies the reverse rule of an operation on arrays by a factor, and takes that back."""
    kept = {name: TABLE[name].pull for name in ON_ARRAYS}

    def plant(name: str, factor: float) -> None:
        rule = kept[name]
        assert rule is not None
        object.__setattr__(TABLE[name], "pull", lambda *arguments: rule(*arguments) * factor)

    yield plant
    for name, rule in kept.items():
        object.__setattr__(TABLE[name], "pull", rule)


@pytest.mark.parametrize("name", ON_ARRAYS)
@pytest.mark.parametrize("factor", [1.0, -1.0, 1.000001])
def test_mistakes_in_rules_on_arrays(name: str, factor: float, planted: Callable[[str, float], None]) -> None:
    text, at = ON_ARRAYS[name]
    planted(name, factor)
    answer = comparison(load(Source(text)), read_bindings([at]))
    verdicts = {row.verdict for row in answer.rows if row.ad}
    assert verdicts == {"agree" if factor == 1.0 else "disagree"}
