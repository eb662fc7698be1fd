"""README is true: every console example is run, and the table of functions is that of the program."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from adcli.export.notation.cards import groups
from tests.conftest import Shell
from tests.goldens import golden

CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TABLE = re.compile(r"(<!-- functions: begin .*?-->\n)(.*?)(<!-- functions: end -->)", re.DOTALL)


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


def test_the_table_of_functions_is_the_program_s(root: Path, rewrite: bool) -> None:
    path = root / "README.md"
    text = path.read_text(encoding="utf-8")
    true = TABLE.sub(lambda match: f"{match[1]}\n{table_of_functions()}{match[3]}", text)
    if rewrite:
        path.write_text(true, encoding="utf-8")
    assert true == path.read_text(encoding="utf-8")


def test_ci_runs_what_readme_says(root: Path) -> None:
    readme = (root / "README.md").read_text(encoding="utf-8")
    script = (root / ".ci" / "run").read_text(encoding="utf-8")
    for command in ('pip install --quiet ".[test]"', "pytest -q"):
        assert f".venv/bin/{command}" in readme
        program, _, arguments = command.partition(" ")
        assert f'"$bin/{program}" {arguments}' in script
