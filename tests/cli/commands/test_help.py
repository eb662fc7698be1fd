"""The list of functions, the help texts and the version."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import click
import pytest

from adcli import __version__
from adcli.cli.group import COMMANDS, GOALS
from adcli.cli.parts.command import GROUPS, Command, group_of
from tests.conftest import Adcli, Shell


def command_named(name: str) -> Command:
    found = import_module(f"adcli.cli.commands.{name}").command
    assert isinstance(found, Command)
    return found


def test_functions_are_listed_and_explained(adcli: Adcli) -> None:
    overview = adcli("functions").stdout
    for words in ("tanh(x)", "1/cosh(x)^2", "also ln", "abs bends at 0", "x ≠ 0"):
        assert words in overview
    assert adcli("functions", "arctan").stdout == adcli("functions", "atan").stdout
    assert adcli("functions", "tanh").stdout == (
        "tanh(x)\n  is           sinh(x)/cosh(x)\n  derivative   1/cosh(x)^2\n  domain       all reals\n"
    )
    assert "derivative   y\n  where y is   exp(x)\n" in adcli("functions", "exp").stdout
    assert "options      axis=, ddof=\n" in adcli("functions", "std").stdout
    assert len(adcli("functions", "--json").json["functions"]) > 60
    (tanh,) = adcli("functions", "tanh", "--json").json["functions"]
    assert tanh["derivative"] == {"x": "1/cosh(x)^2"}


@pytest.mark.parametrize("width", [40, 80, 140])
def test_the_table_of_functions_fits_the_terminal(adcli: Adcli, width: int) -> None:
    lines = adcli("functions", terminal=True, width=width, environ={"NO_COLOR": "1"}).stdout.splitlines()
    assert max(map(len, lines)) <= width


def test_version_and_help(adcli: Adcli) -> None:
    assert adcli("--version").stdout == f"adcli {__version__}\n"
    assert adcli().stdout == adcli("--help").stdout
    assert adcli().status == 0
    for command in ("eval", "grad", "functions"):
        ran = adcli(command, "--help")
        assert (ran.status, ran.stderr) == (0, "")
        assert ran.stdout.startswith(f"Usage: adcli {command}")
        assert "Examples:" in ran.stdout
        assert command in adcli().stdout


@pytest.mark.parametrize(
    ("asked", "means"),
    [
        (["-h"], ["--help"]),
        (["help"], ["--help"]),
        (["-V"], ["--version"]),
        (["grad", "-h"], ["grad", "--help"]),
        (["help", "grad"], ["grad", "--help"]),
    ],
)
def test_other_ways_to_ask_for_help(asked: list[str], means: list[str], adcli: Adcli) -> None:
    ran = adcli(*asked)
    assert (ran.status, ran.stderr) == (0, "")
    assert ran.stdout == adcli(*means).stdout


def test_minus_h_can_be_an_expression(adcli: Adcli) -> None:
    assert adcli("eval", "-h", "--at", "h=2").stdout == "-2\n"
    assert adcli("help", "grod").stderr == ("error: there is no command `grod`\n  help: did you mean grad?\n")


def test_the_commands_are_told_in_whole_sentences_by_goal(adcli: Adcli) -> None:
    for terminal, width in ((False, 80), (True, 80), (True, 140)):
        told = adcli("--help", terminal=terminal, width=width).stdout
        assert "..." not in told.partition("\n\n")[2].partition("[ARGS]...")[2]
        for goal, commands in GOALS.items():
            lines = told.partition(f"\n{goal}:\n")[2].partition("\n\n")[0].splitlines()
            assert [line.split()[0] for line in lines] == list(commands)
            assert all(line.endswith(".") for line in lines)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_in_one_group_and_told_there(name: str, adcli: Adcli) -> None:
    told = adcli(name, "--help").stdout
    headings = [f"\n{group}:\n" for group in GROUPS if f"\n{group}:\n" in told]
    assert sorted(headings, key=told.index) == headings
    grouped = " ".join(GROUPS.values()).split()
    assert len(set(grouped)) == len(grouped)
    for option in command_named(name).params:
        if isinstance(option, click.Option):
            section = told.partition(f"\n{group_of(option)}:\n")[2].partition("\n\n")[0]
            assert re.search(rf"^  (-\w, )?{option.opts[0]}\b", section, re.MULTILINE), option.opts


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder, away from the samples: an example makes the files that it reads."""
    home = tmp_path / "home"
    home.mkdir()
    return home


@pytest.mark.parametrize("name", COMMANDS)
def test_the_examples_in_help_work_anywhere(name: str, shell: Shell, folder: Path) -> None:
    assert command_named(name).examples
    for _, line in command_named(name).examples:
        done = shell(line, folder)
        assert (done.returncode, done.stderr) == (0, ""), line
        assert bool(done.stdout) is not bool(re.search(r" > [\w.]+$| -o ", line)), line
