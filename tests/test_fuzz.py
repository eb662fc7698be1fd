"""Random command lines, steered by Hypothesis: each ends well, or with one calm error.

`tests/fuzz.py` is the same for as long as you like.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import adcli
from adcli.text.errors import AdError
from tests.fuzzing import judge, lines, texts
from tests.fuzzing.lines import Line

LIGHT = settings(
    max_examples=100,
    database=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
RANDOM = st.randoms(use_true_random=False)


@pytest.fixture(scope="module", autouse=True)
def _files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("fuzz")
    lines.prepare(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        yield


@LIGHT
@given(RANDOM, st.booleans(), st.sampled_from([1, 20, 80, 140]))
def test_command_lines(random: Random, terminal: bool, width: int) -> None:
    line = lines.line(random)
    fault = judge.fault(line, terminal, width)
    assert fault is None, (line, fault)


@LIGHT
@given(st.text(max_size=40), st.text(max_size=20))
def test_any_text_at_any_point(text: str, point: str) -> None:
    for command in ("grad", "trace"):
        line = Line((command, text, "--at", point, "--json", *lines.BOUNDS))
        fault = judge.fault(line)
        assert fault is None, (line, fault)


@LIGHT
@given(st.binary(max_size=60))
def test_any_bytes(contents: bytes) -> None:
    for args in (("grad", "-", "--at", "x=2", "--json", *lines.BOUNDS), ("batch", "-", "--json")):
        fault = judge.fault(Line(args, contents))
        assert fault is None, (args, fault)


@LIGHT
@given(RANDOM, st.floats(), st.floats(), st.floats())
def test_the_library_at_any_point(random: Random, x: float, y: float, z: float) -> None:
    text = texts.sensible(random, 3)
    point = {"x": x, "y": y, "z": z, "v": [x, y, 1.0]}
    for function in (adcli.eval, adcli.grad, adcli.hess, adcli.check):
        try:
            answer = function(text, at=point)
        except AdError:
            continue
        assert answer.source == text
