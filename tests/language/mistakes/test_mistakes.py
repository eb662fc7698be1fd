"""What the user reads after a mistake: exact texts, in `mistakes.txt`.

Each entry there is a start and a text (as Python writes it) behind `>>>`, and the message below.
`pytest --rewrite` writes the messages anew.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from adcli.language.grammar import tables
from adcli.language.mistakes.raised import operand_before
from adcli.text.errors import AdError
from tests.language.trees import read

GOLDEN = Path(__file__).with_name("mistakes.txt")


def entries() -> list[tuple[str, str]]:
    """The first line of each entry, and its message."""
    blocks = GOLDEN.read_text(encoding="utf-8").split(">>> ")[1:]
    return [(head, message.strip("\n")) for head, _newline, message in (b.partition("\n") for b in blocks)]


def message_for(head: str) -> str:
    start, text = head.split(" ", 1)
    with pytest.raises(AdError) as caught:
        read(ast.literal_eval(text), start)
    assert caught.value.kind == "syntax"
    return "\n".join(line.rstrip() for line in str(caught.value).splitlines())


def test_messages_are_rewritten(rewrite: bool) -> None:
    if rewrite:
        written = [f">>> {head}\n{message_for(head)}\n" for head, _message in entries()]
        GOLDEN.write_text("\n".join(written), encoding="utf-8")


@pytest.mark.parametrize(("head", "message"), entries())
def test_message(head: str, message: str, rewrite: bool) -> None:
    if not rewrite:
        assert message_for(head) == message


def test_no_message_has_a_terminal_of_the_grammar() -> None:
    names = [name for name in tables.load().terminals if len(name) > 3]
    text = re.sub(r"U\+[^)]*", "", "\n".join(message for _head, message in entries()))
    assert not [name for name in names if name in text]


@pytest.mark.parametrize(
    "text",
    [
        "2e+1",
        "x^2 y^2",
        "f(1,5)",
        "(1,5)",
        "1.5, 2.5",
        "x1, 5",
        "a, b = 1,5",
        "def f(): return 0, 1",
        "2j + 1",
        "x--y",
    ],
)
def test_near_misses_of_near_misses(text: str) -> None:
    read(text)


@pytest.mark.parametrize(
    ("text", "operand"),
    [
        ("2+x", "x"),
        ("2+f(x)", "f(x)"),
        ("2*(x+1)", "(x+1)"),
        ("(x)y", "y"),
        ("a[1]", "a[1]"),
        ("+", ""),
        ("(1.5", "1.5"),
    ],
)
def test_operand_before(text: str, operand: str) -> None:
    assert text[operand_before(text, len(text)) :] == operand
