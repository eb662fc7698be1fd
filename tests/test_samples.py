"""The samples give the answers that their comments say, and look as their golden outputs do.

`pytest tests/test_samples.py --rewrite` writes the golden outputs anew.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import mpmath as mp
import pytest

from tests.conftest import ROOT, Adcli

SAMPLES = sorted((ROOT / "samples").glob("*.ad"))
GOLDEN = ROOT / "tests" / "golden"
WIDTH = 80
EXPECTED = re.compile(r"^# expect: (value|d/d\S+) = (\S+)$", re.MULTILINE)

# The same mathematics, written down once more for mpmath.
FORMULAS: dict[str, Callable[..., Any]] = {
    "baydin": lambda x1, x2: mp.log(x1) + x1 * x2 - mp.sin(x2),
    "exp-of-product": lambda a, b: mp.exp(a * b),
    "griewank-walther": lambda x1, x2: (mp.sin(x1 / x2) + x1 / x2 - mp.exp(x2)) * (x1 / x2 - mp.exp(x2)),
    "sigmoid": lambda x: 1 / (1 + mp.exp(-x)),
    "sine-of-product": lambda x, y: mp.sin(x * y) + (x * y) ** 2,
    "square": lambda v: v * v,
    "sum-times": lambda a, b, c: (a + b) * c,
    "tanh-neuron": lambda a, b, c: mp.tanh((a + b) * c),
}

each_sample = pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.stem)


def expectations(sample: Path) -> dict[str, float]:
    return {name: float(number) for name, number in EXPECTED.findall(sample.read_text(encoding="utf-8"))}


def test_every_sample_has_its_formula() -> None:
    assert [sample.stem for sample in SAMPLES] == sorted(FORMULAS)


@each_sample
def test_the_comments_are_right(sample: Path, adcli: Adcli) -> None:
    formula = FORMULAS[sample.stem]
    inputs = adcli("grad", str(sample), "--json").json["inputs"]
    with mp.workdps(40):
        point = [mp.mpf(value) for value in inputs.values()]
        right = {"value": float(formula(*point))}
        for k, name in enumerate(inputs):
            order = tuple(int(j == k) for j in range(len(point)))
            right[f"d/d{name}"] = float(mp.diff(formula, tuple(point), order))
    assert expectations(sample) == pytest.approx(right, rel=1e-15, abs=0)


@each_sample
@pytest.mark.parametrize("mode", ["forward", "reverse"])
def test_the_answers_are_those_of_the_comments(sample: Path, mode: str, adcli: Adcli) -> None:
    answer = adcli("grad", str(sample), "--mode", mode, "--json").json
    found = {"value": answer["value"]} | {f"d/d{name}": slope for name, slope in answer["gradient"].items()}
    assert found == pytest.approx(expectations(sample), rel=1e-14, abs=0)


@each_sample
def test_golden_outputs(sample: Path, adcli: Adcli, rewrite: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    ran = adcli("grad", f"samples/{sample.name}", terminal=True, width=WIDTH, environ={"NO_COLOR": "1"})
    golden = GOLDEN / f"{sample.stem}.txt"
    if rewrite:
        golden.write_text(ran.stdout, encoding="utf-8")
    assert (ran.status, ran.stderr) == (0, "")
    assert ran.stdout == golden.read_text(encoding="utf-8")
