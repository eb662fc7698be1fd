"""The steps of a trace: textbook tables, the order of contributions, what is absent, decisions, loops."""

from __future__ import annotations

import math
from typing import Any

import pytest

import adcli
from adcli.answers.steps import Step, Steps
from adcli.derivatives.questions.gradient import gradient
from adcli.engine.sweeps.costs import Cost
from adcli.export.notation.symbols import expression
from adcli.language.points.bindings import bindings_of
from adcli.language.program import Program, load
from adcli.text.errors import AdError
from adcli.text.source import Source

BAYDIN = "log(x1) + x1*x2 - sin(x2)"
GRIEWANK = "(sin(x1/x2) + x1/x2 - exp(x2))*(x1/x2 - exp(x2))"
NEWTON = """input a = 2
x = a
while abs(x*x - a) > 1e-12:
    x = (x + a/x) / 2
output x
"""


def text_of(step: Step) -> str:
    """The step's expression, or an input's name."""
    return (
        step.name if step.applied is None else expression(step.applied, [str(item) for item in step.operands])
    )


def by_expression(answer: Steps) -> dict[str, Step]:
    return {text_of(step): step for step in answer.steps}


def received(answer: Steps, name: str) -> list[tuple[str, Any, Any]]:
    """(from, partial, product) of every contribution to a step, in order."""
    step = next(step for step in answer.steps if step.name == name)
    return [(answer.steps[part.source].name, part.partial, part.product) for part in step.contributions]


def close(value: Any, want: float) -> bool:
    assert math.isfinite(value)
    return bool(value == pytest.approx(want, rel=1e-14, abs=0))


# Baydin, Pearlmutter, Radul and Siskind, JMLR 18 (2018): (value, tangent along x1, adjoint)


TABLES = {
    "x1": (2.0, 1.0, 5.5),
    "x2": (5.0, 0.0, 2 - math.cos(5)),
    "log(x1)": (math.log(2), 0.5, 1.0),
    "x1*x2": (10.0, 5.0, 1.0),
    "sin(x2)": (math.sin(5), 0.0, -1.0),
    "v1 + v2": (math.log(2) + 10, 5.5, 1.0),
    "v4 - v3": (math.log(2) + 10 - math.sin(5), 5.5, 1.0),
}


def test_baydin_table_2_forward_tangents() -> None:
    answer = adcli.trace(BAYDIN, x1=2, x2=5, seed="x1")
    found = by_expression(answer)
    assert found.keys() == TABLES.keys()
    for text, (value, tangent, _) in TABLES.items():
        assert close(found[text].value, value)
        assert close(found[text].tangents[0] or 0.0, tangent)
    assert found["sin(x2)"].tangents == (None,)  # absent, not just 0
    assert answer.seeds == ("x1",)
    assert answer.gradient == {"x1": 5.5}


def test_baydin_table_3_reverse_adjoints() -> None:
    answer = adcli.trace(BAYDIN, x1=2, x2=5)
    found = by_expression(answer)
    for text, (value, _, adjoint) in TABLES.items():
        assert close(found[text].value, value)
        assert close(found[text].adjoint, adjoint)
    assert answer.mode == "reverse"
    assert [step.name for step in answer.steps] == ["x1", "x2", "v1", "v2", "v3", "v4", "v5"]
    assert list(map(text_of, answer.steps)) == list(TABLES)


def test_contributions_stand_in_the_order_in_which_they_were_added() -> None:
    answer = adcli.trace(BAYDIN, x1=2, x2=5)
    assert received(answer, "x1") == [("v2", 5.0, 5.0), ("v1", 0.5, 0.5)]
    assert [source for source, _, _ in received(answer, "x2")] == ["v3", "v2"]
    assert received(answer, "v5") == []


def test_the_adjoint_of_a_product_used_twice_is_a_sum_of_two() -> None:
    answer = adcli.trace("sin(x*y) + (x*y)^2", x=2, y=3)
    parts = received(answer, "v1")
    assert [source for source, _, _ in parts] == ["v3", "v2"]
    assert close(parts[0][2], 12.0)
    assert close(parts[1][2], math.cos(6))
    assert close(by_expression(answer)["x*y"].adjoint, 12 + math.cos(6))
    assert close(answer.gradient["x"], 3 * (12 + math.cos(6)))


