"""The command line as a process: pipes, signals, encodings, and what it imports."""

from __future__ import annotations

import contextlib
import errno
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from adcli.cli.group import answer
from adcli.cli.process.environment import Closed, Environment
from tests.conftest import ROOT, Shell

ADCLI = [sys.executable, "-m", "adcli"]
BAYDIN = ["log(x1) + x1*x2 - sin(x2)", "--at", "x1=2,x2=5"]


def environment(**changes: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.endswith("_COLOR")}
    return kept | {"PYTHONPATH": str(ROOT)} | changes


def run(*args: str, **environ: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*ADCLI, *args], env=environment(**environ), capture_output=True, stdin=subprocess.DEVNULL
    )


def test_a_pipe_gets_plain_text() -> None:
    done = run("grad", *BAYDIN, COLUMNS="20", TERM="xterm-256color")
    assert done.returncode == 0
    assert b"\x1b" not in done.stdout
    assert b"1.7163378145367738" in done.stdout


def test_force_color_colours_a_pipe_and_shortens_nothing() -> None:
    done = run("grad", *BAYDIN, FORCE_COLOR="1", COLUMNS="20")
    assert b"\x1b[" in done.stdout
    assert b"1.7163378145367738" in done.stdout
    assert b"\x1b" not in run("grad", *BAYDIN, FORCE_COLOR="1", NO_COLOR="1").stdout
    assert b"\x1b" not in run("grad", *BAYDIN, "--no-color", FORCE_COLOR="1").stdout


# What is printed of θ, and of the superscript in θ².
SPELT = {"ascii": ("\\u03b8", "^2"), "latin-1": ("\\u03b8", "²"), "utf-8": ("θ", "²")}


@pytest.mark.parametrize("encoding", SPELT)
def test_every_encoding_can_be_written(encoding: str) -> None:
    theta, square = SPELT[encoding]

    def printed(*args: str, status: int = 0) -> tuple[str, str]:
        done = run(*args, PYTHONIOENCODING=encoding)
        assert done.returncode == status
        return done.stdout.decode(encoding), done.stderr.decode(encoding)

    document, said = printed("eval", "θ", "--at", "θ=1", "--json")
    assert (json.loads(document)["inputs"], said) == ({"θ": 1.0}, "")
    drawn, said = printed("grad", "θ²", "--at", "θ=3")
    assert drawn.startswith(f"f = {theta}{square}      f = 9\n")
    assert drawn.splitlines()[3].split() == [theta, "3", "6"]
    assert said == ""
    drawn, said = printed("eval", "θ + ", status=2)
    assert drawn == ""
    assert said.startswith("error: ")
    assert f"1 | {theta} + \n" in said
    functions, said = printed("functions")
    assert ("√" in functions, "sqrt(" in functions, said) == (encoding == "utf-8", True, "")


def test_arguments_that_are_no_text() -> None:
    done = subprocess.run([*ADCLI, "eval", b"x\xff"], env=environment(), capture_output=True)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("args", [["functions"], ["grad", *BAYDIN], ["--help"], ["eval", "1", "--json"]])
