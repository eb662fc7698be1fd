"""--timeout: whatever runs stops, and says where it was."""

from __future__ import annotations

import os
import signal
import sys
import threading
from itertools import repeat
from pathlib import Path
from time import monotonic

import pytest

from adcli.cli.process.deadline import deadline
from adcli.text.errors import AdError, OutOfTime
from tests.conftest import Adcli, Ran

# The first alarm may strike in a callback of the garbage collector, whose exceptions Python ignores.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

ENDLESS = "s = x\nwhile true:\n    s = s*0.5\ns"
DEEP = "def f(n): return f(n + 1)\nf(x)"
COMMANDS = ["eval", "grad", "jac", "hess", "diff", "trace", "check"]
ROOM = ("--max-steps", "1000000000", "--max-depth", "1000000000")


@pytest.fixture(autouse=True)
def warm(adcli: Adcli) -> None:
    """What is imported at the first call is not part of the time."""
    for command in COMMANDS:
        assert adcli(command, "x", "--at", "x=1", "--json").status == 0


def stopped(ran: Ran, seconds: float = 0.5) -> Ran:
    assert (ran.status, ran.stdout) == (2, "")
    assert ran.error["kind"] == "budget"
    assert ran.error["message"].startswith(f"stopped after {seconds} seconds: ")
    return ran


@pytest.mark.parametrize(
    ("command", "program", "lines"),
    [*((command, ENDLESS, {2, 3}) for command in COMMANDS), ("eval", DEEP, {1}), ("check", DEEP, {1})],
    ids=[*COMMANDS, "eval-recursion", "check-recursion"],
)
def test_a_program_that_does_not_end(command: str, program: str, lines: set[int], adcli: Adcli) -> None:
    began = monotonic()
    ran = stopped(adcli(command, program, "--at", "x=1", "--timeout", "0.2", *ROOM, "--json"), 0.2)
    assert ran.error["message"].endswith("running the program")
    assert ran.error["line"] in lines
    assert monotonic() - began < 10


# Each runs in some hundredths of a second, and takes more than two for what comes after it.
AFTER = [
    ("hess", "s = 1\nfor i in range(1500): s = s*sin(v[i])\ns", "v=linspace(0.1, 1, 1500)"),
    ("jac", "sin(outer(v, v))", "v=linspace(0.1, 1, 150)", "--mode", "reverse"),
    ("check", "sum(sin(v[i]) for i in range(400))", "v=range(400)"),
    ("diff", "exp(sin(x))", "x=1", "--order", "5000"),
    ("trace", "sum(sin(x*i) for i in range(20000))", "x=1"),
]


@pytest.mark.parametrize(
    ("command", "program", "at", "options"), [(*case[:3], case[3:]) for case in AFTER], ids=lambda _: ""
)
def test_work_that_takes_long_after_the_run(
    command: str, program: str, at: str, options: tuple[str, ...], adcli: Adcli
) -> None:
    ran = stopped(adcli(command, program, "--at", at, *options, "--timeout", "0.5", "--json"))
    stage = ran.error["message"].partition(": ")[2]
    assert stage in {
        "in a sweep",
        "differentiating",
        "writing the answer",
        "comparing with finite differences",
    }
    assert (stage == "comparing with finite differences") == (command == "check")


# Files that do not come