def test_griewank_and_walther() -> None:
    answer = adcli.trace(GRIEWANK, x1=1.5, x2=0.5)
    u, e = 3.0, math.exp(0.5)
    by_u = (math.cos(u) + 1) * (u - e) + (math.sin(u) + u - e)
    by_e = -(u - e) - (math.sin(u) + u - e)
    assert answer.value == pytest.approx(2.0167, abs=1e-4)  # as printed
    assert answer.gradient["x1"] == pytest.approx(3.0118, abs=1e-4)
    found = by_expression(answer)
    assert close(found["x1/x2"].adjoint, by_u)
    assert close(found["exp(x2)"].adjoint, by_e)
    assert len(found["x1/x2"].contributions) == 3
    assert answer.gradient["x2"] == pytest.approx(by_e * e - by_u * u / 0.5, rel=1e-14)


# the sweeps


@pytest.mark.parametrize("mode", ["forward", "reverse"])
@pytest.mark.parametrize(("source", "point"), [
    (BAYDIN, {"x1": 2.0, "x2": 5.0}), (GRIEWANK, {"x1": 1.5, "x2": 0.5}), (NEWTON, {"a": 3.0}),
    ("max(x, y)*x + where(x > 1, y^2, x)", {"x": 2.0, "y": 3.0}), ("x^y + sqrt(x)", {"x": 2.0, "y": -1.5}),
])  # fmt: skip
def test_the_numbers_are_those_of_grad(source: str, point: dict[str, float], mode: str) -> None:
    program = load(Source(source))
    answer = adcli.trace(program, at=point, mode=mode)
    whole = gradient(program, bindings_of(point), mode=mode)
    assert (answer.value, answer.gradient) == (whole.value, whole.gradient)
    assert (answer.reason, answer.sweeps) == (whole.reason, whole.sweeps)


def test_every_adjoint_is_the_sum_of_its_contributions() -> None:
    answer = adcli.trace(NEWTON, a=3.0, mode="reverse")
    for step in answer.steps:
        total = None
        for part in step.contributions:
            assert math.isfinite(part.product)
            total = part.product if total is None else total + part.product
        assert step.adjoint == (total if step.contributions else step.adjoint)


def test_the_same_argument_twice_contributes_twice() -> None:
    answer = adcli.trace("v*v", v=4, mode="reverse")
    assert received(answer, "v") == [("v1", 4.0, 4.0), ("v1", 4.0, 4.0)]
    assert answer.gradient == {"v": 8.0}


def test_what_a_selection_did_not_choose_received_nothing() -> None:
    answer = adcli.trace("max(x, y)", x=2, y=3)
    assert received(answer, "x") == [("v1", None, None)]
    assert received(answer, "y") == [("v1", 1.0, 1.0)]
    assert by_expression(answer)["x"].adjoint is None


def test_steps_that_no_derivative_passes() -> None:
    found = by_expression(adcli.trace("floor(x)*y", x=2.5, y=3))
    assert not found["floor(x)"].active
    assert found["floor(x)"].adjoint is None
    assert found["x"].contributions == ()


def test_steps_that_only_decide_are_not_used() -> None:
    found = by_expression(adcli.trace("y = x^2; x if y > 1 else 0", x=3, mode="reverse"))
    assert not found["x^2.0"].used
    assert found["x"].adjoint == 1.0


def test_wrt_makes_constants_of_the_others() -> None:
    answer = adcli.trace(BAYDIN, x1=2, x2=5, wrt="x1")
    sine = f"({math.sin(5)})"
    assert [text_of(step) for step in answer.steps] == ["x1", "log(x1)", "x1*5.0", "v1 + v2", f"v3 - {sine}"]
    assert answer.inputs == {"x1": 2.0, "x2": 5.0}


def test_names_of_steps_never_collide_with_inputs() -> None:
    names = [step.name for step in adcli.trace("v1*w2 + sin(v1)", v1=1, w2=2).steps]
    assert len(set(names)) == len(names)
    assert names == ["v1", "w2", "u1", "u2", "u3"]


def test_an_output_without_inputs() -> None:
    answer = adcli.trace("3 + 4")
    assert (answer.value, len(answer.steps), answer.result, answer.sweeps) == (7.0, 0, None, 0)


def test_an_input_as_output() -> None:
    answer = adcli.trace("x", x=2, mode="reverse")
    assert answer.result == 0
    assert answer.steps[0].adjoint == 1.0


# costs


