"""The line that says how far long work has come."""

from __future__ import annotations

import pytest

from adcli.show.layout.page import Page
from adcli.show.layout.progress import clock, progress


def test_the_line_tells_how_far_it_is() -> None:
    line = progress(1234, 2, 0.25, 10.0, Page(width=80))
    assert "25%" in line
    assert "1,234 records, 2 failed" in line
    assert line.endswith("30 s left")
    assert len(line) <= 80


def test_a_pipe_has_no_end_that_is_known() -> None:
    assert progress(7, 0, None, 1.0, Page(width=80)) == "7 records"


def test_it_has_no_red() -> None:
    assert "\x1b[91m" not in progress(5, 0, 0.5, 1.0, Page(width=80, colours=True))


@pytest.mark.parametrize(("seconds", "says"), [(12.4, "12 s"), (185, "3 min 05 s"), (7800, "2 h 10 min")])
def test_time_is_told_as_a_clock_does(seconds: float, says: str) -> None:
    assert clock(seconds) == says
