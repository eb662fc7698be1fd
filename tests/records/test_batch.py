"""A record is what `grad` is for one source."""

from __future__ import annotations

import io
import math
from typing import Any

import numpy as np
import pytest

import adcli
from adcli.answers.matrices import Jacobian
from adcli.answers.values import Gradient
from adcli.language.points.bindings import bindings_of, read_bindings
from adcli.language.state.budget import Limits
from adcli.records.batch import Batch
from adcli.records.formats import read
from adcli.records.record import Outcome
from adcli.text.errors import AdError


def outcomes(batch: Batch, text: str, form: str = "batch") -> list[Outcome]:
    return [batch.answer(record) for record in read(io.BytesIO(text.encode()), "file", form)]


def slopes(outcome: Outcome) -> dict[str, object]:
    assert isinstance(outcome.answer, Gradient), outcome.error
    return outcome.answer.gradient


def jacobian(outcome: Outcome) -> Jacobian:
    assert isinstance(outcome.answer, Jacobian), outcome.error
    return outcome.answer


@pytest.mark.parametrize(
    "expression", ["log(x)*y - sin(y)", "x^y", "0 if x < 1 else x*y", "x*y + abs(x - y)"]
)
def test_the_answer_is_that_of_grad(expression: str) -> None:
    [outcome] = outcomes(Batch(), f"{expression} at x=2, y=3")
    alone = adcli.grad(expression, x=2, y=3)
    assert outcome.answer == alone
    assert math.isfinite(alone.value)


def test_equal_texts_share_a_program_and_not_their_places() -> None:
    text = "log(x) at x=2\n  log(x) at x=-1\nlog(x) at x=-2\nlog(x) at x=4\n"
    found = outcomes(Batch(), text)
    assert [slopes(found[k])["x"] for k in (0, 3)] == [0.5, 0.25]
    places = [o.error.span and (o.error.span.line, o.error.span.column) for o in found if o.error]
    assert places == [(2, 3), (3, 1)]


def test_a_branch_is_chosen_anew_at_every_point() -> None:
    text = "".join(f"0 if x < 0 else x at x={x}\n" for x in (-1.5, 0.75, -0.25, 2))
    assert [slopes(o)["x"] for o in outcomes(Batch(), text)] == [0, 1, 0, 1]


def test_defaults_fill_in_and_do_not_disturb() -> None:
    batch = Batch(bindings_of({"x": 2.0, "t": 5.0}))
    first, second, third = outcomes(batch, "x^2\nx^2 at x=3\nt = x; t^2\n")
    assert [slopes(o) for o in (first, second, third)] == [{"x": 4}, {"x": 6}, {"x": 4}]
    assert first.answer is not None
    assert first.answer.warnings == ()


def test_what_no_record_uses_is_told_once() -> None:
    batch = Batch(read_bindings(["a=1, b=2"]))
    outcomes(batch, "x*a at x=1\ny at y=1, q=1\nx*q at x=1, q=2, r=3\n")
    assert [(n.kind, n.input) for n in batch.notices()] == [("unused", "b"), ("unused", "r")]


def test_a_name_that_only_a_failed_record_uses_is_used() -> None:
    batch = Batch(read_bindings(["a=-1"]))
    [failed] = outcomes(batch, "log(a)\n")
    assert failed.error is not None
    assert list(batch.notices()) == []


@pytest.mark.parametrize(
    ("text", "form", "place"),
    [
        ("x\nname:  2 + log(x - 5) at x=1", "batch", (2, 12)),
        ("x at x=1, y=pi/0", "batch", (1, 13)),
        ('expr,x\n"x + log(0-x)",1', "csv", (2, 6)),
        ('expr,label,x\n"(x*\nlog(0-x))",a,1', "csv", (3, 1)),
        ("expr,x\nx,sqrt(-1)", "csv", (2, 3)),
        ('{"at": {"x": 3}, "expr": "\\u0078 + log(-x)"}', "jsonl", (1, 36)),
        ("a, b = x; a at x=1", "batch", (1, 1)),
        ("   x*y at x=2", "batch", (1, 6)),
    ],
)
def test_places_are_those_of_the_file(text: str, form: str, place: tuple[int, int]) -> None:
    error = outcomes(Batch(bindings_of({"x": 1.0})), text, form)[-1].error
    assert error is not None
    assert error.span is not None
    assert (error.span.line, error.span.column) == place
    assert error.span.source.name == "file"


