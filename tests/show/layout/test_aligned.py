"""Numbers in a column."""

from __future__ import annotations

from adcli.show.layout.aligned import aligned


def test_decimal_points_stand_in_one_column() -> None:
    assert aligned(["5.5", "-11.25", "300", "2.5e-9", "1e+20", "inf", ""]) == [
        "  5.5", "-11.25", "300", "  2.5e-9", "  1e+20", "inf", "   ",
    ]  # fmt: skip
