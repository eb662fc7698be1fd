"""Runs a command line, and says what is wrong with how it ended; nothing is the good answer."""

from __future__ import annotations

import io
import json
import re
import signal
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from adcli.cli.group import answer
from adcli.cli.process.environment import Environment
from tests.fuzzing.lines import Line

PATIENCE = 20.0  # seconds of processor time that a small input may take
KINDS = {"syntax", "name", "missing", "domain", "undefined", "shape", "budget", "usage", "file"}
ANSWER_MAY_BE_NO = ("check", "batch")
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
PLACE = re.compile(r"^ *--> (.*):(\d+):(\d+)$", re.MULTILINE)


class Hang(BaseException):
    """The command line took longer than anybody waits."""


@contextmanager
def patience(seconds: float) -> Iterator[None]:
    """Raises Hang after so many seconds of processor time (where there are signals)."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def give_up(_signal: int, _frame: Any) -> NoReturn:
        raise Hang

    before = signal.signal(signal.SIGVTALRM, give_up)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def fault(line: Line, terminal: bool = False, width: int = 80) -> str | None:
    """What is wrong with the outcome of a command line, or None."""
    stdout, stderr = io.StringIO(), io.StringIO()
    stdin = io.BytesIO(line.stdin)
    environment = Environment(stdin, stdout, stderr, {}, terminal, terminal, width)
    try:
        with patience(PATIENCE):
            status = answer(line.args, environment)
    except Hang:
        return "a hang: " + traceback.format_exc(limit=-3)
    except BaseException:
        return "an exception: " + traceback.format_exc(limit=-6)
    return _wrong(line, status, stdout.getvalue(), COLOURS.sub("", stderr.getvalue()))


def _wrong(line: Line, status: int, stdout: str, stderr: str) -> str | None:
    command = line.args[0]
    if "inside adcli" in stderr or "Traceback" in stderr or "this is nested too deeply" in stderr:
        return "an internal error: " + stderr
    if status not in (0, 1, 2) or (status == 1 and command not in ANSWER_MAY_BE_NO):
        return f"exit status {status}"
    if command != "batch" and (status == 2) != bool(re.search(r"^error:\s", stderr, re.MULTILINE)):
        return f"exit status {status} with this on stderr: {stderr}"
    if status == 2 and stdout and command != "batch":
        return f"an error, and something on stdout: {stdout[:200]}"
    try:
        if "--json" in line.args and "--" not in line.args and "--help" not in line.args:
            _check_json(line, status, stdout, stderr)
        _check_places(line, stderr)
    except (ValueError, KeyError, IndexError, TypeError) as mistake:
        return f"{type(mistake).__name__}: {mistake}\nstdout: {stdout[:500]}\nstderr: {stderr[:1000]}"
    return None


def strict(text: str) -> Any:
    """A JSON document; NaN and Infinity, which Python reads as well, are refused."""

    def refuse(token: str) -> NoReturn:
        raise ValueError(f"not JSON: {token}")

    return json.loads(text, parse_constant=refuse)


def _check_json(line: Line, status: int, stdout: str, stderr: str) -> None:
    if status != 2:
        documents = stdout.split("\n")[:-1]
        if line.args[0] != "batch" and len(documents) != 1:
            raise ValueError(f"{len(documents)} lines of JSON")
        if not all(isinstance(strict(d), dict) for d in documents):
            raise ValueError("no object")
        return
    error = strict(stderr.rstrip("\n").split("\n")[-1])["error"]
    if list(error) != ["kind", "message", "line", "column", "hint"] or error["kind"] not in KINDS:
        raise ValueError("an error with other fields")
    if not error["message"] or "\n" in error["message"]:
        raise ValueError("the message is not one line")


def _check_places(line: Line, stderr: str) -> None:
    """Lines and columns that are told are in the text."""
    for name, row, column in PLACE.findall(stderr):
        if name == "expression":
            candidates = list(line.args[1:])
        elif name == "<stdin>":
            candidates = [line.stdin.decode("utf-8-sig", "replace")]
        else:
            continue
        if not any(_within(text, int(row), int(column)) for text in candidates):
            raise ValueError(f"{name}:{row}:{column} is not in the text")


def _within(text: str, row: int, column: int) -> bool:
    rows = text.split("\n")
    return 1 <= row <= len(rows) and 1 <= column <= len(rows[row - 1]) + 1
