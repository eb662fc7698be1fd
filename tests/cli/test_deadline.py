"""--timeout: whatever runs stops, and says where it was."""

from __future__ import annotations

import signal
import threading
from itertools import repeat
from pathlib import Path
from time import monotonic

import pytest

from adcli.cli.deadline import deadline
from adcli.errors import AdError, OutOfTime
from tests.conftest import Adcli, Ran

# The first alarm may strike in a callback of the garbage collector, whose exceptions Python ignores.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

ENDLESS = "s = x\nwhile true:\n    s = s*0.5\ns"
LONG = "s = x\nfor i in range(1000000): s = s*0.9999 + i\ns"
DEEP = "def f(n): return f(n + 1)\nf(x)"
COMMANDS = ["eval", "grad", "jac", "hess", "diff", "trace", "check"]
ROOM = ("--max-steps", "1000000000", "--max-depth", "1000000000")


@pytest.fixture(autouse=True)
def warm(adcli: Adcli) -> None:
    """What is imported at the first call is not part of the time."""
    for command in COMMANDS:
        assert adcli(command, "x", "--at", "x=1", "--json").status == 0


def stopped(ran: Ran) -> Ran:
    assert (ran.status, ran.stdout) == (2, "")
    assert ran.error["kind"] == "budget"
    assert ran.error["message"].startswith("stopped after 0.5 seconds: ")
    return ran


@pytest.mark.parametrize(
    ("command", "program"),
    [*zip(COMMANDS, repeat(ENDLESS)), ("eval", DEEP), ("check", DEEP)],
    ids=[*COMMANDS, "eval-recursion", "check-recursion"],
)
def test_a_program_that_does_not_end(command: str, program: str, adcli: Adcli) -> None:
    began = monotonic()
    ran = stopped(adcli(command, program, "--at", "x=1", "--timeout", "0.5", *ROOM, "--json"))
    assert ran.error["message"].endswith("running the program") or command == "check"
    assert ran.error["line"] in (None, 1, 2, 3)  # the alarm may strike between two instructions
    assert monotonic() - began < 10


@pytest.mark.parametrize("command", ["jac", "trace", "check"])
def test_work_that_takes_long_after_the_run(command: str, adcli: Adcli) -> None:
    stopped(adcli(command, LONG, "--at", "x=1", "--timeout", "0.5", "--json"))


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
    ran = adcli("batch", "-", "--timeout", "1", "--json", *ROOM, stdin=lines)
    assert ran.status == 1
    assert [line.count('"ok": true') for line in ran.stdout.splitlines()] == [1, 0, 1]
    assert "stopped after 1 second: running the program" in ran.stdout
    out = tmp_path / "answers.json"
    assert adcli("batch", "-", "-o", str(out), "--timeout", "1", *ROOM, stdin=lines).status == 1
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
