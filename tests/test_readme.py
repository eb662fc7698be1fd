"""README and the pages beside it are true: examples are run, and what they list is written by these tests.

`pytest tests/test_readme.py --rewrite` writes them anew.
"""

from __future__ import annotations

import doctest
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from adcli.cli.group import GOALS
from adcli.export.notation.cards import groups
from adcli.language.files.samples import names, sample_named
from tests.conftest import Shell
from tests.contract import COMMANDS, summary
from tests.goldens import golden

CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LISTED = r"(<!-- {}: begin .*?-->\n)(.*?)(<!-- {}: end -->)"
PAGES = ("README.md", "grammar/README.md", "samples/README.md", "tests/README.md")


def commands_of(block: str) -> list[str]:
    return [line.removeprefix("$ ") for line in block.splitlines() if line.startswith("$ ")]


def test_the_examples_are_what_happens(root: Path, shell: Shell, rewrite: bool) -> None:
    path = root / "README.md"
    text = path.read_text(encoding="utf-8")

    def run(block: re.Match[str]) -> str:
        ran = (f"$ {command}\n{shell(f'{command} 2>&1').stdout}" for command in commands_of(block[1]))
        return f"```console\n{''.join(ran)}```"

    true = CONSOLE.sub(run, text)
    golden(true, path, rewrite)


def test_there_are_examples(root: Path) -> None:
    blocks = CONSOLE.findall((root / "README.md").read_text(encoding="utf-8"))
    assert sum(len(commands_of(block)) for block in blocks) >= 8


def test_the_python_examples_are_what_happens(root: Path) -> None:
    blocks = re.findall(
        r"^```python\n(.*?)^```$", (root / "README.md").read_text(encoding="utf-8"), re.M | re.S
    )
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "README", "README.md", 0)
    assert examples.examples
    assert doctest.DocTestRunner().run(examples).failed == 0


def cell(text: str) -> str:
    return text.replace("|", "\\|")


def code(text: str) -> str:
    return f"`{cell(text)}`" if text else ""


def table_of_functions() -> str:
    lines = []
    for heading, cards in groups():
        lines += [f"**{heading}**", "", "| function | is | derivative | domain | also, options, kinks |"]
        lines.append("|---|---|---|---|---|")
        for card in cards:
            domain = "" if card.domain == "all reals" else cell(card.domain)
            also = ", ".join(map(code, (*card.aliases, *(f"{option}=" for option in card.options))))
            remarks = "; ".join(part for part in (also, *map(cell, card.kinks)) if part)
            row = [code(card.call), cell(card.definition), code(card.derivative_text()), domain, remarks]
            lines.append(f"| {' | '.join(row)} |")
        lines.append("")
    return "\n".join(lines)


def contents(readme: str) -> str:
    """The headings, each a link to its place on the page."""
    headings = re.findall(r"^(##+) (.*)$", re.sub(r"^```.*?^```", "", readme, flags=re.M | re.S), re.M)
    lines = [f"{'  ' * (len(level) - 2)}- [{title}](#{anchor(title)})\n" for level, title in headings]
    return "".join(lines)


def anchor(title: str) -> str:
    """What GitHub calls the place of a heading."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def table_of_documents() -> str:
    """A row for each document of the contract: the fields that not every answer has."""
    rows = ["| | fields besides `source`, `inputs` and `warnings` |", "|---|---|"]
    for name, schema in COMMANDS.items():
        rows.append(f"| {name if name.startswith('an ') else f'`{name}`'} | {summary(schema)} |")
    rows.append(
        "| `batch`, one a record | `line`, `label`, `ok`, and those of `grad`, of `jac` or of an error |"
    )
    return "\n".join(rows) + "\n"


def table_of_samples() -> str:
    """A row for each sample: what it shows, and how to run it."""
    rows = ["| sample | shows | run |", "|---|---|---|"]
    for sample in filter(None, map(sample_named, names())):
        command = "batch" if not sample.file.endswith(".ad") else "grad"
        if command == "grad" and "# expect: value" not in sample.text:
            command = "jac"
        point = " --at R=8.314,a=0.1378,b=3.18e-5" if sample.name == "gas.csv" else ""
        run = f"adcli {command} samples/{sample.file}{point}"
        rows.append(f"| [{sample.name}]({sample.file}) | {sample.title} | `{run}` |")
    return "\n".join(rows) + "\n"


@pytest.mark.parametrize(
    ("page", "name", "written"),
    [
        ("README.md", "contents", contents),
        ("README.md", "json", lambda _: table_of_documents()),
        ("grammar/README.md", "functions", lambda _: f"\n{table_of_functions()}"),
        ("samples/README.md", "samples", lambda _: table_of_samples()),
    ],
)
def test_what_a_page_lists_is_what_there_is(
    page: str, name: str, written: Callable[[str], str], root: Path, rewrite: bool
) -> None:
    path = root / page
    text = path.read_text(encoding="utf-8")
    listed = re.compile(LISTED.format(name, name), re.DOTALL)
    assert listed.search(text)
    true = listed.sub(lambda match: f"{match[1]}{written(text)}{match[3]}", text)
    if rewrite:
        path.write_text(true, encoding="utf-8")
    assert true == path.read_text(encoding="utf-8")


def test_the_samples_run_as_their_page_says(root: Path, shell: Shell) -> None:
    lines = re.findall(
        r"`(adcli .*?)` \|$", (root / "samples" / "README.md").read_text(encoding="utf-8"), re.M
    )
    assert len(lines) == len(names())
    for line in lines:
        ran = shell(line)
        assert (ran.returncode, ran.stderr) == (0, ""), line


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str, root: Path) -> None:
    path = root / page
    for file, place in re.findall(r"\]\(([^)#:\s]*)(?:#([\w-]+))?\)", path.read_text(encoding="utf-8")):
        target = (path.parent / file) if file else path
        assert target.exists(), file
        if place:
            headings = re.findall(r"^##* (.*)$", target.read_text(encoding="utf-8"), re.M)
            assert place in map(anchor, headings), place


def test_the_table_of_commands_has_them_all_by_goal(root: Path) -> None:
    readme = (root / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.*?) ?\| `adcli (\w+).*?` \|", readme, re.M)
    expected = [(goal * (k == 0), name) for goal, group in GOALS.items() for k, name in enumerate(group)]
    assert rows == expected


def test_ci_runs_what_readme_says(root: Path) -> None:
    readme = (root / "README.md").read_text(encoding="utf-8")
    script = (root / ".ci" / "run").read_text(encoding="utf-8")
    for command in ('pip install --quiet ".[test]"', "pytest -q"):
        assert f".venv/bin/{command}" in readme
        program, _, arguments = command.partition(" ")
        assert f'"$bin/{program}" {arguments}' in script
