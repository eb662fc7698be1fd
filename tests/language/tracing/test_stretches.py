"""Runs that let go of their graph: the same numbers as with it, in memory that does not grow."""

from __future__ import annotations

import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import adcli
from adcli.answers.values import Gradient
from adcli.language.program import load
from adcli.language.tracing import stretches, tracer
from adcli.text.errors import AdError
from adcli.text.source import Source

SAMPLES = sorted((Path(__file__).parents[3] / "samples").glob("*.ad"))

PROGRAMS = {
    "loop": "s = 0\nfor i in range(9): s = s + sin(x*i)*s + y\noutput s",
    "list": "s = 1\nfor w in [x, x*y, y^2]:\n    for i in range(3): s = s*w + i\noutput s",
    "group": "s, r = x, y\nfor i in range(9): s, r = r, s*r + x\noutput s + r",
    "zip": "s = 0\nfor a, b in zip([x, y, x*y], [y, x, 2]):\n    for i in range(2): s += a*b*i\noutput s",
    "function": "def f(a, n): return a if n < 1 else f(a*x + y, n - 1)\noutput s = f(x, 12)",
    "closure": (
        "c = x*y\ndef f(a):\n    for i in range(3): a = a*c + x\n    return a\n"
        "for k in range(3): c = f(c)\noutput c"
    ),
    "default": "w = x*y\ndef f(a, b=w*2): return a*b\ns = 1\nfor i in range(5): s = f(s) + x\noutput s",
    "array": "v = zeros(4)\nfor i in range(8): v[i % 4] = v[(i + 1) % 4] + x*i + y*v[0]\noutput s = sum(v^2)",
    "alias": "v = [x, y]\nw = v\nfor i in range(4):\n    v[0] = v[0]*w[1] + x\noutput s = v[0]*w[0]",
    "comprehension": "s = sum([a*x + b for a in range(4) for b in [y, x]])\noutput s",
    "while": "s, n = x, 0\nwhile s < 50: s, n = s*1.5 + y, n + 1\noutput s",
    "constant array": "t = [1, 2, 3]\ns = 0\nfor i in range(6): s = s + t[i % 3]*x + s*y\noutput s",
    "mask": "v = [x, -y, x*y]\nm = v > 0\nfor i in range(3): v = where(m, v*x, v - y)\noutput s = sum(v)",
    "late input": (
        "s = 0\nfor i in range(5): s = s + x*i\ninput z = 3\nfor i in range(5): s = s*z + y\noutput s"
    ),
    "not used at the end": "s = 0\nfor i in range(9): s = s + x\noutput r = 2*y",
}


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stretches of a few nodes."""
    monkeypatch.setattr(stretches, "LONGEST", 3)
    monkeypatch.setattr(tracer, "AT_ONCE", 1)


def same(program: Any, **at: Any) -> Gradient:
    whole = adcli.grad(program, at=at, mode="reverse")
    found = adcli.grad(program, at=at, mode="forward")
    assert found.value == whole.value
    assert adcli.eval(program, at=at).outputs == {whole.output: whole.value}
    for name, slope in whole.gradient.items():
        assert np.all(np.isfinite(slope))
        np.testing.assert_allclose(found.gradient[name], slope, rtol=1e-12, atol=1e-300, err_msg=name)
    return found


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("body", PROGRAMS.values(), ids=PROGRAMS)
def test_a_run_in_stretches_gives_what_a_whole_one_gives(body: str) -> None:
    text = f"input x = 0.7, y = 1.2\n{body}"
    program = load(Source(text))
    assert program.trace({}, along=["x", "y"]).carried  # it did begin anew
    same(program)


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_samples_in_stretches_give_what_whole_runs_give(path: Path) -> None:
    source = Source(path.read_text(), str(path))
    program = load(source)
    trace = program.trace({})
    if len(trace.outputs) == 1 and not any(node in trace.graph.shapes for node in trace.outputs.values()):
        same(program)


@pytest.mark.usefixtures("short")
def test_what_happens_on_the_way_is_told() -> None:
    text = "input x = 0\ns = 0\nfor i in range(5):\n    if x <= i: s = s + abs(x*i)\noutput s"
    kinds = [notice.kind for notice in same(text).warnings]
    assert kinds.count("kink") == kinds.count("boundary") == 1


@pytest.mark.usefixtures("short")
def test_a_bend_on_the_last_stretch_is_told_as_well() -> None:
    text = "input x = 0\ns = x\nfor i in range(60):\n    s = s + x*i\noutput relu(s) - relu(-s)"
    assert [n.kind for n in adcli.grad(text).warnings] == ["kink", "kink"]


@pytest.mark.usefixtures("short")
def test_a_bend_that_leads_nowhere_is_not_told() -> None:
    text = "input x = 0\ns = 1\nfor i in range(5):\n    if abs(x) < 1: s = s*2 + x\noutput s"
    assert same(text).warnings == ()


@pytest.mark.usefixtures("short")
def test_errors_are_the_same() -> None:
    text = "input x = 1\ns = 0\nfor i in range(5): s = s + sqrt(2.5 - x*i)\noutput s"
    told = []
    for mode in ("forward", "reverse"):
        with pytest.raises(AdError) as caught:
            adcli.grad(text, mode=mode)
        told.append((caught.value.kind, caught.value.message, caught.value.span and caught.value.span.text))
    assert told[0] == told[1]


@pytest.mark.usefixtures("short")
def test_groups_within_groups() -> None:
    same("input x = 0.5\nt = x, x\nfor i in range(5000): t = t, x*i\na, b = t\noutput f = b")


@pytest.mark.usefixtures("short")
def test_an_undefined_value_on_the_way() -> None:
    text = "input x = 1e200\ns = 1\nfor i in range(5): s = (s*x*x) - (s*x*x)\noutput s"
    with pytest.raises(AdError, match="undefined"):
        adcli.grad(text, mode="forward")


def test_memory_does_not_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stretches, "LONGEST", 2_000)
    monkeypatch.setattr(tracer, "AT_ONCE", 2_000)

    def peak(turns: int) -> int:
        program = load(Source(f"input x = 0.5\ns = 0\nfor i in range({turns}): s = s + x*i\noutput s"))
        tracemalloc.start()
        assert adcli.grad(program).gradient["x"] == turns * (turns - 1) / 2
        size = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return size

    assert peak(15_000) < 1.2 * peak(5_000)