@pytest.fixture
def pipes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pipes in whose other ends nobody writes, and a record."""
    monkeypatch.chdir(tmp_path)
    for name in ("p.ad", "p.npy", "p.csv", "p.json", "p.batch", "out.csv"):
        os.mkfifo(name)
    Path("one.batch").write_text("x at x=1\n")


@pytest.mark.skipif(sys.platform == "win32", reason="needs pipes")
@pytest.mark.usefixtures("pipes")
@pytest.mark.parametrize(
    ("words", "work"),
    [
        ("eval p.ad", "reading p.ad"),
        ("eval v --at v=@p.npy", "reading p.npy"),
        ("eval v --at v=@p.csv", "reading p.csv"),
        ("eval v --at @p.json", "reading p.json"),
        ("jvp x^2 --at x=1 --tangent x=@p.json", "reading p.json"),
        ("check x^2 --at x=1 --expect @p.npy", "reading p.npy"),
        ("check x^2 --at x=1 --expect @p.ad", "reading p.ad"),
        ("batch p.batch", "reading p.batch"),
        ("batch p.csv", "reading p.csv"),
        ("batch one.batch --at @p.json", "reading p.json"),
        ("batch one.batch -o out.csv", "opening out.csv"),
    ],
)
def test_a_file_that_does_not_come(words: str, work: str, adcli: Adcli) -> None:
    ran = adcli(*words.split(), "--timeout", "0.1", "--json" if "out.csv" not in words else "--quiet")
    assert (ran.status, ran.stdout) == (2, "")
    assert f"error: stopped after 0.1 seconds: {work}\n" in ran.stderr


@pytest.mark.parametrize(
    ("words", "before"), [(["eval"], b""), (["batch"], b""), (["batch"], b"x^2 at x=3\n")]
)
def test_standard_input_that_does_not_end(words: list[str], before: bytes, adcli: Adcli) -> None:
    reading, writing = os.pipe()
    os.write(writing, before)
    with open(reading, "rb") as stdin:
        ran = adcli(*words, "-", "--timeout", "0.1", "--json", stdin=stdin)
    os.close(writing)
    assert ran.status == 2
    assert ran.error["message"] == "stopped after 0.1 seconds: reading <stdin>"
    assert ran.stdout.count('"ok": true') == bool(before)


def test_nothing_is_written_of_a_batch_that_does_not_end(adcli: Adcli, tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.write(writing, b"x^2 at x=3\n")
    with open(reading, "rb") as stdin:
        out = str(tmp_path / "out.jsonl")
        assert adcli("batch", "-", "-o", out, "--timeout", "0.1", stdin=stdin).status == 2
    os.close(writing)
    assert not list(tmp_path.iterdir())


def test_a_text_that_takes_long_to_read(adcli: Adcli) -> None:
    ran = stopped(adcli("eval", "+".join(["x"] * 1_000_000), "--at", "x=1", "--timeout", "0.5", "--json"))
    assert ran.error["message"].endswith("reading the program")


def test_time_enough(adcli: Adcli) -> None:
    ran = adcli("grad", "x^2", "--at", "x=3", "--timeout", "60", "--json")
    assert (ran.status, ran.json["value"]) == (0, 9.0)
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0
    assert adcli("eval", "1", "--timeout", "inf").status == 0


@pytest.mark.parametrize("time", ["0", "-1", "nan", "x", "", "1e"])
def test_times_that_are_none(time: str, adcli: Adcli) -> None:
    assert adcli("eval", "1", "--timeout", time).status == 2


def test_a_record_that_takes_long_is_given_up(adcli: Adcli, tmp_path: Path) -> None:
    lines = b"x^2 at x=3\nsum(i*x for i in range(1e9)) at x=2\nx^3 at x=3\n"
    ran = adcli("batch", "-", "--timeout", "0.4", "--json", *ROOM, stdin=lines)
    assert ran.status == 1
    assert [line.count('"ok": true') for line in ran.stdout.splitlines()] == [1, 0, 1]
    assert "stopped after 0.4 seconds: running the program" in ran.stdout
    out = tmp_path / "answers.json"
    assert adcli("batch", "-", "-o", str(out), "--timeout", "0.4", *ROOM, stdin=lines).status == 1
    # all but where in its loop the second record was stopped
    assert out.read_text().splitlines()[::2] == ran.stdout.splitlines()[::2]
    assert list(tmp_path.iterdir()) == [out]


def test_without_alarms_a_timer_interrupts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(signal, "SIGALRM")
    monkeypatch.delattr(signal, "setitimer")
    with pytest.raises(OutOfTime), deadline(0.1):
        for _ in repeat(None, 10**9):
            pass
    with pytest.raises(KeyboardInterrupt), deadline(60.0):
        signal.raise_signal(signal.SIGINT)


def test_other_threads_get_no_signals() -> None:
    found: list[str] = []

    def work() -> None:
        with pytest.raises(AdError) as error, deadline(1.0):
            pass
        found.append(error.value.message)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == ["--timeout works in the main thread only"]
