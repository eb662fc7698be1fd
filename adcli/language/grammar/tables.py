"""The grammar as plain LALR tables, compiled by Lark once and then kept in the user's cache folder.

Importing Lark and compiling the grammar takes a fifth of a second, reading the tables back a few
milliseconds. The file holds JSON: numbers and texts that can do nothing but be read, and behind them
their checksum. Whatever else is found in its place (damage, a pipe, a folder, tables of another
grammar) is made anew; a folder that cannot be written is left alone.
"""

from __future__ import annotations

import json
import os
import re
import stat
import sys
from dataclasses import asdict, dataclass
from functools import cache
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

if TYPE_CHECKING:
    from lark import Lark


FORMAT = 3  # goes up when the shape of the tables changes


STARTS = ("program", "bindings", "selection")


LARGEST = 10_000_000  # bytes of a file; ours has less than a tenth


CHECKSUM = b',"checksum":'  # stands before the last field, which is that of all bytes before it


@dataclass(frozen=True, slots=True)
class Tables:
    """What the lexer and the parser need to know of the grammar.

    Symbols, states and rules are numbers. `actions[state][terminal]` is a state to shift to, or
    `~rule` (below 0) for a reduction, or 0 for an error: state 0 begins a text, nothing shifts to it.
    """

    terminals: list[str]  # names; the first len(patterns) can be read from text, in this order
    patterns: list[str]  # regular expressions
    words: dict[str, int]  # fixed texts: operators, brackets, keywords
    rules: list[tuple[str, int, int]]  # action ("" passes the only value on), nonterminal, length
    actions: list[list[int]]
    gotos: list[dict[int, int]]  # gotos[state][nonterminal] is a state
    starts: dict[str, int]


@cache
def load() -> Tables:
    """The tables of the grammar, from the cache where it has them."""
    grammar = grammar_path().read_text(encoding="utf-8")
    try:
        path = cache_path(grammar)
    except RuntimeError:  # a user without a home
        return build(grammar)
    tables = _read(path, grammar)
    if tables is None:
        tables = build(grammar)
        _write(path, grammar, tables)
    return tables


def grammar_path() -> Path:
    """The grammar is inside an installed package, and beside it in a source tree."""
    package = Path(__file__).parents[2]
    installed = package / "grammar" / "adcli.lark"
    return installed if installed.exists() else package.parent / "grammar" / "adcli.lark"


# ---- the cache


def cache_path(grammar: str) -> Path:
    """Where the tables of a grammar are kept: the name holds all that they depend on."""
    folder: str | Path
    if sys.platform == "win32":
        folder = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        folder = Path.home() / "Library" / "Caches"
    else:
        folder = Path(os.environ.get("XDG_CACHE_HOME", ""))
        if not folder.is_absolute():  # the specification ignores such a one
            folder = Path.home() / ".cache"
    key = f"{_lark_version()}-{FORMAT}-{crc32(grammar.encode()):08x}"
    return Path(folder) / "adcli" / f"grammar-{key}.json"


def _lark_version() -> str:
    """Lark's version, without importing it."""
    spec = PathFinder.find_spec("lark")
    if spec is None or spec.origin is None:
        return "none"
    found = re.search(r'__version__[^"\']*["\']([\w.]+)', Path(spec.origin).read_text(encoding="utf-8"))
    return found[1] if found else "unknown"


def _read(path: Path, grammar: str) -> Tables | None:
    """The tables in a file that is just as it was written, for this grammar."""
    try:
        found = os.stat(path)
        if not stat.S_ISREG(found.st_mode) or found.st_size > LARGEST:
            return None
        contents = path.read_bytes()
        if not contents.endswith(_checksum(contents.rpartition(CHECKSUM)[0])):
            return None
        kept = json.loads(contents)
        if kept.pop("grammar") != grammar:
            return None
        kept.pop("checksum")
        kept["rules"] = [(action, origin, length) for action, origin, length in kept["rules"]]
        kept["gotos"] = [dict(row) for row in kept["gotos"]]
        return Tables(**kept)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _checksum(contents: bytes) -> bytes:
    """The end of a file that begins so."""
    return CHECKSUM + b"%d}" % crc32(contents)


