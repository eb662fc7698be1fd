"""What tests share: the command line, called in this process with streams of the test's own."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from hypothesis import HealthCheck, settings

from adcli.cli.group import answer
from adcli.cli.process.environment import Environment

# Who runs in the background of a shell ignores Ctrl-C, and so would the processes that tests start.
for _number in (signal.SIGINT, getattr(signal, "SIGHUP", signal.SIGINT)):
    if signal.getsignal(_number) is signal.SIG_IGN:
        signal.signal(_number, signal.default_int_handler)


ROOT = Path(__file__).resolve().parent.parent

# Other work on the machine is no failure.
settings.register_profile("any pace", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any pace")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rewrite",
        action="store_true",
        help="write the golden outputs, and what the pages show and list, anew",
    )


@pytest.fixture
def rewrite(request: pytest.FixtureRequest) -> bool:
    """Whether golden outputs are to be written instead of compared."""
    return bool(request.config.getoption("--rewrite"))


@pytest.fixture(scope="session", autouse=True)
def modules_compiled_once(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The processes that tests start compile a module once, also where Python is told to write nothing."""
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
        os.environ["PYTHONPYCACHEPREFIX"] = str(tmp_path_factory.mktemp("compiled"))


@dataclass(frozen=True)
class Ran:
    """What a command line left behind."""

    status: int
    stdout: str
    stderr: str

    @property
    def json(self) -> Any:
        """The one JSON document on stdout."""
        return json.loads(self.stdout, parse_constant=lambda token: pytest.fail(f"not strict JSON: {token}"))

    @property
    def error(self) -> Any:
        """The error's JSON document: the last line of stderr."""
        return json.loads(self.stderr.rstrip("\n").split("\n")[-1])["error"]


Adcli = Callable[..., Ran]


def run_adcli(
    *args: str,
    stdin: str | bytes | BinaryIO = "",
    terminal: bool = False,
    width: int = 80,
    environ: Mapping[str, str] | None = None,
) -> Ran:
    """Run `adcli ARGS` with a terminal of `width` columns, or with pipes."""
    contents = stdin.encode() if isinstance(stdin, str) else stdin
    given = io.BytesIO(contents) if isinstance(contents, bytes) else contents
    stdout, stderr = io.StringIO(), io.StringIO()
    environment = Environment(
        given, stdout, stderr, environ or {}, terminal, terminal, width if terminal else 80
    )
    status = answer(args, environment)
    return Ran(status, stdout.getvalue(), stderr.getvalue())


@pytest.fixture
def adcli() -> Adcli:
    """The command line: `adcli("grad", "x^2", "--at", "x=3")`."""
    return run_adcli


Shell = Callable[..., subprocess.CompletedProcess[str]]  # of a line, and perhaps the folder it runs in


# A line that calls `adcli` and leaves a shell nothing to do but take its words apart.
PLAIN = re.compile(r"""adcli (?:[\w .,=/@:+-]|'[^']*'|"[^"$`\\]*")*""")


def run_here(line: str, folder: Path = ROOT) -> subprocess.CompletedProcess[str] | None:
    """What such a line leaves behind, perhaps with its stderr in its stdout; None for others."""
    told = line.removesuffix(" 2>&1")
    if not PLAIN.fullmatch(told):
        return None
    stdout = io.StringIO()
    stderr = io.StringIO() if told == line else stdout
    with contextlib.chdir(folder):
        status = answer(shlex.split(told)[1:], Environment(io.BytesIO(), stdout, stderr, {}))
    return subprocess.CompletedProcess(
        line, status, stdout.getvalue(), "" if stderr is stdout else stderr.getvalue()
    )


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """Runs a line as a user types it, in the repository's folder, with this `adcli`.

    Where the line is nothing but a call of it, it is answered in this process.
    """
    script = tmp_path / "adcli"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m adcli "$@"\n')
    script.chmod(0o755)
    variables = {name: value for name, value in os.environ.items() if not name.endswith("_COLOR")}
    variables["PATH"] = f"{tmp_path}{os.pathsep}{os.environ.get('PATH', '')}"
    variables |= {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}

    def run(line: str, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
        return run_here(line, folder) or subprocess.run(
            ["bash", "-c", line],
            cwd=folder,
            env=variables,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )

    return run


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the repository."""
    return ROOT
