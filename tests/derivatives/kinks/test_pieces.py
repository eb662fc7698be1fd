"""Random formulas at ties, against the one-sided limits of an evaluator of its own."""

from __future__ import annotations

import re
from fractions import Fraction
from random import Random
from typing import Any

import pytest

import adcli
from tests.derivatives.kinks.pieces import Piece, agree, combined, random_piece, slopes

NAMES = ("x", "y", "z")
KINDS = ("kink", "boundary", "undefined", "infinite_slope")
Sides = list[tuple[float | None, float | None]]
DIRECTION = re.compile(r"along \((.*?)\) the")


def drawn(seed: int) -> tuple[Random, Piece, dict[str, int]]:
    """A formula and a point at which ties are frequent."""
    rng = Random(seed)
    names = NAMES[: rng.choice([1, 2, 2, 3])]
    piece = random_piece(rng, names, rng.choice([2, 3, 4]))
    return rng, piece, {name: rng.choice([0, 0, 0, 1, -1, 2]) for name in names}


def told(answer: Any, name: str) -> Sides:
    """The sides that notices tell along an input."""
    return [(n.left, n.right) for n in answer.warnings if n.input == name and n.kind in KINDS]


def judge(found: float, sides: tuple[float, float], notices: Sides, case: object) -> None:
    """An answer is the number that both sides have, silently; or there is a warning with both."""
    if agree(sides):
        assert found == pytest.approx(sides[0], rel=1e-12, abs=1e-12), case
        assert not notices, case
    else:
        assert notices, case
        assert set(notices) == {sides}, case


def used(piece: Piece, point: dict[str, int]) -> dict[str, int]:
    return {name: x for name, x in point.items() if re.search(rf"\b{name}\b", piece.text)}


def check_gradient(seed: int) -> None:
    _, piece, point = drawn(seed)
    point = used(piece, point)
    if not point:
        return
    for mode in ("forward", "reverse"):
        answer = adcli.grad(piece.text, at=point, mode=mode)
        for name in point:
            sides = slopes(piece, point, {name: 1})
            judge(answer.gradient[name], sides, told(answer, name), (piece.text, point, name, sides))
        for notice in answer.warnings:
            if notice.kind in KINDS and notice.input is None:
                check_corner(piece, point, answer.gradient, notice.message)


def check_corner(piece: Piece, point: dict[str, int], gradient: dict[str, float], message: str) -> None:
    """What is told not to be differentiable is not so along the direction that is named."""
    pairs = (pair.split("=") for pair in DIRECTION.findall(message)[0].split(", "))
    direction = {name: Fraction(number) for name, number in pairs}
    sides = slopes(piece, point, direction)
    expected = sum(gradient[name] * float(d) for name, d in direction.items())
    assert max(abs(side - expected) for side in sides) > 1e-9, (piece.text, point, message)


def check_products(seed: int) -> None:
    rng, first, point = drawn(seed)
    second = random_piece(rng, tuple(point), 2)
    text = f"({first.text}), ({second.text})"
    names = {name: x for name, x in point.items() if re.search(rf"\b{name}\b", text)}
    if not names:
        return
    tangent = {name: rng.choice([-1, 1, 2]) for name in names}
    answer = adcli.jvp(text, tangent, at=names)
    each = list(zip(answer.jvp, answer.jvp.values(), (first, second), strict=False))
    for label, found, piece in each:
        sides = slopes(piece, names, tangent)
        notices = [
            (n.left, n.right)
            for n in answer.warnings
            if n.kind in KINDS and (len(each) == 1 or f"`{label}`" in n.message.partition("along")[2])
        ]
        judge(found, sides, notices, (text, names, tangent, label))
    if len(each) < 2:
        return
    weights = [rng.choice([-1, 1, 2]), rng.choice([-1, 1])]
    adjoint = {f"f[{k}]": w for k, w in enumerate(weights)}
    product = adcli.vjp(text, adjoint, at=names)
    for name in names:
        sides = combined(list(zip(weights, (first, second), strict=True)), names, {name: 1})
        judge(product.vjp[name], sides, told(product, name), (text, names, weights, name))
    check_jacobian(text, (first, second), names)


def check_jacobian(text: str, pieces: tuple[Piece, ...], point: dict[str, int]) -> None:
    answer = adcli.jac(text, at=point)
    for piece, label, row in zip(pieces, answer.rows, answer.jacobian, strict=True):
        for name, found in zip(answer.columns, row, strict=True):
            notices = [
                (n.left, n.right)
                for n in answer.warnings
                if n.input == name and n.kind in KINDS and f"the derivative of `{label}`" in n.message
            ]
            judge(found, slopes(piece, point, {name: 1}), notices, (text, point, label, name))


@pytest.mark.parametrize("seed", range(150))
def test_gradients_at_ties(seed: int) -> None:
    check_gradient(seed)


@pytest.mark.parametrize("seed", range(150))
def test_products_and_jacobians_at_ties(seed: int) -> None:
    check_products(seed)
