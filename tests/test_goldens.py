"""Golden outputs are compared as they say: words exactly, numbers by a tolerance, gaps where numbers move."""

from __future__ import annotations

import pytest

from tests import test_samples
from tests.cli.commands import test_derivatives, test_trace
from tests.conftest import ROOT
from tests.goldens import differences
from tests.show import test_comparison

GOLDEN = (
    "f = x*y      f = 2\n\n  input   at   derivative\n  x        1    0\n  y[0]     2    1.7163378145367738\n"
)


def agree(ours: str, theirs: str) -> bool:
    return not list(differences(ours, theirs))


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("1.7163378145367738", "1.716337814536774"),
        ("a  1   -1.7e-17", "a  1   0"),
        ("= 0.5 + (-1.7e-17)", "= 0.5 + 0"),
        ("a   0     1\nb  -0.5   1", "a  -1.7e-17   1\nb  -0.5       1"),
        ("1.7163378", "1.7163379"),
        ("0.99999999", "1"),
        ("-999.99999", "-1000"),
        ("3.9870475e-13", "3.9870476e-13"),
    ],
)
def test_what_rounding_moves_agrees(ours: str, theirs: str) -> None:
    assert agree(ours, theirs)
    assert agree(theirs, ours)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("derivative", "derivativ"),
        ("input", "Input"),
        ("y[0]", "y[1]"),
        ("f = 2", "f = 3"),
        ("f = 2", "f = -2"),
        ("f = 2", "f = 2.000001"),
        ("1.7163378145367738", "1.71633781453"),
        ("    0\n", "    1e-14\n"),
        ("    0\n", "    nan\n"),
        ("    0\n", "    0\n\n"),
        ("  x  ", " x  "),
        ("x*y", "x *y"),
        ("    0\n", "     0\n"),
        ("derivative\n", "derivative \n"),
    ],
)
def test_everything_else_differs(old: str, new: str) -> None:
    assert old in GOLDEN
    assert not agree(GOLDEN.replace(old, new), GOLDEN)
    assert not agree(GOLDEN, GOLDEN.replace(old, new))


@pytest.mark.parametrize(("ours", "theirs"), [("v1", "v1.0"), ("2x", "2.0x"), ("x^2-1", "x^2-1.0")])
def test_numbers_of_names_and_formulas_are_words(ours: str, theirs: str) -> None:
    assert not agree(ours, theirs)


def asked_for() -> set[str]:
    """The golden outputs that tests compare with, as paths in their folder."""
    pages = ("80", "140", "pipe")
    return {
        *(f"{sample.stem}.txt" for sample in test_samples.SAMPLES),
        *(f"{stem}.{page}.txt" for stem in ("batch", "batch.jacobians") for page in pages),
        *(f"kinks.{page}.txt" for page in ("80", "pipe")),
        *(f"check/{name}.txt" for name in (*test_comparison.CASES, *test_comparison.OWN)),
        *(f"derivatives/{name}.{page}.txt" for name in test_derivatives.CASES for page in pages),
        *(f"trace/{sample.stem}.txt" for sample in test_trace.SAMPLES),
        *(f"trace/{name}.explained.txt" for name in test_trace.EXPLAINED),
        "trace/newton.folded.txt",
    }


def test_every_golden_output_is_asked_for() -> None:
    folder = ROOT / "tests" / "golden"
    found = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert found == asked_for()
