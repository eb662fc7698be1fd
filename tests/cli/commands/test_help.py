"""The list of functions, the help texts and the version."""

from __future__ import annotations

from importlib import import_module

import pytest

from adcli import __version__
from tests.conftest import Adcli, Shell


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


def test_the_commands_are_told_in_whole_sentences(adcli: Adcli) -> None:
    for terminal, width in ((False, 80), (True, 80), (True, 140)):
        told = adcli("--help", terminal=terminal, width=width).stdout
        assert "..." not in told.partition("Commands:")[2]
    lines = adcli("--help").stdout.partition("Commands:")[2].partition("\n\n")[0].splitlines()[1:]
    assert all(line.endswith(".") for line in lines)


@pytest.mark.parametrize("name", ["eval", "grad", "diff", "functions"])
def test_the_examples_in_help_work(name: str, shell: Shell) -> None:
    examples = import_module(f"adcli.cli.commands.{name}").command.examples
    for _, line in examples:
        done = shell(line)
        assert (done.returncode, done.stderr) == (0, ""), line
        assert done.stdout