def _write(path: Path, grammar: str, tables: Tables) -> None:
    """Write beside the file and rename, so that no reader ever meets half a file."""
    from contextlib import suppress
    from tempfile import NamedTemporaryFile

    kept: dict[str, Any] = {"grammar": grammar, **asdict(tables)}
    kept["gotos"] = [list(row.items()) for row in tables.gotos]
    contents = json.dumps(kept, separators=(",", ":")).encode().removesuffix(b"}")
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir() and not path.is_symlink():
            path.rmdir()  # only where it is empty
        with NamedTemporaryFile(dir=path.parent, suffix=".new", delete=False) as new:
            try:
                new.write(contents + _checksum(contents))
                new.close()
                os.replace(new.name, path)
            except BaseException:  # Ctrl-C as well
                os.unlink(new.name)
                raise


# ---- compiling


def build(grammar: str) -> Tables:
    """Compile a grammar with Lark; the numbering is the same in every run."""
    from lark import Lark

    lark = Lark(grammar, parser="lalr", lexer="basic", start=list(STARTS), maybe_placeholders=False)
    return extract(lark)


def extract(lark: Lark) -> Tables:
    """Lark's parse table as plain numbers.

    Lark numbers states and rules as hashing has it; here states are numbered breadth first from
    the starts, and everything else by name.
    """
    table = lark.parser.parser._parse_table  # no public face has it in this form
    scanned = sorted(lark.terminals, key=_scanning_order)
    texts = [t.name for t in scanned]
    used = {name for row in table.states.values() for name in row}
    nonterminals = sorted({str(rule.origin.name) for rule in lark.rules})
    terminals = texts + sorted(used - set(texts) - set(nonterminals) - {"$END"}) + ["$END"]
    rules = sorted(lark.rules, key=lambda r: (str(r.origin.name), r.order, str(r.expansion)))
    for rule in rules:
        if not rule.alias and len(rule.expansion) != 1:
            raise ValueError(f"grammar: {rule} needs a name for its action")

    terminal_number = {name: k for k, name in enumerate(terminals)}
    nonterminal_number = {name: k for k, name in enumerate(nonterminals)}
    rule_number = {rule: k for k, rule in enumerate(rules)}
    order = _breadth_first(table)
    state_number = {state: k for k, state in enumerate(order)}
    actions = [[0] * len(terminals) for _ in order]
    gotos: list[dict[int, int]] = [{} for _ in order]
    for k, state in enumerate(order):
        for name, (_step, target) in sorted(table.states[state].items()):
            if name in nonterminal_number:
                gotos[k][nonterminal_number[name]] = state_number[target]
            else:
                reduces = target in rule_number
                actions[k][terminal_number[name]] = ~rule_number[target] if reduces else state_number[target]
    for end in table.end_states.values():  # where Lark just stops, the end is read like any other token
        actions[state_number[end]][terminal_number["$END"]] = state_number[end]
    return Tables(
        terminals=terminals,
        patterns=[t.pattern.to_regexp() for t in scanned],
        words={t.pattern.value: terminal_number[t.name] for t in scanned if t.pattern.type == "str"},
        rules=[(r.alias or "", nonterminal_number[str(r.origin.name)], len(r.expansion)) for r in rules],
        actions=actions,
        gotos=gotos,
        starts={start: state_number[table.start_states[start]] for start in STARTS},
    )


def _scanning_order(terminal: Any) -> tuple[int, int, str]:
    """A longer operator is tried before a shorter one that begins it."""
    return -terminal.priority, -terminal.pattern.max_width, terminal.name


def _breadth_first(table: Any) -> list[Any]:
    order = [table.start_states[start] for start in STARTS]
    seen = set(order)
    for state in order:  # which grows meanwhile
        for _name, (_step, target) in sorted(table.states[state].items()):
            if target in table.states and target not in seen:
                seen.add(target)
                order.append(target)
    return order


# Terminal, value (a name, a literal's text, or the terminal in small letters), start, end.
Token = tuple[int, str, int, int]
