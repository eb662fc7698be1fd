"""Numbers as people read them."""

from __future__ import annotations

import pytest

from adcli.text.numerals import bytes_text, counted


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