def test_a_closed_pipe_ends_quietly(args: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([*ADCLI, *args], env=environment(), stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_an_error() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run([*ADCLI, "eval", "1"], env=environment(), stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 2
    assert done.stderr.startswith(b"error: the output: ")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("redirected", [">&-", ">/dev/full", "</dev/null 1<&0"])
def test_a_stdout_that_takes_no_answer_is_an_error(redirected: str, shell: Shell) -> None:
    done = shell(f"adcli eval 1 {redirected}")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith("error: the output: ")
    assert shell(f"adcli --help {redirected} 2>&-").returncode == 2


class Full(io.StringIO):
    """A device that is full, as is told when what was written leaves the buffer."""

    def flush(self) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


ANSWERS = [
    "eval 1", "grad x^2 --at x=1 --json", "jac x,x --at x=1 --csv", "hess x^2 --at x=1", "diff x^2 --at x=1",
    "trace x^2 --at x=1", "check x^2 --at x=1", "jvp x --at x=1 --tangent x=1", "--help", "--version",
    "eval --help", "functions", "functions sin", "batch samples/textbook.batch",
    "batch samples/textbook.batch --json",
]  # fmt: skip


@pytest.mark.parametrize("stdout", [Closed, Full])
@pytest.mark.parametrize("line", ANSWERS)
def test_every_answer_that_is_lost_is_an_error(line: str, stdout: type[io.StringIO]) -> None:
    stderr = io.StringIO()
    with contextlib.chdir(ROOT):
        assert answer(line.split(), Environment(io.BytesIO(), stdout(), stderr, {})) == 2
    assert stderr.getvalue().startswith("error: the output: ")


def test_a_closed_stdout_does_not_matter_where_nothing_is_written(shell: Shell, tmp_path: Path) -> None:
    assert shell(f"adcli batch samples/textbook.batch -o {tmp_path}/out.csv >&-").returncode == 0
    assert (tmp_path / "out.csv").read_text().startswith("line,label")
    done = shell("adcli eval 1 2>&-")
    assert (done.returncode, done.stdout) == (0, "1\n")
    assert "empty expression" in shell("adcli eval - <&-").stderr


# Says that it is ready where `run` begins: Ctrl-C is quiet from there on.
READY = """
import sys
from adcli.cli.main import run

class Ready:
    def find_spec(self, name, path=None, target=None):
        if name == "adcli.cli.process.interrupt":
            print("ready", file=sys.stderr, flush=True)

sys.meta_path.insert(0, Ready())
sys.exit(run())
"""


def test_ctrl_c_is_quiet() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", READY, "grad", "-"],
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stderr is not None
    assert process.stderr.readline() == b"ready\n"
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=30)
    assert (process.returncode, stdout, stderr) == (130, b"", b"")


# None of them ends by itself in less than a minute.
LONG = "s = x*1\nwhile true: s = s*0.5\nsum([s])"
WORK = [
    ["grad", LONG, "--at", "x=1", "--max-steps", "1000000000"],
    ["batch", "many.batch", "-o", "answers.csv"],
    ["grad", LONG, "--at", "x=[1, 2, 3]", "--max-steps", "1000000000"],
]


@pytest.mark.parametrize("delay", [0.0, 0.01, 0.03, 0.1, 0.3])
@pytest.mark.parametrize("args", WORK, ids=["loop", "batch", "arrays"])
def test_ctrl_c_at_any_moment(args: list[str], delay: float, tmp_path: Path) -> None:
    (tmp_path / "many.batch").write_text("sin(x)*cos(x)*3 at x=2\n" * 1_000_000)
    cache = tmp_path / "cache"
    process = subprocess.Popen(
        [sys.executable, "-c", READY, *args],
        env=environment(XDG_CACHE_HOME=str(cache) if delay < 0.1 else ""),
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stderr is not None
    assert process.stderr.readline() == b"ready\n"
    time.sleep(delay)
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=30) == (b"", b"")
    assert process.returncode == 130
    assert {path.name for path in tmp_path.iterdir()} <= {"many.batch", "cache"}
    assert not list(cache.glob("adcli/*.new"))


IGNORED = """
import signal, sys
from adcli.cli import main

class Careless:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)

sys.argv = ["adcli", "eval", "1"]
main.run()
signal.signal(signal.SIGINT, signal.default_int_handler)
Careless()
print("still here")
"""


def test_ctrl_c_where_python_ignores_exceptions() -> None:
    done = subprocess.run([sys.executable, "-c", IGNORED], env=environment(), capture_output=True)
    assert (done.returncode, done.stderr) == (130, b"")
    assert b"still here" not in done.stdout


LOADED = """
import sys
from adcli.cli.main import run
run()
print(*sorted({name.partition(".")[0] for name in sys.modules}), file=sys.stderr)
"""


def loaded_by(*args: str) -> set[str]:
    done: Any = subprocess.run(
        [sys.executable, "-c", LOADED, *args], env=environment(), capture_output=True, text=True, check=True
    )
    return set(done.stderr.split())


AT_ONCE = """
import sys
before = set(sys.modules)
import adcli.cli.main
print(*set(sys.modules) - before)
"""


def test_the_entry_point_loads_next_to_nothing_before_ctrl_c_is_quiet() -> None:
    done = subprocess.run([sys.executable, "-c", AT_ONCE], env=environment(), capture_output=True, check=True)
    ours = {"adcli", "adcli.version", "adcli.given", "adcli.cli", "adcli.cli.main"}
    assert ours <= set(done.stdout.decode().split()) <= ours | {"gc", "__future__"}


def test_a_gradient_loads_nothing_heavy() -> None:
    assert not loaded_by("grad", *BAYDIN, "--json") & {"numpy", "lark", "rich", "scipy"}
    assert not loaded_by("grad", *BAYDIN) & {"numpy", "lark", "rich", "scipy"}
