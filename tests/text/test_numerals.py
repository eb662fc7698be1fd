"""Numbers as text, and as people read them."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adcli.text.numerals import bytes_text, counted, number


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


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (1, "1 byte"),
        (999, "999 bytes"),
        (1000, "1 kB"),
        (12_345, "12.3 kB"),
        (4 * 10**9, "4 GB"),
        (10**16, "1e+04 TB"),
    ],
)
def test_bytes_have_units(count: int, text: str) -> None:
    assert bytes_text(count) == text


@pytest.mark.parametrize(("count", "text"), [(0, "0 inputs"), (1, "1 input"), (3000, "3,000 inputs")])
def test_what_is_counted_is_singular_or_plural(count: int, text: str) -> None:
    assert counted(count, "input") == text