def test_costs_of_both_modes() -> None:
    answer = adcli.trace(BAYDIN, x1=2, x2=5)
    # edges: log 1, mul 2, add 2, sin 1, sub 2; along x1 sin's are absent, along x2 log's
    assert answer.account.reverse == Cost(1, 8, 2)
    assert answer.account.forward == Cost(2, (1 + 1 + 2 + 1) + (1 + 1 + 1 + 2), 1 + 1)
    assert answer.account.reverse.operations == 10


def test_the_other_mode_costs_what_it_takes_when_asked() -> None:
    costs = [adcli.trace(GRIEWANK, x1=1.5, x2=0.5, mode=mode).account for mode in ("forward", "reverse")]
    assert costs[0] == costs[1]


# seeds


def test_a_seed_that_is_no_input() -> None:
    with pytest.raises(AdError) as raised:
        adcli.trace("x1 + theta", x1=1, theta=2, seed="thet")
    assert raised.value.kind == "name"
    assert "theta" in raised.value.hint


def test_a_seed_is_for_forward_mode() -> None:
    with pytest.raises(AdError) as raised:
        adcli.trace("x", x=1, seed="x", mode="reverse")
    assert raised.value.kind == "usage"


def test_several_outputs_are_an_error_that_names_jac() -> None:
    with pytest.raises(AdError) as raised:
        adcli.trace("f = x; g = 2*x; output f, g", x=1)
    assert "jac" in raised.value.hint
    assert adcli.trace("f = x; g = 2*x; output f, g", x=1, output="g").gradient == {"x": 2.0}


# programs


def program(text: str) -> Program:
    return load(Source(text, "program.ad"))


def test_decisions_stand_where_they_were_taken() -> None:
    answer = adcli.trace(program(NEWTON))
    first, *_, last = answer.decisions
    assert (first.text, first.outcome, first.span.line) == ("abs(x*x - a) > 1e-12", True, 3)
    assert answer.steps[first.before - 1].name == "v3"  # abs, on which it hangs
    assert first.margin == pytest.approx(2.0)
    assert (last.outcome, last.before) == (False, len(answer.steps))


def test_steps_know_their_line() -> None:
    answer = adcli.trace(program(NEWTON))
    assert [step.span.line for step in answer.steps[:7] if step.span] == [1, 3, 3, 3, 4, 4, 4]


def test_turns_of_a_loop() -> None:
    answer = adcli.trace(program(NEWTON))
    (loop,) = answer.loops
    assert (loop.line, loop.is_function) == (3, False)
    assert loop.starts == (1, 7, 13, 19, 25, 31)
    assert loop.end == len(answer.steps)


def test_turns_of_nested_loops_are_those_of_the_outer_one() -> None:
    inner = "    for j in range(2):\n        s = s + x*(i + 2*j + 1)\n"
    text = f"s = 0\nfor i in range(3):\n{inner}    s = sin(s)\noutput s"
    (loop,) = adcli.trace(program(text), x=1).loops
    assert (loop.line, len(loop.starts)) == (2, 3)


def test_calls_of_a_function_are_turns() -> None:
    text = "def f(v):\n    return sin(v)*2\ns = x\nfor i in range(5):\n    s = f(s)\noutput s"
    (loop,) = adcli.trace(program(text), x=1).loops
    assert (loop.line, loop.is_function, loop.starts) == (1, True, (1, 3, 5, 7, 9))


def test_a_hundred_thousand_terms() -> None:
    answer = adcli.trace("+".join(f"x*{k}" for k in range(2, 20_002)), x=1, mode="reverse")
    assert len(answer.steps[0].contributions) == 20_000
    assert answer.gradient["x"] == sum(range(2, 20_002))


# arrays


ARRAYS = "input w = [0.5, -1, 2], x = [1, 2, 3]\noutput p = sum((w*x)^2)\n"


def test_arrays_are_one_step_each() -> None:
    answer = adcli.trace(program(ARRAYS))
    found = by_expression(answer)
    assert found["w*x"].value.tolist() == [0.5, -2.0, 6.0]
    assert found["w*x"].adjoint.tolist() == [1.0, -4.0, 12.0]
    assert found["w"].contributions[0].product.tolist() == [1.0, -8.0, 36.0]
    assert found["w"].contributions[0].partial.tolist() == [1.0, 2.0, 3.0]
    assert answer.gradient["w"].tolist() == [1.0, -8.0, 36.0]


def test_an_element_as_seed() -> None:
    answer = adcli.trace(program(ARRAYS), seed="w[1]")
    assert answer.gradient == {"w[1]": -8.0}
    assert by_expression(answer)["w*x"].tangents[0].tolist() == [0.0, 2.0, 0.0]
