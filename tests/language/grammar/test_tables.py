"""The tables: no conflicts, the same in every run, kept and found again, and the same language as Lark's."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Lark, Token, Transformer
from lark.exceptions import GrammarError, UnexpectedToken
from lark.lexer import Lexer as LarkLexer

from adcli.language.grammar import tables
from adcli.language.grammar.tables import Token as OwnToken
from adcli.language.grammar.tree import Syntax
from adcli.language.reading import actions, parser
from adcli.language.reading.lexer import lexer
from adcli.text.errors import AdError
from adcli.text.source import Source
from tests.language.trees import PROGRAMS, lines

GRAMMAR = tables.grammar_path().read_text(encoding="utf-8")
BUILT = tables.build(GRAMMAR)


def strict(grammar: str) -> Lark:
    return Lark(
        grammar,
        parser="lalr",
        lexer="basic",
        strict=True,
        start=list(tables.STARTS),
        maybe_placeholders=False,
    )


def test_the_grammar_has_no_conflicts() -> None:
    strict(GRAMMAR)


def test_a_planted_conflict_is_caught() -> None:
    inner = "?inner: loop\n      | IF expression COLON block                       -> if_only\n"
    assert inner in GRAMMAR
    dangling_else = inner + "      | IF expression COLON block otherwise -> if_else\n"
    with pytest.raises(GrammarError, match="Shift/Reduce conflict for terminal EL"):
        strict(GRAMMAR.replace(inner, dangling_else))


def test_every_action_is_used_and_every_rule_has_one() -> None:
    named = {action for action, _nonterminal, _length in BUILT.rules}
    assert named - {""} == set(actions.ACTIONS)


# ---- the cache


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The place of the tables in a cache folder of the test's own."""
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setattr(tables, "build", lambda _grammar: BUILT)  # which takes long
    return tables.cache_path(GRAMMAR)


@pytest.fixture
def kept(cache: Path) -> bytes:
    """What the file has that the tables are kept in, which is there."""
    tables._write(cache, GRAMMAR, BUILT)
    return cache.read_bytes()


def fresh() -> tables.Tables:
    return tables.load.__wrapped__()


def test_what_is_read_back_is_what_was_built(cache: Path) -> None:
    assert fresh() == BUILT
    assert [path.name for path in cache.parent.iterdir()] == [cache.name]
    assert fresh() == BUILT


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", '{"grammar": 1}', "\x00"])
def test_a_broken_file_is_built_anew(cache: Path, content: str) -> None:
    cache.parent.mkdir(parents=True)
    cache.write_text(content)
    assert fresh() == BUILT
    assert json.loads(cache.read_text(encoding="utf-8"))["terminals"] == BUILT.terminals


def test_tables_of_another_grammar_are_not_taken(cache: Path, kept: bytes) -> None:
    tables._write(cache, GRAMMAR + "\n", replace(BUILT, terminals=[]))
    assert cache.read_bytes() != kept
    assert fresh() == BUILT
    assert cache.read_bytes() == kept


