"""The drawing of messages."""

from __future__ import annotations

import pytest

from adcli.text.errors import AdError
from adcli.text.excerpt import describe
from adcli.text.source import Source, Span
from adcli.text.width import cells, printable, wrapped


def test_the_form_of_an_error() -> None:
    source = Source("input x\n\ny = 2 + log(x - 5)\n", "model.ad")
    start = source.text.index("log")
    error = AdError(
        "domain", "log of a negative number", Span(source, start, start + 10), detail="x - 5 = -3 at x = 2"
    )
    assert f"error: {error}" == (
        "error: log of a negative number\n"
        "  --> model.ad:3:9\n"
        "3 | y = 2 + log(x - 5)\n"
        "  |         ^^^^^^^^^^ x - 5 = -3 at x = 2"
    )


def test_a_hint_stands_below() -> None:
    assert describe("no", None, hint="write yes") == "no\n  help: write yes"


def test_a_span_over_several_lines_is_marked_on_its_first() -> None:
    source = Source("(x +\n  y)")
    assert describe("m", Span(source, 0, 9)).endswith("1 | (x +\n  | ^^^^")


def test_an_empty_span_at_the_end_gets_a_caret() -> None:
    assert describe("m", Span(Source("x +"), 3, 3)).endswith("1 | x +\n  |    ^")


def test_tabs_and_wide_characters_keep_the_caret_in_place() -> None:
    source = Source("\t漢 + y")
    assert describe("m", Span(source, 5, 6)).splitlines()[-1] == "  | \t     ^"


def test_a_long_line_is_shown_around_the_caret() -> None:
    text = "x + " * 100_000 + "?" + " + x" * 100_000
    _, _, line, carets = describe("m", Span(Source(text), 400_000, 400_001)).splitlines()
    assert len(line) < 120
    assert line[carets.index("^")] == "?"


@pytest.mark.parametrize("width", [30, 60, 80, 140])
@pytest.mark.parametrize("place", [0, 152, 400])
def test_a_message_fits_the_terminal(width: int, place: int) -> None:
    source = Source("x + " * 100 + "x", "model.ad")
    drawn = describe(
        "warning: " + "one word after the other " * 8,
        Span(source, place, place + 1),
        "x - 5 = -3, x*y/2 = 1.2345678 at x = 2, y = 3",
        "write something else, such as `1/(2*x)`, or perhaps (1/2)*x",
        width,
    )
    lines = drawn.splitlines()
    assert max(map(len, lines)) <= width
    k = next(k for k, line in enumerate(lines) if "-->" in line)
    assert lines[k + 1][lines[k + 2].index("^")] == "x"
    assert "`1/(2*x)`" in drawn
    assert "1.2345678" in drawn
    assert ("…" in lines[k + 1]) is True


def test_the_detail_stays_beside_the_caret_where_there_is_room() -> None:
    span = Span(Source("log(x)"), 0, 6)
    assert describe("m", span, "x = -1", width=24).splitlines()[-1] == "  | ^^^^^^ x = -1"
    assert describe("m", span, "x = -1 at y = 2", width=20).splitlines()[-2:] == [
        "  | ^^^^^^",
        "  | x = -1 at y = 2",
    ]


def test_what_is_quoted_stays_together() -> None:
    assert list(wrapped('write adcli grad "x + y" now', 20, 0)) == ["write adcli grad", '"x + y" now']


@pytest.mark.parametrize("text", ["\x1b[31mred", "a\rb", "\x9b1m", "\u202eturned"])
def test_nothing_in_a_source_commands_the_terminal(text: str) -> None:
    drawn = describe(text, Span(Source(text, text), 0, 1), text, text)
    assert not set(drawn) & set("\x1b\r\x9b\u202e")
    assert len(printable(text)) == len(text)


@pytest.mark.parametrize(("text", "columns"), [("abc", 3), ("漢字", 4), ("e\u0301", 1), ("θ", 1)])
def test_wide_and_combining_characters_count(text: str, columns: int) -> None:
    assert cells(text) == columns
