"""Numbers as text."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adcli.show.layout.aligned import aligned, number


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (3.0, None, "3"),
        (1 / 3, None, "0.3333333333333333"),
        (1 / 3, 8, "0.33333333"),
        (1e16, None, "1e+16"),
        (123456789.0, 8, "1.2345679e+08"),
        (-0.0, None, "0"),
        (-0.0, 8, "0"),
        (math.inf, 8, "inf"),
        (math.nan, None, "nan"),
    ],
)
def test_number(value: float, digits: int | None, text: str) -> None:
    assert number(value, digits) == text


@given(st.floats(allow_nan=False))
def test_all_digits_are_enough_to_read_it_back(value: float) -> None:
    assert float(number(value)) == value  # the sign of a zero aside


def test_decimal_points_stand_in_one_column() -> None:
    assert aligned(["5.5", "-11.25", "300", "2.5e-9", "1e+20", "inf", ""]) == [
        "  5.5", "-11.25", "300", "  2.5e-9", "  1e+20", "inf", "   ",
    ]  # fmt: skip
