"""Germs over germs: x + t d + s e, with s far below any power of t."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from adcli.numbers.germs.germ import Beyond, Germ, Line, Unknown, compared, sign, value_of
from adcli.numbers.germs.onarrays import GERMS, on_germs
from adcli.operations import TABLE, Form
from adcli.operations.operation import UNDEFINED
from adcli.operations.rules.texts import product
from tests.operations.points import SCALARS, WHOLE, count_of

ELEMENTWISE = [operation for operation in SCALARS if operation.form is Form.ELEMENTWISE]


def lines() -> tuple[Line, Line]:
    """Those of t and of s."""
    return Line(4), Line(3, level=1)


def origin() -> tuple[Germ, Germ]:
    """t and s."""
    outer, inner = lines()
    return outer.through(0.0, 1.0), inner.through(0.0, 1.0)


def on(name: str, *arguments: Any) -> Any:
    return on_germs(TABLE[name], *arguments)


def plain(number: Any) -> Any:
    """The coefficients of s^k t^j as nested dicts."""
    return {e: plain(c) for e, c in number.terms.items()} if isinstance(number, Germ) else number


def test_the_lower_line_decides() -> None:
    t, s = origin()
    assert compared(s, t * t * t) == -1
    assert sign(t - s) == 1
    assert sign(s - t) == -1
    assert sign(s + 0.0 * t) == 1
    assert plain(on("max", t, s)) == {1: 1.0}
    assert on("floor", t - s) == 0.0
    assert on("floor", s - t) == -1.0
    assert on("floor", 0.0 * t - s) == -1.0


def test_arithmetic_goes_through_the_coefficients() -> None:
    t, s = origin()
    assert plain(t * s) == plain(s * t) == {1: {1: 1.0}}
    assert plain(1.0 + t + s) == plain(s + (t + 1.0)) == {0: {0: 1.0, 1: 1.0}, 1: 1.0}
    assert plain(1 / (t + s))[1] == {-2: -1.0}
    assert plain(s / t) == {1: {-1: 1.0}}
    assert plain(t / s) == {-1: {1: 1.0}}
    assert value_of(t / (t + s)) == 1.0


def test_corners_on_the_line_are_corners() -> None:
    t, s = origin()
    assert plain(on("abs", t * s)) == plain(on("abs", t * -s)) == {1: {1: 1.0}}
    assert plain(on("abs", -t * s)) == {1: {1: 1.0}}
    assert plain(on("sign", s) * on("abs", s)) == {1: 1.0}
    assert plain(on("hypot", t, s))[2] == {-1: 0.5}
    assert plain(on("pow", t * s, 1.5)) == {Fraction(3, 2): {Fraction(3, 2): 1.0}}
    with pytest.raises(Beyond):
        on("sqrt", s - t)


def slopes(number: Any) -> list[float]:
    """Those of t^0 and t^1."""
    terms = number.terms if isinstance(number, Germ) else {0: number or 0.0}
    return [float(terms.get(power, 0.0)) for power in (0, 1)]


@pytest.mark.parametrize("operation", ELEMENTWISE, ids=lambda operation: operation.name)
def test_the_coefficient_of_s_is_the_partial_beside_the_point(operation: Any) -> None:
    count, compared_with = count_of(operation), 0
    rng = random.Random(operation.name)
    for _ in range(3):
        samples = [operation.samples[min(i, len(operation.samples) - 1)] for i in range(count)]
        values = [rng.uniform(low + 0.3 * (high - low), high - 0.3 * (high - low)) for low, high in samples]
        whole = [(operation.name, k) in WHOLE for k in range(count)]
        for position in (k for k in range(count) if not whole[k]):
            outer, inner = lines()
            moved: list[Any] = [
                float(round(value)) if whole[k] else outer.through(value, 0.5 + k)
                for k, value in enumerate(values)
            ]
            nested = [*moved[:position], inner.through(moved[position], 1.0), *moved[position + 1 :]]
            try:
                y = on_germs(operation, *moved)
                partial = product(operation, count, position, GERMS)(1.0, *moved, y)
                number = on_germs(operation, *nested)
            except (Unknown, *UNDEFINED):
                continue
            found = number.terms.get(1, 0.0) if isinstance(number, Germ) and number.line is inner else 0.0
            assert slopes(found) == pytest.approx(slopes(partial), rel=1e-9, abs=1e-12)
            compared_with += 1
    assert compared_with