def test_warnings_have_places_of_the_file_too() -> None:
    [outcome] = outcomes(Batch(), "k: 1 + abs(x) at x=0")
    assert outcome.answer is not None
    [warning] = outcome.answer.warnings
    assert (warning.kind, warning.span and warning.span.column) == ("kink", 8)


def test_wrt_that_a_record_has_not_is_an_error_of_that_record() -> None:
    first, second = outcomes(Batch(wrt="y"), "x*y at x=2,y=3\n  x at x=1\n")
    assert slopes(first) == {"y": 2}
    assert second.error is not None
    assert (second.error.kind, second.error.span and second.error.span.line) == ("name", 2)


def test_wrt_that_cannot_be_read_is_no_record_s_fault() -> None:
    with pytest.raises(AdError) as caught:
        Batch(wrt="x,,")
    assert caught.value.kind == "syntax"


def test_wrt_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from adcli.derivatives.axes import wrt

    batch = Batch(wrt="y,v[1]")
    monkeypatch.setattr(wrt, "parse", pytest.fail)
    first, second = outcomes(batch, "x*y*v[1] at x=2,y=3,v=[1,2]\ny*v[1], y at y=3,v=[4,5]\n")
    assert slopes(first) == {"y": 4, "v[1]": 6}
    assert jacobian(second).jacobian == [[5, 3], [1, 0]]


@pytest.mark.parametrize(
    "expression", ["x*y, x + y", "a = x; b = a^y; output b, a", "[x, x*y, 3]", "x*[1, 2], y", "abs(x - 2), y"]
)
@pytest.mark.parametrize("wrt", [None, "y"])
@pytest.mark.parametrize("mode", ["auto", "forward", "reverse"])
def test_several_outputs_give_the_jacobian(expression: str, wrt: str | None, mode: str) -> None:
    [outcome] = outcomes(Batch(wrt=wrt, mode=mode), f"{expression} at x=2, y=3")
    alone = adcli.jac(expression, x=2, y=3, wrt=wrt, mode=mode)
    found = jacobian(outcome)
    assert found.jacobian == alone.jacobian
    assert (found.rows, found.columns, found.value) == (alone.rows, alone.columns, alone.value)
    assert [n.kind for n in found.warnings] == [n.kind for n in alone.warnings]
    assert np.all(np.isfinite(alone.array))


def test_one_output_of_several_gives_its_gradient() -> None:
    [outcome] = outcomes(Batch(output="b"), "a = x; b = x^2; output a, b at x=3")
    assert slopes(outcome) == {"x": 6}


def test_a_record_runs_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from adcli.language.program import Program, Trace

    runs: list[str] = []
    trace = Program.trace

    def counted(self: Program, *args: Any, **kwargs: Any) -> Trace:
        runs.append(self.title)
        return trace(self, *args, **kwargs)

    monkeypatch.setattr(Program, "trace", counted)
    outcomes(Batch(), "x, x^2 at x=3\nx at x=1\n[x, x] at x=1")
    assert runs == ["x, x^2", "x", "[x, x]"]


def test_budgets_are_each_record_s() -> None:
    loop = "s = x; while s < 1000: s = s + 1\n"
    text = "".join(f"{line} at x={x}\n" for x in (999.5, 0) for line in loop.splitlines())
    short, long = outcomes(Batch(limits=Limits(steps=200)), text)
    assert short.error is None
    assert long.error is not None
    assert (long.error.kind, long.error.span and long.error.span.line) == ("budget", 2)