DAMAGE: dict[str, Callable[[dict[str, Any]], object]] = {
    "an action": lambda tables: tables["actions"][5].reverse(),
    "a state": lambda tables: tables["gotos"].pop(),
    "a start": lambda tables: tables["starts"].update(program=1),
    "a rule": lambda tables: tables["rules"][0].__setitem__(2, 7),
    "a word": lambda tables: tables["words"].update({"+": 0}),
    "a pattern": lambda tables: tables["patterns"].reverse(),
    "a type": lambda tables: tables.update(actions="x"),
    "no rules": lambda tables: tables.update(rules=[]),
    "a field too many": lambda tables: tables.update(more=1),
    "a field too few": lambda tables: tables.pop("words"),
    "its layout": lambda tables: None,
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_json_that_is_not_what_was_written_is_built_anew(
    cache: Path, kept: bytes, damage: Callable[[dict[str, Any]], object]
) -> None:
    changed = json.loads(kept)
    damage(changed)
    cache.write_text(json.dumps(changed))
    assert fresh() == BUILT
    assert cache.read_bytes() == kept


@given(st.data())
@settings(max_examples=25)
def test_a_file_with_any_byte_changed_or_cut_off_is_not_read(data: st.DataObject) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "tables.json"
        tables._write(path, GRAMMAR, BUILT)
        written = path.read_bytes()
        assert tables._read(path, GRAMMAR) == BUILT
        at = data.draw(st.integers(0, len(written) - 1))
        other = data.draw(st.integers(1, 255))
        for damaged in (
            written[:at],
            written[:at] + bytes([written[at] ^ other]) + written[at + 1 :],
            written + b" ",
        ):
            path.write_bytes(damaged)
            assert tables._read(path, GRAMMAR) is None


def place_pipe(path: Path) -> None:
    os.mkfifo(path)


def place_folder(path: Path) -> None:
    path.mkdir()


def place_endless_file(path: Path) -> None:
    path.symlink_to("/dev/zero")


def place_dangling_link(path: Path) -> None:
    path.symlink_to("nowhere")


def place_circle(path: Path) -> None:
    path.symlink_to(path.name)


def place_huge_file(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 40)


PLACED = [place_pipe, place_folder, place_endless_file, place_dangling_link, place_circle, place_huge_file]


@pytest.mark.skipif(sys.platform == "win32", reason="needs pipes and links")
@pytest.mark.parametrize("place", PLACED)
def test_what_stands_in_its_place_is_not_read(
    cache: Path, kept: bytes, place: Callable[[Path], None]
) -> None:
    cache.unlink()
    place(cache)
    assert fresh() == BUILT
    assert cache.is_file()
    assert not cache.is_symlink()
    assert cache.read_bytes() == kept


def test_a_folder_with_something_in_it_is_left_alone(cache: Path) -> None:
    cache.mkdir(parents=True)
    (cache / "mine").touch()
    assert fresh() == BUILT
    assert [path.name for path in cache.parent.iterdir()] == [cache.name]
    assert (cache / "mine").exists()


def test_a_folder_that_cannot_be_written_is_left_alone(cache: Path) -> None:
    cache.parent.parent.mkdir(parents=True, exist_ok=True)
    cache.parent.write_text("a file where the folder would be")
    assert fresh().starts


def test_lark_is_not_imported_when_the_tables_are_kept(cache: Path) -> None:
    fresh()
    code = (
        "import sys; from adcli.language.grammar import tables; tables.load(); print('lark' in sys.modules)"
    )
    assert _run(code) == "False"


def test_the_numbering_does_not_hang_on_hashing(cache: Path) -> None:
    code = f"from adcli.language.grammar import tables; print(repr(tables.build({GRAMMAR!r})))"
    assert _run(code, seed="1") == _run(code, seed="2")


def _run(code: str, seed: str = "0") -> str:
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.strip()


# ---- agreement with Lark's own parser


class OurTokens(LarkLexer):
    """Gives Lark the tokens that our lexer made."""

    def __init__(self, _conf: object) -> None:
        pass

    def lex(self, lexer_state: Any, _parser_state: Any) -> Iterator[Token]:
        names = tables.load().terminals
        for terminal, value, start, _end in lexer_state.text:
            yield Token(names[terminal], value, start)

    __future_interface__ = 2


class Recorder(Transformer[Token, list[str]]):
    """Records the names of the reductions in their order."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []

    def __default__(self, data: Any, children: Any, meta: Any) -> None:
        self.names.append(str(data))


RECORDER = Recorder()
LARK = Lark(
    GRAMMAR,
    parser="lalr",
    lexer=OurTokens,
    start=list(tables.STARTS),
    maybe_placeholders=False,
    transformer=RECORDER,
)


def by_lark(tokens: list[OwnToken]) -> list[str] | None:
    RECORDER.names = []
    try:
        LARK.parse(tokens[:-1], start="program")
    except UnexpectedToken:
        return None
    return [name for name in RECORDER.names if name in actions.ACTIONS]


@lru_cache
def recording() -> tuple[parser._Parser, list[str]]:
    """Our parser with actions that only write their names into the list."""
    names: list[str] = []
    ours = parser._Parser(tables.load())
    actions = [action for action, _nonterminal, _length in reversed(ours.grammar.rules)]
    ours.rules = [
        (*rule[:2], 0, lambda *_values, name=name: names.append(name) if name else None)
        for rule, name in zip(ours.rules, actions, strict=True)
    ]
    return ours, names


def by_us(tokens: list[OwnToken]) -> list[str] | None:
    ours, names = recording()
    names.clear()
    try:
        parser._run(ours, tokens, "program", Syntax(Source(" " * 10_000)))
    except AdError:
        return None
    return list(names)


@given(PROGRAMS, st.data())
def test_agrees_with_lark(program: Any, data: st.DataObject) -> None:
    tokens = lexer().tokens(Source(lines(program)))
    names = by_us(tokens)
    assert names is not None
    assert names == by_lark(tokens)
    k = data.draw(st.integers(0, len(tokens) - 2))
    m = data.draw(st.integers(0, len(tokens) - 2))
    moved = [*tokens[:k], tokens[m], *tokens[k + 1 :]]
    assert by_us(moved) == by_lark(moved)
