"""The samples: programs and files of expressions that are installed with the package."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

PROGRAM = ".ad"
RECORDS = {  # the endings of files of expressions, and what is said of those that have no comments
    ".batch": "expressions, one a line, for adcli batch",
    ".csv": "expressions in a table, for adcli batch",
    ".jsonl": "expressions in JSON Lines, for adcli batch",
}
TITLE = re.compile(r'(.*?)(?:[.:](?:\s|$)|, "| \([A-Z]|$)')  # ends before references to literature


class Sample(NamedTuple):
    """A sample: its name (a program's without its ending), its file, and what it shows, in a line."""

    name: str
    file: str
    title: str
    text: str


def folder() -> Path:
    """The samples are inside an installed package, and beside it in a source tree."""
    package = Path(__file__).parents[2]
    installed = package / "samples"
    return installed if installed.exists() else package.parent / "samples"


@cache
def names() -> tuple[str, ...]:
    """The names of all samples: programs, then files of expressions."""
    files = sorted(path.name for path in folder().iterdir() if path.suffix in (PROGRAM, *RECORDS))
    files.sort(key=lambda name: not name.endswith(PROGRAM))
    return tuple(name.removesuffix(PROGRAM) for name in files)


def short_name(name: str) -> str:
    """The name of a sample that may be given as a path or as a file's name."""
    return name.removeprefix("samples/").removesuffix(PROGRAM)


def sample_named(name: str) -> Sample | None:
    """The sample of this name; `newton.ad` and `samples/newton.ad` are `newton`, too, `gas` is `gas.csv`."""
    asked = short_name(name)
    short = next((own for own in names() if asked in (own, Path(own).stem)), None)
    if short is None:
        return None
    path = folder() / (short if short.endswith(tuple(RECORDS)) else short + PROGRAM)
    text = path.read_text(encoding="utf-8")
    return Sample(short, path.name, _title(path, text), text)


def _title(path: Path, text: str) -> str:
    """What the comment at the beginning says first, after the file's name."""
    comment = re.match(r"(?:# .*\n)*", text)
    said = " ".join(line.removeprefix("# ") for line in comment[0].splitlines()) if comment else ""
    _, named, after = said.partition(f"{path.name}: ")
    title = TITLE.match(after)
    return title[1] if named and title else RECORDS.get(path.suffix, "")
