"""The command line as a process: pipes, signals, encodings, and what it imports."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

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


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_every_encoding_can_be_written(encoding: str) -> None:
    for args in (
        ["functions"],
        ["eval", "θ", "--at", "θ=1", "--json"],
        ["eval", "θ + "],
        ["grad", "θ²", "--at", "θ=1"],
    ):
        done = run(*args, PYTHONIOENCODING=encoding)
        assert done.returncode in (0, 2)
        assert b"Traceback" not in done.stderr
        done.stdout.decode(encoding)
    document = run("eval", "θ", "--at", "θ=1", "--json", PYTHONIOENCODING=encoding).stdout.decode(encoding)
    assert json.loads(document)["inputs"] == {"θ": 1.0}


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
@pytest.mark.parametrize(
    "line",
    [
        "eval 1",
        "grad x^2 --at x=1 --json",
        "--help",
        "--version",
        "eval --help",
        "batch samples/textbook.batch",
    ],
)
def test_an_answer_that_is_lost_is_an_error(line: str, redirected: str, shell: Shell) -> None:
    done = shell(f"adcli {line} {redirected}")
    assert done.returncode == 2
    assert done.stderr.startswith("error: the output: ")
    assert "Traceback" not in done.stderr
    assert shell(f"adcli {line} {redirected} 2>&-").returncode == 2


def test_a_closed_stdout_does_not_matter_where_nothing_is_written(shell: Shell, tmp_path: Path) -> None:
    assert shell(f"adcli batch samples/textbook.batch -o {tmp_path}/out.csv >&-").returncode == 0
    assert (tmp_path / "out.csv").read_text().startswith("line,label")
    done = shell("adcli eval 1 2>&-")
    assert (done.returncode, done.stdout) == (0, "1\n")
    assert "empty expression" in shell("adcli eval - <&-").stderr


READY = """
import sys
from adcli.cli.main import run
print("ready", file=sys.stderr, flush=True)
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


LONG = "s = x\nwhile true: s = s*0.5\ns"
WORK = [
    ["grad", LONG, "--at", "x=1", "--max-steps", "1000000000"],
    ["batch", "many.batch", "-o", "answers.csv"],
    ["grad", "sum(v*v)", "--at", "v=[1, 2, 3]"],
]


@pytest.mark.parametrize("delay", [0.0, 0.01, 0.03, 0.1, 0.2, 0.4])
@pytest.mark.parametrize("args", WORK, ids=["loop", "batch", "arrays"])
def test_ctrl_c_at_any_moment(args: list[str], delay: float, tmp_path: Path) -> None:
    records = "".join(f"sin(x)*{k} at x=2\n" for k in range(20_000))
    (tmp_path / "many.batch").write_text(records)
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
    _, stderr = process.communicate(timeout=60)
    assert stderr == b""
    left = {path.name for path in tmp_path.iterdir()} - {"many.batch", "cache"}
    if process.returncode == 0:
        assert left == ({"answers.csv"} if args[0] == "batch" else set())
    else:
        assert (process.returncode, left) == (130, set())
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
    ours = {"adcli", "adcli.cli", "adcli.cli.main"}
    assert ours <= set(done.stdout.decode().split()) <= ours | {"gc", "__future__"}


def test_a_gradient_loads_nothing_heavy() -> None:
    assert not loaded_by("grad", *BAYDIN, "--json") & {"numpy", "lark", "rich", "scipy"}
    assert not loaded_by("grad", *BAYDIN) & {"numpy", "lark", "rich", "scipy"}
