"""Graphs of arrays as graphs of their elements: also of no elements, and of arrays that are updated."""

from __future__ import annotations

import numpy as np
import pytest

import adcli
from adcli.engine.sparsity.scalars import scalars

TEXTS = [
    "x + norm(zeros(0)*x)",
    "x + (zeros(0)*x) @ zeros(0)",
    "x + sum((zeros(0)*x) @ zeros(0, 2))",
    "x + sum(zeros(2, 0) @ (zeros(0, 2)*x))",
    "x + prod(zeros(0)*x) + sum(cumsum(zeros(0)*x))",
    "v[0] = x\nv[1] = x*v[2]\nx + 0*v[1]",
    "v[0:2] = x*x\nv[-1]*x",
    "for u in v:\n    v[0] = v[0] + u*x\nv[0]",
]


@pytest.mark.parametrize("text", TEXTS)
def test_the_elements_have_the_values_of_the_arrays(text: str) -> None:
    trace = adcli.load(f"input x, v\n{text}").trace({"x": 1.5, "v": [1.0, 2.0, 3.0]})
    (output,) = trace.outputs.values()
    found = scalars(trace.graph, trace.primal, [output])
    assert not found.graph.shapes
    assert found.primal[int(found.nodes[output])] == pytest.approx(trace.primal[output])
    leaf = found.nodes[trace.inputs["v"]]
    assert [found.primal[int(k)] for k in np.ravel(leaf)] == [1.0, 2.0, 3.0]


@pytest.mark.parametrize("text", TEXTS)
def test_they_are_proven(text: str) -> None:
    pytest.importorskip("flint")
    program, point = f"input x, v\n{text}", {"x": 1.5, "v": [1.0, 2.0, 3.0]}
    for ask in (adcli.eval, adcli.grad, adcli.jac, adcli.hess):
        assert ask(program, at=point, certify=True).certified is not None
