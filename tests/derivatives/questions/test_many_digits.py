"""Bounds of rounding errors hold: random programs, constants included, against many digits."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from mpmath import mp, mpf

import adcli
from adcli.text.errors import AdError
from tests.derivatives.questions.many_digits import DIGITS, exactly, text_of

STEP = mpf(10) ** -40


def slope(text: str, point: dict[str, Any], name: str) -> mpf:
    with mp.workdps(2 * DIGITS):
        ends = [exactly(text, {**point, name: point[name] + h}) for h in (STEP, -STEP)]
        return (ends[0] - ends[1]) / (2 * STEP)


@pytest.mark.parametrize("block", range(6))
def test_errors_are_within_their_bounds(block: int) -> None:
    looked = 0
    for seed in range(60 * block, 60 * block + 60):
        random = Random(seed)
        text = text_of(random)
        x, y = random.choice((0.7, 1.3, 1e-5, 1e-12, 3.0, 1.0)), random.choice((0.2, -0.4, 1.0, 1e-8))
        v = [random.choice((0.9, -0.3, 2.0, 1e-4)) for _ in range(3)]
        try:
            answer = adcli.grad(text, at={"x": x, "y": y, "v": v}, digits_report=True)
            point = {"x": mpf(x), "y": mpf(y), "v": [mpf(number) for number in v]}
            with mp.workdps(DIGITS):
                true = exactly(text, point)
        except (AdError, ValueError, ZeroDivisionError, OverflowError):
            continue
        assert answer.digits is not None
        row = answer.digits.rows[0]
        if not row.digits or not abs(true) < 1e300:  # to first order: of what has no digit it is an estimate
            continue
        looked += 1
        assert abs(mpf(answer.value) - true) <= row.bound, text
        trusted = dict(zip(answer.digits.columns, row.slopes, strict=True))
        for name in ("x", "y"):
            if digits := trusted.get(name):
                number, exact = mpf(answer.gradient[name]), slope(text, point, name)
                assert abs(number - exact) <= abs(number) * mpf(10) ** -digits + mpf(10) ** -60, text
    assert looked > 20
