"""Streams: colours, and terminals that lack characters."""

from __future__ import annotations

import io

import pytest

from adcli.cli.process.environment import Bottomless, Closed, Environment, _open, _plain


def environment(**environ: str) -> Environment:
    return Environment(io.BytesIO(), io.StringIO(), io.StringIO(), environ)


@pytest.mark.parametrize(
    ("environ", "terminal", "refused", "colours"),
    [
        ({}, True, False, True),
        ({}, False, False, False),
        ({"NO_COLOR": "1"}, True, False, False),
        ({"NO_COLOR": ""}, True, False, True),
        ({"FORCE_COLOR": "1"}, False, False, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, True, False, False),
        ({"FORCE_COLOR": "1"}, True, True, False),
        ({"TERM": "dumb"}, True, False, False),
        ({"TERM": "dumb", "FORCE_COLOR": "1"}, True, False, True),
    ],
)
def test_who_gets_colours(environ: dict[str, str], terminal: bool, refused: bool, colours: bool) -> None:
    assert environment(**environ).colours(terminal, refused) is colours


def test_what_a_terminal_lacks_gets_a_plain_spelling() -> None:
    error = UnicodeEncodeError("ascii", "v → √θ", 2, 6, "ordinal not in range")
    assert _plain(error) == ("-> sqrt\\u03b8", 6)


def test_a_closed_stdout_takes_no_answer_and_a_closed_stderr_everything() -> None:
    with pytest.raises(OSError, match="standard output is closed"):
        _open(None, Closed()).write("anything")
    assert _open(None, Bottomless()).write("anything") == 8


def test_nobody_listens_on_stderr() -> None:
    class Closed(io.StringIO):
        def write(self, _: str) -> int:
            raise BrokenPipeError

    Environment(io.BytesIO(), io.StringIO(), Closed(), {}).say("nothing happens")
