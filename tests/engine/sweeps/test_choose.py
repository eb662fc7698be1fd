"""The choice of mode at its boundaries: a reverse sweep counts as two forward ones, a tie is reverse."""

from __future__ import annotations

import pytest

from adcli.engine.sweeps.choose import NOTABLE_TAPE, choose


@pytest.mark.parametrize(
    ("inputs", "outputs", "mode", "sweeps"),
    [
        (0, 1, "forward", 0),
        (1, 1, "forward", 1),
        (2, 1, "reverse", 1),
        (3, 2, "forward", 3),
        (4, 2, "reverse", 2),
        (5, 2, "reverse", 2),
        (199, 100, "forward", 199),
        (200, 100, "reverse", 100),
    ],
)
def test_the_cheaper_mode_by_counts(inputs: int, outputs: int, mode: str, sweeps: int) -> None:
    choice = choose(inputs, outputs)
    assert (choice.mode, choice.sweeps) == (mode, sweeps)
    assert (choose(inputs, outputs, colours=(inputs, outputs)).mode) == mode


@pytest.mark.parametrize(
    ("colours", "mode", "sweeps", "says"),
    [
        (
            (3, 3),
            "forward",
            3,
            "90 outputs, 100 inputs in 3 colours: 3 sweeps instead of 100",
        ),
        (
            (5, 3),
            "forward",
            5,
            "90 outputs, 100 inputs in 5 colours: 5 sweeps instead of 100",
        ),
        (
            (6, 3),
            "reverse",
            3,
            "90 outputs in 3 colours, 100 inputs: 3 sweeps instead of 90",
        ),
        ((100, 90), "forward", 100, "90 outputs, 100 inputs: 100 forward sweeps instead of 90 reverse"),
        ((100, 1), "reverse", 1, "90 outputs in 1 colour, 100 inputs: 1 sweep instead of 90"),
        ((1, 90), "forward", 1, "90 outputs, 100 inputs in 1 colour: 1 sweep instead of 100"),
    ],
)
def test_the_cheaper_mode_by_colours(colours: tuple[int, int], mode: str, sweeps: int, says: str) -> None:
    choice = choose(100, 90, "auto", colours)
    assert (choice.mode, choice.sweeps) == (mode, sweeps)
    assert choice.reason == f"{mode}: {says}"


def test_a_tape_is_told_where_it_is_large() -> None:
    assert (
        choose(9, 1, tape=NOTABLE_TAPE - 1).reason
        == "reverse: 1 output, 9 inputs: 1 reverse sweep instead of 9 forward"
    )
    assert choose(9, 1, tape=12_345_678).reason.endswith("instead of 9 forward, with a tape of 12.3 MB")
    assert "tape" not in choose(1, 9, tape=12_345_678).reason


def test_a_mode_that_is_asked_for_is_said_to_be() -> None:
    assert (
        choose(9, 1, "forward").reason
        == "forward: 1 output, 9 inputs: 9 forward sweeps instead of 1 reverse, as asked"
    )
    assert choose(9, 1, "reverse") == choose(9, 1)
