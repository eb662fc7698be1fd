"""Balls are the table's operations: they enclose what the kernels compute, and the rules' constants."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterator

import pytest
from flint import arb, ctx

from adcli.operations import TABLE, Form, Operation
from adcli.operations.rules.texts import product
from adcli.operations.table.constants import CONSTANTS
from adcli.rigorous.ball import UNSURE, Ball, Undecided, equal, less
from adcli.rigorous.decimals import proven
from adcli.rigorous.onballs import BALLS, enclosed

KINKS = ("ties", "steepest", "flattest")  # only conditions and directions of kinks use these
SCALAR = [o for o in TABLE.values() if not o.tensor and o.name not in KINKS and o.name != "where"]


@pytest.fixture(autouse=True)
def _precision() -> Iterator[None]:
    """Two hundred bits, and what was set before afterwards."""
    before, ctx.prec = ctx.prec, 200
    yield
    ctx.prec = before


def points(operation: Operation) -> list[list[float]]:
    rng = random.Random(operation.name)
    count = len(operation.arguments) + operation.variadic
    intervals = (operation.samples * count)[:count] if operation.variadic else operation.samples
    fixed = [low == high for low, high in intervals]
    drawn = [[rng.uniform(*interval) for interval in intervals] for _ in range(4)]
    return [[float(round(x)) if f else x for x, f in zip(xs, fixed, strict=True)] for xs in drawn]


@pytest.mark.parametrize("operation", SCALAR, ids=[o.name for o in SCALAR])
def test_operations_and_their_partials_on_balls(operation: Operation) -> None:
    for xs in points(operation):
        y = enclosed(operation, len(xs))(*map(Ball, xs))
        value = operation.value(*xs)
        assert math.isclose(float(y.arb.mid()), value, rel_tol=1e-13, abs_tol=1e-15)
        assert y.arb.rad() < 1e-10 * (1 + abs(y.arb.mid()))
        if operation.form in (Form.ELEMENTWISE, Form.SELECTING):
            for position in range(len(xs)):
                _check_partial(operation, position, xs, y)


def _check_partial(operation: Operation, position: int, xs: list[float], y: Ball) -> None:
    from adcli.operations.rules.floats import FLOATS

    on_floats = product(operation, len(xs), position, FLOATS)(1.0, *xs, operation.value(*xs))
    part = product(operation, len(xs), position, BALLS)(Ball(1), *map(Ball, xs), y)
    assert (part is None) == (on_floats is None)
    if part is not None:
        assert math.isclose(float(part.arb.mid()), on_floats, rel_tol=1e-12, abs_tol=1e-14)


def test_every_rounded_constant_of_the_table_is_known() -> None:
    for operation in TABLE.values():
        near = (text for _, text in operation.near)
        for text in (*operation.partials, operation.numpy, operation.scipy, operation.exact, *near):
            for decimal in re.findall(r"\d+\.\d{5,}", text or ""):
                assert decimal in CONSTANTS, (operation.name, decimal)
    for decimal in CONSTANTS:
        value = BALLS.compiled("x", f"x*{decimal}")(1)
        assert value.arb.rad() > 0
        assert float(value.arb.mid()) == pytest.approx(float(decimal), rel=3e-16)


def test_comparisons_know_that_they_do_not_know() -> None:
    third = Ball(arb(1) / 3)
    assert less(third, Ball(0.5)) is True
    assert less(Ball(0.5), third) is False
    assert equal(third, third) is True
    assert equal(third, Ball(arb(1) / 3)) is UNSURE
    assert equal(Ball(2), 2.0) is True
    assert equal(third, 0.25) is False
    with pytest.raises(Undecided):
        bool(third == Ball(arb(1) / 3))


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (lambda: arb(1) / 3, "0.33333333333333333333"),
        (lambda: arb(10) / 3 * 3, "10.000000000000000000"),
        (lambda: arb("123456789012345678901234567890"), "1.2345678901234567890e+29"),
        (lambda: arb("1e-7"), "1.0000000000000000000e-07"),
        (lambda: -arb("0.00012345"), "-0.00012345000000000000000"),
        (lambda: arb(0), "0"),
    ],
)
def test_proven_decimals_are_rounded_to_nearest(number: object, text: str) -> None:
    assert callable(number)
    found = proven(number(), 0.0)
    assert found is not None
    assert found.text == text


def test_too_wide_an_enclosure_proves_nothing() -> None:
    assert proven(arb("0.5 +/- 1e-12"), 0.5) is None
    assert proven(arb("0 +/- 1e-40"), 0.0) is None
    assert proven(arb.nan(), 0.0) is None
