"""Branching programs point after point: a loaded model against a run of its own at each point."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import adcli

OUTSIDE = {
    "determinant": "logdet([[x, 0], [0, 1]]) if x > 0 else x",
    "of a vector's": "A = outer(v, v) + eye(len(v))*x\noutput f = logdet(A) if x > 0 else x*v[0]",
    "inverse": "inv([[x, 0], [0, 1]])[0, 0] if x != 0 else x",
    "solution": "sum(solve([[x, 1], [1, 1]], [1, 2])) if x != 1 else x",
    "logarithm": "log(x) if x > 0 else x",
    "elements": "sum(sqrt(x*[1, 2])) if x > 0 else x",
    "index": "v[x]*x if x < 2 else x",
    "shape": "sum(zeros(x)) + x if x >= 0 else x^2",
    "norm": "norm([x, x])/x if x > 0 else x",
}


@pytest.mark.parametrize("text", OUTSIDE.values(), ids=OUTSIDE)
def test_the_other_branch_has_no_value(text: str) -> None:
    model = adcli.load(text)
    point = {"v": [0.5, 2.0]} if "v" in model.inputs() else {}
    for x in (1, -1, 2, 0, 1, 0.5, -1, 3):
        agrees(model, {"x": x, **point})


@pytest.mark.parametrize("seed", range(60))
def test_random_programs(seed: int) -> None:
    chance = random.Random(seed)
    text = program(chance)
    model = adcli.load(text)
    points = [point(chance) for _ in range(4)]
    for at in (*points, {**points[-1], "x": points[-1]["x"] + 1e-3}, points[0]):
        agrees(model, at)


def agrees(model: Any, at: dict[str, Any]) -> None:
    """With the value and the gradient of a run of its own, or its error."""
    fresh, error = tried(lambda: adcli.grad(model.source.text, at=at))
    got, other = tried(lambda: model.value_and_grad(at))
    assert error == other
    if error:
        return
    value, gradient = got
    np.testing.assert_allclose(value, fresh.value, rtol=1e-13)
    for name, slope in fresh.gradient.items():
        np.testing.assert_allclose(gradient[name], slope, rtol=1e-12, atol=1e-300)


def tried(ask: Callable[[], Any]) -> tuple[Any, str]:
    """An answer, and the message of the error in its place."""
    try:
        return ask(), ""
    except adcli.AdError as error:
        return None, error.message


# random programs, of x, y and a vector v whose length changes


def point(chance: random.Random) -> dict[str, Any]:
    def number() -> float:
        return chance.choice([0.0, 1.0, -1.0, 0.5, 2.0, chance.uniform(-2, 2), chance.uniform(-2, 2)])

    return {"x": number(), "y": number(), "v": [number() for _ in range(chance.choice((2, 3, 3, 4)))]}


NUMBERS = ("0.5", "2", "-1", "3", "0", "x", "y", "v[0]", "v[-1]", "s", "x*y", "(x + y)")
FORMS = (
    "(A + B)", "(A*B)", "(A - B)", "(A)/(B)", "sqrt(A)", "log(A)", "max(A, B)", "abs(A)", "sum(w*A)",
    "norm(w)", "logdet([[A, 0.5], [0.5, 2]])", "(A if C else B)", "where(C, A, B)",
    "sum(inv([[A, 1], [1, 2]]))", "prod(w[1:])", "floor(A)",
)  # fmt: skip
LINES = (
    "if C:\n>\nelse:\n>", "for i in range(round(abs(x)) % 4):\n>", "for u in w:\n>", "w[0] = A",
    "w[round(abs(x)) % 2] = A", "w = w*x", "w = concat(w, [x])", "w = w[::-1]", "w = w[w > 0]",
    "w = [x, y]", "w[1:] = y", "s += A", "s = s*B", "s = s + A",
)  # fmt: skip


def program(chance: random.Random) -> str:
    body = "\n".join(line(chance) for _ in range(chance.randrange(1, 6)))
    return f"input x, y, v\ns = 1\nw = v*1\n{body}\noutput f = s + sum(w)"


def line(chance: random.Random, depth: int = 0) -> str:
    text = chance.choice(LINES[3:] if depth > 1 else LINES)
    rows = [
        "    " + line(chance, depth + 1).replace("\n", "\n    ") if row == ">" else filled(row, chance)
        for row in text.split("\n")
    ]
    return "\n".join(rows)


def filled(text: str, chance: random.Random, depth: int = 0) -> str:
    """A form with its numbers A and B, and its condition C."""
    found = ""
    for letter in text:
        if letter in "AB":
            is_number = depth > 1 or chance.random() < 0.3
            part = chance.choice(NUMBERS if is_number else FORMS)
            found += part if is_number else filled(part, chance, depth + 1)
        elif letter == "C":
            sides = chance.choice(NUMBERS), chance.choice(NUMBERS)
            found += chance.choice((" < ", " > ", " <= ", " == ", " != ")).join(sides)
        else:
            found += letter
    return found
