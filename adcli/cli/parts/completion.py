"""What a shell offers after <TAB> in place of a file or a name."""

from __future__ import annotations

import os
from collections.abc import Sequence

import click

RECORDS = (".batch", ".csv", ".tsv", ".jsonl", ".ndjson", ".txt")


def programs(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """Files that end in .ad, and folders on the way to them."""
    return paths(begun, (".ad",))


def record_files(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """Files of expressions, and folders on the way to them."""
    return paths(begun, RECORDS)


def functions(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """Names of functions."""
    from adcli.export.notation.cards import names

    return [name for name in names() if name.startswith(begun)]


def samples(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """Names of samples."""
    from adcli.language.files.samples import names

    return [name for name in names() if name.startswith(begun)]


def paths(begun: str, endings: Sequence[str]) -> list[str]:
    """Paths that begin so: files with one of the endings, and folders.

    A folder that is the only one is entered at once: a shell takes a single answer for the last word.
    """
    found = _listed(begun, endings)
    while len(found) == 1 and found[0].endswith(os.sep):
        within = _listed(found[0], endings)
        if not within:
            break
        found = within
    return found


def _listed(begun: str, endings: Sequence[str]) -> list[str]:
    folder, start = os.path.split(begun)
    try:
        with os.scandir(folder or os.curdir) as entries:
            named = sorted((entry.name, entry.is_dir()) for entry in entries)
    except OSError:
        return []
    shown = [(name, kind) for name, kind in named if name.startswith(start) and (start or name[0] != ".")]
    head = begun[: len(begun) - len(start)]
    return [
        head + name + os.sep * is_folder
        for name, is_folder in shown
        if is_folder or name.lower().endswith(tuple(endings))
    ]
