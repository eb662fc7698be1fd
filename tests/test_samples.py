"""The samples give the answers that their comments say, and look as their golden outputs do.

A comment says `# expect: value = …` and `# expect: d/dx = …` of a program with one output, which is
for `adcli grad`; `# expect: y = …` and `# expect: dy/dx = …` of one with several, for `adcli jac`.
`pytest tests/test_samples.py --rewrite` writes the golden outputs anew.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import mpmath as mp
import numpy as np
import pytest

from tests.conftest import ROOT, Adcli
from tests.formulas import FORMULAS
from tests.goldens import golden

SAMPLES = sorted((ROOT / "samples").glob("*.ad"))
GOLDEN = ROOT / "tests" / "golden"
WIDTH = 80
NOISE = 1e-35  # of differences at 60 digits with a step of 1e-10
EXPECTED = re.compile(r"^# expect: (\S+) = (\S+)$", re.MULTILINE)

each_sample = pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.stem)


def expectations(sample: Path) -> dict[str, float]:
    return {name: float(number) for name, number in EXPECTED.findall(sample.read_text(encoding="utf-8"))}


def command(sample: Path) -> str:
    return "grad" if "value" in expectations(sample) else "jac"


def elements(values: Mapping[str, Any]) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    """The label, input and index of every element of the inputs."""
    for name, value in values.items():
        for index in np.ndindex(np.shape(value)):
            yield f"{name}[{','.join(map(str, index))}]" if index else name, name, index


def exact(
    values: Mapping[str, Any], moved: str = "", index: tuple[int, ...] = (), by: Any = 0
) -> dict[str, Any]:
    """The inputs as numbers of mpmath in nested lists, one element of them moved."""

    def number(value: Any, place: tuple[int, ...], at: bool) -> Any:
        if isinstance(value, list):
            return [number(item, (*place, k), at) for k, item in enumerate(value)]
        return mp.mpf(value) + (by if at and place == index else 0)

    return {name: number(value, (), name == moved) for name, value in values.items()}


def outputs_of(formula: Callable[..., Any], inputs: Mapping[str, Any]) -> list[Any]:
    result = formula(**inputs)
    return result if isinstance(result, list) else [result]


def right_answers(sample: Path, inputs: Mapping[str, Any], names: list[str]) -> dict[str, float]:
    """What mpmath says at 40 digits, by differences of order 4 with a step that leaves 20 of them."""
    formula = FORMULAS[sample.stem]
    with mp.workdps(60):
        found = dict(zip(names, outputs_of(formula, exact(inputs)), strict=True))
        h = mp.mpf(10) ** -10
        for label, name, index in elements(inputs):
            sides = [outputs_of(formula, exact(inputs, name, index, k * h)) for k in (-2, -1, 1, 2)]
            for output, (a, b, c, d) in zip(names, zip(*sides, strict=True), strict=True):
                slope = (a - 8 * b + 8 * c - d) / (12 * h)
                found[f"d{'' if names == ['value'] else output}/d{label}"] = slope
        return {name: float(number) if abs(number) > NOISE else 0.0 for name, number in found.items()}


@cache
def told(sample: Path, mode: str, adcli: Adcli) -> tuple[dict[str, Any], dict[str, float]]:
    """The inputs of a sample, and the answers of `adcli` under the comments' names."""
    answer = adcli(command(sample), str(sample), "--mode", mode, "--json").json
    if command(sample) == "grad":
        found = {"value": answer["value"]}
        for label, name, index in elements(answer["gradient"]):
            found[f"d/d{label}"] = float(np.asarray(answer["gradient"][name])[index])
        return answer["inputs"], found
    found = dict(zip(answer["outputs"], answer["value"], strict=True))
    for output, row in zip(answer["outputs"], answer["jacobian"], strict=True):
        found |= {f"d{output}/d{column}": slope for column, slope in zip(answer["columns"], row, strict=True)}
    return answer["inputs"], found


def test_every_sample_has_its_formula() -> None:
    assert [sample.stem for sample in SAMPLES] == sorted(FORMULAS)


@each_sample
def test_the_comments_are_right(sample: Path, adcli: Adcli) -> None:
    inputs, _ = told(sample, "reverse", adcli)
    names = [name for name in expectations(sample) if "/d" not in name]
    right = right_answers(sample, inputs, names)
    assert list(expectations(sample)) == list(right)
    assert expectations(sample) == pytest.approx(right, rel=1e-15, abs=0)


@each_sample
@pytest.mark.parametrize("mode", ["forward", "reverse"])
def test_the_answers_are_those_of_the_comments(sample: Path, mode: str, adcli: Adcli) -> None:
    _, found = told(sample, mode, adcli)
    expected = expectations(sample)
    zeros = {name for name, number in expected.items() if number == 0}
    others = {name: number for name, number in expected.items() if number != 0}
    assert {name: found[name] for name in others} == pytest.approx(others, rel=1e-14, abs=0)
    # where the right answer is 0, terms as large as the others cancel
    assert all(abs(found[name]) <= 1e-15 * max(map(abs, others.values())) for name in zeros)
    assert found.keys() == expected.keys()


@each_sample
def test_golden_outputs(sample: Path, adcli: Adcli, rewrite: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    source = f"samples/{sample.name}"
    ran = adcli(command(sample), source, terminal=True, width=WIDTH, environ={"NO_COLOR": "1"})
    assert (ran.status, ran.stderr) == (0, "")
    golden(ran.stdout, GOLDEN / f"{sample.stem}.txt", rewrite)
