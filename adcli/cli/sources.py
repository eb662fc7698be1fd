"""SOURCE and --at: from the words of the command line to a program and a point."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from adcli.cli.budgets import allow
from adcli.cli.environment import Environment
from adcli.errors import AdError
from adcli.source import Source

if TYPE_CHECKING:
    from adcli.cli.reporting import Reporter
    from adcli.language.bindings import Bindings
    from adcli.language.program import Program


def question(reporter: Reporter, word: str, at: Sequence[str]) -> tuple[Program, Bindings]:
    """The program that SOURCE names, and the point that the --at options give.

    What a reader of the two may have overlooked is noted.
    """
    from adcli.language.bindings import read_bindings
    from adcli.language.program import load

    program = allow(load(_source(word, reporter.environment)))
    bindings = read_bindings(at, limits=program.limits)
    reporter.notes(program.notes_at(bindings.values))
    return program, bindings


def seeds(option: str, texts: Sequence[str]) -> Bindings:
    """The numbers and arrays that an option such as --tangent gives; the last one wins.

    Raises AdError where the option is missing.
    """
    from adcli.language.bindings import Bindings
    from adcli.language.seeds import read_seeds

    if not texts:
        raise AdError("usage", f"{option} is missing", hint=f"add {option} NAME=1,…; what is left out is 0")
    given = Bindings()
    for text in texts:
        given = read_seeds(text, option).over(given)
    return given


def _source(word: str, environment: Environment) -> Source:
    """The text of an expression, of a file that ends in .ad, or of standard input (`-`)."""
    if word == "-":
        from adcli.language.files import decoded

        return Source(decoded(environment.stdin.read(), "<stdin>"), "<stdin>")
    if word.endswith(".ad") and "\n" not in word:
        from adcli.language.files import read_source

        return read_source(word)
    if "." in word and os.path.isfile(word):
        raise AdError(
            "file",
            f"{word} is a file, and a program's file name ends in .ad",
            hint=f"rename it, or write: adcli COMMAND - < {word}",
        )
    return Source(word, "expression")
