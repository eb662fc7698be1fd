"""What a shell is told after <TAB>."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from adcli.cli.group import COMMANDS, answer
from adcli.cli.process.environment import Environment

Complete = Callable[..., list[str]]


@pytest.fixture
def complete(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> Complete:
    """What is offered for the last of these words, in a folder with a few files."""
    for name in (
        "model.ad",
        "mine.ad",
        "models/kepler.ad",
        "models/newton.ad",
        "deep/er/x.ad",
        "m.csv",
        "m.py",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)

    def offered(*words: str) -> list[str]:
        monkeypatch.setenv("COMP_WORDS", " ".join(["adcli", *words]))
        monkeypatch.setenv("COMP_CWORD", str(len(words)))
        asked = {"_ADCLI_COMPLETE": "bash_complete"}
        stdout, stderr = io.StringIO(), io.StringIO()
        assert answer([], Environment(io.BytesIO(), stdout, stderr, asked)) == 0
        seen = capfd.readouterr()
        assert (seen.err, stderr.getvalue()) == ("", "")
        return [line.partition(",")[2] for line in seen.out.splitlines() if line]

    return offered


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["gr"], ["grad"]),
        (["help", "he"], ["hess"]),
        (["grad", "x", "--mode", ""], ["auto", "forward", "reverse"]),
        (["grad", "x", "--mode", "re"], ["reverse"]),
        (["grad", "x", "--js"], ["--json"]),
        (["jac", "x", "--json", "--sp"], ["--sparse"]),
        (["check", "x", "--expect", ""], []),
        (["check", "x", "--method", "c"], ["central"]),
        (["check", "x", "--vary-h", "--me"], ["--method"]),
        (["functions", "aco"], ["acos", "acosd", "acosh", "acot", "acoth"]),
        (["samples", "so"], ["softmax-temperature"]),
        (["samples", "te"], ["textbook.batch"]),
        (["grad", "mo"], ["model.ad", "models/"]),
        (["grad", "models/"], ["models/kepler.ad", "models/newton.ad"]),
        (["grad", "de"], ["deep/er/x.ad"]),
        (["grad", "--at", "x=1", "mi"], ["mine.ad"]),
        (["grad", "nowhere/"], []),
        (["batch", "m"], ["m.csv", "models/"]),
        (["batch", "m.csv", "--format", "j"], ["jsonl"]),
        (["grod", "x", "--mo"], []),
    ],
)
def test_what_is_offered(words: list[str], offered: list[str], complete: Complete) -> None:
    assert complete(*words) == offered


def test_all_commands_are_offered(complete: Complete) -> None:
    assert complete("") == list(COMMANDS)


def test_the_script_for_the_shell(capfd: pytest.CaptureFixture[str]) -> None:
    asked = {"_ADCLI_COMPLETE": "zsh_source"}
    assert answer([], Environment(io.BytesIO(), io.StringIO(), io.StringIO(), asked)) == 0
    assert "_ADCLI_COMPLETE=zsh_complete" in capfd.readouterr().out
