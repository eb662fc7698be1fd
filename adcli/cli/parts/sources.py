"""SOURCE and --at: from the words of the command line to a program and a point."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from adcli.cli.parts.budgets import allow
from adcli.cli.parts.options import dialect
from adcli.cli.process.environment import Environment
from adcli.text.errors import AdError
from adcli.text.source import Source

if TYPE_CHECKING:
    from adcli.cli.parts.reporting import Reporter
    from adcli.language.points.bindings import Bindings
    from adcli.language.program import Program


def question(reporter: Reporter, word: str, at: Sequence[str]) -> tuple[Program, Bindings]:
    """The program that SOURCE names, and the point that the --at options give.

    What a reader of the two may have overlooked is noted.
    """
    from adcli.language.points.bindings import read_bindings
    from adcli.language.program import load

    program = allow(load(_source(word, reporter.environment)))
    bindings = read_bindings(at, limits=program.limits, dialect=dialect())
    reporter.notes(program.notes_at(bindings.values))
    return program, bindings


def seeds(option: str, texts: Sequence[str]) -> Bindings:
    """The numbers and arrays that an option such as --tangent gives; the last one wins.

    Raises AdError where the option is missing.
    """
    from adcli.language.points.bindings import Bindings
    from adcli.language.points.seeds import read_seeds

    if not texts:
        raise AdError("usage", f"{option} is missing", hint=f"add {option} NAME=1,…; what is left out is 0")
    given = Bindings()
    for text in texts:
        given = read_seeds(text, option, dialect()).over(given)
    return given


def _source(word: str, environment: Environment) -> Source:
    """The text of an expression, of a file that ends in .ad, or of standard input (`-`)."""
    if word == "-":
        from adcli.language.files.contents import PROGRAM, contents
        from adcli.language.files.programs import decoded

        return Source(decoded(contents(environment.stdin, "<stdin>", PROGRAM), "<stdin>"), "<stdin>")
    if word.endswith(".ad") and "\n" not in word:
        from adcli.language.files.programs import read_source

        _reject_tilde(word)
        return read_source(word.removeprefix("@") if not os.path.exists(word) else word)
    if "." in word and os.path.isfile(word):
        raise AdError("file", f"{word} is a file, and a program's file name ends in .ad", hint=_use_of(word))
    if _is_path(word):
        from adcli.language.files.programs import near_file

        _reject_tilde(word)
        hint = near_file(word, (".ad", os.path.splitext(word)[1]))
        raise AdError("file", f"there is no file {word}", hint=hint or "a program's file name ends in .ad")
    return Source(word, "expression")


RECORDS = (".batch", ".csv", ".tsv", ".jsonl", ".ndjson")
ENDINGS = (
    "ad txt text md rst log dat tex pdf html py pyw ipynb nb jl cc cpp hpp rs go js ts f90 java "
    "csv tsv json jsonl ndjson npy npz mat xlsx xls yaml yml toml ini cfg batch adc"
)


def _is_path(word: str) -> bool:
    """Whether a word that is no file can only be meant for one: no expression ends so."""
    if not re.fullmatch(r"@?(?:~|\.{1,2}|[A-Za-z]:)?(?:[\w .~-]*[/\\])*[\w .~-]+", word):
        return False
    base, ending = os.path.splitext(os.path.basename(word))
    is_file = ending.lstrip(".").lower() in ENDINGS.split() and not base[:1].isdigit()
    return is_file or word.startswith(("./", "../", "~/", "/", "@"))


def _use_of(file: str) -> str:
    """What to do with a file that is no program by its name."""
    if file.endswith(RECORDS):
        return f"for a file of expressions: adcli batch {file}"
    return f"rename it, or write: adcli COMMAND - < {file}"


def _reject_tilde(path: str) -> None:
    """Raise AdError for a `~` that the shell has not expanded."""
    if path.startswith("~") and not os.path.exists(path):
        hint = "a shell knows what ~ is only outside quotes: leave them out"
        raise AdError("file", f"there is no file {path}", hint=hint)
