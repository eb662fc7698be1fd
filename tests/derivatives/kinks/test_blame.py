"""A kink is told of the operations that make the output bend, of none whose own bend counts for nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import adcli

V = "input v\n"


def bent(answer: Any) -> set[tuple[str, str]]:
    """The operations that are said to bend, with the inputs along which."""
    return {
        (notice.span.text, notice.input)
        for notice in answer.warnings
        if notice.kind == "kink" and notice.input is not None
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("abs(x)*y + max(x, z)", {("max(x, z)", "x"), ("max(x, z)", "z")}),
        ("max(x, z) + y*abs(x)", {("max(x, z)", "x"), ("max(x, z)", "z")}),
        ("abs(x)*abs(x) + relu(x)", {("relu(x)", "x")}),
        ("abs(x)^2 + relu(x)", {("relu(x)", "x")}),
        ("sin(abs(x)*y) + 3*abs(2*x)", {("abs(2*x)", "x")}),
        ("abs(x) - relu(x)*y", {("abs(x)", "x")}),
        ("abs(x) + relu(x)", {("abs(x)", "x"), ("relu(x)", "x")}),
        ("relu(abs(x))", {("abs(x)", "x"), ("relu(abs(x))", "x")}),
        ("abs(x)*y + relu(x)*y + max(x, 2*x)", {("max(x, 2*x)", "x")}),
        ("floor(x)*y + abs(x)", {("abs(x)", "x")}),
    ],
)
def test_scalars(text: str, expected: set[tuple[str, str]]) -> None:
    point = {name: 0.0 for name in "xyz" if name in text.replace("max", "")}
    answer = adcli.grad(text, at=point)
    assert bent(answer) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f = [abs(v[0]), relu(v[0])]", {("abs(v[0])", "f[0]"), ("relu(v[0])", "f[1]")}),
        ("f = [abs(v[0])*v[1], max(v[0], 2*v[0]), v[0]]", {("max(v[0], 2*v[0])", "f[1]")}),
        ("f = abs(v)*v[1] + relu(v)", {("relu(v)", "f[0]"), ("relu(v)", "f[1]")}),
    ],
)
def test_each_element_of_an_array_has_its_own(text: str, expected: set[tuple[str, str]]) -> None:
    answer = adcli.jac(f"{V}{text}\noutput f", at={"v": np.zeros(2)})
    found = {
        (notice.span.text, name)
        for notice in answer.warnings
        if notice.kind == "kink" and notice.span is not None
        for name in ("f[0]", "f[1]", "f[2]")
        if f"`{name}`" in notice.message
    }
    assert found == expected
